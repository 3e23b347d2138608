// Event-driven integration of impacts: motions with closed forms, and the field cases of impact laws.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/prismatic_joint.hpp"
#include "solvers/analysis/incidents.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/event_systems.hpp"

using namespace nsdbench;
using testing::at_height;
using testing::Ball;
using testing::ball;
using testing::rounding;
using testing::run_events;
using testing::WithTerms;

TEST_CASE("B1: the apex ratio is the square of the restitution, found by a section", "[event]") {
  for (const double height : {2.0, 10.0}) {
    for (const double e : {0.3, 0.5, 0.8, 0.95}) {
      const Ball system = ball(e);
      const auto solver = make_contact_solver("portfolio");
      const auto integrator = make_event_driven(system, *solver);
      State<1> state = at_height(height);
      std::vector<double> impacts;
      const auto apex = [](const State<1>& at) { return -at.u(0); };
      const auto observe = [&](const Event<Ball>& event) { impacts.push_back(event.t); };
      auto result = integrator->integrate(
          state, {10.0, {}, apex}, [](const Step<Ball>&) {}, observe);
      REQUIRE(result.reason == StopReason::section);
      CHECK(std::abs(state.q(0) / height - e * e) <= rounding);
      CHECK(std::abs(state.u(0)) <= rounding);
      REQUIRE(impacts.size() == 1);
      CHECK(std::abs(impacts[0] - std::sqrt(2.0 * height / testing::gravity)) <= rounding);
      // Taken up again it is the next apex that is found.
      result = integrator->resume(
          state, {10.0, {}, apex}, [](const Step<Ball>&) {}, observe);
      REQUIRE(result.reason == StopReason::section);
      CHECK(std::abs(state.q(0) / height - std::pow(e, 4)) <= rounding);
    }
  }
}

TEST_CASE("B2: without dissipation the energy stays for 20 s", "[event]") {
  const Ball system = ball(1.0);
  const auto made = run_events(system, at_height(2.0), 20.0);
  REQUIRE(made.result.completed());
  CHECK(made.events.size() == 16);
  CHECK(made.result.counts.accumulations == 0);
  const double energy = 2.0 * testing::gravity;
  for (const auto& event : made.events) {
    CHECK(std::abs(total_energy(system, event.after) - energy) <= 1e-12 * energy);
  }
  CHECK(std::abs(total_energy(system, made.state) - energy) <= 1e-12 * energy);
}

TEST_CASE("B3: rest stays rest", "[event]") {
  for (const double gap : {0.0, -1e-12}) {
    const auto made = run_events(ball(1.0), at_height(gap), 5.0);
    REQUIRE(made.result.completed());
    CHECK(made.events.empty());
    CHECK(made.state.q(0) == gap);
    CHECK(made.state.u(0) == 0.0);
    CHECK(made.state.t == 5.0);
    CHECK(made.held.contacts[0] == ContactState::sliding);
  }
}

TEST_CASE("B4: impacts of the ball, their accumulation, and rest after it", "[event]") {
  const auto parameters = testing::bouncing_ball_parameters();
  const problems::BouncingBall system(parameters);
  const problems::ExactBouncingBall exact(parameters);
  CHECK(std::abs(exact.accumulation_time() - 0.676950916898304) <= 1e-15);
  const auto made = run_events(system, system.initial_state(), 2.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() > 40);
  for (std::size_t k = 0; k < made.events.size(); ++k) {
    const auto number = static_cast<int>(k) + 1;
    CHECK(std::abs(made.events[k].t - exact.impact_time(number)) <= rounding);
    CHECK(std::abs(made.events[k].before.u(0) + exact.impact_speed(number)) <= rounding);
    const std::string what = incidents_of(made.events[k]).back();
    CHECK(what == (k + 1 < made.events.size() ? "U1 opens" : "U1 closes"));
  }
  const auto& last = made.events.back();
  CHECK(last.settled[0]);
  // The speeds of the last rebounds, some 1e-7 m/s, are known to 1e-16 m/s or so.
  CHECK(std::abs(last.settled_at - exact.accumulation_time()) <= 1e-12);
  CHECK(made.result.counts.accumulations == 1);
  CHECK(made.state.q(0) == 0.0);
  CHECK(made.state.u(0) == 0.0);
  CHECK(made.state.t == 2.0);

  EventDrivenOptions options;
  options.accumulation = Accumulation::stop;
  const auto stopped = run_events(system, system.initial_state(), 2.0, options);
  CHECK(stopped.result.reason == StopReason::accumulation);
  CHECK(stopped.state.t == last.t);
}

TEST_CASE("B6: a chain of balls in touch obeys Newton's law for all contacts at once", "[event]") {
  for (const auto& [e, u] :
       {std::pair{1.0, Vector<3>(-1.0 / 3, 2.0 / 3, 2.0 / 3)}, std::pair{0.5, Vector<3>(0.0, 0.5, 0.5)},
        std::pair{0.0, Vector<3>(1.0 / 3, 1.0 / 3, 1.0 / 3)}}) {
    const WithTerms<testing::LinearSystem<3, 2>> chain(testing::three_ball_chain(e));
    State<3> state;
    state.u << 1.0, 0.0, 0.0;
    const auto made = run_events(chain, state, 1.0);
    REQUIRE(made.result.completed());
    REQUIRE(made.events.size() == 1);
    CHECK((made.state.u - u).norm() <= rounding);
    CHECK(std::abs(made.events[0].percussions.normal.sum() - (e == 1.0 ? 2.0 : e == 0.5 ? 1.5 : 1.0)) <= rounding);
    // A nanometre between the second and the third ball makes it two impacts, one after the other.
    auto apart = chain;
    apart.gap_0(1) = 1e-9;
    const auto sequence = run_events(apart, state, 1.0);
    REQUIRE(sequence.result.completed());
    if (e == 1.0) {
      REQUIRE(sequence.events.size() == 2);
      CHECK((sequence.state.u - Vector<3>(0.0, 0.0, 1.0)).norm() <= rounding);
    }
    CHECK(std::abs(sequence.state.u.sum() - 1.0) <= rounding);
  }
}

TEST_CASE("a slider that rocks on its ends without restitution comes to rest", "[event]") {
  // Each hit closes one end and throws the other off, more slowly each time: speeds and flights are geometric series.
  using problems::PrismaticJoint;
  const PrismaticJoint joint(testing::prismatic_joint_parameters());
  const auto made = run_events(joint, joint.initial_state(), 4e-3);
  CAPTURE(brief_report(made.result));
  REQUIRE(made.result.completed());
  CHECK(made.result.counts.accumulations == 1);
  const std::size_t count = made.events.size();
  REQUIRE(count > 6);
  CHECK(count < 20);  // speeds fall by 0.23 from hit to hit
  for (std::size_t k = 1; k + 1 < count; ++k) {
    const auto left_closes = std::vector<std::string>{"U1 closes", "U3 opens"};
    const auto right_closes = std::vector<std::string>{"U3 closes", "U1 opens"};
    CHECK(incidents_of(made.events[k]) == (k % 2 == 0 ? left_closes : right_closes));
  }
  // Aitken's limit of the hits of one end, whose flights are the series.
  const auto limit = [&](std::size_t last) {
    const double d = made.events[last].t - made.events[last - 2].t;
    const double before = made.events[last - 2].t - made.events[last - 4].t;
    return made.events[last].t + d * d / (before - d);
  };
  const Event<PrismaticJoint>& settles = made.events.back();
  CHECK(incidents_of(settles) == std::vector<std::string>{"U3 closes"});
  CHECK(std::abs(limit(count - 2) - limit(count - 3)) <= 1e-11);  // angles of 1e-3, squared, of 1e-5 s
  CHECK(std::abs(settles.t - limit(count - 2)) <= 2e-8);          // flights of speeds below 1e-7 m/s are left out
  CHECK(made.held.contacts[0] == ContactState::sliding);
  CHECK(made.held.contacts[2] == ContactState::sliding);
  CHECK(std::abs(made.state.q(1) + joint.parameters().c) <= 1e-18);
  CHECK(std::abs(made.state.q(2)) <= 1e-16);
  CHECK(made.state.u.tail<2>().norm() <= 1e-30);
}

TEST_CASE("a ball leaves a table that falls away faster than it does", "[event]") {
  testing::BallOnShaker shaker;
  shaker.amplitude = 0.05;
  shaker.omega = 20.0;
  shaker.g = testing::gravity;
  shaker.restitution = 0.4;
  State<1> state;
  state.u(0) = shaker.table_velocity(0.0);
  const double leaves = std::asin(testing::gravity / (shaker.amplitude * shaker.omega * shaker.omega)) / shaker.omega;
  const auto made = run_events(shaker, state, 1.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() > 3);
  CHECK(incidents_of(made.events[0]) == std::vector<std::string>{"U1 opens"});
  CHECK(std::abs(made.events[0].t - leaves) <= rounding);
  const auto& impact = made.events[1];
  REQUIRE(impact.impact);
  // The flight meets the table.
  const double flight = impact.t - leaves;
  const double z =
      shaker.table(leaves) + shaker.table_velocity(leaves) * flight - 0.5 * testing::gravity * flight * flight;
  CHECK(std::abs(z - shaker.table(impact.t)) <= rounding);
  const double approach = impact.before.u(0) - shaker.table_velocity(impact.t);
  const double rebound = impact.after.u(0) - shaker.table_velocity(impact.t);
  CHECK(std::abs(rebound + 0.4 * approach) <= rounding);
}
