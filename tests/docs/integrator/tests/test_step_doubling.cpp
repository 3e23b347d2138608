// Step doubling: its order, what it shows, and the promises of every integrator.
#include <algorithm>
#include <cmath>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/damped_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/step_doubling/step_doubling.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;

TEST_CASE("the error falls with the step size", "[step_doubling]") {
  const problems::DampedOscillator oscillator(testing::damped_oscillator_parameters());
  const problems::ExactDampedOscillator exact(testing::damped_oscillator_parameters());
  const auto solver = make_contact_solver("lemke");
  const auto error = [&](double size) {
    State<1> state = oscillator.initial_state();
    const auto integrator = make_step_doubling(oscillator, *solver, IntegratorSettings::of_size(size, 1));
    REQUIRE(integrator->integrate(state, {1.0}).completed());
    return std::abs(state.q(0) - exact.position(1.0));
  };
  const double order = std::log2(error(2e-3) / error(1e-3));
  CHECK(order == Catch::Approx(1.0).margin(0.05));
}

TEST_CASE("accepted steps follow each other, with smaller ones at impacts", "[step_doubling]") {
  const problems::BouncingBall ball(testing::bouncing_ball_parameters());
  const problems::ExactBouncingBall exact(testing::bouncing_ball_parameters());
  const auto solver = make_contact_solver("lemke");
  IntegratorSettings settings;
  settings.dt_min = 1e-6;
  settings.dt_max = 1e-2;
  settings.atol = 1e-8;
  const auto integrator = make_step_doubling(ball, *solver, settings);
  State<1> state = ball.initial_state();
  double reached = 0.0, smallest = 1.0, largest = 0.0;
  std::vector<double> impacts;
  const Outcome outcome = integrator->integrate(
      state, {0.4},
      [&](const Step<problems::BouncingBall>& step) {
        CHECK(step.begin().t == reached);
        reached = step.end().t;
        smallest = std::min(smallest, step.size());
        largest = std::max(largest, step.size());
      },
      [&](const Event<problems::BouncingBall>& event) {
        if (event.impact) impacts.push_back(event.t);
      });
  INFO(brief_report(outcome));
  REQUIRE(outcome.completed());
  CHECK(reached == 0.4);
  CHECK(smallest <= settings.dt_min);
  CHECK(largest >= 0.4 * settings.dt_max);
  CHECK(outcome.counts.rejected_for_accuracy > 0);
  REQUIRE(impacts.size() == 2);
  // An impact in the last quarter of a step shows at neither of the three midpoints: it is seen in the next step only.
  // Studer et al. 2008, eq. 36, therefore reject the step before a switching point, too.
  const double latest = 0.25 * settings.dt_max + settings.dt_min;
  for (int k = 1; k <= 2; ++k) {
    CHECK(std::abs(impacts[static_cast<std::size_t>(k - 1)] - exact.impact_time(k)) <= latest);
  }
}
