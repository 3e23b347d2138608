// Statements of the paper on the method (secs 6.4 and 7), at Table 1's restitution coefficient.
#pragma once

#include "experiments/support/experiment.hpp"
#include "problems/slider_crank.hpp"

namespace nsdbench::experiments::slider_crank {

// Drift of the gaps with the paper's clearance and with a small one, its projection, and the complementarity problem
// beside the augmented Lagrangian.
void study_method(Experiment& experiment, const problems::SliderCrankParameters& parameters, ContactSolver& solver);

}  // namespace nsdbench::experiments::slider_crank
