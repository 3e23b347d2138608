// The woodpecker toy of Glocker & Studer 2005, sec. 4: sleeve and bird on a pole, three frictional contacts.
//
//   q = (y, phi_M, phi_S): height of the sleeve [m], angle of the sleeve, angle of the woodpecker [rad]
//   u = (v, omega_M, omega_S)
// Contacts: 1 beak and pole, 2 lower edge of the sleeve, 3 upper edge of the sleeve. Kinematics are linearized.
#pragma once

#include <array>
#include <cstddef>
#include <sstream>
#include <stdexcept>

#include "problems/parameter_table.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"

namespace nsdbench::problems {

// Parameters of Table I.
struct WoodpeckerParameters {
  double r_O = 0, r_M = 0, h_M = 0, l_M = 0, l_G = 0, h_S = 0, l_S = 0;
  double m_M = 0, m_S = 0, J_M = 0, J_S = 0;
  double c_phi = 0, g = 0;
  double epsilon_N1 = 0, epsilon_N2 = 0, epsilon_N3 = 0;
  double epsilon_T1 = 0, epsilon_T2 = 0, epsilon_T3 = 0;
  double mu_1 = 0, mu_2 = 0, mu_3 = 0;
  double y_0 = 0, phi_M_0 = 0, phi_S_0 = 0, v_0 = 0, omega_M_0 = 0, omega_S_0 = 0;

  static constexpr auto fields();
};

// The mechanism that woodpecker.hpp describes at its head.
// Computed in the real number type `Number`: double, Extended, or a boost::multiprecision number without expression
// templates. The parameters are doubles; everything that follows from them is computed in `Number`.
template <class Number>
class BasicWoodpecker : public ConstantDirections<1, Number>, public FrictionOfLaws<BasicWoodpecker<Number>, Number> {
 public:
  using Scalar = Number;
  using Coordinates = Vector<3, Scalar>;
  // The same problem in another number type.
  template <class Other>
  using WithScalar = BasicWoodpecker<Other>;
  using Directions = ForceDirections<3, 1, Scalar>;
  static constexpr int dof = 3;
  static constexpr int contact_count = 3;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;

  // Gaps and forces are linear in q; directions are constant.
  struct Configuration {
    Coordinates q;
  };

  // Throws std::invalid_argument for a parameter outside its range, or a sleeve not wider than the pole.
  explicit BasicWoodpecker(const WoodpeckerParameters& parameters);

  const WoodpeckerParameters& parameters() const { return p_; }
  State<3, Scalar> initial_state() const;

  Configuration configuration(const Coordinates& q, const Scalar& /*t*/) const { return {q}; }

  // Eq. (14).
  const Matrix<3, 3, Scalar>& mass_matrix(const Configuration& /*configuration*/) const { return mass_; }
  Coordinates forces(const Configuration& configuration, const Coordinates& /*u*/) const {
    const Scalar spring_moment = p_.c_phi * (configuration.q(1) - configuration.q(2));
    return {-weight_, -spring_moment - gravity_moment_M_, spring_moment - gravity_moment_S_};
  }

  // Eq. (15); the paper refers to its Figure 5, Figure 3 is meant.
  Coordinates gaps(const Configuration& configuration) const {
    const Scalar tilt = p_.h_M * configuration.q(1);
    return {beak_clearance_ - p_.h_S * configuration.q(2), sleeve_clearance_ + tilt, sleeve_clearance_ - tilt};
  }

  // Eq. (16): constant.
  const Directions& directions(const Configuration& /*configuration*/, int i) const {
    return directions_[static_cast<std::size_t>(i)];
  }
  // |d^3 g_N / dt^3|: gaps are linear in the angles.
  Scalar gap_jerk_bound(int i, const MotionBounds<3, Scalar>& motion) const {
    return i == 0 ? Scalar(p_.h_S * motion.jerk(2)) : Scalar(p_.h_M * motion.jerk(1));
  }
  const ContactLaw& law(int i) const { return laws_[static_cast<std::size_t>(i)]; }

  Scalar kinetic_energy(const Coordinates& q, const Coordinates& u, const Scalar& t) const;
  Scalar potential_energy(const Coordinates& q, const Scalar& t) const;

 private:
  WoodpeckerParameters p_;
  Scalar weight_, gravity_moment_M_, gravity_moment_S_;
  Scalar beak_clearance_, sleeve_clearance_;
  Matrix<3, 3, Scalar> mass_;
  std::array<Directions, 3> directions_;
  std::array<ContactLaw, 3> laws_;
};

// In double, as experiments integrate it.
using Woodpecker = BasicWoodpecker<double>;

constexpr auto WoodpeckerParameters::fields() {
  using P = WoodpeckerParameters;
  using enum ParameterRange;
  return std::array{
      ParameterField<P>{"r_O", &P::r_O, positive, "m", "radius of the pole"},
      ParameterField<P>{"r_M", &P::r_M, positive, "m", "inner radius of the sleeve"},
      ParameterField<P>{"h_M", &P::h_M, positive, "m", "half the height of the sleeve"},
      ParameterField<P>{"l_M", &P::l_M, positive, "m", "distance from M to G"},
      ParameterField<P>{"l_G", &P::l_G, positive, "m", "distance from G to S"},
      ParameterField<P>{"h_S", &P::h_S, positive, "m", "distance from S to the beak's axis (S-P)"},
      ParameterField<P>{"l_S", &P::l_S, positive, "m", "length of the beak (P-I)"},
      ParameterField<P>{"m_M", &P::m_M, positive, "kg", "mass of the sleeve"},
      ParameterField<P>{"m_S", &P::m_S, positive, "kg", "mass of the woodpecker"},
      ParameterField<P>{"J_M", &P::J_M, positive, "kg m^2", "moment of inertia of the sleeve"},
      ParameterField<P>{"J_S", &P::J_S, positive, "kg m^2", "moment of inertia of the woodpecker"},
      ParameterField<P>{"c_phi", &P::c_phi, non_negative, "N m/rad", "angular stiffness of the spring"},
      ParameterField<P>{"g", &P::g, non_negative, "m/s^2", "gravity"},
      ParameterField<P>{"epsilon_N1", &P::epsilon_N1, unit_interval, "1", "normal restitution, beak"},
      ParameterField<P>{"epsilon_N2", &P::epsilon_N2, unit_interval, "1", "normal restitution, lower edge"},
      ParameterField<P>{"epsilon_N3", &P::epsilon_N3, unit_interval, "1", "normal restitution, upper edge"},
      ParameterField<P>{"epsilon_T1", &P::epsilon_T1, unit_interval, "1", "tangential restitution, beak"},
      ParameterField<P>{"epsilon_T2", &P::epsilon_T2, unit_interval, "1", "tangential restitution, lower edge"},
      ParameterField<P>{"epsilon_T3", &P::epsilon_T3, unit_interval, "1", "tangential restitution, upper edge"},
      ParameterField<P>{"mu_1", &P::mu_1, non_negative, "1", "friction coefficient, beak"},
      ParameterField<P>{"mu_2", &P::mu_2, non_negative, "1", "friction coefficient, lower edge"},
      ParameterField<P>{"mu_3", &P::mu_3, non_negative, "1", "friction coefficient, upper edge"},
      ParameterField<P>{"y_0", &P::y_0, any, "m", "initial height of the sleeve"},
      ParameterField<P>{"phi_M_0", &P::phi_M_0, any, "rad", "initial angle of the sleeve"},
      ParameterField<P>{"phi_S_0", &P::phi_S_0, any, "rad", "initial angle of the woodpecker"},
      ParameterField<P>{"v_0", &P::v_0, any, "m/s", "initial velocity of the sleeve"},
      ParameterField<P>{"omega_M_0", &P::omega_M_0, any, "rad/s", "initial angular velocity of the sleeve"},
      ParameterField<P>{"omega_S_0", &P::omega_S_0, any, "rad/s", "initial angular velocity of the woodpecker"}};
}

template <class Number>
BasicWoodpecker<Number>::BasicWoodpecker(const WoodpeckerParameters& parameters) : p_(parameters) {
  check_parameters(p_);
  if (p_.r_M <= p_.r_O) {
    std::ostringstream sentence;
    sentence << "parameter r_M = " << p_.r_M
             << " is not allowed: the sleeve must be wider than the pole, r_O = " << p_.r_O;
    throw std::invalid_argument(sentence.str());
  }
  const Scalar r_O = p_.r_O, r_M = p_.r_M, h_M = p_.h_M, l_M = p_.l_M, l_G = p_.l_G, h_S = p_.h_S, l_S = p_.l_S;
  const Scalar m_M = p_.m_M, m_S = p_.m_S, J_M = p_.J_M, J_S = p_.J_S, g = p_.g;
  weight_ = (m_S + m_M) * g;
  gravity_moment_M_ = m_S * l_M * g;
  gravity_moment_S_ = m_S * l_G * g;
  beak_clearance_ = l_M + l_G - l_S - r_O;
  sleeve_clearance_ = r_M - r_O;

  mass_ << m_S + m_M, m_S * l_M, m_S * l_G,               //
      m_S * l_M, J_M + m_S * l_M * l_M, m_S * l_M * l_G,  //
      m_S * l_G, m_S * l_M * l_G, J_S + m_S * l_G * l_G;

  directions_[0].normal << Scalar(0.0), Scalar(0.0), -h_S;
  directions_[0].tangential << Scalar(1.0), l_M, l_G - l_S;
  directions_[1].normal << Scalar(0.0), h_M, Scalar(0.0);
  directions_[1].tangential << Scalar(1.0), r_M, Scalar(0.0);
  directions_[2].normal << Scalar(0.0), -h_M, Scalar(0.0);
  directions_[2].tangential << Scalar(1.0), r_M, Scalar(0.0);

  laws_ = {ContactLaw{ContactKind::frictional, p_.epsilon_N1, p_.epsilon_T1, p_.mu_1, 0.0},
           ContactLaw{ContactKind::frictional, p_.epsilon_N2, p_.epsilon_T2, p_.mu_2, 0.0},
           ContactLaw{ContactKind::frictional, p_.epsilon_N3, p_.epsilon_T3, p_.mu_3, 0.0}};
}

template <class Number>
State<3, Number> BasicWoodpecker<Number>::initial_state() const {
  State<3, Scalar> state;
  state.q << p_.y_0, p_.phi_M_0, p_.phi_S_0;
  state.u << p_.v_0, p_.omega_M_0, p_.omega_S_0;
  return state;
}

// From the bodies' motion, independent of the mass matrix: the woodpecker's centre S moves with v + l_M omega_M +
// l_G omega_S, and its body turns with omega_S.
template <class Number>
Number BasicWoodpecker<Number>::kinetic_energy(const Coordinates& /*q*/, const Coordinates& u,
                                               const Scalar& /*t*/) const {
  const Scalar velocity_S = u(0) + p_.l_M * u(1) + p_.l_G * u(2);
  return 0.5 * (p_.m_M * u(0) * u(0) + p_.J_M * u(1) * u(1) + p_.m_S * velocity_S * velocity_S + p_.J_S * u(2) * u(2));
}

template <class Number>
Number BasicWoodpecker<Number>::potential_energy(const Coordinates& q, const Scalar& /*t*/) const {
  const Scalar height_S = q(0) + p_.l_M * q(1) + p_.l_G * q(2);
  const Scalar twist = q(1) - q(2);
  const Scalar g = p_.g;
  return p_.m_M * g * q(0) + p_.m_S * g * height_S + 0.5 * p_.c_phi * twist * twist;
}

extern template class BasicWoodpecker<double>;

}  // namespace nsdbench::problems
