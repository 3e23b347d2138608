// What steps and events say of the work of their percussions: energy that the impact law puts in shows.
#include <algorithm>
#include <cmath>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/test_systems.hpp"

using namespace nsdbench;

namespace {

// Two balls of 1 kg, one above the other on the floor: gamma_1 = u_1, gamma_2 = u_2 - u_1. Where both contacts press,
// Newton's law says u_1^+ = -e_1 u_1^- and u_2^+ = u_1^+ - e_2 (u_2^- - u_1^-), whatever that does to the energy.
using TwoBalls = testing::WithTerms<testing::LinearSystem<2, 2>>;

TwoBalls two_balls(double lower, double upper) {
  TwoBalls balls;
  balls.contact[0].normal << 1.0, 0.0;
  balls.contact[1].normal << -1.0, 1.0;
  balls.laws = {testing::unilateral(lower), testing::unilateral(upper)};
  return balls;
}

}  // namespace

TEST_CASE("F15: energy that the impact law puts in is in the report of the step", "[contact_work]") {
  struct Case {
    double lower, upper;  // restitution coefficients
    Vector<2> before, after;
  };
  const std::vector<Case> cases = {
      {0.5, 0.5, {-1.0, -1.0}, {0.5, 0.5}},   // 1/4 of the energy is left
      {1.0, 1.0, {-1.0, -1.0}, {1.0, 1.0}},   // nothing is lost
      {1.0, 0.0, {-1.0, -0.5}, {1.0, 1.0}},   // 1 J after 0.625 J before
      {0.0, 0.5, {-1.0, -1.5}, {0.0, 0.25}},  // both press: u_2^+ - u_1^+ = 0.5 x 0.5
  };
  const auto solver = make_contact_solver("portfolio");
  for (const Case& impact : cases) {
    CAPTURE(impact.lower, impact.upper, impact.before.transpose());
    const TwoBalls balls = two_balls(impact.lower, impact.upper);
    MoreauMidpoint<TwoBalls> rule(balls, *solver);
    State<2> state;
    state.u = impact.before;
    REQUIRE(rule.impact(state).advanced());
    // Rounding of velocities of 1 m/s.
    CHECK((state.u - impact.after).cwiseAbs().maxCoeff() < 1e-12);
    const double gained = 0.5 * (impact.after.squaredNorm() - impact.before.squaredNorm());
    CHECK(rule.report().contact_work == Catch::Approx(gained).margin(1e-12));
  }
}

TEST_CASE("F15: steps and events of all methods say the work of percussions", "[contact_work]") {
  // The balls touch each other and fall together on the floor with 1 m/s, which they reach at 1 s. No gravity: the
  // percussions do all work.
  const TwoBalls balls = two_balls(1.0, 0.0);
  const auto solver = make_contact_solver("portfolio");
  const auto start = [] {
    State<2> state;
    state.q << 1.0, 1.0;
    state.u << -1.0, -1.0;
    return state;
  };
  const double kinetic_energy = 1.0;  // [J] before
  SECTION("fixed steps") {
    FixedStep<TwoBalls> integrator(balls, *solver, 1e-2);
    State<2> state = start();
    double work = 0.0;
    REQUIRE(integrator.integrate(state, {2.0}, [&](const auto& step) { work += *step.contact_work(); }).completed());
    CHECK(work == Catch::Approx(0.5 * state.u.squaredNorm() - kinetic_energy).margin(1e-12));
  }
  SECTION("adjusted steps") {
    StepSizeAdjustment<TwoBalls> integrator(balls, *solver, {}, {});
    State<2> state = start();
    double work = 0.0;
    REQUIRE(integrator.integrate(state, {2.0}, [&](const auto& step) { work += *step.contact_work(); }).completed());
    CHECK(work == Catch::Approx(0.5 * state.u.squaredNorm() - kinetic_energy).margin(1e-12));
  }
  SECTION("by events, with energy that is put in") {
    // Both contacts are closed from the start: 0.375 J more, as above.
    const auto integrator = make_event_driven(balls, *solver);
    State<2> state;
    state.u << -1.0, -0.5;
    std::vector<double> works;
    REQUIRE(integrator
                ->integrate(
                    state, {0.1}, [](const auto&) {},
                    [&](const auto& event) {
                      if (event.impact) works.push_back(*event.contact_work);
                    })
                .completed());
    REQUIRE_FALSE(works.empty());
    CHECK(works.front() == Catch::Approx(0.375).epsilon(1e-12));
    double total = 0.0;
    for (const double work : works) total += work;
    CHECK(total == Catch::Approx(0.5 * state.u.squaredNorm() - 0.625).margin(1e-12));
  }
}

TEST_CASE("F15: what a moving surface does is not counted as work of the law", "[contact_work]") {
  // A table moves up with 2 m/s and hits a ball at rest, e = 1: the ball flies off with 4 m/s, in the frame of the
  // table without a loss.
  testing::BallOnShaker shaker{{.amplitude = 1.0, .omega = 2.0}, 0.0, 1.0};
  const auto solver = make_contact_solver("portfolio");
  MoreauMidpoint<testing::BallOnShaker> rule(shaker, *solver);
  State<1> state;  // at t = 0 the table passes through z = 0 with amplitude x omega
  REQUIRE(rule.impact(state).advanced());
  CHECK(state.u(0) == Catch::Approx(4.0).epsilon(1e-12));
  CHECK(std::abs(rule.report().contact_work) < 1e-12);
}
