// The closed form of the bouncing ball against numbers derived by hand.
#include <cmath>
#include <limits>
#include <stdexcept>

#include "problems/bouncing_ball.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using problems::BouncingBall;
using problems::ExactBouncingBall;

namespace {

// Sums of geometric series round a few times.
constexpr double ball_rounding = 1e-14;

}  // namespace

TEST_CASE("impact times of the ball dropped from 0.07 m", "[bouncing_ball]") {
  const ExactBouncingBall exact(testing::bouncing_ball_parameters());
  // t_1 = sqrt(2 z_0 / g); flights of 2 eps^k v_1 / g; printed to fifteen digits.
  constexpr double digits = 1e-14;
  CHECK(exact.impact_time(1) == Catch::Approx(0.119461926511466).epsilon(digits));
  CHECK(exact.impact_time(2) == Catch::Approx(0.286708623627517).epsilon(digits));
  CHECK(exact.impact_time(3) == Catch::Approx(0.403781311608753).epsilon(digits));
  CHECK(exact.impact_time(4) == Catch::Approx(0.485732193195619).epsilon(digits));
  CHECK(exact.accumulation_time() == Catch::Approx(0.676950916898304).epsilon(digits));
  for (int k = 1; k <= 20; ++k) {
    CHECK(exact.impact_speed(k) ==
          Catch::Approx(std::sqrt(2 * 9.81 * 0.07) * std::pow(0.7, k - 1)).epsilon(ball_rounding));
  }
}

TEST_CASE("the exact motion obeys the equation of motion and the impact law", "[bouncing_ball]") {
  const ExactBouncingBall exact(testing::bouncing_ball_parameters());
  constexpr double g = 9.81;
  SECTION("free flight between impacts: second difference of z is -g dt^2") {
    constexpr double dt = 1e-3;
    for (const double t : {0.05, 0.2, 0.35, 0.45}) {
      const double second = exact.position(t + dt) - 2 * exact.position(t) + exact.position(t - dt);
      CHECK(second / (dt * dt) == Catch::Approx(-g).epsilon(1e-9));  // 1e-16 m over 1e-6 s^2
      const double first = (exact.position(t + dt) - exact.position(t - dt)) / (2 * dt);
      CHECK(exact.velocity(t) == Catch::Approx(first).epsilon(1e-11));
    }
  }
  SECTION("impacts: z = 0, velocity jumps from -v to eps v, the right limit is returned") {
    for (int k = 1; k <= 10; ++k) {
      const double t = exact.impact_time(k);
      const double v = exact.impact_speed(k);
      CHECK(std::abs(exact.position(t)) <= 1e-15);
      CHECK(exact.velocity(t) == Catch::Approx(0.7 * v).epsilon(ball_rounding));
      CHECK(exact.velocity(t - 1e-9) == Catch::Approx(-v).margin(2e-8));  // g times 1e-9 s earlier
      CHECK(exact.velocity(t + 1e-9) == Catch::Approx(0.7 * v).margin(2e-8));
    }
  }
  SECTION("apexes between impacts are at eps^2 of the one before") {
    double height = 0.07;
    for (int k = 1; k <= 8; ++k) {
      height *= 0.49;
      const double apex = 0.5 * (exact.impact_time(k) + exact.impact_time(k + 1));
      CHECK(exact.position(apex) == Catch::Approx(height).epsilon(1e-12));
      CHECK(std::abs(exact.velocity(apex)) <= ball_rounding);
    }
  }
  SECTION("infinitely many impacts in finite time, then rest") {
    const double end = exact.accumulation_time();
    for (const double t : {end - 1e-13, end, end + 1.0, 1e3}) {
      CHECK(std::abs(exact.position(t)) <= 1e-15);
      CHECK(std::abs(exact.velocity(t)) <= 1e-11);
    }
    CHECK(exact.velocity(end) == 0.0);
    CHECK(exact.position(end + 1.0) == 0.0);
  }
}

TEST_CASE("limits of the restitution coefficient", "[bouncing_ball]") {
  auto parameters = testing::bouncing_ball_parameters();
  SECTION("eps = 1: it never comes to rest") {
    parameters.epsilon_N = 1.0;
    const ExactBouncingBall exact(parameters);
    const double first = std::sqrt(2 * 0.07 / 9.81);
    CHECK(exact.accumulation_time() == std::numeric_limits<double>::infinity());
    CHECK(exact.impact_time(1001) == Catch::Approx(2001 * first).epsilon(ball_rounding));
    CHECK(exact.position(2000 * first) == Catch::Approx(0.07).epsilon(1e-12));
  }
  SECTION("eps = 0: it rests from the first impact on") {
    parameters.epsilon_N = 0.0;
    const ExactBouncingBall exact(parameters);
    const double first = std::sqrt(2 * 0.07 / 9.81);
    CHECK(exact.accumulation_time() == Catch::Approx(first).epsilon(ball_rounding));
    CHECK(exact.velocity(0.999 * first) == Catch::Approx(-9.81 * 0.999 * first).epsilon(ball_rounding));
    CHECK(exact.velocity(1.001 * first) == 0.0);
  }
}

TEST_CASE("a ball thrown upwards first rises", "[bouncing_ball]") {
  auto parameters = testing::bouncing_ball_parameters();
  parameters.v_0 = 2.0;
  const ExactBouncingBall exact(parameters);
  CHECK(exact.velocity(0.0) == 2.0);
  CHECK(exact.position(0.1) == Catch::Approx(0.07 + 0.2 - 0.5 * 9.81 * 0.01).epsilon(ball_rounding));
  const double speed = std::sqrt(4.0 + 2 * 9.81 * 0.07);
  CHECK(exact.impact_time(1) == Catch::Approx((2.0 + speed) / 9.81).epsilon(ball_rounding));
  CHECK(exact.impact_speed(1) == Catch::Approx(speed).epsilon(ball_rounding));
}

TEST_CASE("the ball as a mechanical system", "[bouncing_ball]") {
  auto parameters = testing::bouncing_ball_parameters();
  parameters.m = 2.0;
  parameters.v_0 = -0.5;
  const BouncingBall ball(parameters);
  const State<1> start = ball.initial_state();
  CHECK(start.t == 0.0);
  CHECK(start.q(0) == 0.07);
  CHECK(start.u(0) == -0.5);
  CHECK(total_energy(ball, start) == Catch::Approx(0.5 * 2 * 0.25 + 2 * 9.81 * 0.07).epsilon(ball_rounding));
  CHECK(ball.law(0).kind == ContactKind::unilateral);
  CHECK(ball.law(0).normal_restitution == 0.7);
}

TEST_CASE("parameters without a closed form are refused", "[bouncing_ball]") {
  auto parameters = testing::bouncing_ball_parameters();
  parameters.g = 0.0;
  CHECK_THROWS_AS(ExactBouncingBall(parameters), std::invalid_argument);
}

TEST_CASE("the closed form does not count impacts one by one", "[bouncing_ball]") {
  // 1e8 elastic rebounds of a ball dropped from 1e-12 m: as quick as one.
  problems::BouncingBallParameters p = testing::bouncing_ball_parameters();
  p.z_0 = 1e-12;
  p.epsilon_N = 1.0;
  const problems::ExactBouncingBall exact(p);
  for (int k = 0; k < 1000; ++k) {
    const double z = exact.position(90.0 + 1e-7 * k);
    CHECK((z >= -1e-12 && z <= 2e-12));
  }
}
