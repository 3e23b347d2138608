// States that satisfy the constraints of the held modes.
#pragma once

#include <algorithm>
#include <cstddef>

#include "solvers/integration/acceleration_level/acceleration_problem.hpp"
#include "solvers/integration/constraint_projection.hpp"
#include "solvers/integration/event_driven/event.hpp"

namespace nsdbench {

// Nearest states, in the metric of M, with gaps of closed contacts at their floors, and normal velocities of closed and
// tangential ones of sticking contacts at zero. Keeps the mass matrix and the kinematics it has last used.
template <AccelerationLevelSystem S>
class HeldProjection {
 public:
  static constexpr int contacts = S::contact_count;
  using Scalar = ScalarOf<S>;
  using Motion = StateOf<S>;

  // Both are referred to. The mass matrix is that of `accelerations`.
  HeldProjection(const S& system, AccelerationProblem<S>& accelerations)
      : system_(system), accelerations_(accelerations) {}

  static bool closed(const DiscreteState<S>& held, int i) {
    return held.contacts[static_cast<std::size_t>(i)] != ContactState::open;
  }
  static bool any_closed(const DiscreteState<S>& held) {
    return std::any_of(held.contacts.begin(), held.contacts.end(),
                       [](ContactState contact) { return contact != ContactState::open; });
  }

  // A mass matrix that is not positive definite leaves the state as it is: the next step says so.
  void apply(Motion& state, const DiscreteState<S>& held) {
    if (!any_closed(held)) return;
    accelerations_.factorize(state);
    if (!accelerations_.mass().positive_definite()) return;
    accelerations_.kinematics(state, kinematics_);
    ConstraintProjection<S::dof, Scalar> positions(accelerations_.mass());
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!closed(held, i) || !has_gap(system_.law(i))) continue;
      const auto& w = kinematics_.directions[k].normal;
      positions.add(w, kinematics_.gaps(i) - held.floor[k] - w.dot(state.q));
    }
    positions.apply(state.q);
    accelerations_.kinematics(state, kinematics_);
    ConstraintProjection<S::dof, Scalar> velocities(accelerations_.mass());
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!closed(held, i)) continue;
      const auto& w = kinematics_.directions[k];
      if (has_gap(system_.law(i))) velocities.add(w.normal, w.normal_rheonomic);
      if (held.contacts[k] != ContactState::sticking) continue;
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
