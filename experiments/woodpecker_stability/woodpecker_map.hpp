// The woodpecker's return map on the section where jamming ends.
#pragma once

#include <memory>
#include <string>

#include "experiments/woodpecker_stability/jammed_sleeve.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/analysis/return_map.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/linear_algebra/extended.hpp"

namespace nsdbench::experiments {

// Sizes of omega_S [rad/s] on the section, for steps of differences and tolerances.
constexpr double omega_scale = 10.0;

// Tolerance and limits of the many motions of diagrams: errors far below what can be drawn.
inline EventDrivenOptions diagram_options() {
  EventDrivenOptions options;
  options.rtol = options.atol = 1e-9;
  options.max_events = 4000;
  options.max_evaluations = 2000000;
  return options;
}

// Contact 2 goes from stick to slip. y is cyclic, the closed contact fixes phi_M and omega_M, stiction v, and the stick
// limit phi_S: the return map has the one coordinate omega_S. The monodromy matrix of the cycle, in all of (y, phi_M,
// phi_S, v, omega_M, omega_S), has its derivative as one eigenvalue, 1 twice (y, and along the motion), and 0 three
// times.
template <class Number>
PoincareSection<problems::BasicWoodpecker<Number>, 1> stick_to_slip(const JammedSleeve<Number>& jammed);

// The return map with everything that it keeps references to. Defined for double and Extended.
template <class Number>
class WoodpeckerMap {
 public:
  using Bird = problems::BasicWoodpecker<Number>;
  using Point = Vector<1, Number>;
  static constexpr double longest = 2.0;  // s; some 14 periods

  // Where stiction does not end upwards there is no section, and go() must not be called. Throws std::invalid_argument
  // for an unknown solver.
  WoodpeckerMap(const problems::WoodpeckerParameters& parameters, const std::string& solver_name,
                const EventDrivenOptions& options);
  WoodpeckerMap(const WoodpeckerMap&) = delete;
  WoodpeckerMap& operator=(const WoodpeckerMap&) = delete;

  Bird bird;
  JammedSleeve<Number> jammed;
  std::unique_ptr<ContactSolver> solver;
  ReturnMap<Bird, 1> map;
};

extern template class WoodpeckerMap<double>;
extern template class WoodpeckerMap<Extended>;

}  // namespace nsdbench::experiments
