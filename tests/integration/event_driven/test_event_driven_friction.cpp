// Event-driven integration with friction: sticking, slipping and stops, in the plane and in space.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "problems/sliding_point_mass.hpp"
#include "solvers/analysis/incidents.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/event_systems.hpp"
#include "tests/integration/test_block.hpp"

using namespace nsdbench;
using testing::on_incline;
using testing::rounding;
using testing::run_events;
using testing::stop_tolerance;
using testing::TestBlock;
using testing::WithTerms;

namespace {

State<3> block_at(double u_x, double u_y = 0.0) {
  State<3> state;
  state.u << u_x, u_y, 0.0;
  return state;
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("C1: a block on an incline sticks, slides and stops where it should", "[event]", ((int T), T), 1,
                       2) {
  const double delta = 20.0 * std::numbers::pi / 180.0;
  SECTION("it sticks") {
    const auto made = run_events(on_incline<T>(delta, 0.40), block_at(0.0), 10.0);
    REQUIRE(made.result.completed());
    CHECK(made.events.empty());
    CHECK(made.state.q == Vector<3>::Zero());
    CHECK(made.state.u == Vector<3>::Zero());
    CHECK(made.held.contacts[0] == ContactState::sticking);
  }
  SECTION("it slides") {
    const auto made = run_events(on_incline<T>(delta, 0.36), block_at(0.0), 10.0);
    REQUIRE(made.result.completed());
    CHECK(std::abs(made.state.q(0) - 1.829957322864812) <= stop_tolerance);
    CHECK(made.state.q(2) == 0.0);
  }
  SECTION("it stops") {
    const auto made = run_events(on_incline<T>(delta, 0.40), block_at(1.0), 10.0);
    REQUIRE(made.result.completed());
    REQUIRE(made.events.size() == 1);
    CHECK(incidents_of(made.events[0]) == std::vector<std::string>{"F1 sticks"});
    CHECK(std::abs(made.events[0].t - 3.010812690012384) <= stop_tolerance);
    CHECK(std::abs(made.state.q(0) - 1.505406345006192) <= stop_tolerance);
    CHECK(made.state.u.norm() == 0.0);
  }
  SECTION("pushed up a steep incline, it turns round") {
    const double mu = 0.2, steep = 0.5, v = 2.0;
    const auto made = run_events(on_incline<T>(steep, mu), block_at(-v), 1.0);
    REQUIRE(made.result.completed());
    const double up = testing::gravity * (std::sin(steep) + mu * std::cos(steep));
    const double down = testing::gravity * (std::sin(steep) - mu * std::cos(steep));
    const double rest = 1.0 - v / up;
    REQUIRE(!made.events.empty());
    CHECK(std::abs(made.events[0].t - v / up) <= stop_tolerance);
    CHECK(std::abs(made.state.q(0) - (0.5 * down * rest * rest - 0.5 * v * v / up)) <= stop_tolerance);
    CHECK(std::abs(made.state.u(0) - down * rest) <= stop_tolerance);
  }
}

TEST_CASE("friction goes with the percussions of impacts that accumulate", "[event]") {
  // Whatever the impacts: in the end the ground has taken the momentum of the fall and the weight since the start.
  WithTerms<testing::LinearSystem<2, 1>> block(testing::block_on_incline(0.0, 0.2, testing::gravity));
  block.laws[0].normal_restitution = 0.6;
  State<2> state;
  state.q << 0.0, 0.1;
  state.u << 6.0, 0.0;
  const auto made = run_events(block, state, 2.0);
  REQUIRE(made.result.completed());
  CHECK(made.result.counts.accumulations == 1);
  CHECK(std::abs(made.state.u(0) - (6.0 - 0.2 * testing::gravity * 2.0)) <= rounding);
  CHECK(made.state.q(1) == 0.0);
}

TEST_CASE("stick-slip on a belt: break-away where the spring exceeds the bound", "[event]") {
  TestBlock<1> block;
  block.mass = 2.0;
  block.force << 0.0, 0.0, -block.mass * testing::gravity;
  block.stiffness = 50.0;
  block.belt = 0.5;
  block.friction = {0.3, 0.3, 1.0};
  State<3> state = block_at(block.belt);
  const auto made = run_events(block, state, 3.0);
  REQUIRE(made.result.completed());
  const double omega = std::sqrt(block.stiffness / block.mass);
  const double bound = 0.3 * block.mass * testing::gravity / block.stiffness;  // [m]
  const double breaks = bound / block.belt;
  REQUIRE(!made.events.empty());
  CHECK(incidents_of(made.events[0]) == std::vector<std::string>{"F1 slips"});
  CHECK(std::abs(made.events[0].t - breaks) <= rounding);
  // With equal coefficients the block swings about the bound with the belt's speed as its largest: it does not slip
  // back to rest but for the instant after a whole period.
  const double swing = 2.0 * std::numbers::pi / omega;
  const double t = breaks + 0.25 * swing;
  const auto quarter = run_events(block, state, t);
  CHECK(std::abs(quarter.state.q(0) - (bound + block.belt / omega)) <= rounding);
  CHECK(std::abs(quarter.state.u(0)) <= rounding);
}

TEST_CASE("events of spatial sliding are those of the exact sliding mass, to its rest", "[event]") {
  const auto parameters = testing::sliding_point_mass_parameters();
  const problems::ExactSlidingMass exact(parameters);
  const problems::SlidingPointMass system(parameters);
  const auto pushed = run_events(system, system.initial_state(), parameters.force_end);
  REQUIRE(pushed.result.completed());
  CHECK(pushed.events.empty());
  CHECK((pushed.state.q - exact.position(parameters.force_end)).norm() <= stop_tolerance);
  const auto left = run_events(system, pushed.state, exact.stop_time() + 0.5);
  REQUIRE(left.result.completed());
  REQUIRE(left.events.size() == 1);
  CHECK(std::abs(left.events[0].t - exact.stop_time()) <= stop_tolerance);
  CHECK((left.state.q - exact.position(exact.stop_time())).norm() <= stop_tolerance);
  CHECK(left.state.u.norm() == 0.0);
  CHECK(left.held.contacts[0] == ContactState::sticking);
}
