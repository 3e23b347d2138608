#include "problems/inclined_plane_oscillator.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<InclinedPlaneOscillator>);

InclinedPlaneOscillator::InclinedPlaneOscillator(const InclinedPlaneOscillatorParameters& parameters)
    : p_(parameters),
      feet_{Plane(-p_.a_1, p_.b_1), Plane(p_.a_2, -p_.b_2), Plane(p_.a_2, p_.b_3)},
      downhill_force_(p_.m * p_.g * std::sin(p_.delta)),
      normal_force_(p_.m * p_.g * std::cos(p_.delta)),
      unbalance_force_(p_.m_E * p_.r_E * p_.Omega * p_.Omega),
      friction_{p_.mu, p_.mu_0, p_.v_s},
      law_{ContactKind::frictional, 0.0, 0.0, p_.mu_0, 0.0} {
  check_parameters(p_);
  if (p_.mu_0 < p_.mu) {
    std::ostringstream sentence;
    sentence << "parameter mu_0 = " << p_.mu_0 << " is not allowed: static friction must not be below the sliding "
             << "friction mu = " << p_.mu;
    throw std::invalid_argument(sentence.str());
  }
}

State<6> InclinedPlaneOscillator::initial_state() const {
  State<6> state;
  state.q << p_.q_1_0, p_.q_2_0, p_.q_3_0, p_.q_4_0, p_.q_5_0, p_.q_6_0;
  state.u << p_.u_1_0, p_.u_2_0, p_.u_3_0, p_.u_4_0, p_.u_5_0, p_.u_6_0;
  return state;
}

InclinedPlaneOscillator::Configuration InclinedPlaneOscillator::configuration(const Vector<6>& q, double t) const {
  const double phase = p_.Omega * t;
  return {q, std::sin(q(5)), std::cos(q(5)), std::sin(phase), std::cos(phase)};
}

InclinedPlaneOscillator::Plane InclinedPlaneOscillator::lever(const Configuration& configuration, int i) const {
  const Plane& foot = feet_[static_cast<std::size_t>(i)];
  const double x = foot(0) - p_.Da * configuration.cos_phase;
  const double y = foot(1);
  return {x * configuration.cos_gamma - y * configuration.sin_gamma,
          x * configuration.sin_gamma + y * configuration.cos_gamma};
}

Matrix<6> InclinedPlaneOscillator::mass_matrix(const Configuration& configuration) const {
  const double s = configuration.sin_gamma;
  const double c = configuration.cos_gamma;
  Matrix<6> m = Matrix<6>::Zero();
  m(0, 0) = m(1, 1) = m(2, 2) = p_.m;
  m(3, 3) = p_.A * c * c + p_.B * s * s;
  m(4, 4) = p_.A * s * s + p_.B * c * c;
  m(5, 5) = p_.C;
  m(3, 4) = m(4, 3) = (p_.A - p_.B) * c * s;
  m(3, 5) = m(5, 3) = p_.C * configuration.q(4);  // the axis of gamma leans by beta towards that of alpha
  return m;
}

Vector<6> InclinedPlaneOscillator::forces(const Configuration& configuration, const Vector<6>& u) const {
  const double s = configuration.sin_gamma;
  const double c = configuration.cos_gamma;
  const double alpha = configuration.q(3);
  const double beta = configuration.q(4);
  // In the body's axes: the unbalance force (F_x, 0, F_z), which acts at (l_x, -l_2, -l_z), and its moment.
  const double F_x = unbalance_force_ * configuration.cos_phase;
  const double F_z = unbalance_force_ * configuration.sin_phase;
  const double l_x = p_.l_1 - p_.Da * configuration.cos_phase;
  const double l_z = p_.l_3 + p_.Dh * configuration.sin_phase;
  const double moment_x = -p_.l_2 * F_z;
  const double moment_y = -l_z * F_x - l_x * F_z;
  const double moment_z = p_.l_2 * F_x;
  // d/dt of the inertias about x and y, over gammadot.
  const double difference = p_.A - p_.B;
  const double twist = 2.0 * difference * c * s;
  const double shear = difference * (1.0 - 2.0 * c * c);

  Vector<6> h;
  h(0) = downhill_force_ + F_x * c + F_z * beta;
  h(1) = F_x * s - F_z * alpha;
  h(2) = -normal_force_ + F_x * (alpha * s - beta * c) + F_z;
  h(3) = c * moment_x - s * moment_y + beta * moment_z + u(5) * (u(4) * (shear - p_.C) + u(3) * twist);
  h(4) = s * moment_x + c * moment_y + u(5) * (u(3) * (shear + p_.C) - u(4) * twist);
  h(5) = moment_z;
  return h;
}

Vector<3> InclinedPlaneOscillator::gaps(const Configuration& configuration) const {
  Vector<3> gaps;
  for (int i = 0; i < contact_count; ++i) {
    const Plane r = lever(configuration, i);
    gaps(i) = configuration.q(2) + configuration.q(3) * r(1) - configuration.q(4) * r(0);
  }
  return gaps;
}

ForceDirections<6, 2> InclinedPlaneOscillator::directions(const Configuration& configuration, int i) const {
  const Plane r = lever(configuration, i);
  const double h = height(configuration);
  const double alpha = configuration.q(3);
  const double beta = configuration.q(4);
  ForceDirections<6, 2> w;
  w.normal << 0.0, 0.0, 1.0, r(1), -r(0), alpha * r(0) + beta * r(1);  // dX/dgamma = -Y, dY/dgamma = X
  w.normal_rheonomic =
      foot_velocity(configuration) * (alpha * configuration.sin_gamma - beta * configuration.cos_gamma);
  w.tangential.col(0) << 1.0, 0.0, 0.0, 0.0, -h, -r(1);
  w.tangential.col(1) << 0.0, 1.0, 0.0, h, 0.0, r(0);
  return w;
}

AccelerationTerms<2> InclinedPlaneOscillator::acceleration_terms(const Configuration& configuration, const Vector<6>& u,
                                                                 int i) const {
  const double s = configuration.sin_gamma;
  const double c = configuration.cos_gamma;
  const double spin = u(5);
  const Plane r = lever(configuration, i);
  const double foot_speed = foot_velocity(configuration);
  const double foot_acceleration = p_.Da * p_.Omega * p_.Omega * configuration.cos_phase;
  const double climb = p_.Dh * p_.Omega * configuration.cos_phase;  // dh/dt
  // First and second derivative of the lever in time, the second without gammaddot.
  const Plane velocity(-spin * r(1) + foot_speed * c, spin * r(0) + foot_speed * s);
  const Plane acceleration(-spin * spin * r(0) - 2.0 * spin * foot_speed * s + foot_acceleration * c,
                           -spin * spin * r(1) + 2.0 * spin * foot_speed * c + foot_acceleration * s);
  AccelerationTerms<2> terms;
  terms.normal = 2.0 * (u(3) * velocity(1) - u(4) * velocity(0)) + configuration.q(3) * acceleration(1) -
                 configuration.q(4) * acceleration(0);
  terms.tangential << -spin * velocity(1) - u(4) * climb, spin * velocity(0) + u(3) * climb;
  return terms;
}

double InclinedPlaneOscillator::kinetic_energy(const Vector<6>& q, const Vector<6>& u, double t) const {
  return 0.5 * u.dot(mass_matrix(configuration(q, t)) * u);
}

double InclinedPlaneOscillator::potential_energy(const Vector<6>& q, double /*t*/) const {
  return normal_force_ * q(2) - downhill_force_ * q(0);
}

}  // namespace nsdbench::problems
