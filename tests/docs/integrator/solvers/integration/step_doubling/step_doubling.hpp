// Moreau's midpoint rule with step doubling (Hairer, Norsett & Wanner 1993, sec. II.4): every step is made once as a
// whole and once as two halves. The difference of the positions estimates the error and decides the next step size.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "solvers/integration/integrator.hpp"
#include "solvers/integration/integrator_settings.hpp"
#include "solvers/integration/step_recorder.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"

namespace nsdbench {

struct StepDoublingOptions {
  double dt_min = 1e-6;  // [s] taken whatever the estimate says: at an impact no step size makes it small
  double dt_max = 1e-2;  // [s]
  double atol = 1e-6;    // [m, rad] largest difference of the positions
};

template <MechanicalSystem S>
class StepDoubling final : public Integrator<S> {
 public:
  using Scalar = ScalarOf<S>;

  // Holds references to system and solver, which must outlive the integrator. Throws std::invalid_argument for options
  // outside their range.
  StepDoubling(const S& system, ContactSolver& solver, const StepDoublingOptions& options)
      : midpoint_rule_(system, solver), options_(options) {
    check("dt_min", options.dt_min, options.dt_min > 0.0, "it must be positive");
    check("dt_max", options.dt_max, options.dt_max >= options.dt_min, "it must not be below dt_min");
    check("atol", options.atol, options.atol > 0.0, "it must be positive");
  }

  std::string_view name() const override { return "step_doubling"; }
  int order() const override { return MoreauMidpoint<S>::order; }
  IntegratorSettingList settings() const override {
    return {{"dt_min", options_.dt_min, "s"}, {"dt_max", options_.dt_max, "s"}, {"atol", options_.atol}};
  }

 protected:
  Outcome run(StateOf<S>& state, const Destination<S>& destination, Observer<S>& observer) override {
    midpoint_rule_.set_guess({});  // the same bytes in every run, whatever ran before
    Outcome outcome;
    StepRecorder<S> recorder(destination, observer, outcome.counts);
    Scalar dt = options_.dt_max;
    // Steps end at every boundary, then at the end.
    for (std::size_t leg = 0; leg <= destination.boundaries.size(); ++leg) {
      const bool last = leg == destination.boundaries.size();
      const Scalar t_end = last ? destination.t_end : destination.boundaries[leg];
      while (state.t < t_end) {
        if (const auto reason = advance(state, t_end, dt, recorder, outcome)) {
          outcome.reason = *reason;
          return outcome;
        }
      }
    }
    return outcome;
  }

 private:
  // Makes one double step, or none if it is too inaccurate, and chooses the next dt. Returns why the run ends, if it
  // does.
  std::optional<StopReason> advance(StateOf<S>& state, const Scalar& t_end, Scalar& dt, StepRecorder<S>& recorder,
                                    Outcome& outcome) {
    // Two steps take the rest of the interval where one would leave a tiny one behind it.
    const Scalar rest = t_end - state.t;
    const Scalar h = rest <= dt ? rest : std::min<Scalar>(dt, 0.5 * rest);
    StateOf<S> whole = state;
    if (const auto failure = step(whole, h, outcome)) return failure;
    StateOf<S> middle = state;
    if (const auto failure = step(middle, 0.5 * h, outcome)) return failure;
    const StepReport<S> first_half = midpoint_rule_.report();
    StateOf<S> end = middle;
    if (const auto failure = step(end, 0.5 * h, outcome)) return failure;
    if (h == rest) end.t = t_end;

    const double error = static_cast<double>((end.q - whole.q).template lpNorm<Eigen::Infinity>());
    const bool too_inaccurate = !(error <= options_.atol);
    if (too_inaccurate && h > options_.dt_min) {
      ++outcome.counts.rejected_for_accuracy;
      dt = std::max<Scalar>(0.5 * h, options_.dt_min);
      return std::nullopt;
    }
    if (too_inaccurate) ++outcome.counts.forced_steps;
    // The local error is of order 2: twice the step has four times the error.
    if (4.0 * error <= options_.atol) dt = std::min<Scalar>(2.0 * dt, options_.dt_max);
    return show_halves(state, middle, first_half, end, recorder);
  }

  // One step of the midpoint rule. Returns why the run ends, if the step failed.
  std::optional<StopReason> step(StateOf<S>& state, const Scalar& h, Outcome& outcome) {
    const StepReport<S>& report = midpoint_rule_.step(state, h);
    ++outcome.counts.evaluations;
    outcome.counts.contact_problems += report.active_contacts > 0 ? 1 : 0;
    outcome.counts.solver_iterations += report.solver.iterations;
    if (report.advanced()) return std::nullopt;
    if (report.failure == StopReason::unsolved) outcome.solver = report.solver.status;
    return report.failure;
  }

  // Observers see accepted steps only: both halves. `state` follows, so that it is always the end of the last of them.
  std::optional<StopReason> show_halves(StateOf<S>& state, const StateOf<S>& middle, const StepReport<S>& first_half,
                                        const StateOf<S>& end, StepRecorder<S>& recorder) {
    const StateOf<S> begin = state;
    state = middle;
    shown_.show(begin, state, first_half);
    if (const auto reason = recorder.accept(shown_, state)) return reason;
    state = end;
    shown_.show(middle, state, midpoint_rule_.report());
    return recorder.accept(shown_, state);
  }

  static void check(std::string_view name, double value, bool allowed, std::string_view rule) {
    if (allowed) return;
    throw std::invalid_argument("option " + std::string(name) + " = " + std::to_string(value) +
                                " of step_doubling is not allowed: " + std::string(rule));
  }

  MoreauMidpoint<S> midpoint_rule_;
  StepDoublingOptions options_;
  MidpointStep<S> shown_;
};

template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_step_doubling(const S& system, ContactSolver& solver,
                                                  const IntegratorSettings& settings) {
  StepDoublingOptions options;
  if (settings.dt_min != 0.0) options.dt_min = settings.dt_min;
  if (settings.dt_max != 0.0) options.dt_max = settings.dt_max;
  if (settings.atol != 0.0) options.atol = settings.atol;
  return std::make_unique<StepDoubling<S>>(system, solver, options);
}

}  // namespace nsdbench
