// The woodpecker's first period in quadruple precision: when which set-valued law switches.
#pragma once

#include <vector>

#include "problems/woodpecker.hpp"
#include "solvers/analysis/incidents.hpp"
#include "solvers/integration/time_stepping/extrapolation.hpp"
#include "solvers/linear_algebra/quadruple.hpp"

namespace nsdbench::truth {

// End of the interval [s]: about one period of the limit cycle (Glocker & Studer 2005, sec. 4).
constexpr double woodpecker_end = 0.146;

// Moreau's midpoint rule with extrapolation of fixed order and step size adjustment.
struct Resolution {
  double dt_min = 0.0;  // [s]
  double dt_max = 0.0;  // [s]
  int order = 1;
  ErrorPowers powers = ErrorPowers::all;
};

struct WoodpeckerMotion {
  std::vector<SwitchingPoint<Quadruple>> switching_points;
  State<3, Quadruple> end;  // at woodpecker_end
};

// Integrates from t = 0 to woodpecker_end. Throws std::runtime_error if a contact problem stays unsolved,
// std::invalid_argument for parameters or a resolution outside their range.
WoodpeckerMotion woodpecker_motion(const problems::WoodpeckerParameters& parameters, const Resolution& resolution);

}  // namespace nsdbench::truth
