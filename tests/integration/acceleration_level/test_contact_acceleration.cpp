// Integration on the acceleration level: one block whose motions have closed forms.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "problems/sliding_point_mass.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/acceleration_level/acceleration_run.hpp"
#include "tests/integration/test_block.hpp"

using namespace nsdbench;
using testing::on_incline;
using testing::run;
using testing::TestBlock;

namespace {

// Positions and velocities of some metres and seconds that are known in closed form: atol of the steps, and polynomials
// that the steps integrate exactly.
constexpr double position_tolerance = 1e-9;
// Transitions are located to 1e-12 s, from velocities with errors of 1e-10 m/s and decelerations of some m/s^2.
constexpr double time_tolerance = 1e-9;
// Break-away is seen 1e-6 m/s^2 late, at rates of some m/s^3.
constexpr double break_away_tolerance = 1e-6;

State<3> start_of(double u_x, double u_y = 0.0, double z = 0.0, double u_z = 0.0) {
  State<3> state;
  state.q(2) = z;
  state.u << u_x, u_y, u_z;
  return state;
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("a block on an incline comes to rest and stays", "[acceleration]", ((int T), T), 1, 2) {
  const double delta = 0.2;
  const double mu = 0.3;
  const auto block = on_incline<T>(delta, mu);
  const double deceleration = testing::gravity * (mu * std::cos(delta) - std::sin(delta));
  const double v = 1.5;
  const auto made = run(block, start_of(v), 3.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() == 1);
  CHECK(begins_to_stick(made.events[0], 0));
  CHECK(std::abs(made.events[0].t - v / deceleration) <= time_tolerance);
  CHECK(std::abs(made.state.q(0) - 0.5 * v * v / deceleration) <= position_tolerance);
  CHECK(made.state.u.norm() <= 1e-15);  // projected: rounding
  CHECK(made.state.q(2) == 0.0);
  CHECK(made.state.t == 3.0);
  // The friction jumps from its bound to what is needed.
  for (const auto& step : made.steps) {
    const bool rests = step.begin.state.t >= made.events[0].t;
    const double expected = -block.mass * testing::gravity * (rests ? std::sin(delta) : mu * std::cos(delta));
    CHECK(std::abs(step.end.answer.friction(0) - expected) <= 1e-9);  // residual 1e-12 of some 10 N
    CHECK(std::abs(step.begin.answer.friction(0) - expected) <= 1e-9);
    CHECK(std::abs(step.end.answer.normal_forces(0) - block.mass * testing::gravity * std::cos(delta)) <= 1e-9);
    CHECK(step.states[0] == (rests ? ContactState::sticking : ContactState::sliding));
  }
}

TEST_CASE("a block at rest on an incline starts to slide if and only if tan(delta) > mu", "[acceleration]") {
  const double delta = 0.3;
  for (const double excess : {-1e-5, 1e-5}) {
    const auto block = on_incline<2>(delta, std::tan(delta) - excess);
    const auto made = run(block, start_of(0.0), 1.0);
    REQUIRE(made.result.completed());
    if (excess < 0.0) {
      CHECK(made.events.empty());
      CHECK(made.state.q == Vector<3>::Zero());
    } else {
      REQUIRE(made.events.size() == 1);
      CHECK(begins_to_slip(made.events[0], 0));
      CHECK(made.events[0].t == 0.0);
      CHECK(std::abs(made.state.q(0) - 0.5 * excess * testing::gravity * std::cos(delta)) <= position_tolerance);
    }
  }
}

TEST_CASE("a block pushed up a steep incline turns round", "[acceleration]") {
  const double delta = 0.5;
  const double mu = 0.2;
  const auto block = on_incline<2>(delta, mu);
  const double up = testing::gravity * (std::sin(delta) + mu * std::cos(delta));
  const double down = testing::gravity * (std::sin(delta) - mu * std::cos(delta));
  const double v = 2.0;
  const auto made = run(block, start_of(-v), 1.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() == 1);
  CHECK(made.events[0].reversed[0]);
  CHECK(std::abs(made.events[0].t - v / up) <= time_tolerance);
  const double rest = 1.0 - v / up;
  CHECK(std::abs(made.state.q(0) - (0.5 * down * rest * rest - 0.5 * v * v / up)) <= position_tolerance);
  CHECK(std::abs(made.state.u(0) - down * rest) <= position_tolerance);
}

TEST_CASE("a force that grows breaks the block away at its bound", "[acceleration]") {
  TestBlock<2> block;
  block.mass = 2.0;
  block.force << 0.0, 0.0, -block.mass * testing::gravity;
  block.rate << 1.8, 2.4, 0.0;  // 3 N/s
  block.friction = {0.25, 0.25, 1.0};
  const double break_away = 0.25 * block.mass * testing::gravity / 3.0;
  const double t_end = 3.0;
  const auto made = run(block, start_of(0.0), t_end);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() == 1);
  CHECK(begins_to_slip(made.events[0], 0));
  CHECK(std::abs(made.events[0].t - break_away) <= break_away_tolerance);
  const double distance = std::pow(t_end - break_away, 3) / (6.0 * block.mass);
  CHECK(std::abs(made.state.q(0) - 1.8 * distance) <= position_tolerance);
  CHECK(std::abs(made.state.q(1) - 2.4 * distance) <= position_tolerance);
}

TEST_CASE("spatial sliding is that of the exact sliding mass, to its rest", "[acceleration]") {
  const auto parameters = testing::sliding_point_mass_parameters();
  const problems::ExactSlidingMass exact(parameters);
  TestBlock<2> block;
  block.mass = parameters.m;
  block.friction.sliding = block.friction.at_rest = parameters.a / (parameters.m * testing::gravity);
  block.force << parameters.F_x, parameters.F_y, -parameters.m * testing::gravity;
  AccelerationOptions options;
  options.atol = options.rtol = 1e-11;  // for some ten times that over some ten steps
  const auto pushed = run(block, start_of(parameters.u_x_0, parameters.u_y_0), parameters.force_end, "newton", options);
  REQUIRE(pushed.result.completed());
  CHECK(pushed.events.empty());
  CHECK((pushed.state.q.head<2>() - exact.position(parameters.force_end)).norm() <= position_tolerance);
  block.force << 0.0, 0.0, -parameters.m * testing::gravity;
  const auto left = run(block, pushed.state, exact.stop_time() + 0.5, "newton", options);
  REQUIRE(left.result.completed());
  REQUIRE(left.events.size() == 1);
  CHECK(begins_to_stick(left.events[0], 0));
  CHECK(std::abs(left.events[0].t - exact.stop_time()) <= time_tolerance);
  CHECK((left.state.q.head<2>() - exact.position(exact.stop_time())).norm() <= position_tolerance);
}

TEST_CASE("the error falls with the tolerance", "[acceleration]") {
  const auto parameters = testing::sliding_point_mass_parameters();
  const problems::ExactSlidingMass exact(parameters);
  TestBlock<2> block;
  block.mass = parameters.m;
  block.friction.sliding = block.friction.at_rest = parameters.a / (parameters.m * testing::gravity);
  block.force << parameters.F_x, parameters.F_y, -parameters.m * testing::gravity;
  for (const RungeKuttaPair pair : {RungeKuttaPair::fehlberg45, RungeKuttaPair::dormand_prince54}) {
    for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11}) {
      AccelerationOptions options;
      options.pair = pair;
      options.velocity_scale = 1.0;
      options.atol = options.rtol = tolerance;
      options.velocity_tolerance = 1000.0 * tolerance;
      options.largest_step = 0.5;
      const auto made =
          run(block, start_of(parameters.u_x_0, parameters.u_y_0), parameters.force_end, "newton", options);
      REQUIRE(made.result.completed());
      const double error = (made.state.q.head<2>() - exact.position(parameters.force_end)).norm();
      CAPTURE(tolerance, error);
      // The motion turns round at a speed of some 0.1 m/s: errors of steps grow by some ten, over some ten steps.
      CHECK(error <= 20.0 * tolerance);
      CHECK(error >= 1e-5 * tolerance);
    }
  }
}

TEST_CASE("stick-slip on a belt with friction that falls with speed", "[acceleration]") {
  TestBlock<1> block;
  block.mass = 1.0;
  block.force << 0.0, 0.0, -testing::gravity;
  block.stiffness = 20.0;
  block.belt = 0.1;
  block.friction = {0.2, 0.4, 0.05};
  const double normal = block.mass * testing::gravity;
  // The block rides on the belt until the spring holds mu_0 m g.
  const double break_away = block.friction.at_rest * normal / (block.stiffness * block.belt);
  // The slip phase by the classical Runge-Kutta method in small steps, until the slip speed is zero again.
  double x = block.friction.at_rest * normal / block.stiffness;
  double v = block.belt;
  double slip_time = 0.0;
  const auto acceleration = [&](double at, double speed) {
    return (block.friction(std::abs(block.belt - speed)) * normal - block.stiffness * at) / block.mass;
  };
  const double h = 1e-5;
  do {
    const double k1 = acceleration(x, v);
    const double k2 = acceleration(x + 0.5 * h * v, v + 0.5 * h * k1);
    const double k3 = acceleration(x + 0.5 * h * v + 0.25 * h * h * k1, v + 0.5 * h * k2);
    const double k4 = acceleration(x + h * v + 0.5 * h * h * k2, v + h * k3);
    x += h * v + h * h / 6.0 * (k1 + k2 + k3);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    slip_time += h;
  } while (v < block.belt);
  const double last = acceleration(x, v);
  slip_time -= (v - block.belt) / last;
  x -= (v - block.belt) / last * block.belt;

  const auto made = run(block, start_of(block.belt), 12.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() >= 6);
  CHECK(std::abs(made.events[0].t - break_away) <= break_away_tolerance);
  const double period = slip_time + (block.friction.at_rest * normal / block.stiffness - x) / block.belt;
  for (std::size_t k = 0; k < made.events.size(); ++k) {
    const auto& event = made.events[k];
    const std::size_t whole_cycles = k / 2;
    const auto cycles = static_cast<double>(whole_cycles);
    CAPTURE(k, event.t);
    CHECK((k % 2 == 0 ? begins_to_slip(event, 0) : begins_to_stick(event, 0)));
    const double expected = break_away + cycles * period + (k % 2 == 0 ? 0.0 : slip_time);
    // The errors of a cycle add up; break-away is seen late.
    const double late = k % 2 == 0 ? break_away_tolerance : 0.0;
    CHECK(std::abs(event.t - expected) <= late + 2e-8 * (1.0 + cycles));
  }
}

TEST_CASE("a block is lifted when its normal force is zero", "[acceleration]") {
  TestBlock<2> block;
  block.force << 0.0, 0.0, -block.mass * testing::gravity;
  block.rate << 0.0, 0.0, 5.0;
  const double lift = block.mass * testing::gravity / 5.0;
  const auto made = run(block, start_of(0.0), 3.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() == 1);
  CHECK(opens(made.events[0], 0));
  CHECK(std::abs(made.events[0].t - lift) <= break_away_tolerance);
  CHECK(std::abs(made.state.q(2) - 5.0 * std::pow(3.0 - lift, 3) / 6.0) <= position_tolerance);
  for (const auto& step : made.steps) {
    const double expected = std::max(block.mass * testing::gravity - 5.0 * step.end.state.t, 0.0);
    CHECK(std::abs(step.end.answer.normal_forces(0) - expected) <= 2e-6);  // the acceleration tolerance and its noise
  }
}

TEST_CASE("an impact ends the run and leaves the motion before it", "[acceleration]") {
  TestBlock<2> block;
  block.force << 0.0, 0.0, -block.mass * testing::gravity;
  SECTION("of a falling block") {
    const auto made = run(block, start_of(0.3, 0.0, 0.2), 1.0);
    CHECK(made.result.reason == StopReason::impact);
    const double t = std::sqrt(0.4 / testing::gravity);
    CHECK(std::abs(made.state.t - t) <= time_tolerance);
    CHECK(std::abs(made.state.q(2)) <= position_tolerance);
    CHECK(std::abs(made.state.u(2) + testing::gravity * t) <= 1e-8);
    CHECK(std::abs(made.state.q(0) - 0.3 * t) <= position_tolerance);
    CHECK(made.steps.back().end.state.t == made.state.t);
  }
  SECTION("of a block that was lifted") {
    block.rate << 0.0, 0.0, 3.0 * testing::gravity;
    block.curvature << 0.0, 0.0, -3.0 * testing::gravity;  // up between 0.42 s and 1.58 s
    const auto made = run(block, start_of(0.0), 5.0);
    CHECK(made.result.reason == StopReason::impact);
    REQUIRE(made.events.size() == 1);
    CHECK(opens(made.events[0], 0));
    CHECK(made.state.t > 1.58);
    CHECK(made.state.u(2) < -1.0);
    CHECK(std::abs(made.state.q(2)) <= position_tolerance);
  }
  SECTION("at the start") {
    const auto made = run(block, start_of(0.3, 0.0, 0.0, -0.1), 1.0);
    CHECK(made.result.reason == StopReason::impact);
    CHECK(made.steps.empty());
    CHECK(made.state.t == 0.0);
    CHECK(made.state.u == Vector<3>(0.3, 0.0, -0.1));
  }
}

TEST_CASE("the run ends where the kinematics do not hold any longer", "[acceleration]") {
  auto block = on_incline<2>(0.1, 0.01);
  block.largest_x = 0.5;
  const auto made = run(block, start_of(1.0), 5.0);
  CHECK(made.result.reason == StopReason::out_of_range);
  CHECK(made.state.q(0) <= 0.5);
  CHECK(made.state.q(0) > 0.45);  // a step at 1 m/s
}

TEST_CASE("limits, observers and solvers that fail end the run with what was accepted", "[acceleration]") {
  const auto block = on_incline<2>(0.2, 0.1);
  const auto solver = make_contact_solver("newton");
  AccelerationOptions options;
  SECTION("step limit") {
    options.max_evaluations = 40;
    const auto made = run(block, start_of(1.0), 5.0, "newton", options);
    CHECK(made.result.reason == StopReason::step_limit);
    // The last step that was tried has six stages, and at most one more right-hand side at its end.
    constexpr long last_step = 7;
    CHECK(made.result.counts.evaluations >= options.max_evaluations);
    CHECK(made.result.counts.evaluations < options.max_evaluations + last_step);
    CHECK(made.steps.back().end.state.t == made.state.t);
  }
  SECTION("observer") {
    const auto integrator = make_acceleration_level(block, *solver, options);
    State<3> state = start_of(1.0);
    int steps = 0;
    const auto result = integrator->integrate(state, {5.0}, [&](const auto&) { return ++steps < 3; });
    CHECK(result.reason == StopReason::stopped);
    CHECK(result.counts.accepted_steps == 3);
  }
  SECTION("unsolved") {
    // A method for LCPs cannot represent a disc.
    const auto made = run(block, start_of(0.0), 5.0, "lcp_newton", options);
    CHECK(made.result.reason == StopReason::unsolved);
    CHECK(made.result.solver == SolverStatus::not_applicable);
    CHECK(made.steps.empty());
    CHECK(made.state.q == Vector<3>::Zero());
  }
}

TEST_CASE("options that make no sense are refused by name", "[acceleration]") {
  const auto complaint = [](auto change) {
    AccelerationOptions options;
    change(options);
    return testing::complaint_of([&] { check(options, 10.0); });
  };
  CHECK(complaint([](auto&) {}).empty());
  CHECK(complaint([](auto& o) { o.atol = 0.0; }).starts_with("absolute tolerance 0 "));
  CHECK(complaint([](auto& o) { o.rtol = -1.0; }).starts_with("relative tolerance -1 "));
  CHECK(complaint([](auto& o) { o.smallest_step = 0.0; }).starts_with("smallest step 0 "));
  CHECK(complaint([](auto& o) { o.smallest_step = 1e-15; }).find("rounding of times up to 10 s") != std::string::npos);
  CHECK(complaint([](auto& o) { o.largest_step = 1e-13; }).starts_with("largest step 1e-13 "));
  CHECK(complaint([](auto& o) { o.velocity_tolerance = 1e-9; }).starts_with("velocity tolerance 1e-09 "));
  CHECK(complaint([](auto& o) { o.acceleration_tolerance = 0.0; }).starts_with("acceleration tolerance 0 "));
  CHECK(complaint([](auto& o) { o.gap_tolerance = -1.0; }).starts_with("gap tolerance -1 "));
  CHECK(complaint([](auto& o) { o.largest_penetration = 0.0; }).starts_with("largest penetration 0 "));
  CHECK(complaint([](auto& o) { o.max_evaluations = -3; }).starts_with("step limit -3 "));

  const auto solver = make_contact_solver("newton");
  TestBlock<2> block;
  CHECK(testing::complaint_of([&] { run(block, start_of(0.0), -1.0); }).starts_with("end time -1"));
  CHECK(testing::complaint_of([&] { run(block, start_of(0.0, 0.0, -1e-3), 1.0); }).starts_with("initial gap -0.001"));
  block.kind = ContactKind::tresca;
  CHECK(testing::complaint_of([&] { run(block, start_of(0.0), 1.0); }).starts_with("contact 0 is not allowed"));
}
