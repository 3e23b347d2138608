// A block with one contact on a plane, or on a belt, whose motions have closed forms.
#pragma once

#include <cmath>
#include <limits>

#include "problems/friction_characteristic.hpp"
#include "solvers/mechanics/acceleration_level.hpp"

namespace nsdbench::testing {

// q = (x, y, z), z the gap. m udot = force + rate t + curvature t^2/2 - (stiffness x, 0, 0) + contact forces.
template <int Tangents>
struct TestBlock {
  static constexpr int dof = 3;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = Tangents;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  struct Configuration {
    Vector<3> q;
    double t;
  };

  double mass = 1.0;
  Vector<3> force = Vector<3>::Zero();
  Vector<3> rate = Vector<3>::Zero();
  Vector<3> curvature = Vector<3>::Zero();
  double stiffness = 0.0;
  double belt = 0.0;  // speed of what it lies on, along x
  problems::FrictionCharacteristic friction{0.3, 0.3, 1.0};
  double largest_x = std::numeric_limits<double>::infinity();  // of within_range
  ContactKind kind = ContactKind::frictional;

  Configuration configuration(const Vector<3>& q, double t) const { return {q, t}; }
  Matrix<3> mass_matrix(const Configuration&) const { return mass * Matrix<3>::Identity(); }
  Vector<3> forces(const Configuration& at, const Vector<3>&) const {
    Vector<3> h = force + at.t * rate + 0.5 * at.t * at.t * curvature;
    h(0) -= stiffness * at.q(0);
    return h;
  }
  Vector<1> gaps(const Configuration& at) const { return Vector<1>(at.q(2)); }
  ForceDirections<3, Tangents> directions(const Configuration&, int) const {
    ForceDirections<3, Tangents> w;
    w.normal(2) = 1.0;
    for (int p = 0; p < Tangents; ++p) w.tangential(p, p) = 1.0;
    w.tangential_rheonomic(0) = -belt;
    return w;
  }
  AccelerationTerms<Tangents> acceleration_terms(const Configuration&, const Vector<3>&, int) const { return {}; }
  ContactLaw law(int) const { return {kind, 0.0, 0.0, friction.at_rest, 0.0}; }
  double friction_coefficient(int, double speed) const { return friction(speed); }
  double static_friction(int) const { return friction.at_rest; }
  bool within_range(const Vector<3>& q) const { return q(0) <= largest_x; }
  double kinetic_energy(const Vector<3>&, const Vector<3>& u, double) const { return 0.5 * mass * u.squaredNorm(); }
  double potential_energy(const Vector<3>&, double) const { return 0.0; }
};

// Of 0.7 kg on a plane inclined by delta [rad] downwards along x.
template <int Tangents>
TestBlock<Tangents> on_incline(double delta, double mu) {
  constexpr double g = 9.81;  // [m/s^2]
  TestBlock<Tangents> block;
  block.mass = 0.7;
  block.force << block.mass * g * std::sin(delta), 0.0, -block.mass * g * std::cos(delta);
  block.friction = {mu, mu, 1.0};
  return block;
}

}  // namespace nsdbench::testing
