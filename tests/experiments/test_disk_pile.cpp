// The closed forms that the experiment disk_pile compares with.
#include <cmath>
#include <stdexcept>
#include <vector>

#include "experiments/disk_pile/chain_waves.hpp"
#include "experiments/disk_pile/closed_forms.hpp"
#include "experiments/disk_pile/discharge_fit.hpp"
#include "experiments/disk_pile/few_sweeps.hpp"
#include "experiments/disk_pile/one_step.hpp"
#include "experiments/disk_pile/parts.hpp"
#include "experiments/disk_pile/pressed_chain.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::experiments::disk_pile;
using nsdbench::RoundMethod;

namespace {

// Sums of some tens of forces of some tens of weights.
constexpr double rounding = 1e-12;

}  // namespace

TEST_CASE("the closed form of the triangular pile holds every disk in equilibrium", "[experiments]") {
  for (const double alpha : {0.53, 0.7, 0.9}) {
    for (int row = 1; row <= 12; ++row) {
      for (int place = 1; place <= row; ++place) {
        CAPTURE(alpha, row, place);
        const double from_upper_left = place > 1 ? pile_force_right(row - 1, place - 1, alpha) : 0.0;
        const double from_upper_right = place < row ? pile_force_left(row - 1, place, alpha) : 0.0;
        const double left = pile_force_left(row, place, alpha);
        const double right = pile_force_right(row, place, alpha);
        const double up = (left + right - from_upper_left - from_upper_right) * std::cos(alpha);
        const double across = (left - right + from_upper_left - from_upper_right) * std::sin(alpha);
        CHECK(std::abs(up - 1.0) <= rounding);
        CHECK(std::abs(across) <= rounding);
      }
    }
  }
}

TEST_CASE("the base of the pile carries its weight and the sum of its thrusts is zero", "[experiments]") {
  constexpr int rows = 9;
  constexpr double alpha = 0.6;
  double load = 0.0;
  double thrust = 0.0;
  for (int place = 1; place <= rows + 1; ++place) {
    CAPTURE(place);
    const double from_upper_left = place > 1 ? pile_force_right(rows, place - 1, alpha) : 0.0;
    const double from_upper_right = place <= rows ? pile_force_left(rows, place, alpha) : 0.0;
    CHECK(std::abs((from_upper_left + from_upper_right) * std::cos(alpha) - base_load(rows)) <= rounding);
    CHECK(std::abs((from_upper_left - from_upper_right) * std::sin(alpha) - base_thrust(rows, place, alpha)) <=
          rounding);
    load += base_load(rows);
    thrust += base_thrust(rows, place, alpha);
  }
  CHECK(std::abs(load - 0.5 * rows * (rows + 1)) <= rounding);
  CHECK(std::abs(thrust) <= rounding);
}

TEST_CASE("the hopper's tolerance is a thousand times that at rest, and 1e-3 at most", "[experiments]") {
  // 1e3 * 1e-6 and the like are off by a rounding.
  CHECK(std::abs(hopper_tolerance(1e-6) / 1e-3 - 1.0) <= rounding);
  CHECK(std::abs(hopper_tolerance(1e-8) / 1e-5 - 1.0) <= rounding);
  CHECK(hopper_tolerance(1e-5) == 1e-3);
  CHECK(hopper_tolerance(1e-3) == 1e-3);
}

TEST_CASE("iterations from rest are told apart: sweeps, Newton steps, and the portfolio's first sweeps",
          "[experiments]") {
  Setting setting;
  setting.parameters.r = 0.01;
  setting.parameters.rho = 1000.0;
  setting.parameters.g = 9.81;
  setting.dt = 5e-4;
  const DisksAtRest column = column_at_rest(setting.parameters, 30);
  const auto of = [&](RoundMethod method) {
    const Iterations solution = solve_from_rest(column, setting, method);
    REQUIRE(solution.solver.solved());
    return solution;
  };
  CHECK(of(RoundMethod::conjugate_gradient).newton_steps == 0);
  const Iterations newton = of(RoundMethod::newton);
  CHECK(newton.newton_steps == newton.solver.iterations);
  // The sweeps alone take more than the portfolio has.
  REQUIRE(of(RoundMethod::conjugate_gradient).solver.iterations > setting.solver.max_sweeps);
  const Iterations portfolio = of(RoundMethod::portfolio);
  CHECK(portfolio.newton_steps > 0);
  CHECK(portfolio.solver.iterations - portfolio.newton_steps == setting.solver.max_sweeps);
}

TEST_CASE("long waves of a chain with few sweeps are those of springs and dashpots", "[experiments]") {
  constexpr double kappa = 1e-3;
  for (const int sweeps : {1, 7, 40}) {
    CAPTURE(sweeps);
    // The next terms of the series are smaller by sweeps kappa^2, 4e-5 at most.
    constexpr double next_terms = 1e-4;
    const Wave wave = wave_of_sweeps(kappa, sweeps);
    CHECK(std::abs(wave.phase / (sound_speed(sweeps) * kappa) - 1.0) <= next_terms);
    CHECK(std::abs(wave.decay / (0.5 * sweeps * kappa * kappa) - 1.0) <= next_terms);
  }
}

TEST_CASE("a push travels two contacts a sweep at most and leaves its momentum in the chain", "[experiments]") {
  constexpr double mass = 2.0;
  constexpr double dt = 0.5;
  constexpr double additional = 0.5;  // powers of two: the momentum is exact but for the sums
  for (const int sweeps : {1, 3}) {
    PressedChain chain(24, mass, dt, 1.0);
    auto solver = sweeping_solver(sweeps);
    for (int step = 1; step <= 5; ++step) {
      CAPTURE(sweeps, step);
      CHECK_FALSE(chain.step(solver, 1.0 + additional, 1.0).solved());
      double momentum = 0.0;
      for (int i = 0; i < chain.grains(); ++i) {
        CAPTURE(i);
        momentum += mass * chain.velocity(i);
        // Contact i - 1 is the one to the left of grain i.
        const bool reached = i - 1 <= 2 * sweeps * step;
        if (!reached) CHECK(chain.velocity(i) == 0.0);
      }
      CHECK(std::abs(momentum - additional * dt * step) <= rounding);
    }
  }
}

TEST_CASE("lines through the numbers of disks that have left, and intervals of their means", "[experiments]") {
  // Residuals 1, -2, 1 of the line 3 + 2 x: their sum and their first moment are zero.
  const std::vector<double> x = {-1.0, 0.0, 1.0};
  const std::vector<double> y = {2.0, 1.0, 6.0};
  const LineFit line = fit_line(x, y);
  CHECK(std::abs(line.slope - 2.0) <= rounding);
  CHECK(std::abs(line.intercept - 3.0) <= rounding);
  CHECK(std::abs(line.zero + 1.5) <= rounding);
  // Standard error sqrt(6 / 1 / 2), one degree of freedom; at the zero sqrt(6) / 2 sqrt(1/3 + 1.5^2 / 2).
  CHECK(std::abs(line.slope_half_width - 12.706 * std::sqrt(3.0)) <= rounding);
  CHECK(std::abs(line.zero_half_width - 12.706 * std::sqrt(1.5) * std::sqrt(1.0 / 3.0 + 1.125)) <= rounding);
  CHECK(std::isnan(fit_line(std::vector{0.0, 1.0}, std::vector{1.0, 2.0}).slope_half_width));

  const Mean mean = mean_of(std::vector{1.0, 2.0, 3.0});
  CHECK(std::abs(mean.value - 2.0) <= rounding);
  CHECK(std::abs(mean.half_width - 4.303 / std::sqrt(3.0)) <= rounding);
  CHECK(std::isnan(mean_of(std::vector{1.0}).half_width));
  CHECK_THROWS_AS(student_95(0), std::invalid_argument);
  CHECK(student_95(1000) > 1.96);  // the quantile of the normal distribution

  // Four disks a second, but for the first.
  CHECK(std::abs(rate_between({0.0, 1.0, 1.25, 1.5, 1.75, 2.0}, 1, 6) - 4.0) <= rounding);
}
