// Where the fixed point of the woodpecker's return map gains or loses stability along a branch.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "experiments/woodpecker_stability/diagrams.hpp"

namespace nsdbench::experiments {

enum class StabilityChangeKind : std::uint8_t {
  flip,      // the multiplier passes -1
  fold,      // it passes 1
  corner,    // it jumps, the fixed point does not: the map has a corner there
  jump,      // both jump
  unlocated  // between two points of the branch, in whose middle it is stated: between them no fixed point was found
};
std::string_view to_string(StabilityChangeKind kind);

struct StabilityChange {
  StabilityChangeKind kind = StabilityChangeKind::flip;
  double at = 0.0;           // of the parameter
  double uncertainty = 0.0;  // change of `at` with the step of the multiplier's differences, and the bracket
  bool stable_above = false;
  double multiplier_below = 0.0, multiplier_above = 0.0;  // a twentieth of the spacing away
};

// All changes of stability along a branch that its points show, in their order along the branch.
std::vector<StabilityChange> stability_changes(const Branch<1, double>& branch, SweptMap& map);

}  // namespace nsdbench::experiments
