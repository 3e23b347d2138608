// A rigid body with three feet on an inclined plane, shaken by a rotating unbalanced mass (Woesle & Pfeiffer 1996,
// sec. 7): stick-slip with spatial friction.
//
//   q = (x, y, z, alpha, beta, gamma), the paper's q_1 .. q_6: x down the slope, y across it, z off the plane [m];
//   alpha about x, beta about y, gamma about z [rad], Cardan angles in that order
//   u = (xdot, ydot, zdot, alphadot, betadot, gammadot)
// Contacts: the three feet, in the body's axes at (x_i, y_i, -h) from the centre of mass, which moves in the body:
//   x_1 = -a_1 - Da cos(Omega t),   x_2 = x_3 = a_2 - Da cos(Omega t),   y = (b_1, -b_2, b_3),
//   h = h_S + Dh sin(Omega t)
// With the lever (X_i, Y_i): (x_i, y_i) turned by gamma,
//   g_Ni = z + alpha Y_i - beta X_i                                                          (sec. 7.2)
//   gdot_Ti = (xdot - gammadot Y_i - betadot h, ydot + gammadot X_i + alphadot h)
// z, alpha, beta and their velocities are small: products of two of them are left out everywhere (sec. 7.2), gamma is
// not small. gdot_T is the velocity of points that are fixed in the body: as the paper has it, the motion of the centre
// of mass in the body moves the levers, but adds no velocity of its own (what_T = 0).
// Everything below follows from these lines. Where the paper prints something else it is a misprint:
// reference-data/woesle1996/notes.md.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <stdexcept>

#include "problems/friction_characteristic.hpp"
#include "problems/parameter_table.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/mechanics/acceleration_level.hpp"
#include "solvers/mechanics/derivative_bounds.hpp"

namespace nsdbench::problems {

// Parameters of appendix C.
struct InclinedPlaneOscillatorParameters {
  double m = 0, A = 0, B = 0, C = 0, g = 0;
  double mu = 0, mu_0 = 0, v_s = 0;
  double a_1 = 0, a_2 = 0, Da = 0, b_1 = 0, b_2 = 0, b_3 = 0, h_S = 0, Dh = 0;
  double l_1 = 0, l_2 = 0, l_3 = 0, delta = 0;
  double m_E = 0, r_E = 0, Omega = 0;
  double q_1_0 = 0, q_2_0 = 0, q_3_0 = 0, q_4_0 = 0, q_5_0 = 0, q_6_0 = 0;
  double u_1_0 = 0, u_2_0 = 0, u_3_0 = 0, u_4_0 = 0, u_5_0 = 0, u_6_0 = 0;

  static constexpr auto fields();
};

// The mechanism that inclined_plane_oscillator.hpp describes at its head.
// Computed in the real number type `Number`: double, Extended, or a boost::multiprecision number without expression
// templates. The parameters are doubles; everything that follows from them is computed in `Number`.
template <class Number>
class BasicInclinedPlaneOscillator {
 public:
  using Scalar = Number;
  using Coordinates = Vector<6, Scalar>;
  using Directions = ForceDirections<6, 2, Scalar>;
  static constexpr int dof = 6;
  static constexpr int contact_count = 3;
  static constexpr int tangential_dimension = 2;
  static constexpr bool constant_mass_matrix = false;
  static constexpr bool forces_depend_on_velocity = true;

  // What M, h, gaps and directions share.
  struct Configuration {
    Coordinates q;
    Scalar sin_gamma, cos_gamma;
    Scalar sin_phase, cos_phase;  // of Omega t
  };

  // Throws std::invalid_argument for a parameter outside its range, or a static friction below the sliding one.
  explicit BasicInclinedPlaneOscillator(const InclinedPlaneOscillatorParameters& parameters);

  const InclinedPlaneOscillatorParameters& parameters() const { return p_; }
  State<6, Scalar> initial_state() const;

  Configuration configuration(const Coordinates& q, const Scalar& t) const;

  // Sec. 7.3. Positive definite while beta^2 < min(A, B) / C, far beyond small angles.
  Matrix<6, 6, Scalar> mass_matrix(const Configuration& configuration) const;
  // Sec. 7.3: gravity, the unbalance force F_0 (cos(Omega t), 0, sin(Omega t)) in the body's axes with
  // F_0 = m_E r_E Omega^2, its moments, gyroscopic terms.
  Coordinates forces(const Configuration& configuration, const Coordinates& u) const;
  Vector<3, Scalar> gaps(const Configuration& configuration) const;
  Directions directions(const Configuration& configuration, int i) const;
  // wbar_Ni, wbar_Ti (eqs 7, 8).
  AccelerationTerms<2, Scalar> acceleration_terms(const Configuration& configuration, const Coordinates& u,
                                                  int i) const;

  // |d^3 g_N / dt^3|, the change of the feet's place in the body included.
  Scalar gap_jerk_bound(int i, const MotionBounds<6, Scalar>& motion) const;

  // Frictional, without restitution. A law has one coefficient: mu_0. A scheme that works with laws alone agrees with
  // the characteristic if mu_0 = mu.
  ContactLaw law(int /*i*/) const { return law_; }
  // mu(|gdot_T|) of a foot that slides and mu_0 of one that sticks; the same for all feet.
  Scalar friction_coefficient(int /*i*/, const Scalar& speed) const { return friction_(speed); }
  Scalar static_friction(int /*i*/) const { return friction_.at_rest; }

  // Whether products of two small angles may be left out: |alpha|, |beta| <= 0.1 rad, where they are a tenth of the
  // angles.
  static bool within_range(const Coordinates& q) {
    using std::abs;
    constexpr double largest_angle = 0.1;
    return abs(q(3)) <= largest_angle && abs(q(4)) <= largest_angle;
  }

  // u^T M u / 2.
  Scalar kinetic_energy(const Coordinates& q, const Coordinates& u, const Scalar& t) const;
  // Energy of gravity, zero at q = 0. The unbalance force has no potential: what it feeds in is no part of the energy.
  Scalar potential_energy(const Coordinates& q, const Scalar& t) const;

 private:
  using Plane = Vector<2, Scalar>;
  // (X_i, Y_i) [m].
  Plane lever(const Configuration& configuration, int i) const;
  // Height of the centre of mass above the feet, h [m].
  Scalar height(const Configuration& configuration) const { return p_.h_S + p_.Dh * configuration.sin_phase; }
  // Velocity of the feet against the centre of mass along the body's longitudinal axis, dx_i/dt [m/s].
  Scalar foot_velocity(const Configuration& configuration) const {
    return Scalar(p_.Da) * p_.Omega * configuration.sin_phase;
  }

  InclinedPlaneOscillatorParameters p_;
  std::array<Plane, 3> feet_;  // (x_i, y_i) for Da = 0
  Scalar downhill_force_, normal_force_, unbalance_force_;
  FrictionCharacteristic friction_;
  ContactLaw law_;
};

// In double, as experiments integrate it.
using InclinedPlaneOscillator = BasicInclinedPlaneOscillator<double>;

constexpr auto InclinedPlaneOscillatorParameters::fields() {
  using P = InclinedPlaneOscillatorParameters;
  using enum ParameterRange;
  return std::array{
      ParameterField<P>{"m", &P::m, positive, "kg", "mass"},
      ParameterField<P>{"A", &P::A, positive, "kg m^2", "moment of inertia about the longitudinal axis"},
      ParameterField<P>{"B", &P::B, positive, "kg m^2", "moment of inertia about the lateral axis"},
      ParameterField<P>{"C", &P::C, positive, "kg m^2", "moment of inertia about the vertical axis"},
      ParameterField<P>{"g", &P::g, non_negative, "m/s^2", "gravity"},
      ParameterField<P>{"mu", &P::mu, non_negative, "1", "coefficient of sliding friction at high speed"},
      ParameterField<P>{"mu_0", &P::mu_0, non_negative, "1", "coefficient of static friction, not below mu"},
      ParameterField<P>{"v_s", &P::v_s, positive, "m/s", "speed over which friction falls from mu_0 to mu"},
      ParameterField<P>{"a_1", &P::a_1, positive, "m", "distance along the body from the centre of mass to foot 1"},
      ParameterField<P>{"a_2", &P::a_2, positive, "m", "distance along the body from the centre of mass to feet 2, 3"},
      ParameterField<P>{"Da", &P::Da, non_negative, "m", "amplitude of the change of a_1, a_2, l_1"},
      ParameterField<P>{"b_1", &P::b_1, any, "m", "lateral offset of foot 1"},
      ParameterField<P>{"b_2", &P::b_2, positive, "m", "lateral distance of foot 2, on the other side"},
      ParameterField<P>{"b_3", &P::b_3, positive, "m", "lateral distance of foot 3"},
      ParameterField<P>{"h_S", &P::h_S, positive, "m", "mean height of the centre of mass"},
      ParameterField<P>{"Dh", &P::Dh, non_negative, "m", "amplitude of the change of h_S, l_3"},
      ParameterField<P>{"l_1", &P::l_1, any, "m", "longitudinal distance of the unbalance from the centre of mass"},
      ParameterField<P>{"l_2", &P::l_2, any, "m", "lateral distance of the unbalance from the centre of mass"},
      ParameterField<P>{"l_3", &P::l_3, any, "m", "vertical distance of the unbalance from the centre of mass"},
      ParameterField<P>{"delta", &P::delta, any, "rad", "inclination of the plane"},
      ParameterField<P>{"m_E", &P::m_E, non_negative, "kg", "unbalanced mass"},
      ParameterField<P>{"r_E", &P::r_E, non_negative, "m", "eccentricity of the unbalanced mass"},
      ParameterField<P>{"Omega", &P::Omega, non_negative, "rad/s", "angular frequency of the unbalanced mass"},
      ParameterField<P>{"q_1_0", &P::q_1_0, any, "m", "initial x"},
      ParameterField<P>{"q_2_0", &P::q_2_0, any, "m", "initial y"},
      ParameterField<P>{"q_3_0", &P::q_3_0, any, "m", "initial z"},
      ParameterField<P>{"q_4_0", &P::q_4_0, any, "rad", "initial alpha"},
      ParameterField<P>{"q_5_0", &P::q_5_0, any, "rad", "initial beta"},
      ParameterField<P>{"q_6_0", &P::q_6_0, any, "rad", "initial gamma"},
      ParameterField<P>{"u_1_0", &P::u_1_0, any, "m/s", "initial velocity along x"},
      ParameterField<P>{"u_2_0", &P::u_2_0, any, "m/s", "initial velocity along y"},
      ParameterField<P>{"u_3_0", &P::u_3_0, any, "m/s", "initial velocity along z"},
      ParameterField<P>{"u_4_0", &P::u_4_0, any, "rad/s", "initial rate of alpha"},
      ParameterField<P>{"u_5_0", &P::u_5_0, any, "rad/s", "initial rate of beta"},
      ParameterField<P>{"u_6_0", &P::u_6_0, any, "rad/s", "initial rate of gamma"}};
}

template <class Number>
BasicInclinedPlaneOscillator<Number>::BasicInclinedPlaneOscillator(const InclinedPlaneOscillatorParameters& parameters)
    : p_(parameters),
      feet_{Plane(-p_.a_1, p_.b_1), Plane(p_.a_2, -p_.b_2), Plane(p_.a_2, p_.b_3)},
      friction_{p_.mu, p_.mu_0, p_.v_s},
      law_{ContactKind::frictional, 0.0, 0.0, p_.mu_0, 0.0} {
  check_parameters(p_);
  if (p_.mu_0 < p_.mu) {
    std::ostringstream sentence;
    sentence << "parameter mu_0 = " << p_.mu_0 << " is not allowed: static friction must not be below the sliding "
             << "friction mu = " << p_.mu;
    throw std::invalid_argument(sentence.str());
  }
  const Scalar weight = Scalar(p_.m) * p_.g;
  const auto slope = elementary::sincos(Scalar(p_.delta));
  downhill_force_ = weight * slope.sine;
  normal_force_ = weight * slope.cosine;
  unbalance_force_ = Scalar(p_.m_E) * p_.r_E * p_.Omega * p_.Omega;
}

template <class Number>
State<6, Number> BasicInclinedPlaneOscillator<Number>::initial_state() const {
  State<6, Scalar> state;
  state.q << p_.q_1_0, p_.q_2_0, p_.q_3_0, p_.q_4_0, p_.q_5_0, p_.q_6_0;
  state.u << p_.u_1_0, p_.u_2_0, p_.u_3_0, p_.u_4_0, p_.u_5_0, p_.u_6_0;
  return state;
}

template <class Number>
typename BasicInclinedPlaneOscillator<Number>::Configuration BasicInclinedPlaneOscillator<Number>::configuration(
    const Coordinates& q, const Scalar& t) const {
  const auto gamma = elementary::sincos(q(5));
  const auto phase = elementary::sincos(Scalar(p_.Omega * t));
  return {q, gamma.sine, gamma.cosine, phase.sine, phase.cosine};
}

template <class Number>
typename BasicInclinedPlaneOscillator<Number>::Plane BasicInclinedPlaneOscillator<Number>::lever(
    const Configuration& configuration, int i) const {
  const Plane& foot = feet_[static_cast<std::size_t>(i)];
  const Scalar x = foot(0) - p_.Da * configuration.cos_phase;
  const Scalar y = foot(1);
  return {x * configuration.cos_gamma - y * configuration.sin_gamma,
          x * configuration.sin_gamma + y * configuration.cos_gamma};
}

template <class Number>
Matrix<6, 6, Number> BasicInclinedPlaneOscillator<Number>::mass_matrix(const Configuration& configuration) const {
  const Scalar s = configuration.sin_gamma;
  const Scalar c = configuration.cos_gamma;
  Matrix<6, 6, Scalar> m = Matrix<6, 6, Scalar>::Zero();
  m(0, 0) = m(1, 1) = m(2, 2) = p_.m;
  m(3, 3) = p_.A * c * c + p_.B * s * s;
  m(4, 4) = p_.A * s * s + p_.B * c * c;
  m(5, 5) = p_.C;
  m(3, 4) = m(4, 3) = (Scalar(p_.A) - p_.B) * c * s;
  m(3, 5) = m(5, 3) = p_.C * configuration.q(4);  // the axis of gamma leans by beta towards that of alpha
  return m;
}

template <class Number>
Vector<6, Number> BasicInclinedPlaneOscillator<Number>::forces(const Configuration& configuration,
                                                               const Coordinates& u) const {
  const Scalar s = configuration.sin_gamma;
  const Scalar c = configuration.cos_gamma;
  const Scalar alpha = configuration.q(3);
  const Scalar beta = configuration.q(4);
  // In the body's axes: the unbalance force (F_x, 0, F_z), which acts at (l_x, -l_2, -l_z), and its moment.
  const Scalar F_x = unbalance_force_ * configuration.cos_phase;
  const Scalar F_z = unbalance_force_ * configuration.sin_phase;
  const Scalar l_x = p_.l_1 - p_.Da * configuration.cos_phase;
  const Scalar l_z = p_.l_3 + p_.Dh * configuration.sin_phase;
  const Scalar moment_x = -p_.l_2 * F_z;
  const Scalar moment_y = -l_z * F_x - l_x * F_z;
  const Scalar moment_z = p_.l_2 * F_x;
  // d/dt of the inertias about x and y, over gammadot.
  const Scalar difference = Scalar(p_.A) - p_.B;
  const Scalar twist = 2.0 * difference * c * s;
  const Scalar shear = difference * (1.0 - 2.0 * c * c);

  Coordinates h;
  h(0) = downhill_force_ + F_x * c + F_z * beta;
  h(1) = F_x * s - F_z * alpha;
  h(2) = -normal_force_ + F_x * (alpha * s - beta * c) + F_z;
  h(3) = c * moment_x - s * moment_y + beta * moment_z + u(5) * (u(4) * (shear - p_.C) + u(3) * twist);
  h(4) = s * moment_x + c * moment_y + u(5) * (u(3) * (shear + p_.C) - u(4) * twist);
  h(5) = moment_z;
  return h;
}

template <class Number>
Vector<3, Number> BasicInclinedPlaneOscillator<Number>::gaps(const Configuration& configuration) const {
  Vector<3, Scalar> gaps;
  for (int i = 0; i < contact_count; ++i) {
    const Plane r = lever(configuration, i);
    gaps(i) = configuration.q(2) + configuration.q(3) * r(1) - configuration.q(4) * r(0);
  }
  return gaps;
}

template <class Number>
ForceDirections<6, 2, Number> BasicInclinedPlaneOscillator<Number>::directions(const Configuration& configuration,
                                                                               int i) const {
  const Plane r = lever(configuration, i);
  const Scalar h = height(configuration);
  const Scalar alpha = configuration.q(3);
  const Scalar beta = configuration.q(4);
  Directions w;
  w.normal << 0.0, 0.0, 1.0, r(1), -r(0), alpha * r(0) + beta * r(1);  // dX/dgamma = -Y, dY/dgamma = X
  w.normal_rheonomic =
      foot_velocity(configuration) * (alpha * configuration.sin_gamma - beta * configuration.cos_gamma);
  w.tangential.col(0) << 1.0, 0.0, 0.0, 0.0, -h, -r(1);
  w.tangential.col(1) << 0.0, 1.0, 0.0, h, 0.0, r(0);
  return w;
}

template <class Number>
AccelerationTerms<2, Number> BasicInclinedPlaneOscillator<Number>::acceleration_terms(
    const Configuration& configuration, const Coordinates& u, int i) const {
  const Scalar s = configuration.sin_gamma;
  const Scalar c = configuration.cos_gamma;
  const Scalar& spin = u(5);
  const Plane r = lever(configuration, i);
  const Scalar foot_speed = foot_velocity(configuration);
  const Scalar foot_acceleration = Scalar(p_.Da) * p_.Omega * p_.Omega * configuration.cos_phase;
  const Scalar climb = Scalar(p_.Dh) * p_.Omega * configuration.cos_phase;  // dh/dt
  // First and second derivative of the lever in time, the second without gammaddot.
  const Plane velocity(-spin * r(1) + foot_speed * c, spin * r(0) + foot_speed * s);
  const Plane acceleration(-spin * spin * r(0) - 2.0 * spin * foot_speed * s + foot_acceleration * c,
                           -spin * spin * r(1) + 2.0 * spin * foot_speed * c + foot_acceleration * s);
  AccelerationTerms<2, Scalar> terms;
  terms.normal = 2.0 * (u(3) * velocity(1) - u(4) * velocity(0)) + configuration.q(3) * acceleration(1) -
                 configuration.q(4) * acceleration(0);
  terms.tangential << -spin * velocity(1) - u(4) * climb, spin * velocity(0) + u(3) * climb;
  return terms;
}

template <class Number>
Number BasicInclinedPlaneOscillator<Number>::gap_jerk_bound(int i, const MotionBounds<6, Scalar>& motion) const {
  const Plane& foot = feet_[static_cast<std::size_t>(i)];
  const auto reach = constant_bounds(foot(0)) + constant_bounds(foot(1)) + oscillation_bounds<Scalar>(p_.Da, p_.Omega);
  const auto lever = reach * sine_bounds(motion, 5);  // X_i and Y_i
  const auto tilt = coordinate_bounds(motion, 3) + coordinate_bounds(motion, 4);
  return (coordinate_bounds(motion, 2) + tilt * lever).third;
}

template <class Number>
Number BasicInclinedPlaneOscillator<Number>::kinetic_energy(const Coordinates& q, const Coordinates& u,
                                                            const Scalar& t) const {
  return 0.5 * u.dot(mass_matrix(configuration(q, t)) * u);
}

template <class Number>
Number BasicInclinedPlaneOscillator<Number>::potential_energy(const Coordinates& q, const Scalar& /*t*/) const {
  return normal_force_ * q(2) - downhill_force_ * q(0);
}

extern template class BasicInclinedPlaneOscillator<double>;

}  // namespace nsdbench::problems
