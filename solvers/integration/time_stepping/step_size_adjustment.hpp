// Step size adjustment (Studer, Leine & Glocker 2008, secs 5, 9.3, Tables III to VI): switching points are searched by
// halving the step until it is dt_min, and smooth parts are run with steps of up to dt_max and by extrapolation.
//
// The modes of a step do not always tell whether it switches: the mode of a law whose percussion and velocity both
// vanish is a matter of rounding, and so are those of contacts whose forces are not unique. Other modes than the
// accepted ones count as a switching point only if the motion of the step does not satisfy the equations of the
// accepted modes to the accuracy that contact problems and rounding leave (mode_equations.hpp), in double precision.
// The motion itself is that of the contact problems in any case.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "solvers/integration/step_recorder.hpp"
#include "solvers/integration/time_stepping/extrapolation.hpp"

namespace nsdbench {

// No step is smaller than dt_min, and none that is larger contains a switching point that its modes show; only at
// boundaries steps between dt_min and 3 dt_min occur, which are single substeps, too. No step is larger than dt_max or
// 2 dt_min. Boundaries, start and end must be dt_min or more apart. Observers are shown AdjustedStep.
template <MechanicalSystem S>
class StepSizeAdjustment final : public Integrator<S> {
 public:
  using Scalar = ScalarOf<S>;

  // Keeps references to system and solver. Throws std::invalid_argument for options outside their range.
  StepSizeAdjustment(const S& system, ContactSolver& solver, const StepSizeOptions& options,
                     const ExtrapolationOptions& extrapolation)
      : extrapolation_(system, solver, extrapolation), options_(options) {
    check(options, 0.0, epsilon());
  }

  std::string_view name() const override { return "moreau_adjusted"; }

  // Order in dt_max of positions and velocities at the accepted nodes if dt_min = dt_max^order (eq. 50).
  int order() const override { return extrapolation_.order(); }

  IntegratorSettingList settings() const override {
    const ExtrapolationOptions& smooth = extrapolation_.options();
    IntegratorSettingList list = {{"dt_min", options_.dt_min, "s"}, {"dt_max", options_.dt_max, "s"}};
    if (smooth.activation_gap > 0.0) list.push_back({"activation_gap", smooth.activation_gap, "m"});
    if (smooth.order > 0) {
      list.push_back({"order", static_cast<double>(smooth.order)});
      return list;
    }
    list.insert(list.end(), {{"atol", smooth.atol}, {"rtol", smooth.rtol}});
    list.push_back({"max_order", static_cast<double>(smooth.max_order)});
    return list;
  }

 protected:
  Outcome run(StateOf<S>& state, const Destination<S>& destination, Observer<S>& observer) override {
    check_interval(state.t, destination);
    begin(state);
    StepRecorder<S> recorder(destination, observer, outcome_.counts);
    while (frontier().t < destination.t_end) {
      if (step_limit_reached()) return end(StopReason::step_limit);
      if (time_limit_reached()) return end(StopReason::time_limit);
      try_step(next_boundary(destination));
      if (step_unsolved() && minimal_step()) return end_unsolved();
      if (step_unsolved() || switching_point_detected()) {
        drop_back();
      } else if (more_accuracy_needed()) {
        reject_for_accuracy();
      } else if (const auto reason = take_step(state, destination.t_end, recorder)) {
        return end(*reason);
      }
    }
    return end(StopReason::completed);
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Of Scalar.
  static double epsilon() { return std::ldexp(1.0, 1 - std::numeric_limits<Scalar>::digits); }

  void check_interval(const Scalar& t_start, const Destination<S>& destination) const {
    if (!(destination.t_end > t_start)) return;
    const auto magnitude = [](const Scalar& t) { return std::abs(static_cast<double>(t)); };
    check(options_, std::max(magnitude(t_start), magnitude(destination.t_end)), epsilon());
    Scalar before = t_start;
    for (const Scalar& boundary : destination.boundaries) {
      check_distance(before, boundary);
      before = boundary;
    }
    check_distance(before, destination.t_end);
  }

  void check_distance(const Scalar& before, const Scalar& boundary) const {
    if (boundary - before >= options_.dt_min) return;
    std::ostringstream sentence;
    sentence << "step boundary " << static_cast<double>(boundary)
             << " s is not allowed: it must be dt_min or more after the one before, or the start";
    throw std::invalid_argument(sentence.str());
  }

  // The first step has the size dt_min and is accepted with whatever modes it has.
  void begin(const StateOf<S>& state) {
    outcome_ = {};
    extrapolation_.begin_run();
    started_ = Clock::now();
    previous_.reset();
    modes_.reset();
    accepted_end_ = state;
    accepted_begin_ = state.t;
    no_increase_before_ = -std::numeric_limits<Scalar>::infinity();
    dt_ = options_.dt_min;
    last_percussions_ = {};
    last_dt_ = 0.0;
  }

  const Outcome& end(StopReason reason) {
    outcome_.reason = reason;
    return outcome_;
  }

  const Outcome& end_unsolved() {
    if (actual_.failure == StopReason::unsolved) outcome_.solver = actual_.solver;
    return end(actual_.failure);
  }

  bool step_limit_reached() const {
    return options_.max_evaluations > 0 && outcome_.counts.evaluations >= options_.max_evaluations;
  }
  bool time_limit_reached() const {
    return options_.time_limit > 0.0 && Clock::now() - started_ > std::chrono::duration<double>(options_.time_limit);
  }

  // The actual step, from the frontier to `boundary` at most.
  void try_step(const Scalar& boundary) {
    const Scalar dt = fitted(dt_, boundary - frontier().t);
    actual_ = extrapolation_.step(frontier(), dt, options_.dt_min, modes_, last_percussions_, last_dt_);
    if (frontier().t + dt >= boundary - 0.5 * options_.dt_min) actual_.end.t = boundary;
    outcome_.counts.evaluations += actual_.base_steps;
    outcome_.counts.contact_problems += actual_.contact_problems;
    outcome_.counts.solver_iterations += actual_.solver_iterations;
  }

  // What the actual step is.
  bool step_unsolved() const { return actual_.flag == ExtrapolationFlag::unsolved; }
  bool switching_point_detected() const { return actual_.flag == ExtrapolationFlag::switching_detected; }
  bool switching_point_resolved() const { return actual_.flag == ExtrapolationFlag::switching_resolved; }
  bool inaccurate() const { return actual_.flag == ExtrapolationFlag::inaccurate; }
  bool minimal_step() const { return Extrapolation<S>::is_minimal(actual_.dt, options_.dt_min); }
  bool more_accuracy_needed() const { return inaccurate() && !minimal_step() && options_.reject_inaccurate; }

  // Where the actual step begins.
  const StateOf<S>& frontier() const { return previous_ ? previous_->end : accepted_end_; }

  Scalar next_boundary(const Destination<S>& destination) const {
    for (const Scalar& boundary : destination.boundaries) {
      if (boundary > frontier().t) return boundary;
    }
    return destination.t_end;
  }

  // A step of about dt that reaches the boundary at `distance`, or leaves dt_min or more to it. What is left and too
  // short for two steps is one, even if that is larger than dt_max (by less than dt_min).
  Scalar fitted(const Scalar& dt, const Scalar& distance) const {
    if (dt >= distance) return distance;
    if (distance - dt >= options_.dt_min) return dt;
    return distance >= 2.0 * options_.dt_min ? Scalar(distance - options_.dt_min) : distance;
  }

  // Half the size; what cannot hold three substeps is one (sec. 9.3, Table V).
  Scalar halved(const Scalar& dt) const {
    const Scalar half = 0.5 * dt;
    return Extrapolation<S>::is_minimal(half, options_.dt_min) ? Scalar(options_.dt_min) : half;
  }

  // Rejects actual and previous step, since a change of modes may lie in either (eq. 36). The step does not grow again
  // before the end of the actual step is passed.
  void drop_back() {
    ++(step_unsolved() ? outcome_.counts.unsolved_problems : outcome_.counts.rejected_for_events);
    no_increase_before_ = frontier().t + actual_.dt;
    previous_.reset();
    dt_ = halved(actual_.dt);
  }

  void reject_for_accuracy() {
    ++outcome_.counts.rejected_for_accuracy;
    dt_ = halved(actual_.dt);
  }

  // Accepts the previous step, which now has a successor with the same modes; the actual step waits for its own, unless
  // it is of minimal size, which cannot be rejected, or ends the run. Says why the run ends, if it does.
  std::optional<StopReason> take_step(StateOf<S>& state, const Scalar& t_end, StepRecorder<S>& recorder) {
    last_percussions_ = actual_.percussions;
    last_dt_ = actual_.dt;
    if (inaccurate() && minimal_step()) ++outcome_.counts.forced_steps;
    if (previous_) {
      if (const auto reason = accept(*previous_, false, state, recorder)) return reason;
      previous_.reset();
    }
    const bool irrevocable = switching_point_resolved() || minimal_step() || actual_.end.t >= t_end;
    if (irrevocable) {
      const bool switching = switching_point_resolved() && modes_.has_value();
      modes_ = actual_.modes;
      if (const auto reason = accept(actual_, switching, state, recorder)) return reason;
    } else {
      previous_ = actual_;
    }
    increase_size();
    return std::nullopt;
  }

  std::optional<StopReason> accept(const ExtrapolatedStep<S>& step, bool switching, StateOf<S>& state,
                                   StepRecorder<S>& recorder) {
    accepted_begin_ = step.begin.t;
    accepted_end_ = step.end;
    state = step.end;
    shown_.show(step, switching);
    return recorder.accept(shown_, state);
  }

  // Doubles the step after one of full size, but not near a switching point that is being searched.
  void increase_size() {
    if (switching_point_resolved()) no_increase_before_ = actual_.end.t;
    const bool full = actual_.dt >= dt_;
    if (!full || !(switching_point_resolved() || accepted_begin_ > no_increase_before_)) return;
    dt_ = std::min<Scalar>(std::max<Scalar>(2.0 * dt_, 3.0 * options_.dt_min), options_.dt_max);
  }

  Extrapolation<S> extrapolation_;
  StepSizeOptions options_;
  Outcome outcome_;
  Clock::time_point started_;
  ExtrapolatedStep<S> actual_;
  AdjustedStep<S> shown_;
  Scalar dt_ = 0.0;                              // of the next actual step
  StateOf<S> accepted_end_;                      // of the last step that cannot be rejected
  Scalar accepted_begin_ = 0.0;                  // its t_B
  std::optional<ModeVector<S>> modes_;           // sigma_acc
  std::optional<ExtrapolatedStep<S>> previous_;  // not there if it is the accepted one
  Scalar no_increase_before_ = 0.0;              // t_noInc
  Percussions<S> last_percussions_;
  Scalar last_dt_ = 0.0;
};

}  // namespace nsdbench
