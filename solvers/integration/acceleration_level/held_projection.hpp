// States that satisfy the constraints of the held modes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "solvers/integration/acceleration_level/acceleration_problem.hpp"
#include "solvers/integration/constraint_projection.hpp"
#include "solvers/integration/contact_state.hpp"

namespace nsdbench {

// Nearest states, in the metric of M, with gaps of closed contacts at their floors, and normal velocities of closed and
// tangential ones of sticking contacts at zero. Keeps the mass matrix and the kinematics it has last used.
template <AccelerationLevelSystem S>
class HeldProjection {
 public:
  static constexpr int contact_count = S::contact_count;
  using Scalar = ScalarOf<S>;
  using Motion = StateOf<S>;
  using Floors = std::array<Scalar, static_cast<std::size_t>(S::contact_count)>;

  // Keeps references to both. The mass matrix is that of `accelerations`.
  HeldProjection(const S& system, AccelerationProblem<S>& accelerations)
      : system_(system), accelerations_(accelerations) {}

  static bool closed(const ContactStates<S>& contacts, int i) {
    return contacts[static_cast<std::size_t>(i)] != ContactState::open;
  }
  static bool any_closed(const ContactStates<S>& contacts) {
    return std::any_of(contacts.begin(), contacts.end(),
                       [](ContactState contact) { return contact != ContactState::open; });
  }

  // `floors`: gaps that closed contacts keep [m]. A mass matrix that is not positive definite leaves the state as it
  // is: the next step says so.
  void apply(Motion& state, const ContactStates<S>& contacts, const Floors& floors) {
    if (!any_closed(contacts)) return;
    accelerations_.factorize(state);
    if (!accelerations_.mass().positive_definite()) return;
    accelerations_.kinematics(state, kinematics_);
    ConstraintProjection<S::dof, Scalar> positions(accelerations_.mass());
    for (int i = 0; i < contact_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!closed(contacts, i) || !has_gap(system_.law(i))) continue;
      const auto& w = kinematics_.directions[k].normal;
      positions.add(w, kinematics_.gaps(i) - floors[k] - w.dot(state.q));
    }
    positions.apply(state.q);
    accelerations_.kinematics(state, kinematics_);
    ConstraintProjection<S::dof, Scalar> velocities(accelerations_.mass());
    for (int i = 0; i < contact_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!closed(contacts, i)) continue;
      const auto& w = kinematics_.directions[k];
      if (has_gap(system_.law(i))) velocities.add(w.normal, w.normal_rheonomic);
      if (contacts[k] != ContactState::sticking) continue;
      for (int p = 0; p < S::tangential_dimension; ++p) velocities.add(w.tangential.col(p), w.tangential_rheonomic(p));
    }
    velocities.apply(state.u);
  }

 private:
  const S& system_;
  AccelerationProblem<S>& accelerations_;
  ContactKinematics<S> kinematics_;
};

}  // namespace nsdbench
