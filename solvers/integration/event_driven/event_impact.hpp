// Impacts of an event-driven integration, and whether they accumulate.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "solvers/integration/event_driven/closed_contacts.hpp"
#include "solvers/integration/event_driven/event_driven_run.hpp"
#include "solvers/integration/event_driven/impact_sequence.hpp"
#include "solvers/integration/event_driven/rebounds.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"

namespace nsdbench {

// Newton's and Coulomb's law over all closed contacts at once, which is the contact problem of MoreauMidpoint with
// dt = 0 (Pfeiffer & Glocker, Multibody Dynamics with Unilateral Contacts, 1996, on impacts with friction). Modifies
// `run`. Holds references only: all arguments must outlive this object.
template <AccelerationLevelSystem S>
class EventImpact {
 public:
  static constexpr int contacts = S::contact_count;
  using Scalar = ScalarOf<S>;
  using Contacts = std::array<bool, contacts>;

  EventImpact(const S& system, ContactSolver& solver, const EventTolerances<Scalar>& tolerances, HeldModes<S>& modes,
              EventDrivenRun<S>& run)
      : system_(system),
        tolerances_(tolerances),
        modes_(modes),
        run_(run),
        impact_system_{system, {}},
        impacts_(impact_system_, solver),
        impacts_alone_(impact_system_, solver) {}
  EventImpact(const EventImpact&) = delete;
  EventImpact& operator=(const EventImpact&) = delete;

  // Whether one of the contacts that touch closes with a velocity. Closed contacts have none, except at the start.
  bool occurs(const Contacts& touching, const ContactKinematics<S>& kinematics, bool begins) const {
    for (int i = 0; i < contacts; ++i) {
      const bool hits = touching[static_cast<std::size_t>(i)] && has_gap(i) && (begins || !closed(i));
      if (hits && kinematics.normal_velocities(i) < -tolerances_.velocity) return true;
    }
    return false;
  }

  // The velocities after it, from the kinematics before it. False, with the solver's status in the result, if the
  // contact problem was not solved.
  bool solve(const Contacts& touching, const ContactKinematics<S>& kinematics) {
    approach_ = kinematics.normal_velocities;
    impact_system_.closed = touching;
    const auto& report = impacts_.impact(run_.now);
    run_.count_contact_problem();
    if (!report.advanced()) {
      run_.outcome.solver = report.solver.status;
      return false;
    }
    if (impacts_.last_velocity_error() > tolerances_.velocity) ++run_.outcome.counts.inaccurate_impacts;
    run_.event.percussions = {report.normal_percussions, report.tangential_percussions};
    run_.event.contact_work = report.contact_work;
    return true;
  }

  // With the kinematics after the impact: which contacts it leaves with a velocity, and which of them settle. The
  // impact of one contact may open another, closed one: rocking bodies come to rest in this way.
  void note_rebounds(const Contacts& touching, const ContactKinematics<S>& kinematics) {
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!has_gap(i) || !touching[k] || !(kinematics.normal_velocities(i) > tolerances_.velocity)) continue;
      const auto deceleration = [&] { return Scalar(-normal_acceleration(i, held_in_flight(i, kinematics))); };
      run_.event.settled[k] =
          rebounds_.accumulate(i, run_.elapsed(), kinematics.normal_velocities(i), tolerances_.accumulation_height,
                               rounding_of_gaps(), deceleration, run_.event.settled_at, run_.event.settled_error);
      if (run_.event.settled[k]) say_settled(Scalar(run_.event.settled_at), Scalar(run_.event.settled_error));
    }
    note_sequence(kinematics);
  }

  // [m] Open contacts within this gap have part in the impact of another one, unless they leave. In an infinite
  // sequence of impacts each has its turn as long as gaps show it.
  Scalar joining_gap() const { return in_sequence() ? resolution() : tolerances_.gap; }
  // [s] Events within this distance belong to one instant. Impacts of an infinite sequence have gaps between them for
  // any flight.
  Scalar instant() const { return in_sequence() ? Scalar(0.0) : tolerances_.instant(run_.elapsed()); }
  // Events after which the motion is said not to get away from an instant.
  int most_at_one_instant() const { return in_sequence() ? Sequence::longest_search : 100; }

  // Forgets the impacts that may accumulate, of all contacts or of one.
  void forget() {
    rebounds_.forget();
    sequence_.responses().forget();
    expected_end_ = never;
  }
  void forget(int i) { rebounds_.forget(i); }

  // [s] A contact that has just been left comes back after 2 v / g: not much more than the shortest of these flights;
  // `longest` if there is none.
  Scalar flight_limit(const Scalar& longest) {
    Scalar limit = longest;
    for (int i = 0; i < contacts; ++i) {
      if (closed(i) || !rebounds_.has_left(i, run_.elapsed())) continue;
      const Scalar speed = normal_velocity(run_.now, i);
      if (!(speed > 0.0)) continue;
      const Scalar normal = normal_acceleration(i, run_.held);
      if (normal < 0.0) limit = std::min<Scalar>(limit, Scalar(-2.5) * speed / normal);
    }
    return limit;
  }

 private:
  bool has_gap(int i) const { return nsdbench::has_gap(system_.law(i)); }
  bool closed(int i) const { return run_.held.contacts[static_cast<std::size_t>(i)] != ContactState::open; }

  using Sequence = ImpactSequence<contacts, Scalar>;
  static constexpr double never = -1.0;

  // Whether impacts are those of an infinite sequence, as far as is known.
  bool in_sequence() const { return expected_end_ >= 0.0; }

  // Contacts of an infinite sequence of impacts settle together, as soon as their gaps are small. They have not been
  // closed by this impact, but by those that are left out.
  void note_sequence(const ContactKinematics<S>& kinematics) {
    Contacts before{}, after{}, open{};
    Vector<contacts, Scalar> gaps;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      before[k] = closed(i);
      after[k] = (closed(i) || run_.event.hit[k]) && !(kinematics.normal_velocities(i) > tolerances_.velocity);
      open[k] = has_gap(i) && !after[k];
      gaps(i) = run_.event.hit[k] ? Scalar(0.0) : std::max<Scalar>(kinematics.gaps(i) - run_.held.floor[k], 0.0);
    }
    const auto& velocities = kinematics.normal_velocities;
    note_responses(before, velocities);
    auto future = sequence_.without_forces(
        gaps, velocities, open,
        {gap_of_interest * tolerances_.gap, tolerances_.gap, tolerances_.velocity, resolution()});
    if (future.course == Sequence::Course::infinite) {
      sequence_.add_forces(gaps, velocities, accelerations_in_flight(open, kinematics), tolerances_.gap, future);
    }
    if (future.course != Sequence::Course::infinite) {
      expected_end_ = never;
      if (future.is_open() && future.next_gap <= tolerances_.gap) ++run_.outcome.counts.unresolved_accumulations;
      return;
    }
    const Scalar end = run_.elapsed() + future.time_left;
    // The irregular order of a sequence without a period depends on rounding.
    const bool known_better = future.period > 0 && in_sequence();
    const Scalar error = known_better ? magnitude(end - expected_end_) : future.time_left;
    expected_end_ = end;
    if (future.largest_gap > closing_gap * resolution()) return;
    if (!make_impacts_left(future, gaps, velocities, after)) {
      expected_end_ = never;
      ++run_.outcome.counts.unresolved_accumulations;
      return;
    }
    settle(future, end, error, velocities);
  }

  // The impacts of an infinite sequence up to its end, at the present place. Percussions and work of the event have
  // them, too. Nothing is changed if contacts separate, or if one of those that are `held` does.
  bool make_impacts_left(const typename Sequence::Future& future, const Vector<contacts, Scalar>& gaps,
                         const Vector<contacts, Scalar>& velocities, const Contacts& held) {
    StateOf<S> state = run_.now;
    auto percussions = run_.event.percussions;
    auto work = run_.event.contact_work.value_or(0.0);
    const auto strike = [&](const Contacts& hit, Vector<contacts, Scalar>& v) {
      for (std::size_t k = 0; k < hit.size(); ++k) impact_system_.closed[k] = held[k] || hit[k];
      const auto& report = impacts_alone_.impact(state);
      run_.count_contact_problem();
      if (!report.advanced()) return false;
      percussions.normal += report.normal_percussions;
      percussions.tangential += report.tangential_percussions;
      work += report.contact_work;
      for (int i = 0; i < contacts; ++i) {
        v(i) = normal_velocity(state, i);
        if (held[static_cast<std::size_t>(i)] && v(i) > tolerances_.velocity) return false;
      }
      return true;
    };
    if (!sequence_.follow(gaps, velocities, future, tolerances_.velocity, strike)) return false;
    run_.now.u = state.u;
    run_.event.percussions = percussions;
    run_.event.contact_work = work;
    return true;
  }

  // What the impacts on the contacts that are hit do: each alone, if it has no part in the percussions of the others.
  void note_responses(const Contacts& closed_before, const Vector<contacts, Scalar>& velocities) {
    auto& responses = sequence_.responses();
    responses.set_closed(closed_before);
    const auto& hit = run_.event.hit;
    const auto count = std::count(hit.begin(), hit.end(), true);
    for (int c = 0; c < contacts; ++c) {
      if (!hit[static_cast<std::size_t>(c)]) continue;
      if (count == 1) return responses.note(c, approach_, velocities, tolerances_.velocity);
      if (!impact_alone(c, closed_before)) {
        return responses.note_together(hit, approach_, velocities, tolerances_.velocity);
      }
      responses.note(c, approach_, alone_, tolerances_.velocity);
    }
  }

  // The impact of contact c from the state before, as if no other contact were hit. False if that is not independent of
  // the others.
  bool impact_alone(int c, const Contacts& closed_before) {
    impact_system_.closed = closed_before;
    impact_system_.closed[static_cast<std::size_t>(c)] = true;
    StateOf<S> state = run_.event.before;
    run_.count_contact_problem();
    if (!impacts_alone_.impact(state).advanced()) return false;
    for (int i = 0; i < contacts; ++i) {
      alone_(i) = normal_velocity(state, i);
      if (i == c || !run_.event.hit[static_cast<std::size_t>(i)]) continue;
      if (!ImpactResponses<contacts, Scalar>::spares(alone_(i) - approach_(i), approach_(c))) return false;
    }
    return true;
  }

  Scalar normal_velocity(const StateOf<S>& state, int i) const {
    const auto w = system_.directions(system_.configuration(state.q, state.t), i);
    return w.normal.dot(state.u) + w.normal_rheonomic;
  }

  // Contacts of a sequence are closed once all gaps that they still would have are below this many times what gaps can
  // show. Closer ones would be hit together, which is another impact.
  static constexpr double closing_gap = 10.0;
  // Gap tolerances from which on the further course is looked for.
  static constexpr double gap_of_interest = 1e5;

  // [m] Gaps that are not told from zero in a sequence of impacts: those of the rounding of coordinates, and 64
  // roundings of the unit of length.
  Scalar resolution() const {
    const Scalar of_units = 64 * tolerances_.epsilon() * tolerances_.length;
    return std::min<Scalar>(tolerances_.gap, std::max<Scalar>(of_units, rounding_of_gaps()));
  }

  // Contacts have settled at `end` [s], since the start, to within `error`.
  void say_settled(const Scalar& end, const Scalar& error) {
    run_.event.settled_at = run_.t_start + end;
    // Times themselves are rounded.
    run_.event.settled_error = error + tolerances_.epsilon() * (4 * end + magnitude(run_.event.settled_at));
  }

  void settle(const typename Sequence::Future& future, const Scalar& end, const Scalar& error,
              const Vector<contacts, Scalar>& velocities) {
    Scalar fastest = 0.0;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!future.takes_part[k]) continue;
      fastest = std::max<Scalar>(fastest, magnitude(velocities(i)));
      run_.event.hit[k] = run_.event.settled[k] = true;
    }
    say_settled(end, error + rounding_of_gaps() / fastest);
    sequence_.responses().forget();
    expected_end_ = never;
  }

  // [m] Gaps have the rounding of coordinates.
  Scalar rounding_of_gaps() const { return 4 * tolerances_.epsilon() * run_.now.q.cwiseAbs().maxCoeff(); }

  static Scalar magnitude(const Scalar& x) { return x < 0.0 ? Scalar(-x) : x; }

  // gddot_N with the contacts `open`, and the others as they are.
  Vector<contacts, Scalar> accelerations_in_flight(const Contacts& open, const ContactKinematics<S>& kinematics) {
    DiscreteState<S> held = run_.held;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (open[k]) {
        held.contacts[k] = ContactState::open;
      } else if (held.contacts[k] == ContactState::open) {
        hold(i, kinematics, held);
      }
    }
    modes_.evaluate(run_.now, held, answer_);
    ++run_.outcome.counts.evaluations;
    const auto configuration = system_.configuration(run_.now.q, run_.now.t);
    Vector<contacts, Scalar> accelerations;
    for (int i = 0; i < contacts; ++i) {
      accelerations(i) = system_.directions(configuration, i).normal.dot(answer_.acceleration) +
                         system_.acceleration_terms(configuration, run_.now.u, i).normal;
    }
    return accelerations;
  }

  // Contact j is closed and slides or sticks, by its velocity.
  void hold(int j, const ContactKinematics<S>& kinematics, DiscreteState<S>& held) const {
    const auto k = static_cast<std::size_t>(j);
    const auto& velocity = kinematics.tangential_velocities[k];
    const Scalar speed = velocity.norm();
    const bool frictional = has_friction(system_.law(j));
    const bool slides = !frictional || speed > tolerances_.velocity;
    held.contacts[k] = slides ? ContactState::sliding : ContactState::sticking;
    if (frictional && slides) held.slip[k] = velocity / speed;
  }

  // The discrete state after an impact from which contact i leaves, and those that were hit stay closed if they do not.
  DiscreteState<S> held_in_flight(int i, const ContactKinematics<S>& kinematics) const {
    DiscreteState<S> held = run_.held;
    for (int j = 0; j < contacts; ++j) {
      const auto k = static_cast<std::size_t>(j);
      if (!run_.event.hit[k] || kinematics.normal_velocities(j) > tolerances_.velocity) continue;
      hold(j, kinematics, held);
    }
    held.contacts[static_cast<std::size_t>(i)] = ContactState::open;
    return held;
  }

  // gddot_N of contact i at `now`, with the modes `held`.
  Scalar normal_acceleration(int i, const DiscreteState<S>& held) {
    modes_.evaluate(run_.now, held, answer_);
    ++run_.outcome.counts.evaluations;
    const auto configuration = system_.configuration(run_.now.q, run_.now.t);
    return system_.directions(configuration, i).normal.dot(answer_.acceleration) +
           system_.acceleration_terms(configuration, run_.now.u, i).normal;
  }

  const S& system_;
  EventTolerances<Scalar> tolerances_;
  HeldModes<S>& modes_;
  EventDrivenRun<S>& run_;
  ClosedContacts<S> impact_system_;
  MoreauMidpoint<ClosedContacts<S>, AccurateContactSolver> impacts_;
  // Of contacts taken by themselves, with percussions of its own to start from.
  MoreauMidpoint<ClosedContacts<S>, AccurateContactSolver> impacts_alone_;
  Rebounds<contacts, Scalar> rebounds_;
  Sequence sequence_;
  Scalar expected_end_ = never;        // of a sequence, found at the impact before [s since the start]
  Vector<contacts, Scalar> approach_;  // gdot_N before the impact
  HeldAnswer<S> answer_;
  Vector<contacts, Scalar> alone_;  // gdot_N after the impact of one contact alone
};

}  // namespace nsdbench
