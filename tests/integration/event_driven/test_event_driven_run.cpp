// How event-driven integration finds events, shows its steps, is left and taken up again, and what it refuses.
#include <cmath>
#include <string>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/every_problem.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/event_systems.hpp"

using namespace nsdbench;
using testing::at_height;
using testing::Ball;
using testing::ball;
using testing::NearMiss;
using testing::rounding;
using testing::run_events;

TEST_CASE("two zeros of a gap within a step are found", "[event]") {
  for (const double depth : {1e-3, 1e-6, 1e-9}) {
    NearMiss system;
    system.depth = depth;
    State<1> state;
    state.q(0) = 1.0;
    EventDrivenOptions options;
    options.largest_step = 1.5;
    const auto made = run_events(system, state, 4.0, options);
    REQUIRE(made.result.completed());
    REQUIRE(made.events.size() == 1);
    // The root is as sharp as the square root of the depth.
    CHECK(std::abs(made.events[0].t - std::acos(depth - 1.0)) <= 1e-15 / std::sqrt(depth) + rounding);
  }
  NearMiss passes;
  passes.depth = -1e-9;
  State<1> state;
  state.q(0) = 1.0;
  CHECK(run_events(passes, state, 4.0).events.empty());
}

TEST_CASE("F10: instants do not drift when the motion starts late", "[event]") {
  // Thrown up from the floor with 10 m/s, g = 0.5 m/s^2: back after 40 s, then after flights shorter by 0.8 each.
  Ball system = ball(0.8);
  system.force(0) = -0.5;
  for (const double t_start : {0.0, 1e6, 1.7e9}) {
    State<1> start = at_height(0.0, 10.0);
    start.t = t_start;
    const auto made = run_events(system, start, t_start + 130.0);
    REQUIRE(made.result.completed());
    REQUIRE(made.events.size() == 4);
    // Times have the spacing of numbers of their size; positions of 100 m are known to 1e-14 m over some 1000 steps.
    const double spacing = std::nextafter(t_start, 2e9) - t_start;
    double flight = 40.0;
    double t = flight;
    for (std::size_t k = 0; k < made.events.size(); ++k) {
      CAPTURE(t_start, k);
      CHECK(std::abs(made.events[k].t - t_start - t) <= spacing + 1e-12);
      flight *= 0.8;
      t += flight;
    }
  }
}

TEST_CASE("every gap of every problem is resolved between the points of its steps", "[event]") {
  testing::for_every_problem<double>([](const char* name, const auto& problem, const auto&, const auto&, const auto&) {
    CAPTURE(name);
    const auto made = run_events(problem, problem.initial_state(), 0.2);
    CHECK((made.result.completed() || made.result.reason == StopReason::out_of_range));
    CHECK(made.result.counts.accepted_steps > 0);
    CHECK(made.result.counts.unresolved_gaps == 0);
  });
}

TEST_CASE("a motion is left and taken up again with its discrete state", "[event]") {
  const problems::BouncingBall system(testing::bouncing_ball_parameters());
  const auto whole = run_events(system, system.initial_state(), 0.5);
  const auto solver = make_contact_solver("portfolio");
  const auto first = make_event_driven(system, *solver);
  const auto second = make_event_driven(system, *solver);
  State<1> state = system.initial_state();
  const auto result = first->integrate(
      state, {0.5}, [](const auto&) {}, [](const Event<problems::BouncingBall>& event) { return event.t < 0.2; });
  CHECK(result.reason == StopReason::stopped);
  CHECK(result.counts.events == 2);
  second->set_discrete_state(first->discrete_state());
  CHECK(second->resume(state, {0.5}).completed());
  CHECK(std::abs(state.q(0) - whole.state.q(0)) <= rounding);
  CHECK(std::abs(state.u(0) - whole.state.u(0)) <= rounding);
}

TEST_CASE("steps show the motion within them", "[event]") {
  const Ball system = ball(0.5);
  const auto solver = make_contact_solver("portfolio");
  const auto integrator = make_event_driven(system, *solver);
  State<1> state = at_height(2.0);
  double last = 0.0;
  integrator->integrate(state, {0.6}, [&](const Step<Ball>& any) {
    const EventDrivenStep<Ball>& step = event_driven_step(any);
    CHECK(step.begin().t == last);
    last = step.end().t;
    for (const double theta : {0.1, 0.35, 0.9}) {
      const State<1> within = step.at(theta);
      CHECK(std::abs(within.q(0) - (2.0 - 0.5 * testing::gravity * within.t * within.t)) <= rounding);
      CHECK(std::abs(within.u(0) + testing::gravity * within.t) <= rounding);
      CHECK(std::abs(step.at_time(within.t)->q(0) - within.q(0)) <= rounding);
    }
  });
  CHECK(std::abs(last - 0.6) <= 1e-15);
}

TEST_CASE("limits and observers end a run with the last state of the motion", "[event]") {
  const Ball system = ball(0.9);
  EventDrivenOptions options;
  options.max_events = 3;
  const auto events = run_events(system, at_height(2.0), 100.0, options);
  CHECK(events.result.reason == StopReason::event_limit);
  CHECK(events.events.size() == 3);
  CHECK(events.state.t == events.events.back().t);
  options = {};
  options.max_evaluations = 5;
  const auto steps = run_events(system, at_height(2.0), 100.0, options);
  CHECK(steps.result.reason == StopReason::step_limit);
  CHECK(steps.result.counts.accepted_steps <= 5);
}

TEST_CASE("event-driven options and intervals that make no sense are refused by name", "[event]") {
  const auto complaint = [](auto change) {
    EventDrivenOptions options;
    change(options);
    return testing::complaint_of([&] { check(options); });
  };
  CHECK(complaint([](auto&) {}).empty());
  CHECK(complaint([](auto& o) { o.rtol = -1.0; }).starts_with("relative tolerance -1 "));
  CHECK(complaint([](auto& o) { o.atol = std::nan(""); }).starts_with("absolute tolerance nan "));
  CHECK(complaint([](auto& o) { o.largest_step = 0.0; }).starts_with("largest step 0 "));
  CHECK(complaint([](auto& o) { o.gap_tolerance = -1.0; }).starts_with("gap tolerance -1 "));
  CHECK(complaint([](auto& o) { o.velocity_tolerance = -1.0; }).starts_with("velocity tolerance -1 "));
  CHECK(complaint([](auto& o) { o.slip_tolerance = 0.0; }).starts_with("slip tolerance 0 "));
  CHECK(complaint([](auto& o) { o.largest_penetration = -1.0; }).starts_with("largest penetration -1 "));
  CHECK(complaint([](auto& o) { o.accumulation_height = -1.0; }).starts_with("accumulation height -1 "));
  CHECK(complaint([](auto& o) { o.max_events = -1; }).starts_with("event limit -1 "));
  CHECK(complaint([](auto& o) { o.max_evaluations = -1; }).starts_with("step limit -1 "));
  const Ball system = ball(0.5);
  CHECK(testing::complaint_of([&] { run_events(system, at_height(1.0), -1.0); }).starts_with("end time -1 s"));
  CHECK(testing::complaint_of([&] { run_events(system, at_height(-1e-3), 1.0); }).starts_with("initial gap -0.001 m"));
}
