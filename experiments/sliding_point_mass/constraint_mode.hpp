// From which step size on time stepping sees a mass that friction stops as sticking (Studer et al. 2008, sec. 5.1).
#pragma once

#include "experiments/support/experiment.hpp"
#include "problems/sliding_point_mass.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::experiments::sliding_mass {

// A mass that slides with the speed u and without a force stops after u m/a. A step of the midpoint rule has its
// friction law in the mode constraint only if it is longer than (1 + eps) u m/a.
void measure_constraint_mode(Experiment& experiment, const problems::SlidingPointMassParameters& parameters,
                             ContactSolver& solver);

}  // namespace nsdbench::experiments::sliding_mass
