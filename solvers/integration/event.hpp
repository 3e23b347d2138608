// What happens at one instant of a motion, as observers of any integrator see it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "solvers/integration/step.hpp"

namespace nsdbench {

// A yes or no for each contact.
template <IntegrableSystem S>
struct ContactFlags {
  using type = std::array<bool, static_cast<std::size_t>(S::contact_count)>;
};
template <ManyBodySystem S>
struct ContactFlags<S> {
  using type = std::vector<bool>;
};

// Contacts close, open, begin to stick or to slide. Methods with events show one between two steps; time-stepping
// methods show one after the step whose modes differ from those before, with the time of its middle.
template <IntegrableSystem S>
struct Event {
  using Scalar = ScalarOf<S>;
  using Contacts = typename ContactFlags<S>::type;

  Scalar t = 0.0;  // [s]
  // The states that it separates: of the two phases, or at both ends of the step.
  StateOf<S> before;
  StateOf<S> after;
  ModeVector<S> modes_before;
  ModeVector<S> modes_after;
  Contacts hit{};       // contacts that close with a velocity, whether they stay closed or rebound at once
  bool impact = false;  // velocities jump
  // Of the impact [N s], and of all impacts of an infinite sequence between bodies that it stands for; of the whole
  // step for time stepping.
  Percussions<S> percussions;
  // Work of these percussions on the relative motion of the contacts [J], as Step::contact_work(): positive where the
  // impact law puts energy in. Of the whole step for time stepping; nothing if the method does not say it.
  std::optional<Scalar> contact_work{};
  // Contacts whose slip comes to rest and goes on at once in another direction, where the method tells: their modes
  // are the same before and after.
  Contacts reversed{};
  Contacts settled{};          // contacts whose impacts accumulate: they are closed from now on
  Scalar settled_at = 0.0;     // accumulation point [s] of these, extrapolated
  Scalar settled_error = 0.0;  // estimate of the error of this extrapolation [s]; that of the motion comes on top

  bool has_settled() const {
    return std::any_of(settled.begin(), settled.end(), [](bool b) { return b; });
  }
};

// What happens to contact i (from 0) at an event. Closes: its gap reaches zero, whether it rebounds or not.
template <MechanicalSystem S>
bool closes(const Event<S>& event, int i) {
  return event.hit[static_cast<std::size_t>(i)];
}

// The contact is open after the event, and was closed before it or has closed and rebounds.
template <MechanicalSystem S>
bool opens(const Event<S>& event, int i) {
  const auto k = static_cast<std::size_t>(i);
  return (event.modes_before.normal[k] == Mode::constraint || event.hit[k]) &&
         event.modes_after.normal[k] != Mode::constraint;
}

// Slip comes to rest: of a contact that was closed and stays so, or that has no gap.
template <MechanicalSystem S>
bool begins_to_stick(const Event<S>& event, int i) {
  const auto k = static_cast<std::size_t>(i);
  return event.modes_before.normal[k] == event.modes_after.normal[k] &&
         event.modes_before.tangential[k] != Mode::constraint && event.modes_after.tangential[k] == Mode::constraint;
}

// Stiction ends, likewise: its limit is reached.
template <MechanicalSystem S>
bool begins_to_slip(const Event<S>& event, int i) {
  const auto k = static_cast<std::size_t>(i);
  return event.modes_before.normal[k] == event.modes_after.normal[k] &&
         event.modes_before.tangential[k] == Mode::constraint && event.modes_after.tangential[k] != Mode::constraint;
}

}  // namespace nsdbench
