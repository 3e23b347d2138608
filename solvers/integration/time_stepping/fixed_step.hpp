// Integration by Moreau's midpoint rule with a fixed step (Glocker & Studer 2005, sec. 5).
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "solvers/integration/step_recorder.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"

namespace nsdbench {

// Step k ends at t_0 + k dt (no accumulated rounding); the last step is shortened to end at the end exactly if that is
// no multiple of dt, and so is the last one before each boundary. A step whose contact problem stays unsolved ends the
// run. Observers are shown MidpointStep.
template <MechanicalSystem S>
class FixedStep final : public Integrator<S> {
 public:
  using Scalar = ScalarOf<S>;

  // Keeps references to system and solver. A run ends after `max_evaluations` steps; 0: no limit. Throws
  // std::invalid_argument if dt [s] is not positive and finite, or the activation gap [m] not that or zero.
  FixedStep(const S& system, ContactSolver& solver, const Scalar& dt, long max_evaluations = 0,
            double activation_gap = 0.0)
      : time_stepping_(system, solver, activation_gap), dt_(dt), max_evaluations_(max_evaluations) {
    using std::isfinite;
    if (!(dt > 0.0) || !isfinite(dt)) refuse("it must be positive and finite");
  }

  std::string_view name() const override { return "moreau"; }
  int order() const override { return MoreauMidpoint<S>::order; }
  IntegratorSettingList settings() const override {
    IntegratorSettingList list = {{"dt", static_cast<double>(dt_), "s"}};
    if (time_stepping_.activation_gap() > 0.0) list.push_back({"activation_gap", time_stepping_.activation_gap(), "m"});
    return list;
  }

 protected:
  Outcome run(StateOf<S>& state, const Destination<S>& destination, Observer<S>& observer) override {
    check_interval(state.t, destination.t_end);
    time_stepping_.set_guess({});
    Outcome outcome;
    StepRecorder<S> recorder(destination, observer, outcome.counts);
    for (const Scalar& boundary : destination.boundaries) {
      outcome.reason = run_leg(state, boundary, recorder, outcome);
      if (!outcome.completed()) return outcome;
    }
    outcome.reason = run_leg(state, destination.t_end, recorder, outcome);
    return outcome;
  }

 private:
  StopReason run_leg(StateOf<S>& state, const Scalar& t_end, StepRecorder<S>& recorder, Outcome& outcome) {
    using std::floor;
    const Scalar t_start = state.t;
    // A remainder below 1e-9 steps is rounding of t_end - t_start, not a step.
    const Scalar steps = (t_end - t_start) / dt_;
    const auto full_steps = static_cast<long>(floor(steps + 1e-9));
    const Scalar remainder = t_end - (t_start + static_cast<Scalar>(full_steps) * dt_);
    const long total = full_steps + (remainder > 1e-9 * dt_ ? 1 : 0);
    const Scalar dt = dt_;
    for (long k = 0; k < total; ++k) {
      if (max_evaluations_ > 0 && outcome.counts.evaluations >= max_evaluations_) return StopReason::step_limit;
      const bool full = k < full_steps;
      begin_ = state;
      const StepReport<S>& report = time_stepping_.step(state, full ? dt : remainder);
      count(report, outcome.counts);
      if (!report.advanced()) [[unlikely]] {
        if (report.failure == StopReason::unsolved) outcome.solver = report.solver.status;
        return report.failure;
      }
      state.t = full ? t_start + static_cast<Scalar>(k + 1) * dt : t_end;
      step_.show(begin_, state, report);
      if (const std::optional<StopReason> reason = recorder.accept(step_, state)) return *reason;
    }
    return StopReason::completed;
  }

  static void count(const StepReport<S>& report, RunCounts& counts) {
    ++counts.evaluations;
    counts.contact_problems += report.active_contacts > 0 ? 1 : 0;
    counts.solver_iterations += report.solver.iterations;
  }

  void check_interval(const Scalar& t_start, const Scalar& t_end) const {
    using std::abs;
    const Scalar latest = std::max<Scalar>(abs(t_start), abs(t_end));
    if ((t_end - t_start) / dt_ < 0x1p52 && latest + dt_ > latest) return;
    std::ostringstream rule;
    rule << "it is too small for an integration to " << t_end << " s";
    refuse(rule.str());
  }

  [[noreturn]] void refuse(const std::string& rule) const {
    std::ostringstream sentence;
    sentence << "time step " << dt_ << " s is not allowed: " << rule;
    throw std::invalid_argument(sentence.str());
  }

  MoreauMidpoint<S> time_stepping_;
  Scalar dt_;
  long max_evaluations_ = 0;
  StateOf<S> begin_;
  MidpointStep<S> step_;
};

}  // namespace nsdbench
