// Event-driven integration of motions with impacts and friction: smooth phases with held modes, to the accuracy of the
// scalar, and events between them located to the same accuracy.
//
// An event is handled in the order
//   impacts          if a contact closes with gdot_N < 0: Newton's and Coulomb's law over all closed contacts at once
//                    (EventImpact)
//   accelerations    contact problem over the contacts that are closed with gdot_N = 0: Signorini on gddot_N, Coulomb
//                    on gddot_T where gdot_T = 0; the discrete state follows from it (EventTransition)
//   projection       gaps and velocities of what is closed or sticks go to zero, in the metric of M (HeldProjection)
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

#include "solvers/integration/event_driven/event_transition.hpp"
#include "solvers/integration/event_driven/spatial_slip.hpp"

namespace nsdbench {

// The order is that of the accuracy asked for: errors go with the tolerances, down to the rounding of Scalar.
//
// A motion can be left and taken up again: (state, discrete_state()) is all there is, but for the memory of the impacts
// that may accumulate. No allocation beyond that of the contact solver.
template <AccelerationLevelSystem S>
class EventDriven {
 public:
  static constexpr int contacts = S::contact_count;
  using Scalar = ScalarOf<S>;
  using Motion = StateOf<S>;
  using Step = SmoothStep<S>;

  // System and solver are referred to. Throws std::invalid_argument for options outside their range.
  EventDriven(const S& system, ContactSolver& solver, const EventDrivenOptions& options = {})
      : system_(system),
        options_((check(options), options)),
        tolerances_(options),
        modes_(system),
        events_(system, tolerances_),
        transition_(system, solver, tolerances_, modes_, run_),
        slip_(system) {}

  // Integrates from state.t to t_end; the discrete state at the start follows from the state. Calls
  // `on_step(const SmoothStep<S>&)` after every accepted step and `on_event(const EventDrivenEvent<S>&)` at every
  // event; both return false to stop. Stops, too, where `section(state)` rises through zero, if there is one. Throws
  // std::invalid_argument for an end that is not finite or before the start, or a contact that starts deeper than the
  // largest penetration.
  template <class OnStep, class OnEvent, class Section = NoSection>
  EventDrivenResult integrate(Motion& state, const Scalar& t_end, OnStep&& on_step, OnEvent&& on_event,
                              Section&& section = {}) {
    check_interval(state.t, t_end);
    check_penetration(state);
    begin(state);
    event().held_before = held();
    const EventDrivenStatus started = start();
    state = now();
    if (started != EventDrivenStatus::completed) return end(started);
    if (event().impact && !announce(on_event)) return end(EventDrivenStatus::stopped);
    return advance(state, t_end, on_step, on_event, section);
  }
  EventDrivenResult integrate(Motion& state, const Scalar& t_end) {
    return integrate(
        state, t_end, [](const Step&) { return true; }, [](const EventDrivenEvent<S>&) { return true; });
  }

  // The same from (state, discrete_state()), as it was left or set.
  template <class OnStep, class OnEvent, class Section = NoSection>
  EventDrivenResult resume(Motion& state, const Scalar& t_end, OnStep&& on_step, OnEvent&& on_event,
                           Section&& section = {}) {
    check_interval(state.t, t_end);
    const bool on_section = result().status == EventDrivenStatus::section;
    begin(state);
    on_section_ = on_section;
    return advance(state, t_end, on_step, on_event, section);
  }

  const DiscreteState<S>& discrete_state() const { return run_.held; }
  void set_discrete_state(const DiscreteState<S>& held) {
    run_.held = held;
    run_.result = {};
    transition_.impacts().forget();
  }

 private:
  static constexpr bool spatial = S::tangential_dimension > 1;

  Motion& now() { return run_.now; }
  DiscreteState<S>& held() { return run_.held; }
  EventDrivenEvent<S>& event() { return run_.event; }
  EventDrivenResult& result() { return run_.result; }

  static void check_interval(const Scalar& t, const Scalar& t_end) {
    using std::isfinite;
    if (t_end >= t && isfinite(t_end)) return;
    std::ostringstream sentence;
    sentence << "end time " << t_end << " s is not allowed: it must be finite and not before the start";
    throw std::invalid_argument(sentence.str());
  }

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

  void begin(const Motion& state) {
    now() = state;
    result() = {};
    h_ = options_.largest_step;
    on_section_ = false;
    crowd_ = 0;
    crowd_time_ = state.t;
  }

  // The discrete state at the start.
  EventDrivenStatus start() {
    events_.forget();
    slip_.begin_creep(now().t);
    slip_.set_look_ahead(0x1p-16 * options_.largest_step * 0.2);
    return transition_.begin();
  }

  EventDrivenResult end(EventDrivenStatus status) {
    result().status = status;
    return result();
  }

  template <class OnEvent>
  bool announce(OnEvent& on_event) {
    ++result().events;
    if (event().impact) ++result().impacts;
    event().after = now();
    event().held_after = held();
    return static_cast<bool>(on_event(static_cast<const EventDrivenEvent<S>&>(event())));
  }

  template <class OnStep, class OnEvent, class Section>
  EventDrivenResult advance(Motion& state, const Scalar& t_end, OnStep& on_step, OnEvent& on_event, Section& section) {
    using std::abs;
    const Scalar smallest = 4 * tolerances_.epsilon() * std::max<Scalar>(abs(state.t), abs(t_end));
    while (now().t < t_end) {
      if (!within_range(system_, now())) return end(EventDrivenStatus::out_of_range);
      if (transition_.support_is_lost()) return end(EventDrivenStatus::inconsistent);
      const EventDrivenStatus stepped = find_step(t_end, smallest, section);
      if (stepped != EventDrivenStatus::completed) return end(stepped);
      take_step(t_end);
      state = now();
      if (!on_step(static_cast<const Step&>(step_))) return end(EventDrivenStatus::stopped);
      if (events_.at_section()) return end(EventDrivenStatus::section);
      if (!events_.at_event()) continue;
      const EventDrivenStatus handled = handle_event();
      state = now();
      if (handled != EventDrivenStatus::completed) return end(handled);
      if (!announce(on_event)) return end(EventDrivenStatus::stopped);
      if (event().has_settled() && options_.accumulation == Accumulation::stop) {
        return end(EventDrivenStatus::accumulation);
      }
      if (crowded() || enough_events()) return end(EventDrivenStatus::event_limit);
    }
    return end(EventDrivenStatus::completed);
  }

  // ---- smooth steps ----

  // Tries steps until one is accurate and what ends it is located.
  template <class Section>
  EventDrivenStatus find_step(const Scalar& t_end, const Scalar& smallest, Section& section) {
    const Scalar rest = t_end - now().t;
    Scalar h = std::min<Scalar>(std::min<Scalar>(h_, rest), transition_.impacts().flight_limit(options_.largest_step));
    if (slip_.creeps(held())) h = std::min<Scalar>(h, slip_.creep_limit(now().t));
    while (true) {
      if (enough_steps()) return EventDrivenStatus::step_limit;
      h = std::max<Scalar>(h, std::min<Scalar>(smallest, rest));
      const bool solved =
          step_.attempt(modes_, now(), held(), h, tolerances_.rtol, tolerances_.atol, result().right_hand_sides);
      if (!solved && !step_.answer(0).valid) return EventDrivenStatus::singular;
      if (solved && (step_.error() <= 1.0 || h <= smallest)) {
        if (events_.find(step_, modes_, held(), section, on_section_, result().right_hand_sides)) break;
        if (h <= smallest) {
          events_.set_at_start();
          break;
        }
        h *= Step::Basis::get().theta(1);
      } else {
        if (h <= smallest) return EventDrivenStatus::step_size;
        h *= solved ? resized(step_.error()) : Scalar(0.3);
        h_ = h;
      }
      ++result().rejected_steps;
    }
    if (h >= h_) h_ = std::min<Scalar>(h * resized(step_.error()), options_.largest_step);
    return EventDrivenStatus::completed;
  }

  static Scalar resized(const Scalar& error) {
    // The last coefficients go with h^degree; the iteration wants steps that are not much larger than the last.
    const double power = -1.0 / Step::degree;
    const double ratio = 0.8 * std::pow(std::max(static_cast<double>(error), 1e-300), power);
    return std::clamp(ratio, 0.2, 2.0);
  }

  // Goes to where the step ends.
  void take_step(const Scalar& t_end) {
    ++result().steps;
    step_.cut(events_.end());
    now() = step_.end();
    if (events_.uses_whole_step() && t_end - step_.begin().t <= step_.size()) now().t = t_end;
    if (!events_.at_event()) transition_.project();
    if constexpr (spatial) {
      slip_.turn(now(), held());
      if (events_.at_step_end() && slip_.creeps(held())) {
        slip_.renew_creep(step_, now().t, transition_.accelerations(), held(), result());
      }
    }
    lift_floors();
    on_section_ = events_.at_section();
  }

  // What has left its penetration has none any longer.
  void lift_floors() {
    const auto& floor = held().floor;
    if (std::none_of(floor.begin(), floor.end(), [](const Scalar& x) { return x < 0.0; })) return;
    const Vector<contacts, Scalar> gaps = system_.gaps(system_.configuration(now().q, now().t));
    for (int i = 0; i < contacts; ++i) {
      if (!HeldProjection<S>::closed(held(), i) && gaps(i) > 0.0) held().floor[static_cast<std::size_t>(i)] = 0.0;
    }
  }

  // ---- events ----

  // At the end of the phase.
  EventDrivenStatus handle_event() {
    PhaseEnd<S> phase{events_, {}, false, step_.answer(0).dependent};
    if constexpr (spatial) phase.slip_ends = slip_.finish(events_, modes_, held(), now());
    count_crowd();
    // What the accelerations decide is seen more clearly a little later.
    const Scalar later = events_.event_at() + (spatial ? 0x1p-16 : 0x1p-20);
    slip_.set_look_ahead((later - events_.event_at()) * step_.size());
    phase.ahead = phase.slip_ends ? now() : step_.at(later);
    const bool crept = slip_.creeps(held());
    const EventDrivenStatus status = transition_.pass(phase);
    if (!crept) slip_.begin_creep(now().t);
    return status;
  }

  // Events at one instant.
  void count_crowd() {
    if (now().t - crowd_time_ > tolerances_.instant(now().t)) {
      crowd_time_ = now().t;
      crowd_ = 0;
    }
    ++crowd_;
  }
  bool crowded() const { return crowd_ > 100; }

  bool enough_events() { return options_.max_events > 0 && result().events >= options_.max_events; }
  bool enough_steps() {
    return options_.max_steps > 0 && result().steps + result().rejected_steps >= options_.max_steps;
  }

  const S& system_;
  EventDrivenOptions options_;
  EventTolerances<Scalar> tolerances_;
  HeldModes<S> modes_;
  EventLocation<S> events_;  // of step_
  EventDrivenRun<S> run_;
  EventTransition<S> transition_;
  SpatialSlip<S> slip_;

  Step step_;
  Scalar h_ = 0.0;           // to try next
  bool on_section_ = false;  // the motion begins where it crossed the section
  int crowd_ = 0;            // events at crowd_time_
  Scalar crowd_time_ = 0.0;
};

}  // namespace nsdbench
