// A mechanical system for the impact equations, in which the caller and not the gaps decide which contacts are closed.
#pragma once

#include <array>
#include <cstddef>

#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// The system S with gaps of -1 m for contacts that are closed and 1 m for the others. Keeps a reference to S.
template <MechanicalSystem S>
struct ClosedContacts {
  static constexpr int dof = S::dof;
  static constexpr int contact_count = S::contact_count;
  static constexpr int tangential_dimension = S::tangential_dimension;
  static constexpr bool constant_mass_matrix = S::constant_mass_matrix;
  using Scalar = ScalarOf<S>;
  using Configuration = typename S::Configuration;
  using Coordinates = Vector<dof, Scalar>;

  const S& system;
  std::array<bool, contact_count> closed{};

  Configuration configuration(const Coordinates& q, const Scalar& t) const { return system.configuration(q, t); }
  decltype(auto) mass_matrix(const Configuration& at) const { return system.mass_matrix(at); }
  decltype(auto) forces(const Configuration& at, const Coordinates& u) const { return system.forces(at, u); }
  Vector<contact_count, Scalar> gaps(const Configuration& /*at*/) const {
    Vector<contact_count, Scalar> gaps;
    for (int i = 0; i < contact_count; ++i) gaps(i) = closed[static_cast<std::size_t>(i)] ? -1.0 : 1.0;
    return gaps;
  }
  decltype(auto) directions(const Configuration& at, int i) const { return system.directions(at, i); }
  ContactLaw law(int i) const { return system.law(i); }
  // An impact rubs with the coefficient of the sliding speed before it, or that of rest.
  Scalar friction_coefficient(int i, const Scalar& speed) const { return system.friction_coefficient(i, speed); }
  Scalar static_friction(int i) const { return system.static_friction(i); }
  Scalar kinetic_energy(const Coordinates& q, const Coordinates& u, const Scalar& t) const {
    return system.kinetic_energy(q, u, t);
  }
  Scalar potential_energy(const Coordinates& q, const Scalar& t) const { return system.potential_energy(q, t); }
};

}  // namespace nsdbench
