// One integration compared with a known motion: its error and its cost.
#pragma once

#include <cmath>

#include "solvers/integration/integrator.hpp"

namespace nsdbench {

// What one run has cost and how far it is from the known motion.
struct MeasuredRun {
  bool completed = false;  // the end time was reached, and every error is a number
  double error = 0.0;      // largest over the accepted nodes, in the unit of `error_at`; NaN if one of them is
  Outcome outcome;         // the error is that of the motion up to outcome.time
};

// Integrates from `state` to the destination. `error_at(const State&)` returns the error of the end of a step.
template <MechanicalSystem S, class ErrorAt>
MeasuredRun measure_run(Integrator<S>& integrator, StateOf<S> state, const Destination<S>& destination,
                        const ErrorAt& error_at) {
  MeasuredRun run;
  run.outcome = integrator.integrate(state, destination, [&](const Step<S>& step) {
    const auto error = static_cast<double>(error_at(step.end()));
    if (!std::isnan(run.error) && !(error <= run.error)) run.error = error;
  });
  run.completed = run.outcome.completed() && std::isfinite(run.error);
  return run;
}

}  // namespace nsdbench
