#include "experiments/slider_crank_restitution_sweep/ideal_joint.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::experiments::slider_crank {

namespace {

// Of a crank that turns at 1 rad/s: l_1 sin theta_1 + l_2 sin theta_2 = 0 and its derivative.
struct IdealState {
  Vector<3> q, u;
};

IdealState ideal_state(const problems::SliderCrankParameters& p, double theta_1) {
  const double theta_2 = -elementary::asin(p.l_1 / p.l_2 * elementary::sin(theta_1));
  return {{theta_1, theta_2, 0.0}, {1.0, -p.l_1 * elementary::cos(theta_1) / (p.l_2 * elementary::cos(theta_2)), 0.0}};
}

}  // namespace

double ideal_revolution_time(const problems::SliderCrankParameters& parameters, int revolutions) {
  const problems::SliderCrank system(parameters);
  // Half of the moment of inertia that the crank feels is the kinetic energy at 1 rad/s.
  const auto half_inertia = [&](const IdealState& at) { return system.kinetic_energy(at.q, at.u, 0.0); };
  const IdealState start = ideal_state(parameters, parameters.theta_1_0);
  const double energy =
      half_inertia(start) * parameters.omega_1_0 * parameters.omega_1_0 + system.potential_energy(start.q, 0.0);
  // The trapezoidal rule over a period converges faster than any power.
  constexpr int points = 4096;
  double time = 0.0;
  for (int k = 0; k < points; ++k) {
    const double step = 2.0 * std::numbers::pi / points;
    const IdealState at = ideal_state(parameters, parameters.theta_1_0 + k * step);
    const double kinetic = energy - system.potential_energy(at.q, 0.0);
    if (!(kinetic > 0.0)) return std::numeric_limits<double>::quiet_NaN();
    time += step * std::sqrt(half_inertia(at) / kinetic);
  }
  return revolutions * time;
}

}  // namespace nsdbench::experiments::slider_crank
