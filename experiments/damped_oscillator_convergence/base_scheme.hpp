// The order of Moreau's midpoint rule itself on a smooth problem (Studer et al. 2008, sec. 6, eqs 37 and 38).
#pragma once

#include "experiments/support/experiment.hpp"
#include "problems/damped_oscillator.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::experiments::damped_oscillator {

// Local errors, of one step from the exact start, and global ones, the largest up to the end time, over the fixed step
// size; orders of position and velocity.
void study_base_scheme(Experiment& experiment, const problems::DampedOscillatorParameters& parameters,
                       ContactSolver& solver);

}  // namespace nsdbench::experiments::damped_oscillator
