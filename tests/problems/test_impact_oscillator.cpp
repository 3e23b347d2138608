// The closed form of the impact oscillator against numbers derived by hand, the laws of motion and impact, and an
// independent integration.
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "problems/impact_oscillator.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using problems::ExactImpactOscillator;
using problems::ImpactOscillator;

namespace {

// A few operations on numbers of order one.
constexpr double oscillator_rounding = 1e-14;
constexpr double never = std::numeric_limits<double>::infinity();
const double omega = std::sqrt(200.0);
constexpr double two_pi = 2.0 * std::numbers::pi;

struct Motion {
  double x, v;
};

// Classical Runge-Kutta step of the mass without the stop.
Motion runge_kutta_step(const Motion& s, double dt) {
  const auto acceleration = [](double x) { return -200.0 * (x + 0.15); };
  const double k1 = acceleration(s.x);
  const double k2 = acceleration(s.x + 0.5 * dt * s.v);
  const double k3 = acceleration(s.x + 0.5 * dt * (s.v + 0.5 * dt * k1));
  const double k4 = acceleration(s.x + dt * (s.v + 0.5 * dt * k2));
  return {s.x + dt * (s.v + dt / 6.0 * (k1 + k2 + k3)), s.v + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)};
}

}  // namespace

TEST_CASE("impacts of the oscillator by hand", "[impact_oscillator]") {
  const ExactImpactOscillator exact(testing::impact_oscillator_parameters());
  // t_1 w = atan2(0.15 w, v_1) - atan2(-0.35 w, 0.2), v_1 = sqrt(0.04 + 200 (0.35^2 - 0.15^2)) and flights of
  // (2/w) atan2(0.6 v_k, -0.15 w), in 40-digit arithmetic.
  const double times[] = {0.13950767982030839, 0.45618890793724504, 0.80859807149633022, 1.1924024490498916,
                          1.5989361283819443};
  double speed = std::sqrt(20.04);
  for (int k = 1; k <= 5; ++k) {
    CHECK(exact.impact_time(k) == Catch::Approx(times[k - 1]).epsilon(oscillator_rounding));
    CHECK(exact.impact_speed(k) == Catch::Approx(speed).epsilon(oscillator_rounding));
    CHECK(exact.impulse(k) == Catch::Approx(0.1 * 1.6 * speed).epsilon(oscillator_rounding));
    speed *= 0.6;
  }
  CHECK(exact.rest_time() == never);
}

TEST_CASE("the oscillator obeys its equation of motion and the impact law", "[impact_oscillator]") {
  const auto parameters = testing::impact_oscillator_parameters();
  const ExactImpactOscillator exact(parameters);
  const ImpactOscillator system(parameters);
  CHECK(exact.position(0.0) == -0.5);
  CHECK(exact.velocity(0.0) == 0.2);
  SECTION("between impacts: finite differences") {
    // h^2 w^4/12 of truncation and 1e-16/h^2 of rounding, on accelerations of some 10 m/s^2.
    constexpr double dt = 1e-4;
    for (const double t : {0.05, 0.3, 0.6, 1.0, 3.0}) {
      const double second = (exact.position(t + dt) - 2.0 * exact.position(t) + exact.position(t - dt)) / (dt * dt);
      const auto h = system.forces(system.configuration(Vector<1>(exact.position(t)), t), Vector<1>(0.0));
      CHECK(second == Catch::Approx(h(0) / 0.1).margin(2e-5));
      const double first = (exact.position(t + dt) - exact.position(t - dt)) / (2.0 * dt);
      CHECK(exact.velocity(t) == Catch::Approx(first).margin(2e-6));  // h^2 w^2/6 of 5 m/s
    }
  }
  SECTION("at impacts: x = 0, v jumps from v_k to -eps v_k by impulse / m, the right limit is returned") {
    for (int k = 1; k <= 20; ++k) {
      const double t = exact.impact_time(k);
      const double v = exact.impact_speed(k);
      CHECK(std::abs(exact.position(t)) <= 1e-15);
      CHECK(exact.velocity(t) == Catch::Approx(-0.6 * v).margin(oscillator_rounding));
      CHECK(exact.velocity(t - 1e-9) == Catch::Approx(v).margin(5e-8));  // 30 m/s^2 times 1e-9 s
      CHECK(exact.impulse(k) == Catch::Approx(0.1 * (v - exact.velocity(t))).margin(oscillator_rounding));
    }
  }
  SECTION("energy is constant between impacts and eps^2 of the kinetic part is left by each") {
    double energy = 0.5 * 0.1 * 0.04 + 0.5 * 20.0 * 0.35 * 0.35;
    for (int k = 1; k <= 20; ++k) {
      const double start = k == 1 ? 0.0 : exact.impact_time(k - 1);
      for (const double part : {0.0, 0.2, 0.5, 0.8, 0.999}) {
        const double t = start + part * (exact.impact_time(k) - start);
        State<1> state;
        state.q(0) = exact.position(t);
        state.u(0) = exact.velocity(t);
        CHECK(state.q(0) <= 1e-15);
        CHECK(total_energy(system, state) == Catch::Approx(energy).epsilon(1e-13));
      }
      const double v = exact.impact_speed(k);
      energy -= 0.5 * 0.1 * (1.0 - 0.36) * v * v;
    }
  }
}

TEST_CASE("the oscillator against a Runge-Kutta integration with located impacts", "[impact_oscillator]") {
  const ExactImpactOscillator exact(testing::impact_oscillator_parameters());
  // Error of the integration: (w dt)^4 / 120 a period, 4e-17; steps of 1e-5 s round 2e5 times, some 1e-13.
  constexpr double tolerance = 1e-11;
  constexpr double dt = 1e-5;
  Motion s{-0.5, 0.2};
  double t = 0.0;
  int impacts = 0;
  while (t < 2.0) {
    const Motion next = runge_kutta_step(s, dt);
    if (next.x <= 0.0) {
      s = next;
      t += dt;
      continue;
    }
    double length = dt;
    Motion strike = next;
    for (int newton = 0; newton < 6; ++newton) {
      length -= strike.x / strike.v;
      strike = runge_kutta_step(s, length);
    }
    ++impacts;
    CHECK(exact.impact_time(impacts) == Catch::Approx(t + length).margin(tolerance));
    CHECK(exact.impact_speed(impacts) == Catch::Approx(strike.v).margin(tolerance));
    s = {0.0, -0.6 * strike.v};
    t += length;
  }
  CHECK(impacts == 5);
  CHECK(exact.position(t) == Catch::Approx(s.x).margin(tolerance));
  CHECK(exact.velocity(t) == Catch::Approx(s.v).margin(10.0 * tolerance));  // times w
}

TEST_CASE("impacts without end: flights tend to the period of the spring", "[impact_oscillator]") {
  auto parameters = testing::impact_oscillator_parameters();
  SECTION("eps = 0.6") {
    const ExactImpactOscillator exact(parameters);
    const double flight = exact.impact_time(1001) - exact.impact_time(1000);
    CHECK(flight == Catch::Approx(two_pi / omega).epsilon(1e-12));  // difference of times of 400 s
    CHECK(exact.impulse(30) == Catch::Approx(0.16 * std::sqrt(20.04) * std::pow(0.6, 29)).epsilon(oscillator_rounding));
    CHECK(exact.position(exact.impact_time(1000) + 0.5 * two_pi / omega) == Catch::Approx(-0.3).epsilon(1e-12));
    CHECK(exact.impact_time(2000) == never);  // its speed is below the smallest double
    CHECK(exact.impulse(2000) == 0.0);
    const double t = 5000.0;
    CHECK(exact.position(t) <= 1e-12);
    CHECK(std::abs(exact.position(t) + 0.15) <= 0.15 + 1e-12);
  }
  SECTION("eps = 1: periodic for ever, found without counting") {
    parameters.epsilon_N = 1.0;
    const ExactImpactOscillator exact(parameters);
    const double flight = exact.impact_time(2) - exact.impact_time(1);
    CHECK(exact.impact_time(100000001) == Catch::Approx(exact.impact_time(1) + 1e8 * flight).epsilon(1e-13));
    // Times near 1e5 s are spaced by 1.5e-11 s, the flight by 6e-17 s times 3e5 impacts.
    const double late = exact.impact_time(300001) + 0.1;
    CHECK(exact.position(late) == Catch::Approx(exact.position(exact.impact_time(1) + 0.1)).margin(1e-9));
  }
}

TEST_CASE("motions that end in no more impacts", "[impact_oscillator]") {
  auto parameters = testing::impact_oscillator_parameters();
  SECTION("too weak a swing never reaches the stop") {
    parameters.x_0 = -0.2;
    parameters.v_0 = 0.0;
    const ExactImpactOscillator exact(parameters);
    CHECK(exact.impact_time(1) == never);
    CHECK(exact.impulse(1) == 0.0);
    CHECK(exact.rest_time() == never);
    CHECK(exact.position(7.0) == Catch::Approx(-0.15 - 0.05 * std::cos(7.0 * omega)).epsilon(1e-13));
    CHECK(exact.velocity(7.0) == Catch::Approx(0.05 * omega * std::sin(7.0 * omega)).epsilon(1e-12));
  }
  SECTION("eps = 0: one impact, then the stop is touched without one") {
    parameters.epsilon_N = 0.0;
    const ExactImpactOscillator exact(parameters);
    CHECK(exact.impulse(1) == Catch::Approx(0.1 * std::sqrt(20.04)).epsilon(oscillator_rounding));
    CHECK(exact.impact_time(2) == never);
    CHECK(exact.impulse(2) == 0.0);
    const double t = exact.impact_time(1) + 10.25 * two_pi / omega;
    CHECK(exact.position(t) == Catch::Approx(-0.15).epsilon(1e-12));
    CHECK(exact.velocity(t) == Catch::Approx(-0.15 * omega).epsilon(1e-12));
  }
  SECTION("a spring that pushes against the stop: the impacts accumulate, then rest") {
    parameters.x_s = 0.05;
    const ExactImpactOscillator exact(parameters);
    const double end = exact.rest_time();
    CHECK(end > exact.impact_time(40));
    CHECK(end - exact.impact_time(40) <= 1e-8);  // 2 eps^40 v_1 / (w^2 x_s (1 - eps)), 3e-9 s
    for (int k = 1; k <= 40; ++k) {
      const double middle = 0.5 * (exact.impact_time(k) + exact.impact_time(k + 1));
      CHECK(exact.position(middle) < 0.0);
      CHECK(std::abs(exact.velocity(middle)) <= 1e-6 * exact.impact_speed(k) + 1e-14);
    }
    CHECK(exact.position(end + 1.0) == 0.0);
    CHECK(exact.velocity(end) == 0.0);
  }
  SECTION("a start at the stop") {
    parameters.x_0 = 0.0;
    parameters.v_0 = 0.0;
    CHECK(ExactImpactOscillator(parameters).impact_time(1) == never);
    CHECK(ExactImpactOscillator(parameters).position(0.5 * two_pi / omega) ==
          Catch::Approx(-0.3).epsilon(oscillator_rounding));
    parameters.v_0 = 2.0;
    CHECK(ExactImpactOscillator(parameters).impact_time(1) == 0.0);
    CHECK(ExactImpactOscillator(parameters).velocity(0.0) == -1.2);
    parameters.v_0 = -1e-18;  // leaves, and comes back a period later
    CHECK(ExactImpactOscillator(parameters).impact_time(1) ==
          Catch::Approx(two_pi / omega).epsilon(oscillator_rounding));
    parameters.v_0 = 0.0;
    parameters.x_s = 0.05;
    CHECK(ExactImpactOscillator(parameters).rest_time() == 0.0);
    CHECK(ExactImpactOscillator(parameters).position(1.0) == 0.0);
  }
}

TEST_CASE("an exact motion that starts beyond the stop is refused", "[impact_oscillator]") {
  auto parameters = testing::impact_oscillator_parameters();
  parameters.x_0 = 0.01;
  CHECK_THROWS_AS(ExactImpactOscillator(parameters), std::invalid_argument);
}
