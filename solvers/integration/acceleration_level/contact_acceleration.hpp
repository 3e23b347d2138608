// Integration on the acceleration level (Woesle & Pfeiffer 1996): contact forces and accelerations from the contact
// problem of every right-hand side, smooth phases by an embedded Runge-Kutta pair with step size control, transitions
// between them located by bisection.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/acceleration_level/acceleration_stepper.hpp"
#include "solvers/integration/acceleration_level/index_set_revision.hpp"
#include "solvers/integration/bracketed_root.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench {

// The index sets I_N and I_T of eq. 1 are a discrete state, held through a step. A step is cut where
//   the slip of a sliding contact has no component left along its direction at the beginning of the step,
//   gddot_T of a sticking contact exceeds the acceleration tolerance (continuous: eq. 25),
//   gddot_N of a closed contact does (continuous, too),
//   the slip of a creeping contact exceeds twice the velocity tolerance, or
//   the gap of an open contact becomes negative.
// After it the sets are revised: sliding contacts below the velocity tolerance that are not accelerated join I_T, all
// velocities of sticking and closed contacts are projected to zero in the metric of M, and the contact problem decides
// what sticks, reverses or detaches. Decisions rest on accelerations. Single forces of dependent constraints are not
// used, except for the normal forces that are reported. A system may have `bool within_range(q)`: whether the
// kinematics hold at q. Observers are shown AccelerationStep. A contact that closes with a velocity ends the run with
// StopReason::impact, in the state before it.
//
// Allocates only if the contact solver does.
template <AccelerationLevelSystem S>
class ContactAcceleration final : public Integrator<S> {
 public:
  static constexpr int contacts = S::contact_count;
  static constexpr int convergence_order = 5;  // of both pairs of runge_kutta_pair.hpp
  using Motion = State<S::dof>;

  // Keeps references to system and solver. Throws std::invalid_argument for options outside their range or a system
  // with Tresca friction.
  ContactAcceleration(const S& system, ContactSolver& solver, const AccelerationOptions& options)
      : system_(system), options_(options), stepper_(system, solver, options), revision_(stepper_), shown_(system) {
    check(options);
    for (int i = 0; i < contacts; ++i) {
      if (system.law(i).kind == ContactKind::tresca) {
        throw std::invalid_argument("contact " + std::to_string(i) +
                                    " is not allowed: Tresca friction has no form on the acceleration level");
      }
    }
  }

  std::string_view name() const override { return "acceleration_level"; }
  int order() const override { return convergence_order; }

  IntegratorSettingList settings() const override {
    IntegratorSettingList list = {{"pair", to_string(options_.pair)}, {"dt_max", options_.largest_step, "s"}};
    if (options_.error_control) list.insert(list.end(), {{"atol", options_.atol}, {"rtol", options_.rtol}});
    list.push_back({"velocity_tolerance", options_.velocity_tolerance});
    if (options_.velocity_scale > 0.0) {
      list.push_back({"velocity_scale", options_.velocity_scale, "m/s"});
    } else {
      list.push_back({"velocity_scale", "of the motion", "m/s"});
    }
    return list;
  }

  const ContactStates<S>& states() const { return stepper_.states; }

 protected:
  // Projects the velocities and gaps at the start, and at every boundary, on the constraints that are closed within the
  // tolerances. Throws std::invalid_argument for a contact that starts with a gap below minus the gap tolerance.
  Outcome run(Motion& state, const Destination<S>& destination, Observer<S>& observer) override {
    using nsdbench::check;
    check(options_, std::max(std::abs(state.t), std::abs(destination.t_end)));
    stepper_.outcome = {};
    stepper_.tried_steps = 0;
    stepper_.forget_scale();
    for (const double boundary : destination.boundaries) {
      outcome().reason = run_leg(state, boundary, destination.section, observer);
      if (!outcome().completed()) return finished();
    }
    outcome().reason = run_leg(state, destination.t_end, destination.section, observer);
    return finished();
  }

 private:
  using Trial = TrialStep<S>;
  using Section = decltype(Destination<S>::section);

  Outcome& outcome() { return stepper_.outcome; }
  RunCounts& counts() { return stepper_.outcome.counts; }

  // Steps that were tried and neither accepted nor rejected for their accuracy had an event, or were made to locate
  // one.
  const Outcome& finished() {
    counts().rejected_for_events = stepper_.tried_steps - counts().accepted_steps - counts().rejected_for_accuracy;
    return outcome();
  }

  StopReason run_leg(Motion& state, double t_end, const Section& section, Observer<S>& observer) {
    if (!(t_end > state.t)) return StopReason::completed;
    begin(state);
    AccelerationSample<S>& now = stepper_.now;
    if (!within_range(system_, now.state.q)) return StopReason::out_of_range;
    if (!find_initial_states()) return StopReason::impact;
    if (!stepper_.resolve()) return StopReason::unsolved;
    StopReason reason = pass_event(observer);
    if (reason == StopReason::unsolved) return reason;
    state = now.state;
    while (reason == StopReason::completed && now.state.t < t_end) reason = advance(state, t_end, section, observer);
    return reason;
  }

  void begin(const Motion& state) {
    revision_.begin_event({});
    stepper_.begin(state);
    const double first_step = options_.error_control ? 1e-2 * options_.largest_step : options_.largest_step;
    step_ = std::clamp(first_step, options_.smallest_step, options_.largest_step);
  }

  // One accepted step and the event at its end, if there is one.
  StopReason advance(Motion& state, double t_end, const Section& section, Observer<S>& observer) {
    const double left = t_end - stepper_.now.state.t;
    const StopReason found = find_step(left);
    if (found != StopReason::completed) return found;
    const Trial* trial = &stepper_.trial();
    if (trial->event) trial = stepper_.locate(trial->step.end.state.t - stepper_.now.state.t);
    if (trial == nullptr) return StopReason::unsolved;
    if (crosses(*trial, section)) {
      if (!go_to_section(*trial, section)) return StopReason::unsolved;
      return accept(section_trial_, state, observer) ? StopReason::section : StopReason::stopped;
    }
    if (!within_range(system_, trial->step.end.state.q)) return StopReason::out_of_range;
    if (trial->impact) {
      // Up to the last instant before it, if there is one.
      const Trial* before = stepper_.before_event();
      const bool stopped = before != nullptr && !accept(*before, state, observer);
      return stopped ? StopReason::stopped : StopReason::impact;
    }
    const bool held = !trial->event;
    if (trial == &stepper_.trial() && held && left - trial->step.size < options_.smallest_step) {
      stepper_.trial().step.end.state.t = t_end;  // but for rounding
    }
    if (!accept(*trial, state, observer)) return StopReason::stopped;
    // Without an event the accelerations at the end of the step are those of its sets.
    if (held) {
      stepper_.update_kinematics();
    } else if (!stepper_.resolve()) {
      return StopReason::unsolved;
    }
    const StopReason passed = pass_event(observer);
    if (passed != StopReason::unsolved) state = stepper_.now.state;
    return passed;
  }

  bool accept(const Trial& trial, Motion& state, Observer<S>& observer) {
    stepper_.now = trial.step.end;
    state = stepper_.now.state;
    revision_.begin_event(trial.slip_ended);
    ++counts().accepted_steps;
    shown_.show(trial.step);
    return observer.on_step(shown_);
  }

  bool crosses(const Trial& trial, const Section& section) const {
    return section && section(stepper_.now.state) < 0.0 && section(trial.step.end.state) >= 0.0;
  }

  // section_trial_: the step from `now` to where the section lies in the step `trial`, found by steps of other sizes,
  // so that it is as accurate as they are. False if one of them stayed unsolved.
  bool go_to_section(const Trial& trial, const Section& section) {
    bool solved = true;
    const auto value = [&](double h) {
      stepper_.try_step(h, section_trial_);
      solved = solved && section_trial_.solved();
      return solved ? section(section_trial_.step.end.state) : 0.0;  // 0 ends the search
    };
    const double at_begin = section(stepper_.now.state);
    const double at_end = section(trial.step.end.state);
    const double h = bracketed_root<double>(value, 0.0, at_begin, trial.step.size, at_end, options_.smallest_step);
    value(h);
    if (!solved) outcome().solver = section_trial_.step.end.answer.solver.status;
    return solved;
  }

  bool too_much_work() { return options_.max_evaluations > 0 && counts().evaluations >= options_.max_evaluations; }

  // Tries steps until one is solved and accurate: stepper_.trial(), with or without an event. `completed` if there is
  // one.
  StopReason find_step(double left) {
    Trial& trial = stepper_.trial();
    double h = std::min(step_, left);
    if (left - h < options_.smallest_step) h = left;
    while (true) {
      if (too_much_work()) return StopReason::step_limit;
      stepper_.try_step(h, trial);
      const bool smallest = h <= options_.smallest_step;
      if (trial.solved() && (trial.error <= 1.0 || smallest || !options_.error_control)) break;
      if (smallest) {
        outcome().solver = trial.step.end.answer.solver.status;
        return StopReason::unsolved;
      }
      constexpr double after_failure = 0.25;
      h = std::max(h * (trial.solved() ? resize(trial.error) : after_failure), options_.smallest_step);
      step_ = h;
      ++counts().rejected_for_accuracy;
    }
    if (trial.error > 1.0) ++counts().forced_steps;
    if (!options_.error_control) {
      step_ = options_.largest_step;
    } else if (!trial.event) {
      const double next = std::min(h * resize(trial.error), options_.largest_step);
      step_ = h < step_ ? std::max(step_, next) : next;  // the end of the run cuts steps, too
    }
    return StopReason::completed;
  }

  static double resize(double error) {
    constexpr double safety = 0.9;
    constexpr double least = 0.2;
    constexpr double most = 5.0;
    if (!(error > 0.0)) return most;
    return std::clamp(safety * elementary::pow(error, -0.2), least, most);
  }

  // I_N and I_T at the start; false if a contact closes with a velocity.
  bool find_initial_states() {
    stepper_.update_kinematics();
    stepper_.widen_scale();
    const AccelerationTolerances& tolerances = stepper_.tolerances();
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      stepper_.states[k] = ContactState::open;
      const double gap = stepper_.kinematics().gaps(i);
      if (gap < -tolerances.penetration) {
        std::ostringstream sentence;
        sentence << "initial gap " << gap << " m of contact " << i
                 << " is not allowed: it must not be below minus the largest penetration, " << tolerances.penetration
                 << " m";
        throw std::invalid_argument(sentence.str());
      }
      if (gap > tolerances.gap) continue;
      const double velocity = stepper_.kinematics().normal_velocities(i);
      if (velocity < -tolerances.velocity) return false;
      if (velocity > tolerances.velocity) continue;
      const double slip = stepper_.kinematics().tangential_velocities[k].norm();
      const bool rests = slip <= tolerances.velocity && stepper_.has_friction(i);
      stepper_.states[k] = rests ? ContactState::sticking : ContactState::sliding;
      constexpr double rounding = 1e-6;  // slip of that share of the tolerance is none
      if (rests && slip > rounding * tolerances.velocity) ++counts().unresolved_slips;
    }
    return true;
  }

  // Brings the index sets in agreement with the present state and shows the event, if there is one. `unsolved` if a
  // contact problem is not solved, `stopped` by the observer.
  StopReason pass_event(Observer<S>& observer) {
    stepper_.widen_scale();
    event_ = {};
    event_.modes_before = modes_of(system_, stepper_.states);
    event_.before = stepper_.now.state;
    IndexSetChanges<S> changes;
    if (!revision_.revise(changes)) return StopReason::unsolved;
    if (!changes.any()) return StopReason::completed;
    event_.modes_after = modes_of(system_, stepper_.states);
    event_.t = stepper_.now.state.t;
    event_.after = stepper_.now.state;
    for (std::size_t k = 0; k < event_.reversed.size(); ++k) {
      const ContactState state = stepper_.states[k];
      event_.reversed[k] = changes.arrested[k] && state != ContactState::open && state != ContactState::sticking;
    }
    ++counts().events;
    return observer.on_event(event_) ? StopReason::completed : StopReason::stopped;
  }

  const S& system_;
  AccelerationOptions options_;
  AccelerationStepper<S> stepper_;
  IndexSetRevision<S> revision_;
  AccelerationStep<S> shown_;
  Event<S> event_;
  Trial section_trial_;
  double step_ = 0.0;  // to try next
};

}  // namespace nsdbench
