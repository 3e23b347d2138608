// The slider-crank with a translational clearance joint of Flores, Leine & Glocker 2010, sec. 6.
//
//   q = (theta_1, theta_2, theta_3): angles of crank, connecting rod and slider [rad]
//   u = (omega_1, omega_2, omega_3)
// Contacts: the slider's corners 1, 2 (upper edge, rear and front) and 3, 4 (lower edge, rear and front) with the
// guide's surfaces, which lie d apart. The crank is free: 150 rad/s is its initial velocity, there is no drive.
#pragma once

#include <array>

#include "problems/parameter_table.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"
#include "solvers/mechanics/derivative_bounds.hpp"

namespace nsdbench::problems {

// Parameters of Table 1. The distance of the guide's surfaces is not in it: d = 2 (b + c), so that c is the clearance
// on each side of the centred slider.
struct SliderCrankParameters {
  double l_1 = 0, l_2 = 0, a = 0, b = 0, c = 0;
  double m_1 = 0, m_2 = 0, m_3 = 0, J_1 = 0, J_2 = 0, J_3 = 0;
  double g = 0;
  double epsilon_N = 0, epsilon_T = 0, mu = 0;  // equal for the four corners, as in Table 1
  double theta_1_0 = 0, theta_2_0 = 0, theta_3_0 = 0, omega_1_0 = 0, omega_2_0 = 0, omega_3_0 = 0;

  static constexpr auto fields();
};

// The mechanism that slider_crank.hpp describes at its head.
// Computed in the real number type `Number`: double, Extended, or a boost::multiprecision number without expression
// templates. The parameters are doubles; everything that follows from them is computed in `Number`.
template <class Number>
class BasicSliderCrank : public FrictionOfLaws<BasicSliderCrank<Number>, Number> {
 public:
  using Scalar = Number;
  using Coordinates = Vector<3, Scalar>;
  // The same problem in another number type.
  template <class Other>
  using WithScalar = BasicSliderCrank<Other>;
  using Plane = Vector<2, Scalar>;
  using Directions = ForceDirections<3, 1, Scalar>;
  static constexpr int dof = 3;
  static constexpr int contact_count = 4;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = false;
  static constexpr bool forces_depend_on_velocity = true;

  // What M, h, gaps and directions share.
  struct Configuration {
    std::array<Scalar, 3> sine, cosine;  // of theta_1, theta_2, theta_3
    Scalar sine_21, cosine_21;           // of theta_2 - theta_1
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit BasicSliderCrank(const SliderCrankParameters& parameters);

  const SliderCrankParameters& parameters() const { return p_; }
  State<3, Scalar> initial_state() const;

  Configuration configuration(const Coordinates& q, const Scalar& /*t*/) const {
    Configuration k;
    for (int i = 0; i < 3; ++i) {
      const auto [sine, cosine] = elementary::sincos(q(i));
      k.sine[static_cast<std::size_t>(i)] = sine;
      k.cosine[static_cast<std::size_t>(i)] = cosine;
    }
    k.sine_21 = k.sine[1] * k.cosine[0] - k.cosine[1] * k.sine[0];
    k.cosine_21 = k.cosine[1] * k.cosine[0] + k.sine[1] * k.sine[0];
    return k;
  }

  // Eqs (90)-(94).
  Matrix<3, 3, Scalar> mass_matrix(const Configuration& k) const {
    const Scalar coupling = coupling_ * k.cosine_21;
    Matrix<3, 3, Scalar> mass;
    const Scalar zero = 0.0;
    mass << inertia_1_, coupling, zero, coupling, inertia_2_, zero, zero, zero, p_.J_3;
    return mass;
  }

  // Eqs (95)-(97).
  Coordinates forces(const Configuration& k, const Coordinates& u) const {
    const Scalar coupling = coupling_ * k.sine_21;
    return {coupling * u(1) * u(1) - gravity_1_ * k.cosine[0], -coupling * u(0) * u(0) - gravity_2_ * k.cosine[1],
            Scalar(0.0)};
  }

  // Eqs (98), (100), (102), (104).
  Vector<4, Scalar> gaps(const Configuration& k) const {
    const Scalar centre = p_.l_1 * k.sine[0] + p_.l_2 * k.sine[1];
    const Scalar tilt = p_.a * k.sine[2];
    const Scalar half = half_width_ - p_.b * k.cosine[2];
    return {half - centre + tilt, half - centre - tilt, half + centre - tilt, half + centre + tilt};
  }

  // Eqs (106)-(114), of corner i = 0 .. 3 (corners 1 .. 4 of the paper).
  Directions directions(const Configuration& k, int i) const {
    const double side = side_of(i);
    const double end = end_of(i);
    Directions w;
    w.normal << -side * p_.l_1 * k.cosine[0], -side * p_.l_2 * k.cosine[1],
        side * end * p_.a * k.cosine[2] + p_.b * k.sine[2];
    w.tangential << -p_.l_1 * k.sine[0], -p_.l_2 * k.sine[1], end * p_.a * k.sine[2] - side * p_.b * k.cosine[2];
    return w;
  }

  // Second derivatives of the gap of corner i and of its displacement along the guide, eqs (98)-(105), times u^2. The
  // paper does not print them. No entry of w_N, w_T depends on another angle than its own.
  AccelerationTerms<1, Scalar> acceleration_terms(const Configuration& k, const Coordinates& u, int i) const {
    const double side = side_of(i);
    const double end = end_of(i);
    const Scalar crank = p_.l_1 * u(0) * u(0);
    const Scalar rod = p_.l_2 * u(1) * u(1);
    const Scalar spin = u(2) * u(2);
    AccelerationTerms<1, Scalar> terms;
    terms.normal =
        side * (crank * k.sine[0] + rod * k.sine[1]) + spin * (p_.b * k.cosine[2] - side * end * p_.a * k.sine[2]);
    terms.tangential(0) =
        -crank * k.cosine[0] - rod * k.cosine[1] + spin * (end * p_.a * k.cosine[2] + side * p_.b * k.sine[2]);
    return terms;
  }

  // |d^3 g_N / dt^3|, with sine and cosine of every angle bounded by one.
  Scalar gap_jerk_bound(int /*i*/, const MotionBounds<3, Scalar>& motion) const {
    const Scalar l_1 = p_.l_1, l_2 = p_.l_2, corner = p_.a + p_.b;
    return (l_1 * sine_bounds(motion, 0) + l_2 * sine_bounds(motion, 1) + corner * sine_bounds(motion, 2)).third;
  }

  ContactLaw law(int /*i*/) const { return {ContactKind::frictional, p_.epsilon_N, p_.epsilon_T, p_.mu, 0.0}; }

  Scalar kinetic_energy(const Coordinates& q, const Coordinates& u, const Scalar& t) const;
  Scalar potential_energy(const Coordinates& q, const Scalar& t) const;

  // Dimensionless transverse position of the four corners, y measured from the guide's centre line: (y - b)/c for the
  // upper corners 1, 2 (+1: touches the upper surface) and (y + b)/c for the lower corners 3, 4 (-1: touches the lower
  // surface). This is what eq. (115) must mean for a motion that spans [-1, 1].
  Vector<4, Scalar> dimensionless_corners(const Coordinates& q) const;

  // Positions of the slider's centre along and across the guide [m], from the crank's axis.
  Plane slider_centre(const Coordinates& q) const;
  // Its velocity [m/s].
  Plane slider_velocity(const Coordinates& q, const Coordinates& u) const;

 private:
  static double side_of(int i) { return i < 2 ? 1.0 : -1.0; }            // upper, lower
  static double end_of(int i) { return i == 0 || i == 2 ? 1.0 : -1.0; }  // rear, front

  SliderCrankParameters p_;
  Scalar half_width_;  // d/2
  Scalar inertia_1_, inertia_2_, coupling_, gravity_1_, gravity_2_;
};

// In double, as experiments integrate it.
using SliderCrank = BasicSliderCrank<double>;

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

template <class Number>
BasicSliderCrank<Number>::BasicSliderCrank(const SliderCrankParameters& parameters) : p_(parameters) {
  check_parameters(p_);
  const Scalar l_1 = p_.l_1, l_2 = p_.l_2, m_1 = p_.m_1, m_2 = p_.m_2, m_3 = p_.m_3;
  half_width_ = Scalar(p_.b) + p_.c;
  inertia_1_ = p_.J_1 + (0.25 * m_1 + m_2 + m_3) * l_1 * l_1;
  inertia_2_ = p_.J_2 + (0.25 * m_2 + m_3) * l_2 * l_2;
  coupling_ = (0.5 * m_2 + m_3) * l_1 * l_2;
  gravity_1_ = (0.5 * m_1 + m_2 + m_3) * p_.g * l_1;
  gravity_2_ = (0.5 * m_2 + m_3) * p_.g * l_2;
}

template <class Number>
State<3, Number> BasicSliderCrank<Number>::initial_state() const {
  State<3, Scalar> state;
  state.q << p_.theta_1_0, p_.theta_2_0, p_.theta_3_0;
  state.u << p_.omega_1_0, p_.omega_2_0, p_.omega_3_0;
  return state;
}

// From the motion of the three bodies' centres of mass, independent of eqs (90)-(94). The slider's centre is the end
// of the connecting rod.
template <class Number>
Number BasicSliderCrank<Number>::kinetic_energy(const Coordinates& q, const Coordinates& u, const Scalar& /*t*/) const {
  const auto velocity2 = [&](double along_crank, double along_rod) {
    const Scalar x = -along_crank * u(0) * elementary::sin(q(0)) - along_rod * u(1) * elementary::sin(q(1));
    const Scalar y = along_crank * u(0) * elementary::cos(q(0)) + along_rod * u(1) * elementary::cos(q(1));
    return Scalar(x * x + y * y);
  };
  return 0.5 *
         (p_.m_1 * velocity2(0.5 * p_.l_1, 0.0) + p_.J_1 * u(0) * u(0) + p_.m_2 * velocity2(p_.l_1, 0.5 * p_.l_2) +
          p_.J_2 * u(1) * u(1) + p_.m_3 * velocity2(p_.l_1, p_.l_2) + p_.J_3 * u(2) * u(2));
}

template <class Number>
Number BasicSliderCrank<Number>::potential_energy(const Coordinates& q, const Scalar& /*t*/) const {
  const Scalar height_1 = 0.5 * p_.l_1 * elementary::sin(q(0));
  const Scalar height_2 = p_.l_1 * elementary::sin(q(0)) + 0.5 * p_.l_2 * elementary::sin(q(1));
  const Scalar height_3 = p_.l_1 * elementary::sin(q(0)) + p_.l_2 * elementary::sin(q(1));
  return p_.g * (p_.m_1 * height_1 + p_.m_2 * height_2 + p_.m_3 * height_3);
}

template <class Number>
Vector<4, Number> BasicSliderCrank<Number>::dimensionless_corners(const Coordinates& q) const {
  const Vector<4, Scalar> gap = gaps(configuration(q, 0.0));
  return {1.0 - gap(0) / p_.c, 1.0 - gap(1) / p_.c, gap(2) / p_.c - 1.0, gap(3) / p_.c - 1.0};
}

template <class Number>
Vector<2, Number> BasicSliderCrank<Number>::slider_centre(const Coordinates& q) const {
  return {p_.l_1 * elementary::cos(q(0)) + p_.l_2 * elementary::cos(q(1)),
          p_.l_1 * elementary::sin(q(0)) + p_.l_2 * elementary::sin(q(1))};
}

template <class Number>
Vector<2, Number> BasicSliderCrank<Number>::slider_velocity(const Coordinates& q, const Coordinates& u) const {
  return {-p_.l_1 * elementary::sin(q(0)) * u(0) - p_.l_2 * elementary::sin(q(1)) * u(1),
          p_.l_1 * elementary::cos(q(0)) * u(0) + p_.l_2 * elementary::cos(q(1)) * u(1)};
}

extern template class BasicSliderCrank<double>;

}  // namespace nsdbench::problems
