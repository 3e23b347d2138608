// Small mechanical systems that only tests need.
#pragma once

#include <array>
#include <cmath>

#include "solvers/mechanics/acceleration_level.hpp"

namespace nsdbench::testing {

constexpr double gravity = 9.81;  // [m/s^2]

// Constant mass matrix, constant forces, gaps linear in q and t:
//   g_Ni = gap_0i + w_Ni^T q + what_Ni t
// Balls in a row, blocks on planes and belts, a sphere on a table.
template <int Dof, int Contacts, int TangentialDimension = 1>
struct LinearSystem {
  static constexpr int dof = Dof;
  static constexpr int contact_count = Contacts;
  static constexpr int tangential_dimension = TangentialDimension;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  using Directions = ForceDirections<Dof, TangentialDimension>;

  struct Configuration {
    Vector<Dof> q;
    double t;
  };

  Vector<Dof> mass = Vector<Dof>::Ones();  // diagonal of M
  Vector<Dof> force = Vector<Dof>::Zero();
  Vector<Contacts> gap_0 = Vector<Contacts>::Zero();
  std::array<Directions, Contacts> contact{};
  std::array<ContactLaw, Contacts> laws{};

  Configuration configuration(const Vector<Dof>& q, double t) const { return {q, t}; }
  Matrix<Dof> mass_matrix(const Configuration& /*configuration*/) const { return mass.asDiagonal(); }
  Vector<Dof> forces(const Configuration& /*configuration*/, const Vector<Dof>& /*u*/) const { return force; }
  Vector<Contacts> gaps(const Configuration& configuration) const {
    Vector<Contacts> gap = gap_0;
    for (int i = 0; i < Contacts; ++i) {
      const Directions& w = contact[static_cast<std::size_t>(i)];
      gap(i) += w.normal.dot(configuration.q) + w.normal_rheonomic * configuration.t;
    }
    return gap;
  }
  const Directions& directions(const Configuration& /*configuration*/, int i) const {
    return contact[static_cast<std::size_t>(i)];
  }
  const ContactLaw& law(int i) const { return laws[static_cast<std::size_t>(i)]; }
  double kinetic_energy(const Vector<Dof>& /*q*/, const Vector<Dof>& u, double /*t*/) const {
    return 0.5 * u.cwiseProduct(mass).dot(u);
  }
  double potential_energy(const Vector<Dof>& q, double /*t*/) const { return -force.dot(q); }
};

inline ContactLaw unilateral(double restitution) { return {ContactKind::unilateral, restitution, 0.0, 0.0, 0.0}; }
inline ContactLaw frictional(double restitution, double mu, double tangential_restitution = 0.0) {
  return {ContactKind::frictional, restitution, tangential_restitution, mu, 0.0};
}
inline ContactLaw tresca(double bound) { return {ContactKind::tresca, 0.0, 0.0, 0.0, bound}; }

// Three balls of unit mass in a row; positions are measured so that closed gaps are g = q_{i+1} - q_i.
inline LinearSystem<3, 2> three_ball_chain(double restitution) {
  LinearSystem<3, 2> chain;
  chain.contact[0].normal << -1.0, 1.0, 0.0;
  chain.contact[1].normal << 0.0, -1.0, 1.0;
  chain.laws = {unilateral(restitution), unilateral(restitution)};
  return chain;
}

// Point mass on a plane inclined by `angle`, gravity g: q = (x downhill, z off the plane).
inline LinearSystem<2, 1> block_on_incline(double angle, double mu, double g) {
  LinearSystem<2, 1> block;
  block.force << g * std::sin(angle), -g * std::cos(angle);
  block.contact[0].normal << 0.0, 1.0;
  block.contact[0].tangential << 1.0, 0.0;
  block.laws = {frictional(0.0, mu)};
  return block;
}

// Sliding mass with a Tresca friction element: q = x.
inline LinearSystem<1, 1> sliding_mass(double mass, double bound) {
  LinearSystem<1, 1> slider;
  slider.mass(0) = mass;
  slider.contact[0].tangential(0, 0) = 1.0;
  slider.laws = {tresca(bound)};
  return slider;
}

// Undamped oscillator x'' = -omega^2 x without contact: the gap is never closed.
struct Oscillator {
  static constexpr int dof = 1;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  struct Configuration {
    double x;
  };
  double omega = 1.0;

  Configuration configuration(const Vector<1>& q, double /*t*/) const { return {q(0)}; }
  Matrix<1> mass_matrix(const Configuration& /*configuration*/) const { return Matrix<1>(1.0); }
  Vector<1> forces(const Configuration& configuration, const Vector<1>& /*u*/) const {
    return Vector<1>(-omega * omega * configuration.x);
  }
  Vector<1> gaps(const Configuration& /*configuration*/) const { return Vector<1>(1.0); }
  ForceDirections<1, 1> directions(const Configuration& /*configuration*/, int /*i*/) const { return {}; }
  ContactLaw law(int /*i*/) const { return unilateral(0.0); }
  double kinetic_energy(const Vector<1>& /*q*/, const Vector<1>& u, double /*t*/) const { return 0.5 * u(0) * u(0); }
  double potential_energy(const Vector<1>& q, double /*t*/) const { return 0.5 * omega * omega * q(0) * q(0); }
};

// A prescribed height and its first two derivatives.
struct PrescribedHeight {
  double z = 0.0, velocity = 0.0, acceleration = 0.0;
};

// Ball above a floor that is moved with the prescribed height Floor::height(t): g = z - z_t(t).
template <class Floor>
struct BallOverFloor : Floor {
  static constexpr int dof = 1;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  struct Configuration {
    double z;
    PrescribedHeight floor;
  };
  double g = 0.0, restitution = 0.0;

  Configuration configuration(const Vector<1>& q, double t) const { return {q(0), Floor::height(t)}; }
  Matrix<1> mass_matrix(const Configuration& /*configuration*/) const { return Matrix<1>(1.0); }
  Vector<1> forces(const Configuration& /*configuration*/, const Vector<1>& /*u*/) const { return Vector<1>(-g); }
  Vector<1> gaps(const Configuration& k) const { return Vector<1>(k.z - k.floor.z); }
  ForceDirections<1, 1> directions(const Configuration& k, int /*i*/) const {
    ForceDirections<1, 1> w;
    w.normal(0) = 1.0;
    w.normal_rheonomic = -k.floor.velocity;
    return w;
  }
  AccelerationTerms<1> acceleration_terms(const Configuration& k, const Vector<1>& /*u*/, int /*i*/) const {
    AccelerationTerms<1> terms;
    terms.normal = -k.floor.acceleration;
    return terms;
  }
  double friction_coefficient(int /*i*/, double /*speed*/) const { return 0.0; }
  double static_friction(int /*i*/) const { return 0.0; }
  ContactLaw law(int /*i*/) const { return unilateral(restitution); }
  double kinetic_energy(const Vector<1>& /*q*/, const Vector<1>& u, double /*t*/) const { return 0.5 * u(0) * u(0); }
  double potential_energy(const Vector<1>& q, double /*t*/) const { return g * q(0); }
};

// z_t = amplitude sin(omega t)
struct Oscillation {
  double amplitude = 0.0, omega = 0.0;

  double table(double t) const { return amplitude * std::sin(omega * t); }
  double table_velocity(double t) const { return amplitude * omega * std::cos(omega * t); }
  PrescribedHeight height(double t) const {
    return {table(t), table_velocity(t), -amplitude * omega * omega * std::sin(omega * t)};
  }
};
using BallOnShaker = BallOverFloor<Oscillation>;

// Painleve's rod: m = 1, half length 1, J = 1/3, q = (x, z, phi), the end ahead and below touches the plane.
//   g_N = z - sin phi,   slip of the end: d/dt (x + cos phi)
struct PainleveRod {
  static constexpr int dof = 3;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  struct Configuration {
    double z, sine, cosine;
  };
  double mu = 0.0, g = 10.0;

  Configuration configuration(const Vector<3>& q, double /*t*/) const { return {q(1), std::sin(q(2)), std::cos(q(2))}; }
  Matrix<3> mass_matrix(const Configuration& /*configuration*/) const {
    return Vector<3>(1.0, 1.0, 1.0 / 3.0).asDiagonal();
  }
  Vector<3> forces(const Configuration& /*configuration*/, const Vector<3>& /*u*/) const { return {0.0, -g, 0.0}; }
  Vector<1> gaps(const Configuration& k) const { return Vector<1>(k.z - k.sine); }
  ForceDirections<3, 1> directions(const Configuration& k, int /*i*/) const {
    ForceDirections<3, 1> w;
    w.normal << 0.0, 1.0, -k.cosine;
    w.tangential << 1.0, 0.0, -k.sine;
    return w;
  }
  AccelerationTerms<1> acceleration_terms(const Configuration& k, const Vector<3>& u, int /*i*/) const {
    AccelerationTerms<1> terms;
    terms.normal = k.sine * u(2) * u(2);
    terms.tangential(0) = -k.cosine * u(2) * u(2);
    return terms;
  }
  double friction_coefficient(int /*i*/, double /*speed*/) const { return mu; }
  double static_friction(int /*i*/) const { return mu; }
  ContactLaw law(int /*i*/) const { return frictional(0.0, mu); }
  double kinetic_energy(const Vector<3>& /*q*/, const Vector<3>& u, double /*t*/) const {
    return 0.5 * (u(0) * u(0) + u(1) * u(1) + u(2) * u(2) / 3.0);
  }
  double potential_energy(const Vector<3>& q, double /*t*/) const { return g * q(1); }
};

// A mass on a spring, pushed by a force that is smooth in time, without contacts:  m xddot = -c x + F sin(nu t), and
// its motion from rest at x = 0. Forces at the wrong time show on it.
struct PushedOscillator {
  static constexpr int dof = 1;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  static constexpr double m = 1.0, c = 40.0, F = 3.0, nu = 5.0;

  struct Configuration {
    double x, t;
  };

  State<1> initial_state() const { return {}; }
  Configuration configuration(const Vector<1>& q, double t) const { return {q(0), t}; }
  Matrix<1> mass_matrix(const Configuration& /*configuration*/) const { return Matrix<1>(m); }
  Vector<1> forces(const Configuration& configuration, const Vector<1>& /*u*/) const {
    return Vector<1>(-c * configuration.x + F * std::sin(nu * configuration.t));
  }
  Vector<1> gaps(const Configuration& /*configuration*/) const { return Vector<1>(1.0); }
  ForceDirections<1, 1> directions(const Configuration& /*configuration*/, int /*i*/) const { return {}; }
  ContactLaw law(int /*i*/) const { return {ContactKind::unilateral, 0.0, 0.0, 0.0, 0.0}; }
  double kinetic_energy(const Vector<1>& /*q*/, const Vector<1>& u, double /*t*/) const {
    return 0.5 * m * u(0) * u(0);
  }
  double potential_energy(const Vector<1>& q, double /*t*/) const { return 0.5 * c * q(0) * q(0); }

  static double position(double t) {
    const double omega = std::sqrt(c / m);
    const double amplitude = F / m / (omega * omega - nu * nu);
    return amplitude * (std::sin(nu * t) - nu / omega * std::sin(omega * t));
  }
};

// A mass that a spring moves along a table, x, while its weight keeps it there, z, with a restitution that
// extrapolation over even substeps does not survive:  m xddot = -c x,  m zddot = -m g + lambda,  z >= 0.
struct SlidingSpringMass {
  static constexpr int dof = 2;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  static constexpr double m = 1.0, c = 40.0, g = 9.81, restitution = 0.8;

  struct Configuration {
    Vector<2> q;
  };

  State<2> initial_state() const {
    State<2> state;
    state.q << 0.1, 0.0;
    state.u << 0.5, -1e-4;  // a small impact at the start, whose bounces end within a millisecond
    return state;
  }
  Configuration configuration(const Vector<2>& q, double /*t*/) const { return {q}; }
  Matrix<2> mass_matrix(const Configuration& /*configuration*/) const { return m * Matrix<2>::Identity(); }
  Vector<2> forces(const Configuration& configuration, const Vector<2>& /*u*/) const {
    return {-c * configuration.q(0), -m * g};
  }
  Vector<1> gaps(const Configuration& configuration) const { return Vector<1>(configuration.q(1)); }
  ForceDirections<2, 1> directions(const Configuration& /*configuration*/, int /*i*/) const {
    ForceDirections<2, 1> w;
    w.normal(1) = 1.0;
    return w;
  }
  ContactLaw law(int /*i*/) const { return {ContactKind::unilateral, restitution, 0.0, 0.0, 0.0}; }
  double kinetic_energy(const Vector<2>& /*q*/, const Vector<2>& u, double /*t*/) const {
    return 0.5 * m * u.squaredNorm();
  }
  double potential_energy(const Vector<2>& q, double /*t*/) const { return 0.5 * c * q(0) * q(0) + m * g * q(1); }

  static double position(double t) {
    const double omega = std::sqrt(c / m);
    return 0.1 * std::cos(omega * t) + 0.5 / omega * std::sin(omega * t);
  }
};

// Systems of tests that have constant directions and friction coefficients, on the acceleration level.
template <class System>
struct WithTerms : System {
  WithTerms() = default;
  explicit WithTerms(const System& system) : System(system) {}
  template <class Configuration, class Velocities>
  AccelerationTerms<System::tangential_dimension> acceleration_terms(const Configuration&, const Velocities&,
                                                                     int) const {
    return {};
  }
  double friction_coefficient(int i, double) const { return this->law(i).friction; }
  double static_friction(int i) const { return this->law(i).friction; }
};

// Two contacts, pulled along x with a force that grows by `rate` [N/s].
struct PulledSledge : LinearSystem<3, 2> {
  double rate = 0.0;
  Vector<3> forces(const Configuration& at, const Vector<3>& /*u*/) const {
    return force + Vector<3>(rate * at.t, 0.0, 0.0);
  }
};

// x = cos t above a stop at depth - 1: for a small depth the stop is touched between two roots close to each other.
struct NearMiss : WithTerms<Oscillator> {
  double depth = 0.0;
  Vector<1> gaps(const Configuration& at) const { return Vector<1>(at.x + 1.0 - depth); }
  ForceDirections<1, 1> directions(const Configuration& /*at*/, int /*i*/) const {
    ForceDirections<1, 1> w;
    w.normal(0) = 1.0;
    return w;
  }
  ContactLaw law(int /*i*/) const { return unilateral(1.0); }
};

}  // namespace nsdbench::testing
