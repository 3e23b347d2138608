#include "problems/woodpecker.hpp"

#include <sstream>
#include <stdexcept>

namespace nsdbench::problems {

Woodpecker::Woodpecker(const WoodpeckerParameters& parameters) : p_(parameters) {
  check_parameters(p_);
  if (p_.r_M <= p_.r_O) {
    std::ostringstream sentence;
    sentence << "parameter r_M = " << p_.r_M
             << " is not allowed: the sleeve must be wider than the pole, r_O = " << p_.r_O;
    throw std::invalid_argument(sentence.str());
  }
  weight_ = (p_.m_S + p_.m_M) * p_.g;
  gravity_moment_M_ = p_.m_S * p_.l_M * p_.g;
  gravity_moment_S_ = p_.m_S * p_.l_G * p_.g;
  beak_clearance_ = p_.l_M + p_.l_G - p_.l_S - p_.r_O;
  sleeve_clearance_ = p_.r_M - p_.r_O;

  mass_ << p_.m_S + p_.m_M, p_.m_S * p_.l_M, p_.m_S * p_.l_G,                        //
      p_.m_S * p_.l_M, p_.J_M + p_.m_S * p_.l_M * p_.l_M, p_.m_S * p_.l_M * p_.l_G,  //
      p_.m_S * p_.l_G, p_.m_S * p_.l_M * p_.l_G, p_.J_S + p_.m_S * p_.l_G * p_.l_G;

  directions_[0].normal << 0.0, 0.0, -p_.h_S;
  directions_[0].tangential << 1.0, p_.l_M, p_.l_G - p_.l_S;
  directions_[1].normal << 0.0, p_.h_M, 0.0;
  directions_[1].tangential << 1.0, p_.r_M, 0.0;
  directions_[2].normal << 0.0, -p_.h_M, 0.0;
  directions_[2].tangential << 1.0, p_.r_M, 0.0;

  laws_ = {ContactLaw{ContactKind::frictional, p_.epsilon_N1, p_.epsilon_T1, p_.mu_1, 0.0},
           ContactLaw{ContactKind::frictional, p_.epsilon_N2, p_.epsilon_T2, p_.mu_2, 0.0},
           ContactLaw{ContactKind::frictional, p_.epsilon_N3, p_.epsilon_T3, p_.mu_3, 0.0}};
}

State<3> Woodpecker::initial_state() const {
  State<3> state;
  state.q << p_.y_0, p_.phi_M_0, p_.phi_S_0;
  state.u << p_.v_0, p_.omega_M_0, p_.omega_S_0;
  return state;
}

// From the bodies' motion, independent of the mass matrix: the woodpecker's centre S moves with v + l_M omega_M +
// l_G omega_S, and its body turns with omega_S.
double Woodpecker::kinetic_energy(const Vector<3>& /*q*/, const Vector<3>& u, double /*t*/) const {
  const double velocity_S = u(0) + p_.l_M * u(1) + p_.l_G * u(2);
  return 0.5 * (p_.m_M * u(0) * u(0) + p_.J_M * u(1) * u(1) + p_.m_S * velocity_S * velocity_S + p_.J_S * u(2) * u(2));
}

double Woodpecker::potential_energy(const Vector<3>& q, double /*t*/) const {
  const double height_S = q(0) + p_.l_M * q(1) + p_.l_G * q(2);
  const double twist = q(1) - q(2);
  return p_.m_M * p_.g * q(0) + p_.m_S * p_.g * height_S + 0.5 * p_.c_phi * twist * twist;
}

}  // namespace nsdbench::problems
