// Crossings of a section of the state space, for return maps and periods.
#pragma once

#include <optional>

#include "solvers/mechanics/state.hpp"

namespace nsdbench {

// The state at which `section(state)` rises through zero between two successive accepted states, by linear
// interpolation (error O(dt^2) where the motion is smooth); nothing if it does not. A state on the section counts as
// having crossed, so that no crossing is seen twice.
template <int Dof, class Scalar, class Section>
std::optional<State<Dof, Scalar>> upward_crossing(const State<Dof, Scalar>& before, const State<Dof, Scalar>& after,
                                                  Section section) {
  const Scalar start = section(before);
  const Scalar end = section(after);
  if (!(start < 0.0 && end >= 0.0)) return std::nullopt;
  const Scalar fraction = start / (start - end);
  State<Dof, Scalar> crossing;
  crossing.t = before.t + fraction * (after.t - before.t);
  crossing.q = before.q + fraction * (after.q - before.q);
  crossing.u = before.u + fraction * (after.u - before.u);
  return crossing;
}

}  // namespace nsdbench
