// Settings of a run by which any integrator is made.
#pragma once

#include "solvers/elementary/elementary.hpp"

namespace nsdbench {

// What methods have in common. A method reads the entries that it has; where an entry is 0, it takes its own default.
struct IntegratorSettings {
  double dt = 0.0;      // [s] step size of methods with a fixed step, which have no default of their own
  double dt_min = 0.0;  // [s] smallest step: resolves switching points
  double dt_max = 0.0;  // [s] largest step
  int order = 0;        // of smooth steps where it can be chosen; 0: it follows the tolerances
  double atol = 0.0;    // tolerances of smooth steps, in SI units and relative
  double rtol = 0.0;
  // [m] of Moreau's midpoint rule and what is built on it: contacts up to this gap are closed (moreau_midpoint.hpp). 0
  // is the papers' rule.
  double activation_gap = 0.0;
  // Scales of the motion in m, s and kg: defaults that have units are those of a motion of some metres and seconds,
  // times these. A motion that is nanometres long, or computed in mm and ms, needs its own. The entries above stay in
  // SI units.
  double length_scale = 1.0;
  double time_scale = 1.0;
  double mass_scale = 1.0;
  // The work after which a run ends with StopReason::step_limit, at its next step: RunCounts::evaluations, the common
  // measure of all methods, rejected steps included.
  long max_evaluations = 0;

  // For measuring the order of convergence: dt = dt_max = size, dt_min = size^order [numbers in s] (Studer et al. 2008,
  // eq. 50), and tolerances so wide that they decide nothing.
  static IntegratorSettings of_size(double size, int order) {
    IntegratorSettings settings;
    settings.dt = settings.dt_max = size;
    settings.dt_min = elementary::pow(size, order);
    settings.order = order;
    constexpr double wide = 1e6;
    settings.atol = settings.rtol = wide;
    return settings;
  }
};

}  // namespace nsdbench
