// The woodpecker with its sleeve jammed: statics and swing in closed form, and the section where jamming ends.
//
// With contact 2 closed and sticking (phi_M = -(r_M - r_O)/h_M, v = omega_M = 0) eqs (14), (16) leave the swing of the
// bird about phi_S,0 = phi_M - m_S l_G g / c_phi,
//   J omega_S' = -c_phi delta,   delta = phi_S - phi_S,0,   J = J_S + m_S l_G^2,
// and the forces of the contact, which depend on delta alone:
//   lambda_T = W - a delta                   W = (m_M + m_S) g,                             a = m_S l_G c_phi / J
//   lambda_N = N - b delta                   N = (m_S (l_G + l_M) g - r_M W)/h_M,           b = (c_phi + m_S l_M l_G
//                                                c_phi / J - r_M a)/h_M
// Friction holds as long as lambda_T <= mu_2 lambda_N:
//   at rest      mu_2 >= W / N
//   in a swing   delta <= delta_s = (mu_2 N - W)/(mu_2 b - a), if mu_2 > a / b
// so that stiction ends at an angle that is known, and with one coordinate left, omega_S.
#pragma once

#include <cmath>
#include <limits>

#include "problems/woodpecker.hpp"
#include "solvers/mechanics/state.hpp"

namespace nsdbench::experiments {

template <class Number>
struct JammedSleeve {
  Number phi_m = 0.0;             // closed contact 2 [rad]
  Number rest_phi_s = 0.0;        // phi_S,0 [rad]
  Number friction_at_rest = 0.0;  // W / N: smallest mu_2 with a jammed rest; not positive: there is none
  Number swing_frequency = 0.0;   // sqrt(c_phi / J) [rad/s]
  Number slip_delta = 0.0;        // delta_s [rad]; NaN if stiction does not end as the bird swings up
  Number slip_phi_s() const { return rest_phi_s + slip_delta; }
  bool can_rest(const Number& mu) const { return friction_at_rest > 0.0 && mu >= friction_at_rest; }
  bool ends_upwards() const { return slip_delta == slip_delta; }

  explicit JammedSleeve(const problems::WoodpeckerParameters& p) {
    using std::sqrt;
    const Number m_S = p.m_S, g = p.g, l_G = p.l_G, l_M = p.l_M, r_M = p.r_M, h_M = p.h_M, c = p.c_phi, mu = p.mu_2;
    const Number J = Number(p.J_S) + m_S * l_G * l_G;
    const Number W = (Number(p.m_M) + m_S) * g;
    const Number a = m_S * l_G * c / J;
    const Number N = (m_S * (l_G + l_M) * g - r_M * W) / h_M;
    const Number b = (c + m_S * l_M * l_G * c / J - r_M * a) / h_M;
    phi_m = -(r_M - Number(p.r_O)) / h_M;
    rest_phi_s = phi_m - m_S * l_G * g / c;
    friction_at_rest = W / N;
    swing_frequency = sqrt(c / J);
    slip_delta = std::numeric_limits<Number>::quiet_NaN();
    if (c > 0.0 && mu * b > a) slip_delta = (mu * N - W) / (mu * b - a);
  }

  // Bird `delta` off its rest with omega_S, sleeve jammed.
  State<3, Number> state(const Number& delta, const Number& omega_s) const {
    State<3, Number> state;
    state.q << Number(0.0), phi_m, rest_phi_s + delta;
    state.u << Number(0.0), Number(0.0), omega_s;
    return state;
  }
};

// The gaps, eq. (15), are linearised in the angles. They do not hold beyond 1 rad: motions that get there, by
// resonance of the bird's spring, reach amplitudes of 20 rad and 1000 rad/s.
constexpr double largest_angle = 1.0;  // rad
template <class Number>
bool outside_model(const State<3, Number>& state) {
  using std::abs;
  return abs(state.q(2)) > largest_angle;
}

}  // namespace nsdbench::experiments
