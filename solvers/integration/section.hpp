// Crossings of a section of the state space, for return maps and periods.
#pragma once

#include <cstddef>
#include <optional>

#include "solvers/mechanics/many_body_system.hpp"
#include "solvers/mechanics/state.hpp"

namespace nsdbench {

// The share `fraction` of the way from one state to another.
template <int Dof, class Scalar>
State<Dof, Scalar> between(const State<Dof, Scalar>& before, const State<Dof, Scalar>& after, const Scalar& fraction) {
  State<Dof, Scalar> state;
  state.t = before.t + fraction * (after.t - before.t);
  state.q = before.q + fraction * (after.q - before.q);
  state.u = before.u + fraction * (after.u - before.u);
  return state;
}
inline ManyBodyState between(const ManyBodyState& before, const ManyBodyState& after, double fraction) {
  ManyBodyState state = before;
  state.t += fraction * (after.t - before.t);
  for (std::size_t i = 0; i < state.q.size(); ++i) state.q[i] += fraction * (after.q[i] - before.q[i]);
  for (std::size_t i = 0; i < state.u.size(); ++i) state.u[i] += fraction * (after.u[i] - before.u[i]);
  return state;
}

// The state at which `section(state)` rises through zero between two successive accepted states, by linear
// interpolation (error O(dt^2) where the motion is smooth); nothing if it does not. A state on the section counts as
// having crossed, so that no crossing is seen twice.
template <class AnyState, class Section>
std::optional<AnyState> upward_crossing(const AnyState& before, const AnyState& after, Section section) {
  const auto start = section(before);
  const auto end = section(after);
  if (!(start < 0.0 && end >= 0.0)) return std::nullopt;
  return between(before, after, start / (start - end));
}

}  // namespace nsdbench
