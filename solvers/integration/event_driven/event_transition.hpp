// From one smooth phase to the next: impacts, accelerations, discrete state, projection.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/contact/lcp/contact_solutions.hpp"
#include "solvers/integration/acceleration_level/held_projection.hpp"
#include "solvers/integration/event_driven/event_impact.hpp"
#include "solvers/integration/event_driven/event_location.hpp"

namespace nsdbench {

// How a phase has ended, at `now`.
template <AccelerationLevelSystem S>
struct PhaseEnd {
  const EventLocation<S>& events;
  StateOf<S> ahead;  // a short time after the event, on the motion that the phase would have had: accelerations are
                     // evaluated there
  bool slip_ends = false;  // the event is the end of a spatial slip
  bool dependent = false;  // forces of the phase were not unique
};

// Impacts first, then accelerations: the contact problem of AccelerationProblem over the contacts that are closed with
// gdot_N = 0; the discrete state follows from its accelerations, since forces need not be unique. Where the
// friction of a sliding contact is so large that there are no or several accelerations (Painleve's paradoxes; Genot &
// Brogliato 1999), the run ends with that reason. Modifies `run`. Holds references only: all arguments must outlive
// this object.
template <AccelerationLevelSystem S>
class EventTransition {
 public:
  static constexpr int contacts = S::contact_count;
  using Scalar = ScalarOf<S>;
  using Motion = StateOf<S>;
  using Contacts = std::array<bool, contacts>;

  EventTransition(const S& system, ContactSolver& solver, const EventTolerances<Scalar>& tolerances,
                  HeldModes<S>& modes, EventDrivenRun<S>& run)
      : system_(system),
        tolerances_(tolerances),
        modes_(modes),
        run_(run),
        accelerations_(system, solver),
        projection_(system, accelerations_),
        impacts_(system, solver, tolerances, modes, run) {}
  EventTransition(const EventTransition&) = delete;
  EventTransition& operator=(const EventTransition&) = delete;

  // The discrete state of a motion that begins at `now`.
  StopReason begin() {
    impacts_.forget();
    accelerations_.forget();
    run_.held = {};
    run_.event = {};
    run_.event.t = run_.now.t;
    run_.event.before = run_.now;
    accelerations_.kinematics(run_.now, kinematics_);
    Contacts touching{};
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      touching[k] = !has_gap(i) || kinematics_.gaps(i) <= tolerances_.gap;
      if (touching[k] && has_gap(i)) run_.held.floor[k] = std::min<Scalar>(kinematics_.gaps(i), 0.0);
    }
    return pass(touching, nullptr);
  }

  // The discrete state after the phase that has ended.
  StopReason pass(const PhaseEnd<S>& end) {
    run_.event = {};
    run_.event.t = run_.now.t;
    run_.event.before = run_.now;
    run_.event.modes_before = modes_of(system_, run_.held.contacts);
    accelerations_.kinematics(run_.now, kinematics_);
    Contacts touching{}, near{};
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      touching[k] = closed(i) || end.events.support_ends(i);
      near[k] = !touching[k] && kinematics_.gaps(i) - run_.held.floor[k] <= impacts_.joining_gap() &&
                kinematics_.normal_velocities(i) <= tolerances_.velocity;
    }
    if (std::find(near.begin(), near.end(), true) != near.end()) join(near, touching);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      run_.event.hit[k] = touching[k] && !closed(i);
      if (run_.event.hit[k]) run_.held.floor[k] = std::min<Scalar>(run_.held.floor[k], 0.0);
    }
    return pass(touching, &end);
  }

  void project() { projection_.apply(run_.now, run_.held.contacts, run_.held.floor); }

  // Whether a sliding contact at `now` has a support stiffness that half of the digits cannot tell from zero: its force
  // is what presses it over that, grows beyond bounds as the stiffness goes to zero, and is known to less than half of
  // the digits.
  bool support_is_lost() {
    using std::abs;
    using std::sqrt;
    const auto& states = run_.held.contacts;
    if (std::find(states.begin(), states.end(), ContactState::sliding) == states.end()) return false;
    accelerations_.factorize(run_.now);
    if (!accelerations_.mass().positive_definite()) return false;
    accelerations_.kinematics(run_.now, kinematics_);
    return abs(least_stiffness()) < sqrt(tolerances_.epsilon());
  }

  EventImpact<S>& impacts() { return impacts_; }
  AccelerationProblem<S>& accelerations() { return accelerations_; }

 private:
  using Tangential = Vector<S::tangential_dimension, Scalar>;
  static constexpr bool spatial = S::tangential_dimension > 1;

  bool has_gap(int i) const { return nsdbench::has_gap(system_.law(i)); }
  bool closed(int i) const { return HeldProjection<S>::closed(run_.held.contacts, i); }

  // Contacts that are near are part of the impact if it depends on them, directly or through others. One that does not
  // has its own impact when its gap is zero: that gap, however small, may decide what follows.
  void join(Contacts& near, Contacts& touching) {
    accelerations_.factorize(run_.now);
    if (!accelerations_.mass().positive_definite()) return;
    for (bool joined = true; joined;) {
      joined = false;
      for (int i = 0; i < contacts; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (!near[k] || !depends_on(i, touching)) continue;
        touching[k] = joined = true;
        near[k] = false;
      }
    }
  }

  // Whether a force at contact i accelerates one of the others, by more than rounding.
  bool depends_on(int i, const Contacts& others) {
    using std::abs;
    for (const auto& w : all_directions(i)) {
      Vector<S::dof, Scalar> image = w;
      accelerations_.mass().solve_in_place(image);
      for (int j = 0; j < contacts; ++j) {
        if (j == i || !others[static_cast<std::size_t>(j)]) continue;
        for (const auto& other : all_directions(j)) {
          const Scalar rounding = 64 * tolerances_.epsilon() * other.cwiseAbs().dot(image.cwiseAbs());
          if (abs(other.dot(image)) > rounding) return true;
        }
      }
    }
    return false;
  }

  // w_N and W_T of a contact; zero where it has no such force.
  std::array<Vector<S::dof, Scalar>, 1 + S::tangential_dimension> all_directions(int i) const {
    const auto& w = kinematics_.directions[static_cast<std::size_t>(i)];
    std::array<Vector<S::dof, Scalar>, 1 + S::tangential_dimension> all;
    all.fill(Vector<S::dof, Scalar>::Zero());
    if (has_gap(i)) all[0] = w.normal;
    if (!has_friction(system_.law(i))) return all;
    for (int p = 0; p < S::tangential_dimension; ++p) all[1 + static_cast<std::size_t>(p)] = w.tangential.col(p);
    return all;
  }

  // From the contacts that touch (kinematics_ at `now`) to velocities, discrete state and projected state. Without
  // `end` the motion begins.
  StopReason pass(const Contacts& touching, const PhaseEnd<S>* end) {
    run_.event.impact = impacts_.occurs(touching, kinematics_, end == nullptr);
    if (run_.event.impact) {
      if (!impacts_.solve(touching, kinematics_)) return StopReason::unsolved;
      accelerations_.kinematics(run_.now, kinematics_);
      impacts_.note_rebounds(touching, kinematics_);
      if (run_.event.has_settled()) accelerations_.kinematics(run_.now, kinematics_);
      end = nullptr;  // velocities and accelerations have changed
    }
    DiscreteState<S> next = run_.held;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      choose_candidate(i, touching[k] || run_.event.settled[k], end, next);
    }
    // The impacts that a settled contact does without have the percussion of its weight over the time they would take,
    // as rest has it, and what takes the last rebound.
    if (run_.event.has_settled()) modes_.stop(run_.now, next);
    return decide(next, end);
  }

  // What the contact problem of the accelerations starts from, by velocities: contacts that can be closed, and
  // `sticking` where gdot_T = 0. `end` is that of a phase that goes on without an impact.
  void choose_candidate(int i, bool touches, const PhaseEnd<S>* end, DiscreteState<S>& next) const {
    const auto k = static_cast<std::size_t>(i);
    const bool leaves = has_gap(i) && kinematics_.normal_velocities(i) > tolerances_.velocity && !run_.event.settled[k];
    if (!touches || leaves) {
      next.contacts[k] = ContactState::open;
      return;
    }
    next.contacts[k] = ContactState::sliding;
    if (!has_friction(system_.law(i))) return;
    if (frictionless(i)) {
      next.slip[k].setZero();
      return;
    }
    const Tangential& velocity = kinematics_.tangential_velocities[k];
    const Scalar speed = velocity.norm();
    const ContactState last = run_.held.contacts[k];
    const bool goes_on = end != nullptr;
    const bool friction_ends = goes_on && end->events.friction_ends(i);
    const bool creeps = goes_on && last == ContactState::creeping;
    const bool stuck = goes_on && last == ContactState::sticking;
    const bool stops = last == ContactState::sliding && friction_ends;
    const bool slow = spatial && speed <= tolerances_.slip && (!goes_on || end->slip_ends);
    if (creeps && !friction_ends) {
      next.contacts[k] = ContactState::creeping;
    } else if (!creeps && (stuck || stops || slow || speed <= tolerances_.velocity)) {
      next.contacts[k] = ContactState::sticking;
    } else {
      next.slip[k] = velocity / speed;
    }
  }

  // Friction of bound zero: nothing sticks, and where nothing slips either, the bound is not exceeded by a force of
  // zero.
  bool frictionless(int i) const {
    const ContactLaw law = system_.law(i);
    if (law.kind == ContactKind::tresca) return law.force_bound == 0.0;
    return system_.static_friction(i) == 0.0 && system_.friction_coefficient(i, 0.0) == 0.0;
  }

  StopReason decide(const DiscreteState<S>& candidates, const PhaseEnd<S>* end) {
    const DiscreteState<S> last = run_.held;
    run_.held = candidates;
    project();
    if (HeldProjection<S>::any_closed(candidates.contacts)) {
      const Motion& there = end != nullptr ? end->ahead : run_.now;
      accelerations_.solve(there, candidates.contacts, candidates.slip, acceleration_);
      run_.count_contact_problem();
      if (!acceleration_.solver.solved()) return say_unsolved();
      accelerations_.kinematics(there, kinematics_);
      if (least_stiffness() <= 0.0 && !is_unique()) return StopReason::indeterminate;
      read_decision(candidates);
      if (end != nullptr) force_transition(last, *end);
    }
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (closed(i)) {
        if (run_.event.settled[k]) ++run_.outcome.counts.accumulations;
        // An impact may close a contact only until the next impact opens it again.
        if (run_.event.settled[k] || !run_.event.impact) impacts_.forget(i);
      } else {
        run_.event.settled[k] = false;
      }
    }
    project();
    return StopReason::completed;
  }

  // Why no accelerations were found: it is proven that there are none, or the solver did not find any. A ray of Lemke's
  // method proves nothing.
  StopReason say_unsolved() {
    run_.outcome.solver = acceleration_.solver.status;
    if (!accelerations_.mass().positive_definite() || run_.outcome.solver == SolverStatus::invalid_input) {
      return StopReason::singular;
    }
    const bool none =
        run_.outcome.solver == SolverStatus::infeasible || solvability(accelerations_.problem()) == Solvability::none;
    return none ? StopReason::inconsistent : StopReason::unsolved;
  }

  // If the force of a sliding contact pulls it in, the solution may not be unique. Where solutions are not enumerated,
  // it counts as not unique.
  bool is_unique() { return solvability(accelerations_.problem()) == Solvability::one; }

  // Smallest w_N^T M^-1 (w_N - mu W_T d) of the sliding contacts, over w_N^T M^-1 w_N; 1 without any. From kinematics_
  // and the mass matrix at the same place.
  Scalar least_stiffness() {
    Scalar least = 1.0;
    for (int i = 0; i < contacts; ++i) least = std::min<Scalar>(least, support_stiffness(i));
    return least;
  }
  Scalar support_stiffness(int i) {
    const auto k = static_cast<std::size_t>(i);
    if (run_.held.contacts[k] != ContactState::sliding || system_.law(i).kind != ContactKind::frictional) return 1.0;
    const auto& w = kinematics_.directions[k];
    Vector<S::dof, Scalar> image = w.normal;
    accelerations_.mass().solve_in_place(image);
    const Scalar mobility = w.normal.dot(image);
    const Scalar mu = system_.friction_coefficient(i, kinematics_.tangential_velocities[k].norm());
    return 1 - mu * run_.held.slip[k].dot(w.tangential.transpose() * image) / mobility;
  }

  void read_decision(const DiscreteState<S>& candidates) {
    using std::sqrt;
    // An eighth of half of the digits of the accelerations without contact forces: residuals of contact solvers are
    // smaller, and true accelerations soon become larger.
    Scalar largest = 0.0;
    const ContactProblemView problem = accelerations_.problem();
    for (int k = 0; k < problem.size; ++k) largest = std::max<Scalar>(largest, std::abs(problem.c[k]));
    const Scalar threshold = sqrt(tolerances_.epsilon()) / 8 * largest;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (candidates.contacts[k] == ContactState::open) continue;
      const Scalar normal = acceleration_.normal_accelerations(i);
      if (has_gap(i) && normal > threshold && normal > rounding_of_acceleration(i)) {
        run_.held.contacts[k] = ContactState::open;
        continue;
      }
      const Tangential acceleration = acceleration_.tangential_accelerations.col(i);
      const Scalar size = acceleration.norm();
      if (candidates.contacts[k] == ContactState::sticking && size > threshold) {
        run_.held.contacts[k] = begins_to_slip;
        run_.held.slip[k] = acceleration / size;
      }
    }
  }

  // Bodies that fall together have relative accelerations that are differences of larger ones.
  Scalar rounding_of_acceleration(int i) {
    modes_.evaluate(run_.now, DiscreteState<S>{}, in_flight_);
    const auto& normal = kinematics_.directions[static_cast<std::size_t>(i)].normal;
    return 64 * tolerances_.epsilon() * normal.cwiseAbs().dot(in_flight_.acceleration.cwiseAbs());
  }

  static constexpr ContactState begins_to_slip = spatial ? ContactState::creeping : ContactState::sliding;

  // Where the accelerations do not show the end of a phase that a zero has shown, the zero decides.
  void force_transition(const DiscreteState<S>& last, const PhaseEnd<S>& end) {
    if (run_.held.contacts != last.contacts || end.dependent) return;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (last.contacts[k] == ContactState::open || run_.event.hit[k]) continue;
      if (end.events.support_ends(i) && has_gap(i)) {
        run_.held.contacts[k] = ContactState::open;
      } else if (end.events.friction_ends(i) && last.contacts[k] == ContactState::sticking) {
        const Tangential force = acceleration_.tangential_forces.col(i);
        run_.held.contacts[k] = begins_to_slip;
        run_.held.slip[k] = -force / force.norm();
      }
    }
  }

  const S& system_;
  EventTolerances<Scalar> tolerances_;
  HeldModes<S>& modes_;
  EventDrivenRun<S>& run_;
  AccelerationProblem<S> accelerations_;
  HeldProjection<S> projection_;
  EventImpact<S> impacts_;

  // Workspace.
  AccelerationAnswer<S> acceleration_;
  ContactKinematics<S> kinematics_;
  HeldAnswer<S> in_flight_;  // without contact forces
};

}  // namespace nsdbench
