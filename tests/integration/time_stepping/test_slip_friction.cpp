// Friction that depends on the sliding speed, in time stepping.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/implicit_euler/complementarity_step.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/test_block.hpp"

using namespace nsdbench;

namespace {

// 1 kg on a belt of 0.1 m/s, held by a spring of 1 N/m and pressed with 1 N; friction 0.4 at rest and 0.2 sliding. It
// sticks to x = 0.4 m and slides about x = 0.2 m with 1 rad/s: x = 0.2 + r cos(t - p), until it has the speed of the
// belt again, at x = 0.
struct BlockOnBelt : testing::TestBlock<1> {
  static constexpr double speed = 0.1;
  static constexpr double at_rest = 0.4;
  static constexpr double sliding = 0.2;

  BlockOnBelt() {
    force(2) = -1.0;
    stiffness = 1.0;
    belt = speed;
    friction = {at_rest, at_rest, 1.0};
  }
  double friction_coefficient(int /*i*/, double /*speed*/) const { return sliding; }
  double static_friction(int /*i*/) const { return at_rest; }
  static State<3> initial_state() {
    State<3> state;
    state.q(2) = -1e-9;
    state.u(0) = speed;
    return state;
  }
};

const double slip_time = 2.0 * (std::numbers::pi - std::atan(BlockOnBelt::sliding / BlockOnBelt::speed));
const double stick_time = BlockOnBelt::at_rest / BlockOnBelt::speed;
const double belt_period = stick_time + slip_time;
constexpr double belt_end = 20.0;  // two periods, and some of the third, which sticks
const double x_end = BlockOnBelt::speed * (belt_end - 2.0 * belt_period);

// Two point masses on the ground that do not touch each other, with the friction of BlockOnBelt.
struct TwoBlocks : testing::LinearSystem<4, 2> {
  TwoBlocks() {
    for (int i = 0; i < 2; ++i) {
      const auto k = static_cast<std::size_t>(i);
      force(2 * i + 1) = -testing::gravity;
      contact[k].tangential(2 * i, 0) = 1.0;
      contact[k].normal(2 * i + 1) = 1.0;
      laws[k] = testing::frictional(0.0, BlockOnBelt::at_rest);
    }
  }
  double friction_coefficient(int /*i*/, double /*speed*/) const { return BlockOnBelt::sliding; }
  double static_friction(int /*i*/) const { return BlockOnBelt::at_rest; }
};

struct BeltRun {
  std::vector<double> changes;  // of the tangential mode, first to slip, then to stick, in turns
  double x = 0.0;
};

BeltRun run_on_belt(Integrator<BlockOnBelt>& integrator) {
  BeltRun run;
  State<3> state = BlockOnBelt::initial_state();
  const Outcome outcome = integrator.integrate(
      state, {belt_end}, [](const auto&) {}, [&](const auto& event) { run.changes.push_back(event.t); });
  REQUIRE(outcome.completed());
  run.x = state.q(0);
  return run;
}

}  // namespace

TEST_CASE("F11: a block on a belt sticks and slides with the friction of each, to the order of the step", "[slip]") {
  const BlockOnBelt block;
  const auto solver = make_contact_solver("portfolio");
  double last_error = 0.0;
  for (const double dt : {1e-2, 1e-3, 1e-4}) {
    CAPTURE(dt);
    FixedStep<BlockOnBelt> integrator(block, *solver, dt);
    const BeltRun motion = run_on_belt(integrator);
    REQUIRE(motion.changes.size() == 4);
    // Each change of the mode is noticed in the next step; with the friction at rest for sliding it would never slip.
    const double margin = 3.0 * dt;
    CHECK(motion.changes[0] == Catch::Approx(stick_time).margin(margin));
    CHECK(motion.changes[1] == Catch::Approx(belt_period).margin(margin));
    CHECK(motion.changes[2] == Catch::Approx(belt_period + stick_time).margin(2.0 * margin));
    CHECK(motion.changes[3] == Catch::Approx(2.0 * belt_period).margin(2.0 * margin));
    const double error = std::abs(motion.x - x_end);
    if (last_error > 0.0) CHECK(error < 0.15 * last_error);  // order 1: a tenth
    last_error = error;
  }
}

TEST_CASE("F11: a slow block slides, however fast another one is that it does not touch", "[slip]") {
  const TwoBlocks blocks;
  const auto solver = make_contact_solver("portfolio");
  for (const double other : {0.0, 1.0, 1e3, 1e6}) {
    CAPTURE(other);
    MoreauMidpoint<TwoBlocks> rule(blocks, *solver);
    State<4> state;
    state.u(0) = 1e-6;
    state.u(2) = other;
    constexpr double dt = 1e-8;
    REQUIRE(rule.step(state, dt).advanced());
    // To the tolerance of the contact solver, 1e-10 of the 1e-6 m/s.
    const double change = -BlockOnBelt::sliding * testing::gravity * dt;
    CHECK(std::abs(state.u(0) - 1e-6 - change) <= 1e-16);
  }
}

TEST_CASE("F11: with step size adjustment the error of friction follows the smallest step", "[slip]") {
  const BlockOnBelt block;
  const auto solver = make_contact_solver("portfolio");
  double last_error = 0.0;
  for (const double dt_min : {1e-4, 1e-5, 1e-6}) {
    CAPTURE(dt_min);
    ExtrapolationOptions extrapolation;
    extrapolation.atol = 1e-10;  // so that switching points alone make the error
    StepSizeAdjustment<BlockOnBelt> integrator(block, *solver, {.dt_min = dt_min, .dt_max = 1e-2}, extrapolation);
    const BeltRun motion = run_on_belt(integrator);
    REQUIRE(motion.changes.size() == 4);
    CHECK(motion.changes[3] == Catch::Approx(2.0 * belt_period).margin(6.0 * dt_min));
    const double error = std::abs(motion.x - x_end);
    if (last_error > 0.0) CHECK(error < 0.2 * last_error);
    last_error = error;
  }
}

TEST_CASE("F11: a smooth friction characteristic is followed with order 1", "[slip]") {
  // Sliding out on the ground: m du/dt = -mu(u) m g, mu = 0.2 + 0.2 exp(-u / 0.5 m/s), a = 0.2 g. The time from u_0 to
  // rest follows from separation: with w = exp(u / v), integral of du / (1 + exp(-u / v)) = v ln(1 + w).
  testing::TestBlock<1> block;
  constexpr double v = 0.5;
  constexpr double g = 9.81;
  block.force(2) = -g;
  block.friction = {.sliding = 0.2, .at_rest = 0.4, .decay_speed = v};
  constexpr double u_0 = 2.0;
  const double t_rest = v / (0.2 * g) * std::log((1.0 + std::exp(u_0 / v)) / 2.0);
  const auto solver = make_contact_solver("portfolio");
  double last_error = 0.0;
  for (const double dt : {1e-3, 1e-4}) {
    FixedStep<testing::TestBlock<1>> integrator(block, *solver, dt);
    State<3> state;
    state.q(2) = -1e-9;
    state.u(0) = u_0;
    // 0.3 s before rest the speed has a closed form, too: v ln(1 + w) falls linearly.
    const double t = t_rest - 0.3;
    const double left = 2.0 * std::exp(0.2 * g * 0.3 / v);
    REQUIRE(integrator.integrate(state, {t}).completed());
    const double error = std::abs(state.u(0) - v * std::log(left - 1.0));
    CHECK(error < 2.0 * dt);
    if (last_error > 0.0) CHECK(error == Catch::Approx(0.1 * last_error).epsilon(0.05));
    last_error = error;
  }
}

TEST_CASE("F11: the complementarity program refuses friction that depends on the sliding speed", "[slip]") {
  CHECK(why_no_step_program(BlockOnBelt()).find("friction by sliding speed of contact 0") != std::string::npos);
  testing::TestBlock<1> block;
  block.friction = {.sliding = 0.2, .at_rest = 0.4, .decay_speed = 0.5};
  CHECK(why_no_step_program(block).find("friction by sliding speed") != std::string::npos);
  block.friction = {.sliding = 0.3, .at_rest = 0.3, .decay_speed = 0.5};
  CHECK(why_no_step_program(block).empty());
}

TEST_CASE("F11: coefficients of laws and of a constant characteristic give the same motion", "[slip]") {
  testing::TestBlock<1> block = testing::on_incline<1>(0.4, 0.3);
  const auto solver = make_contact_solver("portfolio");
  FixedStep<testing::TestBlock<1>> integrator(block, *solver, 1e-3);
  State<3> state;
  state.q(2) = -1e-9;
  REQUIRE(integrator.integrate(state, {1.0}).completed());
  // Constant acceleration g (sin - mu cos) from rest, which the midpoint rule has exactly.
  CHECK(state.u(0) == Catch::Approx(9.81 * (std::sin(0.4) - 0.3 * std::cos(0.4))).epsilon(1e-9));
}
