// What the limits of the step size do to the accuracy (Studer et al. 2008, secs 10.3 and 11).
#pragma once

#include "experiments/support/experiment.hpp"
#include "problems/impact_oscillator.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::experiments::impact_oscillator {

// The error over dt_min with order 6 and a fixed dt_max, and that of the event-driven integration.
void study_smallest_steps(Experiment& experiment, const problems::ImpactOscillator& oscillator,
                          const problems::ExactImpactOscillator& exact, ContactSolver& solver);

// How many of the impacts are found if dt_max is as long as the flights between them.
void study_too_large_steps(Experiment& experiment, const problems::ImpactOscillator& oscillator,
                           const problems::ExactImpactOscillator& exact, ContactSolver& solver);

}  // namespace nsdbench::experiments::impact_oscillator
