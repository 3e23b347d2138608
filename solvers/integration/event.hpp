// What happens at one instant of a motion, as observers of any integrator see it.
#pragma once

#include <algorithm>
#include <array>

#include "solvers/integration/step.hpp"

namespace nsdbench {

// Contacts close, open, begin to stick or to slide. Methods with events show one between two steps; time-stepping
// methods show one after the step whose modes differ from those before, with the time of its middle.
template <MechanicalSystem S>
struct Event {
  using Scalar = ScalarOf<S>;
  using Contacts = std::array<bool, static_cast<std::size_t>(S::contact_count)>;

  Scalar t = 0.0;  // [s]
  // The states that it separates: of the two phases, or at both ends of the step.
  StateOf<S> before;
  StateOf<S> after;
  ModeVector<S> modes_before;
  ModeVector<S> modes_after;
  Contacts hit{};              // contacts that close with a velocity, whether they stay closed or rebound at once
  bool impact = false;         // velocities jump
  Percussions<S> percussions;  // of the impact [N s]; of the whole step for time stepping
  Contacts settled{};          // contacts whose impacts accumulate: they are closed from now on
  Scalar settled_at = 0.0;     // accumulation point [s] of these, extrapolated

  bool has_settled() const {
    return std::any_of(settled.begin(), settled.end(), [](bool b) { return b; });
  }
};

}  // namespace nsdbench
