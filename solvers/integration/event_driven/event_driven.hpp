// Event-driven integration of motions with impacts and friction: smooth phases, in which the contacts keep their modes,
// are integrated to the accuracy of the scalar, and events between them are located to the same accuracy.
//
// An event is handled in the order
//   impacts          if a contact closes with gdot_N < 0: Newton's and Coulomb's law over all closed contacts at once
//                    (EventImpact)
//   accelerations    contact problem over the contacts that are closed with gdot_N = 0: Signorini on gddot_N, Coulomb
//                    on gddot_T where gdot_T = 0; the discrete state follows from it (EventTransition)
//   projection gaps and velocities of closed and sticking contacts are set to zero, in the metric of M (HeldProjection)
//
// Sources: event-driven schemes in Acary & Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008; contact
// laws on impact and acceleration level, and their index sets, in Pfeiffer & Glocker, Multibody Dynamics with
// Unilateral Contacts, 1996; collocation in Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, sec.
// II.7; roots of event functions by Chandrupatla 1997 (bracketed_root.hpp). Accumulation of impacts, the margin of
// forces that are not unique and the creep of spatial contacts are our own.
#pragma once

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/event_driven/event_driven_integrator.hpp"
#include "solvers/integration/event_driven/event_transition.hpp"
#include "solvers/integration/event_driven/held_step.hpp"
#include "solvers/integration/event_driven/spatial_slip.hpp"

namespace nsdbench {

// Where the tolerances decide, errors are proportional to them, down to the rounding of Scalar. Allocates only if the
// contact solver does.
template <AccelerationLevelSystem S>
class EventDriven final : public EventDrivenIntegrator<S> {
 public:
  static constexpr int contacts = S::contact_count;
  static constexpr int convergence_order = CollocationBasis<ScalarOf<S>>::order;
  using Scalar = ScalarOf<S>;
  using Motion = StateOf<S>;
  using Step = SmoothStep<S>;

  // Keeps references to system and solver. Throws std::invalid_argument for options outside their range.
  EventDriven(const S& system, ContactSolver& solver, const EventDrivenOptions& options = {})
      : system_(system),
        options_((check(options), in_si_units(options))),
        tolerances_(options_),
        modes_(system),
        events_(system, tolerances_),
        transition_(system, solver, tolerances_, modes_, run_),
        slip_(system),
        shown_(system, modes_) {}

  int order() const override { return convergence_order; }

  // The tolerances as they are used: those of the scalar where none were given.
  IntegratorSettingList settings() const override {
    return {{"dt_max", options_.largest_step, "s"},
            {"atol", static_cast<double>(tolerances_.atol)},
            {"rtol", static_cast<double>(tolerances_.rtol)}};
  }

  const DiscreteState<S>& discrete_state() const override { return run_.held; }
  void set_discrete_state(const DiscreteState<S>& held) override {
    run_.held = held;
    run_.outcome = {};
    transition_.impacts().forget();
  }

 protected:
  // The discrete state at the start, and at every boundary, follows from the state. Throws std::invalid_argument, too,
  // for a contact that starts deeper than the largest penetration.
  Outcome run(Motion& state, const Destination<S>& destination, Observer<S>& observer) override {
    outcome() = {};
    run_.t_start = state.t;
    return run_legs(state, destination, observer, false);
  }
  Outcome take_up(Motion& state, const Destination<S>& destination, Observer<S>& observer) override {
    const bool on_section = outcome().reason == StopReason::section;
    outcome() = {};
    run_.t_start = state.t;
    on_section_ = on_section;
    return run_legs(state, destination, observer, true);
  }

 private:
  using Section = typename EventLocation<S>::Section;
  static constexpr bool spatial = S::tangential_dimension > 1;

  Motion& now() { return run_.now; }
  DiscreteState<S>& held() { return run_.held; }
  Event<S>& event() { return run_.event; }
  Outcome& outcome() { return run_.outcome; }
  RunCounts& counts() { return run_.outcome.counts; }

  void check_penetration(const Motion& state) const {
    const Vector<contacts, Scalar> gaps = system_.gaps(system_.configuration(state.q, state.t));
    for (int i = 0; i < contacts; ++i) {
      if (!has_gap(system_.law(i)) || gaps(i) >= -Scalar(options_.largest_penetration)) continue;
      std::ostringstream sentence;
      sentence << "initial gap " << gaps(i) << " m of contact " << i
               << " is not allowed: it must not be below minus the largest penetration, "
               << options_.largest_penetration << " m";
      throw std::invalid_argument(sentence.str());
    }
  }

  // Integrates from boundary to boundary: forces jump there, so that the motion starts anew. With `resumed` the first
  // leg starts from the stored discrete state.
  const Outcome& run_legs(Motion& state, const Destination<S>& destination, Observer<S>& observer, bool resumed) {
    for (const Scalar& boundary : destination.boundaries) {
      outcome().reason = run_leg(state, boundary, destination.section, observer, resumed);
      if (!outcome().completed()) return outcome();
      resumed = false;
    }
    outcome().reason = run_leg(state, destination.t_end, destination.section, observer, resumed);
    return outcome();
  }

  StopReason run_leg(Motion& state, const Scalar& t_end, const Section& section, Observer<S>& observer, bool resumed) {
    if (!resumed) check_penetration(state);
    now() = state;
    run_.t_rest = 0.0;
    h_ = options_.largest_step;
    events_at_instant_ = 0;
    instant_ = run_.elapsed();
    if (!resumed) {
      on_section_ = false;
      const StopReason started = start();
      state = now();
      if (started != StopReason::completed) return started;
      if (event().impact && !announce(observer)) return StopReason::stopped;
    }
    return advance(state, t_end, section, observer);
  }

  // The discrete state at the start.
  StopReason start() {
    events_.forget();
    slip_.begin_creep(run_.elapsed());
    slip_.set_look_ahead(0x1p-16 * options_.largest_step * 0.2);
    return transition_.begin();
  }

  bool announce(Observer<S>& observer) {
    ++counts().events;
    if (event().impact) ++counts().impacts;
    event().after = now();
    event().modes_after = modes_of(system_, held().contacts);
    return observer.on_event(event());
  }

  StopReason advance(Motion& state, const Scalar& t_end, const Section& section, Observer<S>& observer) {
    // Rounding of the time since the start.
    const Scalar smallest = 4 * tolerances_.epsilon() * (t_end - run_.t_start);
    while (now().t < t_end) {
      if (!within_range(system_, now().q)) return StopReason::out_of_range;
      if (transition_.support_is_lost()) return StopReason::inconsistent;
      const StopReason found = find_step(t_end, smallest, section);
      if (found != StopReason::completed) return found;
      take_step(t_end);
      state = now();
      shown_.show(step_, state);
      if (!observer.on_step(shown_)) return StopReason::stopped;
      if (events_.at_section()) return StopReason::section;
      if (!events_.at_event()) continue;
      const StopReason passed = pass_event(state, observer);
      if (passed != StopReason::completed) return passed;
    }
    return StopReason::completed;
  }

  // ---- smooth steps ----

  // Tries steps until one is accurate and what ends it is located.
  StopReason find_step(const Scalar& t_end, const Scalar& smallest, const Section& section) {
    const Scalar rest = (t_end - now().t) - run_.t_rest;
    Scalar h = std::min<Scalar>(std::min<Scalar>(h_, rest), transition_.impacts().flight_limit(options_.largest_step));
    if (slip_.creeps(held())) h = std::min<Scalar>(h, slip_.creep_limit(run_.elapsed()));
    while (true) {
      if (too_much_work()) return StopReason::step_limit;
      h = std::max<Scalar>(h, std::min<Scalar>(smallest, rest));
      const bool solved =
          step_.attempt(modes_, now(), held(), h, tolerances_.rtol, tolerances_.atol, counts().evaluations);
      if (!solved && !step_.answer(0).valid) return StopReason::singular;
      if (solved && (accurate() || h <= smallest)) {
        const bool seen = events_.find(step_, modes_, held(), transition_.impacts().instant(), section, on_section_,
                                       counts().evaluations);
        if (events_.unresolved() && h > options_.largest_step * shortest_for_gaps) {
          h *= 0.25;
          h_ = h;
          ++counts().rejected_for_events;
          continue;
        }
        if (events_.unresolved()) ++counts().unresolved_gaps;
        if (seen) break;
        if (h <= smallest) {
          events_.set_at_start();
          break;
        }
        h *= Step::Basis::get().theta(1);
        ++counts().rejected_for_events;
      } else {
        if (h <= smallest) return StopReason::step_size;
        h *= solved ? resized(step_.error()) : Scalar(0.3);
        h_ = h;
        ++counts().rejected_for_accuracy;
      }
    }
    whole_rest_ = h >= rest;
    if (!options_.error_control) {
      h_ = options_.largest_step;
    } else if (h >= h_) {
      h_ = std::min<Scalar>(h * resized(step_.error()), options_.largest_step);
    }
    return StopReason::completed;
  }

  // Steps for which the bounds of gaps ask for too many points are not made shorter than this part of the largest step.
  static constexpr double shortest_for_gaps = 0x1p-8;

  bool accurate() const { return step_.error() <= 1.0 || !options_.error_control; }

  static Scalar resized(const Scalar& error) {
    // The last coefficients are proportional to h^degree; the iteration needs steps that are not much larger than the
    // last one.
    const double power = -1.0 / Step::degree;
    const double ratio = 0.8 * elementary::pow(std::max(static_cast<double>(error), 1e-300), power);
    return std::clamp(ratio, 0.2, 2.0);
  }

  // Advances to the end of the step.
  void take_step(const Scalar& t_end) {
    ++counts().accepted_steps;
    step_.cut(events_.end());
    now() = step_.end();
    if (events_.uses_whole_step() && whole_rest_) {
      now().t = t_end;
      run_.t_rest = 0.0;
    } else {
      run_.advance_time(step_.begin().t, step_.end_theta() * step_.whole_size());
    }
    if (!events_.at_event()) transition_.project();
    if constexpr (spatial) {
      slip_.turn(now(), held());
      if (events_.at_step_end() && slip_.creeps(held())) {
        slip_.renew_creep(step_, transition_.accelerations(), run_);
      }
    }
    lift_floors();
    on_section_ = events_.at_section();
  }

  // A contact that has left its penetration does not return to it.
  void lift_floors() {
    const auto& floor = held().floor;
    if (std::none_of(floor.begin(), floor.end(), [](const Scalar& x) { return x < 0.0; })) return;
    const Vector<contacts, Scalar> gaps = system_.gaps(system_.configuration(now().q, now().t));
    for (int i = 0; i < contacts; ++i) {
      if (!HeldProjection<S>::closed(held().contacts, i) && gaps(i) > 0.0)
        held().floor[static_cast<std::size_t>(i)] = 0.0;
    }
  }

  // ---- events ----

  // At the end of the phase.
  StopReason pass_event(Motion& state, Observer<S>& observer) {
    const StopReason begun = begin_phase();
    state = now();
    if (begun != StopReason::completed) return begun;
    if (!announce(observer)) return StopReason::stopped;
    if (event().has_settled() && options_.accumulation == Accumulation::stop) return StopReason::accumulation;
    if (too_many_at_one_instant() || enough_events()) return StopReason::event_limit;
    return StopReason::completed;
  }

  StopReason begin_phase() {
    PhaseEnd<S> phase{events_, {}, false, step_.answer(0).dependent};
    if constexpr (spatial) {
      const Scalar time = slip_.finish(events_, modes_, held(), now());
      phase.slip_ends = time > 0.0;
      run_.advance_time(now().t, time);
    }
    count_simultaneous_events();
    // The signs of accelerations are clearer a short time after the event.
    const Scalar later = events_.event_at() + (spatial ? 0x1p-16 : 0x1p-20);
    slip_.set_look_ahead((later - events_.event_at()) * step_.whole_size());
    phase.ahead = phase.slip_ends ? now() : step_.at(later);
    const bool crept = slip_.creeps(held());
    const StopReason reason = transition_.pass(phase);
    if (!crept) slip_.begin_creep(run_.elapsed());
    return reason;
  }

  void count_simultaneous_events() {
    if (run_.elapsed() - instant_ > transition_.impacts().instant()) {
      instant_ = run_.elapsed();
      events_at_instant_ = 0;
    }
    ++events_at_instant_;
  }
  bool too_many_at_one_instant() { return events_at_instant_ > transition_.impacts().most_at_one_instant(); }

  bool enough_events() { return options_.max_events > 0 && counts().events >= options_.max_events; }
  bool too_much_work() { return options_.max_evaluations > 0 && counts().evaluations >= options_.max_evaluations; }

  const S& system_;
  EventDrivenOptions options_;
  EventTolerances<Scalar> tolerances_;
  HeldModes<S> modes_;
  EventLocation<S> events_;  // of step_
  EventDrivenRun<S> run_;
  EventTransition<S> transition_;
  SpatialSlip<S> slip_;
  HeldStep<S> shown_;

  Step step_;
  Scalar h_ = 0.0;           // to try next
  bool whole_rest_ = false;  // the step goes to the end of the leg
  bool on_section_ = false;  // the motion begins where it crossed the section
  int events_at_instant_ = 0;
  Scalar instant_ = 0.0;  // [s] since the start
};

}  // namespace nsdbench
