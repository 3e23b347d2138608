// The revision of the index sets I_N and I_T after a step: which contacts stick, creep, slide or are left (Woesle &
// Pfeiffer 1996, sec. 4).
#pragma once

#include <algorithm>
#include <cstddef>

#include "solvers/integration/acceleration_level/acceleration_stepper.hpp"
#include "solvers/integration/event.hpp"

namespace nsdbench {

// What has changed since the event that is passed.
template <AccelerationLevelSystem S>
struct IndexSetChanges {
  using Contacts = typename Event<S>::Contacts;

  Contacts arrested{};     // slip has come to rest
  Contacts broken_away{};  // out of stiction
  Contacts resting{};      // creep has come to rest
  Contacts detached{};
  bool any() const {
    const auto true_in = [](const Contacts& which) {
      return std::any_of(which.begin(), which.end(), [](bool b) { return b; });
    };
    return true_in(arrested) || true_in(broken_away) || true_in(resting) || true_in(detached);
  }
};

// Works on the sets and the state of a stepper.
template <AccelerationLevelSystem S>
class IndexSetRevision {
 public:
  static constexpr int contacts = S::contact_count;
  using Contacts = typename IndexSetChanges<S>::Contacts;

  // Keeps a reference to the stepper.
  explicit IndexSetRevision(AccelerationStepper<S>& stepper) : stepper_(stepper) {}

  // The contacts whose slip has ended in the step before the event.
  void begin_event(const Contacts& slip_ended) { slip_ended_ = slip_ended; }

  // From kinematics and accelerations at the present state with the present index sets, to sets that agree with them.
  // False if a contact problem is not solved.
  bool revise(IndexSetChanges<S>& changes) {
    // Every pass changes the state of a contact for good, or is the last; sticking and creeping may follow each other
    // once.
    for (int pass = 0; pass < 4 * contacts + 1; ++pass) {
      if (!revise_by_velocities(changes)) {
        if (!revise_by_accelerations(changes)) return true;
        leave_together(changes.broken_away);
      }
      if (!stepper_.resolve()) return false;
    }
    return true;
  }

 private:
  using Tangential = Vector<S::tangential_dimension>;

  // Slip that has ended, and creep that has become fast. True if the sets have changed.
  bool revise_by_velocities(IndexSetChanges<S>& changes) {
    bool changed = false;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      ContactState& state = stepper_.states[k];
      const double speed = stepper_.kinematics().tangential_velocities[k].norm();
      if (state == ContactState::sliding && stepper_.has_friction(i)) {
        if (slip_is_over(i) && speed <= stepper_.tolerances().velocity) {
          state = ContactState::sticking;
          changes.arrested[k] = changed = true;
        }
      } else if (state == ContactState::creeping && speed > stepper_.tolerances().velocity) {
        state = ContactState::sliding;
        changed = true;
      }
    }
    return changed;
  }

  // It has ended in the last step, or does not grow.
  bool slip_is_over(int i) {
    const auto k = static_cast<std::size_t>(i);
    const Tangential acceleration = stepper_.now.answer.tangential_accelerations.col(i);
    const bool over = slip_ended_[k] || stepper_.kinematics().tangential_velocities[k].dot(acceleration) <= 0.0;
    slip_ended_[k] = false;
    return over;
  }

  // Contacts that are left, that break away, and that come to rest again. True if the sets have changed.
  bool revise_by_accelerations(IndexSetChanges<S>& changes) {
    bool changed = false;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      ContactState& state = stepper_.states[k];
      if (state == ContactState::open) continue;
      const double acceleration = stepper_.now.answer.tangential_accelerations.col(i).norm();
      if (stepper_.now.answer.normal_accelerations(i) > stepper_.tolerances().acceleration) {
        state = ContactState::open;
        changes.detached[k] = changed = true;
      } else if (state == ContactState::sticking && acceleration > stepper_.tolerances().acceleration) {
        state = ContactState::creeping;
        changes.broken_away[k] = changed = true;
      } else if (state == ContactState::creeping && !changes.broken_away[k] &&
                 acceleration <= 0.5 * stepper_.tolerances().acceleration) {
        state = ContactState::sticking;
        changes.resting[k] = changed = true;
      }
    }
    return changed;
  }

  // Contacts of one body break away at the same instant, where their accelerations are still small: if one exceeds the
  // acceleration tolerance, those that come close to it break away with it.
  void leave_together(Contacts& broken_away) {
    if (std::none_of(broken_away.begin(), broken_away.end(), [](bool b) { return b; })) return;
    constexpr double well_on_the_way = 0.05;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double acceleration = stepper_.now.answer.tangential_accelerations.col(i).norm();
      if (stepper_.states[k] == ContactState::sticking &&
          acceleration > well_on_the_way * stepper_.tolerances().acceleration) {
        stepper_.states[k] = ContactState::creeping;
        broken_away[k] = true;
      }
    }
  }

  AccelerationStepper<S>& stepper_;
  Contacts slip_ended_{};  // in the last step
};

}  // namespace nsdbench
