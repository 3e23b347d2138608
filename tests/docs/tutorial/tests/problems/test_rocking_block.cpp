// The rocking block: its kinematics, and what every integrator says of its first impact.
#include <cmath>
#include <limits>

#include "problems/rocking_block.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/problems/kinematics_check.hpp"

using namespace nsdbench;
using problems::RockingBlock;
using problems::RockingBlockParameters;

static_assert(BoundedGapJerk<RockingBlock>);

namespace {

RockingBlockParameters slender_block() {
  RockingBlockParameters p;
  p.b = 0.1;
  p.h = 0.4;
  p.m = 10.0;
  p.g = 9.81;
  p.mu = 0.5;
  p.phi_0 = 0.2;
  return p;
}

}  // namespace

TEST_CASE("the rocking block's gaps, directions and accelerations fit each other", "[rocking_block]") {
  const RockingBlock block(slender_block());
  testing::KinematicsCheck check(block, testing::DifferenceAccuracy<double>{1e-5, 1e-9});
  // Tangential displacement as geometry: x of the corner.
  check.run("rocking_block", Vector<3>(1.0, 1.0, 1.0), Vector<3>(2.0, 2.0, 2.0),
            [](const auto& p, const Vector<3>& q, double /*t*/, int i) {
              const double s = i == 0 ? -1.0 : 1.0;
              return Vector<1>(q(0) + s * p.b * std::cos(q(2)) + p.h * std::sin(q(2)));
            });
  CHECK(check.jerk_over_bound(Vector<3>(1.0, 1.0, 1.0), Vector<3>(2.0, 2.0, 2.0)) <= 1.0);
}

TEST_CASE("an impact of the rocking block leaves Housner's share of its angular velocity", "[rocking_block]") {
  const RockingBlock block(slender_block());
  CHECK(block.spin_ratio() == Catch::Approx(31.0 / 34.0));  // sin^2(alpha) = 1/17
  const auto solver = make_contact_solver("lemke");
  IntegratorSettings settings;
  settings.dt = 1e-4;
  settings.dt_min = 1e-6;
  settings.dt_max = 1e-2;
  int methods = 0;
  for (const IntegratorInfo& info : integrator_table()) {
    if (!why_not_applicable(info.name, block).empty()) continue;
    CAPTURE(info.name);
    State<3> state = block.initial_state();
    double ratio = std::numeric_limits<double>::quiet_NaN();
    const Outcome outcome = make_integrator(info.name, block, *solver, settings)
                                ->integrate(
                                    state, {1.0}, [](const Step<RockingBlock>&) {},
                                    [&](const Event<RockingBlock>& event) {
                                      if (!std::isnan(ratio) || !event.impact || !closes(event, 1)) return;
                                      ratio = event.after.u(2) / event.before.u(2);
                                    });
    INFO(brief_report(outcome));
    // The acceleration level has no impacts, and says so.
    if (outcome.reason == StopReason::impact) continue;
    REQUIRE(outcome.completed());
    CHECK(std::abs(ratio - block.spin_ratio()) <= 5.0 * settings.dt);  // 4.3 rad/s^2 in the step of the impact
    ++methods;
  }
  CHECK(methods >= 3);
}

TEST_CASE("parameters of the rocking block outside their range are refused", "[rocking_block]") {
  RockingBlockParameters p = slender_block();
  p.phi_0 = -0.1;
  CHECK_THROWS_AS(RockingBlock(p), std::invalid_argument);
}
