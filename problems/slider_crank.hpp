// The slider-crank with a translational clearance joint of Flores, Leine & Glocker 2010, sec. 6.
//
//   q = (theta_1, theta_2, theta_3): angles of crank, connecting rod and slider [rad]
//   u = (omega_1, omega_2, omega_3)
// Contacts: the slider's corners 1, 2 (upper edge, rear and front) and 3, 4 (lower edge, rear and front) with the
// guide's surfaces, which lie d apart. The crank is free: 150 rad/s is its initial velocity, there is no drive.
#pragma once

#include <array>
#include <cmath>

#include "problems/parameter_table.hpp"
#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench::problems {

// Table 1. The distance of the guide's surfaces is not in it: d = 2 (b + c), so that c is the clearance on each side
// of the centred slider.
struct SliderCrankParameters {
  double l_1 = 0, l_2 = 0, a = 0, b = 0, c = 0;
  double m_1 = 0, m_2 = 0, m_3 = 0, J_1 = 0, J_2 = 0, J_3 = 0;
  double g = 0;
  double epsilon_N = 0, epsilon_T = 0, mu = 0;  // equal for the four corners, as in Table 1
  double theta_1_0 = 0, theta_2_0 = 0, theta_3_0 = 0, omega_1_0 = 0, omega_2_0 = 0, omega_3_0 = 0;

  static constexpr auto fields();
};

class SliderCrank {
 public:
  static constexpr int dof = 3;
  static constexpr int contact_count = 4;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = false;
  static constexpr bool forces_depend_on_velocity = true;

  struct Configuration {
    std::array<double, 3> sine, cosine;  // of theta_1, theta_2, theta_3
    double sine_21, cosine_21;           // of theta_2 - theta_1
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit SliderCrank(const SliderCrankParameters& parameters);

  const SliderCrankParameters& parameters() const { return p_; }
  State<3> initial_state() const;

  Configuration configuration(const Vector<3>& q, double /*t*/) const {
    Configuration k;
    for (int i = 0; i < 3; ++i) {
      k.sine[static_cast<std::size_t>(i)] = std::sin(q(i));
      k.cosine[static_cast<std::size_t>(i)] = std::cos(q(i));
    }
    k.sine_21 = k.sine[1] * k.cosine[0] - k.cosine[1] * k.sine[0];
    k.cosine_21 = k.cosine[1] * k.cosine[0] + k.sine[1] * k.sine[0];
    return k;
  }

  // Eqs (90)-(94).
  Matrix<3> mass_matrix(const Configuration& k) const {
    const double coupling = coupling_ * k.cosine_21;
    Matrix<3> mass;
    mass << inertia_1_, coupling, 0.0, coupling, inertia_2_, 0.0, 0.0, 0.0, p_.J_3;
    return mass;
  }

  // Eqs (95)-(97).
  Vector<3> forces(const Configuration& k, const Vector<3>& u) const {
    const double coupling = coupling_ * k.sine_21;
    return {coupling * u(1) * u(1) - gravity_1_ * k.cosine[0], -coupling * u(0) * u(0) - gravity_2_ * k.cosine[1], 0.0};
  }

  // Eqs (98), (100), (102), (104).
  Vector<4> gaps(const Configuration& k) const {
    const double centre = p_.l_1 * k.sine[0] + p_.l_2 * k.sine[1];
    const double tilt = p_.a * k.sine[2];
    const double half = half_width_ - p_.b * k.cosine[2];
    return {half - centre + tilt, half - centre - tilt, half + centre - tilt, half + centre + tilt};
  }

  // Eqs (106)-(114), of corner i = 0 .. 3 (corners 1 .. 4 of the paper).
  ForceDirections<3, 1> directions(const Configuration& k, int i) const {
    const double side = i < 2 ? 1.0 : -1.0;              // upper, lower
    const double end = (i == 0 || i == 2) ? 1.0 : -1.0;  // rear, front
    ForceDirections<3, 1> w;
    w.normal << -side * p_.l_1 * k.cosine[0], -side * p_.l_2 * k.cosine[1],
        side * end * p_.a * k.cosine[2] + p_.b * k.sine[2];
    w.tangential << -p_.l_1 * k.sine[0], -p_.l_2 * k.sine[1], end * p_.a * k.sine[2] - side * p_.b * k.cosine[2];
    return w;
  }

  ContactLaw law(int /*i*/) const { return {ContactKind::frictional, p_.epsilon_N, p_.epsilon_T, p_.mu, 0.0}; }

  double kinetic_energy(const Vector<3>& q, const Vector<3>& u, double t) const;
  double potential_energy(const Vector<3>& q, double t) const;

  // Dimensionless transverse position of the four corners, y measured from the guide's centre line: (y - b)/c for the
  // upper corners 1, 2 (+1: touches the upper surface) and (y + b)/c for the lower corners 3, 4 (-1: touches the lower
  // surface). This is what eq. (115) must mean for a motion that spans [-1, 1].
  Vector<4> dimensionless_corners(const Vector<3>& q) const;

  // Positions of the slider's centre along and across the guide [m], from the crank's axis.
  Vector<2> slider_centre(const Vector<3>& q) const;
  // Its velocity [m/s].
  Vector<2> slider_velocity(const Vector<3>& q, const Vector<3>& u) const;

 private:
  SliderCrankParameters p_;
  double half_width_;  // d/2
  double inertia_1_, inertia_2_, coupling_, gravity_1_, gravity_2_;
};

constexpr auto SliderCrankParameters::fields() {
  using P = SliderCrankParameters;
  using enum ParameterRange;
  return std::array{
      ParameterField<P>{"l_1", &P::l_1, positive, "m", "length of the crank"},
      ParameterField<P>{"l_2", &P::l_2, positive, "m", "length of the connecting rod"},
      ParameterField<P>{"a", &P::a, positive, "m", "half the length of the slider"},
      ParameterField<P>{"b", &P::b, positive, "m", "half the width of the slider"},
      ParameterField<P>{"c", &P::c, positive, "m", "clearance on each side of the centred slider"},
      ParameterField<P>{"m_1", &P::m_1, positive, "kg", "mass of the crank"},
      ParameterField<P>{"m_2", &P::m_2, positive, "kg", "mass of the connecting rod"},
      ParameterField<P>{"m_3", &P::m_3, positive, "kg", "mass of the slider"},
      ParameterField<P>{"J_1", &P::J_1, positive, "kg m^2", "moment of inertia of the crank"},
      ParameterField<P>{"J_2", &P::J_2, positive, "kg m^2", "moment of inertia of the connecting rod"},
      ParameterField<P>{"J_3", &P::J_3, positive, "kg m^2", "moment of inertia of the slider"},
      ParameterField<P>{"g", &P::g, non_negative, "m/s^2", "gravity"},
      ParameterField<P>{"epsilon_N", &P::epsilon_N, unit_interval, "1", "normal restitution of the corners"},
      ParameterField<P>{"epsilon_T", &P::epsilon_T, unit_interval, "1", "tangential restitution of the corners"},
      ParameterField<P>{"mu", &P::mu, non_negative, "1", "friction coefficient of the corners"},
      ParameterField<P>{"theta_1_0", &P::theta_1_0, any, "rad", "initial angle of the crank"},
      ParameterField<P>{"theta_2_0", &P::theta_2_0, any, "rad", "initial angle of the connecting rod"},
      ParameterField<P>{"theta_3_0", &P::theta_3_0, any, "rad", "initial angle of the slider"},
      ParameterField<P>{"omega_1_0", &P::omega_1_0, any, "rad/s", "initial angular velocity of the crank"},
      ParameterField<P>{"omega_2_0", &P::omega_2_0, any, "rad/s", "initial angular velocity of the connecting rod"},
      ParameterField<P>{"omega_3_0", &P::omega_3_0, any, "rad/s", "initial angular velocity of the slider"}};
}

}  // namespace nsdbench::problems
