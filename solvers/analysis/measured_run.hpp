// One integration measured against a known motion: how far off it is and what it costs.
#pragma once

#include <cmath>
#include <span>

#include "solvers/integration/event_driven/event_driven.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"

namespace nsdbench {

struct MeasuredRun {
  bool completed = false;  // the end time was reached, and every error is a number
  double end_time = 0.0;   // [s] reached; the error is that of the part before
  double error = 0.0;      // largest over the accepted nodes, in the unit of `error_at`; NaN if one of them is
  long accepted_steps = 0;
  long switching_points = 0;
  long base_steps = 0;  // steps of Moreau's midpoint rule, of use or not, or what counts as such
  long solver_iterations = 0;

  void see(double node_error) {
    if (std::isnan(error) || node_error <= error) return;
    error = node_error;
  }
  void finish(bool reached_end, double time) {
    end_time = time;
    completed = reached_end && std::isfinite(error);
  }
};

// Moreau's midpoint rule with the fixed step `dt` from `state` to t_end. `error_at(const State&)` says how far a node
// is off.
template <MechanicalSystem S, class ErrorAt>
MeasuredRun measure_fixed_step(const S& system, ContactSolver& solver, StateOf<S> state, ScalarOf<S> t_end,
                               ScalarOf<S> dt, const ErrorAt& error_at) {
  MoreauMidpoint<S> integrator(system, solver);
  MeasuredRun run;
  const IntegrationResult result =
      integrate(integrator, state, t_end, dt, [&](const auto&, const auto& after, const StepReport<S>& report) {
        run.see(static_cast<double>(error_at(after)));
        run.solver_iterations += report.solver.iterations;
        return true;
      });
  run.finish(result.completed(), static_cast<double>(state.t));
  run.accepted_steps = run.base_steps = result.steps;
  return run;
}

// Step size adjustment with extrapolation, likewise; `boundaries` as in StepSizeAdjustment::integrate.
template <MechanicalSystem S, class ErrorAt>
MeasuredRun measure_adjusted(const S& system, ContactSolver& solver, StateOf<S> state, ScalarOf<S> t_end,
                             std::span<const ScalarOf<S>> boundaries, const StepSizeOptions& sizes,
                             const ExtrapolationOptions& extrapolation, const ErrorAt& error_at) {
  StepSizeAdjustment<S> integrator(system, solver, sizes, extrapolation);
  MeasuredRun run;
  const AdjustmentResult result = integrator.integrate(state, t_end, boundaries, [&](const AcceptedStep<S>& accepted) {
    run.see(static_cast<double>(error_at(accepted.step.end)));
    return true;
  });
  run.finish(result.completed(), static_cast<double>(state.t));
  run.accepted_steps = result.accepted_steps;
  run.switching_points = result.switching_points;
  run.base_steps = result.base_steps;
  run.solver_iterations = result.solver_iterations;
  return run;
}

// Event-driven integration, likewise, left and taken up again at `boundaries`. A base step is an evaluation of the
// equations of motion.
template <AccelerationLevelSystem S, class ErrorAt>
MeasuredRun measure_event_driven(const S& system, ContactSolver& solver, StateOf<S> state, ScalarOf<S> t_end,
                                 std::span<const ScalarOf<S>> boundaries, const EventDrivenOptions& options,
                                 const ErrorAt& error_at) {
  EventDriven<S> integrator(system, solver, options);
  MeasuredRun run;
  bool completed = true;
  const auto on_step = [&](const SmoothStep<S>& step) {
    run.see(static_cast<double>(error_at(step.end())));
    return true;
  };
  const auto on_event = [](const EventDrivenEvent<S>&) { return true; };
  const auto go_to = [&](const ScalarOf<S>& end) {
    if (!completed) return;
    const EventDrivenResult result = integrator.integrate(state, end, on_step, on_event);
    completed = result.completed();
    run.accepted_steps += result.steps;
    run.switching_points += result.events;
    run.base_steps += result.right_hand_sides + result.contact_problems;
  };
  for (const ScalarOf<S>& boundary : boundaries) {
    if (boundary > state.t && boundary < t_end) go_to(boundary);
  }
  go_to(t_end);
  run.finish(completed, static_cast<double>(state.t));
  return run;
}

}  // namespace nsdbench
