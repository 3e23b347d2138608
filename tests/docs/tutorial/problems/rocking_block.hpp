// A rigid block that rocks on a table (Housner 1963): a homogeneous rectangle with two corners that touch.
//
//   q = (x, y, phi): centre of mass [m], angle against the table, positive to the left [rad];  u = qdot
//   corner 0: left (s = -1), corner 1: right (s = +1)
//   g_N = y + s b sin(phi) - h cos(phi) >= 0, Coulomb friction along x
#pragma once

#include <array>
#include <cmath>

#include "problems/parameter_table.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"
#include "solvers/mechanics/derivative_bounds.hpp"

namespace nsdbench::problems {

struct RockingBlockParameters {
  double b = 0, h = 0, m = 0, g = 0, mu = 0, epsilon_N = 0, epsilon_T = 0, phi_0 = 0;

  static constexpr auto fields() {
    using P = RockingBlockParameters;
    using enum ParameterRange;
    return std::array{ParameterField<P>{"b", &P::b, positive, "m", "half the width"},
                      ParameterField<P>{"h", &P::h, positive, "m", "half the height"},
                      ParameterField<P>{"m", &P::m, positive, "kg", "mass"},
                      ParameterField<P>{"g", &P::g, positive, "m/s^2", "gravity"},
                      ParameterField<P>{"mu", &P::mu, non_negative, "1", "friction coefficient of the corners"},
                      ParameterField<P>{"epsilon_N", &P::epsilon_N, unit_interval, "1", "normal restitution"},
                      ParameterField<P>{"epsilon_T", &P::epsilon_T, unit_interval, "1", "tangential restitution"},
                      ParameterField<P>{"phi_0", &P::phi_0, positive, "rad", "initial angle, on the left corner"}};
  }
};

class RockingBlock : public FrictionOfLaws<RockingBlock> {
 public:
  static constexpr int dof = 3;
  static constexpr int contact_count = 2;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;

  struct Configuration {
    Vector<3> q;
    double sine, cosine;  // of phi
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit RockingBlock(const RockingBlockParameters& parameters) : p_(parameters) { check_parameters(p_); }

  const RockingBlockParameters& parameters() const { return p_; }

  // At rest on the left corner, which stands at x = -b.
  State<3> initial_state() const {
    const auto [sine, cosine] = elementary::sincos(p_.phi_0);
    State<3> state;
    state.q << -p_.b + p_.b * cosine - p_.h * sine, p_.b * sine + p_.h * cosine, p_.phi_0;
    return state;
  }

  Configuration configuration(const Vector<3>& q, double /*t*/) const {
    const auto [sine, cosine] = elementary::sincos(q(2));
    return {q, sine, cosine};
  }
  Matrix<3, 3> mass_matrix(const Configuration& /*configuration*/) const {
    return Vector<3>(p_.m, p_.m, moment_of_inertia()).asDiagonal();
  }
  Vector<3> forces(const Configuration& /*configuration*/, const Vector<3>& /*u*/) const {
    return {0.0, -p_.m * p_.g, 0.0};
  }
  Vector<2> gaps(const Configuration& k) const {
    const double middle = k.q(1) - p_.h * k.cosine;
    return {middle - p_.b * k.sine, middle + p_.b * k.sine};
  }
  ForceDirections<3, 1> directions(const Configuration& k, int i) const {
    const double s = side_of(i);
    ForceDirections<3, 1> w;
    w.normal << 0.0, 1.0, s * p_.b * k.cosine + p_.h * k.sine;
    w.tangential << 1.0, 0.0, p_.h * k.cosine - s * p_.b * k.sine;
    return w;
  }
  // The directions' derivatives along the motion, times u.
  AccelerationTerms<1> acceleration_terms(const Configuration& k, const Vector<3>& u, int i) const {
    const double s = side_of(i);
    const double spin = u(2) * u(2);
    AccelerationTerms<1> terms;
    terms.normal = spin * (p_.h * k.cosine - s * p_.b * k.sine);
    terms.tangential(0) = -spin * (s * p_.b * k.cosine + p_.h * k.sine);
    return terms;
  }
  // |d^3 g_N / dt^3|, with sine and cosine bounded by one.
  double gap_jerk_bound(int /*i*/, const MotionBounds<3>& motion) const {
    return (coordinate_bounds(motion, 1) + (p_.b + p_.h) * sine_bounds(motion, 2)).third;
  }
  ContactLaw law(int /*i*/) const { return {ContactKind::frictional, p_.epsilon_N, p_.epsilon_T, p_.mu, 0.0}; }

  double kinetic_energy(const Vector<3>& /*q*/, const Vector<3>& u, double /*t*/) const {
    return 0.5 * (p_.m * (u(0) * u(0) + u(1) * u(1)) + moment_of_inertia() * u(2) * u(2));
  }
  double potential_energy(const Vector<3>& q, double /*t*/) const { return p_.m * p_.g * q(1); }

  // Closed forms for a block that neither slides nor flies, with epsilon_N = epsilon_T = 0; tan(alpha) = b / h.
  // Angular velocity after an impact over that before: the angular momentum about the new corner is kept (Housner
  // 1963).
  double spin_ratio() const { return 1.0 - 1.5 * p_.b * p_.b / (p_.b * p_.b + p_.h * p_.h); }
  // Angular velocity of the first impact [rad/s], from the energy about the left corner.
  double first_impact_spin() const {
    const double fall = p_.b * elementary::sin(p_.phi_0) + p_.h * elementary::cos(p_.phi_0) - p_.h;
    return -std::sqrt(1.5 * p_.g * fall / (p_.b * p_.b + p_.h * p_.h));
  }

 private:
  static double side_of(int i) { return i == 0 ? -1.0 : 1.0; }
  // About the centre of mass [kg m^2].
  double moment_of_inertia() const { return p_.m * (p_.b * p_.b + p_.h * p_.h) / 3.0; }

  RockingBlockParameters p_;
};

}  // namespace nsdbench::problems
