// A user's program: a ball dropped from 1 m must hit the table after sqrt(2 h / g) = 0.4515 s.
#include <cmath>
#include <cstdio>

#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"

int main() {
  nsdbench::problems::BouncingBallParameters parameters;
  parameters.m = 1.0;
  parameters.g = 9.81;
  parameters.epsilon_N = 0.5;
  parameters.z_0 = 1.0;
  const nsdbench::problems::BouncingBall ball(parameters);
  const auto solver = nsdbench::make_contact_solver("lemke");
  nsdbench::MoreauMidpoint integrator(ball, *solver);
  auto state = ball.initial_state();
  double impact = 0.0;
  const double dt = 1e-4;
  nsdbench::integrate(integrator, state, 1.0, dt, [&](const auto&, const auto& after, const auto& report) {
    if (report.active_contacts > 0) impact = after.t;
    return report.active_contacts == 0;
  });
  const double exact = std::sqrt(2.0 / 9.81);
  std::printf("impact at %.6f s, exact %.6f s\n", impact, exact);
  return std::abs(impact - exact) <= dt ? 0 : 1;
}
