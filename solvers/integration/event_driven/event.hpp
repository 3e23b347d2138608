// What happens at one instant of an event-driven integration, and within which bounds.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/integration/event_driven/event_options.hpp"
#include "solvers/integration/event_driven/held_modes.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench {

// All that happens at one instant.
template <AccelerationLevelSystem S>
struct EventDrivenEvent {
  using Scalar = ScalarOf<S>;
  using Contacts = std::array<bool, S::contact_count>;

  Scalar t = 0.0;
  StateOf<S> before;  // of the phase that ends
  StateOf<S> after;   // of the phase that begins
  DiscreteState<S> held_before;
  DiscreteState<S> held_after;
  Contacts hit{};              // contacts that close
  bool impact = false;         // velocities jump
  Contacts settled{};          // contacts whose impacts accumulate: they are closed from now on
  Scalar settled_at = 0.0;     // accumulation point [s] of these, extrapolated
  Percussions<S> percussions;  // of the impact [N s]

  bool has_settled() const {
    return std::any_of(settled.begin(), settled.end(), [](bool b) { return b; });
  }
};

// Where a run stands.
template <AccelerationLevelSystem S>
struct EventDrivenRun {
  StateOf<S> now;
  DiscreteState<S> held;
  EventDrivenEvent<S> event;  // the last one
  EventDrivenResult result;
};

// Stands for "no section".
struct NoSection {};

// The tolerances of EventDrivenOptions as numbers of the motion, defaults filled in.
template <class Scalar>
struct EventTolerances {
  Scalar rtol, atol;           // of smooth steps
  Scalar gap;                  // [m]
  Scalar velocity;             // [m/s]
  Scalar slip;                 // [m/s]
  Scalar accumulation_height;  // [m]

  explicit EventTolerances(const EventDrivenOptions& options)
      : rtol(or_default(options.rtol, 32.0)),
        atol(or_default(options.atol, 32.0)),
        gap(or_default(options.gap_tolerance, 1e4)),
        velocity(or_default(options.velocity_tolerance, 1e4)),
        slip(options.slip_tolerance),
        accumulation_height(or_default(options.accumulation_height, 1.0)) {}

  // [s] Events that are no further apart are those of one instant: some roundings of the time, which sums of steps and
  // of roots within them leave.
  static Scalar instant(const Scalar& t) {
    using std::abs;
    return 64 * epsilon() * std::max<Scalar>(abs(t), 1.0);
  }
  static Scalar epsilon() { return std::numeric_limits<Scalar>::epsilon(); }

 private:
  static Scalar or_default(double given, double times) { return given > 0.0 ? Scalar(given) : times * epsilon(); }
};

// Whether contacts of this law open and close.
inline bool has_gap(const ContactLaw& law) { return law.kind != ContactKind::tresca; }
inline bool has_friction(const ContactLaw& law) { return law.kind != ContactKind::unilateral; }

// The system's own say on where its kinematics hold, if it has any.
template <AccelerationLevelSystem S>
bool within_range(const S& system, const StateOf<S>& state) {
  if constexpr (requires { system.within_range(state.q); }) {
    return system.within_range(state.q);
  } else {
    return true;
  }
}

}  // namespace nsdbench
