// Motions whose gaps change fast between the points of a long step: a block that spins, a table that shakes, a stop
// that comes up for a moment.
#pragma once

#include <array>
#include <cmath>

#include "solvers/mechanics/acceleration_level.hpp"
#include "tests/helpers/test_systems.hpp"

namespace nsdbench::testing {

// A block of half sizes b, h in the plane, q = (x, z, phi) of its centre; its four corners touch the floor z = 0.
struct TumblingBlock {
  static constexpr int dof = 3;
  static constexpr int contact_count = 4;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  struct Configuration {
    double z, sine, cosine;
  };
  double b = 0.5, h = 0.1, mu = 0.3, restitution = 0.5;

  Configuration configuration(const Vector<3>& q, double /*t*/) const { return {q(1), std::sin(q(2)), std::cos(q(2))}; }
  Matrix<3> mass_matrix(const Configuration& /*configuration*/) const {
    return Vector<3>(1.0, 1.0, (b * b + h * h) / 3.0).asDiagonal();
  }
  Vector<3> forces(const Configuration& /*configuration*/, const Vector<3>& /*u*/) const {
    return {0.0, -gravity, 0.0};
  }
  Vector<2> lever(const Configuration& k, int i) const {
    const double x = i % 2 == 0 ? -b : b;
    const double z = i < 2 ? -h : h;
    return {k.cosine * x - k.sine * z, k.sine * x + k.cosine * z};
  }
  Vector<4> gaps(const Configuration& k) const {
    return {k.z + lever(k, 0)(1), k.z + lever(k, 1)(1), k.z + lever(k, 2)(1), k.z + lever(k, 3)(1)};
  }
  ForceDirections<3, 1> directions(const Configuration& k, int i) const {
    const Vector<2> r = lever(k, i);
    ForceDirections<3, 1> w;
    w.normal << 0.0, 1.0, r(0);
    w.tangential << 1.0, 0.0, -r(1);
    return w;
  }
  AccelerationTerms<1> acceleration_terms(const Configuration& k, const Vector<3>& u, int i) const {
    const Vector<2> r = lever(k, i);
    AccelerationTerms<1> terms;
    terms.normal = -u(2) * u(2) * r(1);
    terms.tangential(0) = -u(2) * u(2) * r(0);
    return terms;
  }
  double friction_coefficient(int /*i*/, double /*speed*/) const { return mu; }
  double static_friction(int /*i*/) const { return mu; }
  ContactLaw law(int /*i*/) const { return frictional(restitution, mu); }
  double kinetic_energy(const Vector<3>& /*q*/, const Vector<3>& u, double /*t*/) const {
    return 0.5 * (u(0) * u(0) + u(1) * u(1) + (b * b + h * h) / 3.0 * u(2) * u(2));
  }
  double potential_energy(const Vector<3>& q, double /*t*/) const { return gravity * q(1); }
};

// The same with its bound of the third derivatives of gaps.
struct BoundedTumblingBlock : TumblingBlock {
  double gap_jerk_bound(int /*i*/, const MotionBounds<3>& m) const {
    const double spin = m.velocity(2);
    return m.jerk(1) + std::hypot(b, h) * (m.jerk(2) + 3.0 * spin * m.acceleration(2) + spin * spin * spin);
  }
};

// z_t = the sum of three oscillations.
struct Waves {
  std::array<double, 3> amplitude{}, omega{}, phase{};

  PrescribedHeight height(double t) const {
    PrescribedHeight sum;
    for (std::size_t k = 0; k < amplitude.size(); ++k) {
      const double a = amplitude[k], w = omega[k];
      sum.z += a * std::sin(w * t + phase[k]);
      sum.velocity += a * w * std::cos(w * t + phase[k]);
      sum.acceleration -= a * w * w * std::sin(w * t + phase[k]);
    }
    return sum;
  }
};
using BallOverWaves = BallOverFloor<Waves>;

// The same with its bound of the third derivative of the gap.
struct BoundedBallOverWaves : BallOverWaves {
  double gap_jerk_bound(int /*i*/, const MotionBounds<1>& m) const {
    double bound = m.jerk(0);
    for (std::size_t k = 0; k < amplitude.size(); ++k) bound += amplitude[k] * omega[k] * omega[k] * omega[k];
    return bound;
  }
};

// A ball above a stop that comes up by `rise` [m] for a time of `duration` [s] around t = `middle` [s], and rests
// otherwise:  z_s = rise (1 - s^2)^4 with s = 2 (t - middle) / duration in [-1, 1].
struct BriefStop {
  static constexpr int dof = 1;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  struct Configuration {
    double z, s;
  };
  double rise = 0.1, duration = 1.9e-3, middle = 0.37, restitution = 1.0;

  double height(double s) const { return std::abs(s) < 1.0 ? rise * std::pow(1.0 - s * s, 4) : 0.0; }
  double scale() const { return 2.0 / duration; }

  Configuration configuration(const Vector<1>& q, double t) const { return {q(0), scale() * (t - middle)}; }
  Matrix<1> mass_matrix(const Configuration& /*configuration*/) const { return Matrix<1>(1.0); }
  Vector<1> forces(const Configuration& /*configuration*/, const Vector<1>& /*u*/) const { return Vector<1>(0.0); }
  Vector<1> gaps(const Configuration& k) const { return Vector<1>(k.z - height(k.s)); }
  ForceDirections<1, 1> directions(const Configuration& k, int /*i*/) const {
    ForceDirections<1, 1> w;
    w.normal(0) = 1.0;
    const double p = 1.0 - k.s * k.s;
    w.normal_rheonomic = p > 0.0 ? 8.0 * rise * scale() * k.s * p * p * p : 0.0;
    return w;
  }
  AccelerationTerms<1> acceleration_terms(const Configuration& k, const Vector<1>& /*u*/, int /*i*/) const {
    AccelerationTerms<1> terms;
    const double p = 1.0 - k.s * k.s;
    if (p > 0.0) terms.normal = 8.0 * rise * scale() * scale() * p * p * (p - 6.0 * k.s * k.s);
    return terms;
  }
  double friction_coefficient(int /*i*/, double /*speed*/) const { return 0.0; }
  double static_friction(int /*i*/) const { return 0.0; }
  ContactLaw law(int /*i*/) const { return unilateral(restitution); }
  double kinetic_energy(const Vector<1>& /*q*/, const Vector<1>& u, double /*t*/) const { return 0.5 * u(0) * u(0); }
  double potential_energy(const Vector<1>& /*q*/, double /*t*/) const { return 0.0; }

  // |d^3/ds^3 (1 - s^2)^4| = |144 s p^2 - 192 s^3 p| < 42 with p = 1 - s^2.
  double gap_jerk_bound(int /*i*/, const MotionBounds<1>& m) const {
    const bool moves = scale() * (m.t_end - middle) > -1.0 && scale() * (m.t_begin - middle) < 1.0;
    return m.jerk(0) + (moves ? 42.0 * rise * scale() * scale() * scale() : 0.0);
  }
};

}  // namespace nsdbench::testing
