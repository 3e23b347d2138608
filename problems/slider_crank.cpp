#include "problems/slider_crank.hpp"

namespace nsdbench::problems {

SliderCrank::SliderCrank(const SliderCrankParameters& parameters) : p_(parameters) {
  check_parameters(p_);
  half_width_ = p_.b + p_.c;
  inertia_1_ = p_.J_1 + (0.25 * p_.m_1 + p_.m_2 + p_.m_3) * p_.l_1 * p_.l_1;
  inertia_2_ = p_.J_2 + (0.25 * p_.m_2 + p_.m_3) * p_.l_2 * p_.l_2;
  coupling_ = (0.5 * p_.m_2 + p_.m_3) * p_.l_1 * p_.l_2;
  gravity_1_ = (0.5 * p_.m_1 + p_.m_2 + p_.m_3) * p_.g * p_.l_1;
  gravity_2_ = (0.5 * p_.m_2 + p_.m_3) * p_.g * p_.l_2;
}

State<3> SliderCrank::initial_state() const {
  State<3> state;
  state.q << p_.theta_1_0, p_.theta_2_0, p_.theta_3_0;
  state.u << p_.omega_1_0, p_.omega_2_0, p_.omega_3_0;
  return state;
}

// From the motion of the three bodies' centres of mass, independent of eqs (90)-(94). The slider's centre is the end
// of the connecting rod.
double SliderCrank::kinetic_energy(const Vector<3>& q, const Vector<3>& u, double /*t*/) const {
  const auto velocity2 = [&](double along_crank, double along_rod) {
    const double x = -along_crank * u(0) * std::sin(q(0)) - along_rod * u(1) * std::sin(q(1));
    const double y = along_crank * u(0) * std::cos(q(0)) + along_rod * u(1) * std::cos(q(1));
    return x * x + y * y;
  };
  return 0.5 *
         (p_.m_1 * velocity2(0.5 * p_.l_1, 0.0) + p_.J_1 * u(0) * u(0) + p_.m_2 * velocity2(p_.l_1, 0.5 * p_.l_2) +
          p_.J_2 * u(1) * u(1) + p_.m_3 * velocity2(p_.l_1, p_.l_2) + p_.J_3 * u(2) * u(2));
}

double SliderCrank::potential_energy(const Vector<3>& q, double /*t*/) const {
  const double height_1 = 0.5 * p_.l_1 * std::sin(q(0));
  const double height_2 = p_.l_1 * std::sin(q(0)) + 0.5 * p_.l_2 * std::sin(q(1));
  const double height_3 = p_.l_1 * std::sin(q(0)) + p_.l_2 * std::sin(q(1));
  return p_.g * (p_.m_1 * height_1 + p_.m_2 * height_2 + p_.m_3 * height_3);
}

Vector<4> SliderCrank::dimensionless_corners(const Vector<3>& q) const {
  const Vector<4> gap = gaps(configuration(q, 0.0));
  return {1.0 - gap(0) / p_.c, 1.0 - gap(1) / p_.c, gap(2) / p_.c - 1.0, gap(3) / p_.c - 1.0};
}

Vector<2> SliderCrank::slider_centre(const Vector<3>& q) const {
  return {p_.l_1 * std::cos(q(0)) + p_.l_2 * std::cos(q(1)), p_.l_1 * std::sin(q(0)) + p_.l_2 * std::sin(q(1))};
}

Vector<2> SliderCrank::slider_velocity(const Vector<3>& q, const Vector<3>& u) const {
  return {-p_.l_1 * std::sin(q(0)) * u(0) - p_.l_2 * std::sin(q(1)) * u(1),
          p_.l_1 * std::cos(q(0)) * u(0) + p_.l_2 * std::cos(q(1)) * u(1)};
}

}  // namespace nsdbench::problems
