// What a contact does while no event changes it: for methods that hold a discrete state through a step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solvers/integration/step.hpp"
#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// Membership of the index sets of Woesle & Pfeiffer 1996 (eq. 1) as the motion goes on. A contact with Tresca friction
// has no gap and is never open.
enum class ContactState : std::uint8_t {
  open,      // not in I_N: no force
  sliding,   // in I_N, not in I_T: friction against gdot_T (or a contact without friction)
  sticking,  // in I_T, gddot_T = 0
  creeping   // in I_T, gddot_T not zero: it has broken away, and gdot_T is too small to have a direction of its own
};

// The states of all contact elements.
template <MechanicalSystem S>
using ContactStates = std::array<ContactState, static_cast<std::size_t>(S::contact_count)>;

// The discrete part of the state of a motion with contacts: to be read, kept and set together with (t, q, u).
template <MechanicalSystem S>
struct DiscreteState {
  using Scalar = ScalarOf<S>;
  using Tangential = Vector<S::tangential_dimension, Scalar>;

  ContactStates<S> contacts{};  // `sliding` for closed contacts without friction, too
  // d of sliding contacts; not read of others, nor of those without friction. Unit vectors.
  std::array<Tangential, static_cast<std::size_t>(S::contact_count)> slip{};
  // Gap [m] that a closed contact keeps, or from which an open one was released: zero, but for contacts that the motion
  // starts with below zero.
  std::array<Scalar, static_cast<std::size_t>(S::contact_count)> floor{};

  DiscreteState() { slip.fill(Tangential::Zero()); }
};

// Whether contacts of this law open and close.
inline bool has_gap(const ContactLaw& law) { return law.kind != ContactKind::tresca; }
// Whether contacts of this law have friction of any kind.
inline bool has_friction(const ContactLaw& law) { return law.kind != ContactKind::unilateral; }

// The same contacts in the words of all integrators: what is closed holds its normal constraint, what sticks its
// tangential one.
template <MechanicalSystem S>
ModeVector<S> modes_of(const S& system, const ContactStates<S>& contacts) {
  ModeVector<S> modes;
  for (int i = 0; i < S::contact_count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const bool closed = contacts[k] != ContactState::open && has_gap(system.law(i));
    modes.normal[k] = closed ? Mode::constraint : Mode::impressed;
    modes.tangential[k] = contacts[k] == ContactState::sticking ? Mode::constraint : Mode::impressed;
  }
  return modes;
}

// The system's own word on where its kinematics hold, if it has any.
template <MechanicalSystem S>
bool within_range(const S& system, const Vector<S::dof, ScalarOf<S>>& q) {
  if constexpr (requires { system.within_range(q); }) {
    return system.within_range(q);
  } else {
    return true;
  }
}

}  // namespace nsdbench
