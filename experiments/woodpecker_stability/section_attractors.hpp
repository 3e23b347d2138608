// The attractors of motions that return to the section, and which of them a motion goes to.
#pragma once

#include <optional>
#include <vector>

#include "experiments/woodpecker_stability/woodpecker_map.hpp"

namespace nsdbench::experiments {

// A motion that repeats itself after two returns.
struct TwoCycle {
  double low = 0.0, high = 0.0;                // omega_S on the section [rad/s]
  double multiplier = 0.0;                     // over two returns
  double error = 0.0, multiplier_error = 0.0;  // estimates of the methods
};

// The limit cycle, and the motion of two returns if it is stable.
struct SectionAttractors {
  double fixed = 0.0;  // omega_S of the limit cycle on the section [rad/s]
  std::optional<TwoCycle> stable;
};

// Where motions from the section end.
enum class Basin { cycle = 1, two_cycle, jams, outside_model, late, other };

// All motions of two returns, stable or not, with omega_S between 0.6 times that of the limit cycle and it.
std::vector<TwoCycle> find_two_cycles(WoodpeckerMap<double>& here, double fixed);

// Where a motion ends that is followed from return to return.
Basin basin_of(WoodpeckerMap<double>& here, const SectionAttractors& attractors, Return<problems::Woodpecker, 1> made);

}  // namespace nsdbench::experiments
