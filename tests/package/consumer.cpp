// A user's program: a ball dropped from 1 m must hit the table after sqrt(2 h / g) = 0.4515 s. Its own products must be
// rounded before they are added, as those of the suite are.
#include <cmath>
#include <cstdio>

#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"

double difference(double x, double y, double z);  // x y - z

int main() {
  const double x = 1.0 + 0x1p-30;
  if (difference(x, x, x * x) != 0.0) {
    std::printf("the package does not hand on -ffp-contract=off\n");
    return 1;
  }
  nsdbench::problems::BouncingBallParameters parameters;
  parameters.m = 1.0;
  parameters.g = 9.81;
  parameters.epsilon_N = 0.5;
  parameters.z_0 = 1.0;
  const nsdbench::problems::BouncingBall ball(parameters);
  const auto solver = nsdbench::make_contact_solver("lemke");
  nsdbench::IntegratorSettings settings;
  settings.dt = 1e-4;
  const auto integrator = nsdbench::make_integrator("moreau", ball, *solver, settings);
  auto state = ball.initial_state();
  double impact = 0.0;
  const auto outcome = integrator->integrate(state, {1.0}, [&](const auto& step) {
    if (step.percussions().normal(0) > 0.0) impact = step.end().t;
    return impact == 0.0;
  });
  const double exact = std::sqrt(2.0 / 9.81);
  std::printf("impact at %.6f s, exact %.6f s\n%s\n", impact, exact, nsdbench::brief_report(outcome).c_str());
  return std::abs(impact - exact) <= settings.dt ? 0 : 1;
}
