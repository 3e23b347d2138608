// The block between floor and wall: its kinematics, and where every integrator lets it come to rest.
#include <algorithm>
#include <string>

#include "problems/block_and_wall.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/problems/kinematics_check.hpp"

using namespace nsdbench;
using problems::BlockAndWall;
using problems::BlockAndWallParameters;

static_assert(AccelerationLevelSystem<BlockAndWall>);

namespace {

BlockAndWallParameters parameters() {
  BlockAndWallParameters p;
  p.m = 2.0;
  p.g = 9.81;
  p.mu = 0.3;
  p.epsilon_N = 0.6;
  p.l = 0.5;
  p.v_0 = 3.0;
  return p;
}

}  // namespace

TEST_CASE("the block's gaps, directions and accelerations fit each other", "[block_and_wall]") {
  const BlockAndWall block(parameters());
  testing::KinematicsCheck check(block, testing::DifferenceAccuracy<double>{1e-5, 1e-9});
  // Tangential displacement as geometry: along x on the floor, none at the smooth wall.
  check.run("block_and_wall", Vector<2>(1.0, 1.0), Vector<2>(2.0, 2.0),
            [](const auto& /*p*/, const Vector<2>& q, double /*t*/, int i) { return Vector<1>(i == 0 ? q(0) : 0.0); });
}

TEST_CASE("every integrator that applies stops the block where it should", "[block_and_wall]") {
  const BlockAndWall block(parameters());
  const auto solver = make_contact_solver("lemke");
  IntegratorSettings settings;
  settings.dt = 1e-4;
  settings.dt_min = 1e-6;
  settings.dt_max = 1e-2;
  int methods = 0;
  for (const IntegratorInfo& info : integrator_table()) {
    if (!why_not_applicable(info.name, block).empty()) continue;
    CAPTURE(info.name);
    State<2> state = block.initial_state();
    const Outcome outcome = make_integrator(info.name, block, *solver, settings)->integrate(state, {2.0});
    INFO(brief_report(outcome));
    // The acceleration level has no impacts, and says so.
    if (outcome.reason == StopReason::impact) continue;
    REQUIRE(outcome.completed());
    CHECK(std::abs(state.q(0) - block.stop_position()) <= 3.0 * settings.dt);  // dt times the speed at the wall
    CHECK(state.u.norm() <= 1e-9);
    ++methods;
  }
  CHECK(methods >= 3);
}

TEST_CASE("a parameter outside its range is refused", "[block_and_wall]") {
  BlockAndWallParameters p = parameters();
  p.epsilon_N = 1.5;
  CHECK_THROWS_AS(BlockAndWall(p), std::invalid_argument);
}
