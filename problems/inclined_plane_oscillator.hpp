// A rigid body with three feet on an oblique plane, shaken by a rotating unbalanced mass (Woesle & Pfeiffer 1996,
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

#include "problems/friction_characteristic.hpp"
#include "problems/parameter_table.hpp"
#include "solvers/mechanics/acceleration_level.hpp"

namespace nsdbench::problems {

// Appendix C.
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

class InclinedPlaneOscillator {
 public:
  static constexpr int dof = 6;
  static constexpr int contact_count = 3;
  static constexpr int tangential_dimension = 2;
  static constexpr bool constant_mass_matrix = false;
  static constexpr bool forces_depend_on_velocity = true;

  struct Configuration {
    Vector<6> q;
    double sin_gamma, cos_gamma;
    double sin_phase, cos_phase;  // of Omega t
  };

  // Throws std::invalid_argument for a parameter outside its range, or a static friction below the sliding one.
  explicit InclinedPlaneOscillator(const InclinedPlaneOscillatorParameters& parameters);

  const InclinedPlaneOscillatorParameters& parameters() const { return p_; }
  State<6> initial_state() const;

  Configuration configuration(const Vector<6>& q, double t) const;

  // Sec. 7.3. Positive definite while beta^2 < min(A, B) / C, far beyond small angles.
  Matrix<6> mass_matrix(const Configuration& configuration) const;
  // Sec. 7.3: gravity, the unbalance force F_0 (cos(Omega t), 0, sin(Omega t)) in the body's axes with
  // F_0 = m_E r_E Omega^2, its moments, gyroscopic terms.
  Vector<6> forces(const Configuration& configuration, const Vector<6>& u) const;
  Vector<3> gaps(const Configuration& configuration) const;
  ForceDirections<6, 2> directions(const Configuration& configuration, int i) const;
  // wbar_Ni, wbar_Ti (eqs 7, 8).
  AccelerationTerms<2> acceleration_terms(const Configuration& configuration, const Vector<6>& u, int i) const;

  // Frictional, without restitution. A law has one coefficient: mu_0. A scheme that works with laws alone agrees with
  // the characteristic if mu_0 = mu.
  ContactLaw law(int /*i*/) const { return law_; }
  // mu(|gdot_T|) of a foot that slides and mu_0 of one that sticks; the same for all feet.
  double friction_coefficient(int /*i*/, double speed) const { return friction_(speed); }
  double static_friction(int /*i*/) const { return friction_.at_rest; }

  // Whether products of two small angles may be left out: |alpha|, |beta| <= 0.1 rad, where they are a tenth of the
  // angles.
  static bool within_range(const Vector<6>& q) {
    constexpr double largest_angle = 0.1;
    return std::abs(q(3)) <= largest_angle && std::abs(q(4)) <= largest_angle;
  }

  // u^T M u / 2.
  double kinetic_energy(const Vector<6>& q, const Vector<6>& u, double t) const;
  // Of gravity, zero at q = 0. The unbalance force has no potential: what it feeds in is no part of the energy.
  double potential_energy(const Vector<6>& q, double t) const;

 private:
  using Plane = Vector<2>;
  // (X_i, Y_i) [m].
  Plane lever(const Configuration& configuration, int i) const;
  // Height of the centre of mass above the feet, h [m].
  double height(const Configuration& configuration) const { return p_.h_S + p_.Dh * configuration.sin_phase; }
  // Velocity of the feet against the centre of mass along the body's longitudinal axis, dx_i/dt [m/s].
  double foot_velocity(const Configuration& configuration) const { return p_.Da * p_.Omega * configuration.sin_phase; }

  InclinedPlaneOscillatorParameters p_;
  std::array<Plane, 3> feet_;  // (x_i, y_i) for Da = 0
  double downhill_force_, normal_force_, unbalance_force_;
  FrictionCharacteristic friction_;
  ContactLaw law_;
};

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

}  // namespace nsdbench::problems
