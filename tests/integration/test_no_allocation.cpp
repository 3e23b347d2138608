// Integrators do not allocate, contact or not, after the first steps have sized the workspaces.
#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/inclined_plane_oscillator.hpp"
#include "problems/slider_crank.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "tests/helpers/allocation_counter.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/integration/no_allocation.hpp"

using namespace nsdbench;
using testing::allocations;
using testing::check_no_allocation;

TEST_CASE("the counter counts", "[allocation]") {
  const long before = allocations;
  const std::vector<double> numbers(100, 1.0);
  CHECK(allocations > before);
#if NSDBENCH_COUNT_MALLOC
  const long between = allocations;
  const Eigen::VectorXd vector = Eigen::VectorXd::Ones(100);  // Eigen calls malloc, not operator new
  CHECK(allocations > between);
  CHECK(vector.sum() == 100.0);
#endif
  CHECK(numbers.size() == 100);
}

TEST_CASE("10 000 steps of each problem do not allocate", "[allocation]") {
  SECTION("bouncing ball") { check_no_allocation(problems::BouncingBall(testing::bouncing_ball_parameters()), 1e-4); }
  SECTION("woodpecker") { check_no_allocation(problems::Woodpecker(testing::woodpecker_parameters()), 5e-5); }
  SECTION("woodpecker with two contacts at once") {
    auto parameters = testing::woodpecker_parameters();
    parameters.omega_S_0 = -16.0;
    check_no_allocation(problems::Woodpecker(parameters), 1e-5);
  }
  SECTION("slider-crank, both corners of a face") {
    check_no_allocation(problems::SliderCrank(testing::slider_crank_parameters()), 1e-5);
  }
  SECTION("slider-crank, tilted: single corners") {
    auto parameters = testing::slider_crank_parameters();
    parameters.omega_3_0 = -0.01;
    check_no_allocation(problems::SliderCrank(parameters), 1e-5);
  }
}

TEST_CASE("step size adjustment with extrapolation does not allocate", "[allocation]") {
  const problems::Woodpecker woodpecker(testing::woodpecker_parameters());
  const auto solver = make_contact_solver("lemke");
  ExtrapolationOptions extrapolation;
  extrapolation.atol = 1e-6;
  const auto integrator = make_moreau_adjusted(woodpecker, *solver, {1e-7, 5e-3}, extrapolation);
  const auto period = [&] {
    StateOf<problems::Woodpecker> state = woodpecker.initial_state();
    return integrator->integrate(state, {0.146});
  };
  REQUIRE(period().completed());  // sizes the solver's workspaces
  const long before = allocations;
  const Outcome result = period();
  CHECK(allocations == before);
  CHECK(result.completed());
  CHECK(result.counts.events == 12);
}

TEST_CASE("stick-slip on the acceleration level does not allocate once it has been through it", "[allocation]") {
  auto parameters = testing::inclined_plane_oscillator_parameters();
  parameters.mu = parameters.mu_0 = 0.13;
  const problems::InclinedPlaneOscillator system(parameters);
  for (const std::string name : {"alternation", "newton", "portfolio"}) {
    INFO(name);
    const auto solver = make_contact_solver(name);
    const auto integrator = make_acceleration_level(system, *solver);
    long counted = 0;
    long transitions = 0;
    for (int pass = 0; pass < 2; ++pass) {
      State<6> state = system.initial_state();
      const long before = allocations;
      const Outcome result = integrator->integrate(state, {0.6});
      counted = allocations - before;
      transitions = result.counts.events;
      CHECK(result.completed());
    }
    CHECK(transitions >= 4);
    CHECK(counted == 0);
  }
}

TEST_CASE("event-driven integration does not allocate once it has been through the events", "[allocation]") {
  const auto check = [](const auto& system, double t_end, long events) {
    const auto solver = make_contact_solver("portfolio");
    const auto integrator = make_event_driven(system, *solver);
    long counted = 0;
    for (int pass = 0; pass < 2; ++pass) {
      auto state = system.initial_state();
      const long before = allocations;
      const Outcome result = integrator->integrate(state, {t_end});
      counted = allocations - before;
      CHECK(result.completed());
      CHECK(result.counts.events >= events);
    }
    CHECK(counted == 0);
  };
  SECTION("woodpecker") { check(problems::Woodpecker(testing::woodpecker_parameters()), 0.5, 25); }
  SECTION("bouncing ball") { check(problems::BouncingBall(testing::bouncing_ball_parameters()), 1.0, 40); }
  SECTION("inclined plane") {
    auto parameters = testing::inclined_plane_oscillator_parameters();
    parameters.mu = parameters.mu_0 = 0.13;
    check(problems::InclinedPlaneOscillator(parameters), 0.3, 5);
  }
}
