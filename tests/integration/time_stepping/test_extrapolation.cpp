// The extrapolation module: the tableaus of Studer, Leine & Glocker 2008, its flags and its options.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/slider_crank.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/extrapolation.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using problems::BouncingBall;
using testing::complaint_of;

namespace {

// Rows of a tableau, from the first-order approximations.
std::vector<std::vector<double>> tableau(Substeps substeps, ErrorPowers powers, const std::vector<double>& first) {
  ExtrapolationTableau<double> made(substeps, powers);
  std::vector<std::vector<double>> rows;
  for (const double value : first) {
    made.add(value);
    rows.emplace_back();
    for (int j = 1; j <= made.rows(); ++j) rows.back().push_back(made.entry(j));
  }
  return rows;
}

void check_rows(const std::vector<std::vector<double>>& rows, const std::vector<std::vector<double>>& expected,
                double tolerance) {
  REQUIRE(rows.size() == expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    REQUIRE(rows[i].size() == expected[i].size());
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      CAPTURE(i, j);
      CHECK(std::abs(rows[i][j] - expected[i][j]) <= tolerance);
    }
  }
}

std::vector<double> powers_of(double factor, Substeps substeps, int rows) {
  std::vector<double> values;
  for (int i = 0; i < rows; ++i) values.push_back(std::pow(factor, substep_count(substeps, i)));
  return values;
}

constexpr double table_rounding = 1e-14;  // of a few operations with numbers of size 10

ExtrapolatedStep<BouncingBall> step_of_ball(const ExtrapolationOptions& options, const State<1>& begin, double dt,
                                            double dt_min, Mode mode) {
  const BouncingBall ball(testing::bouncing_ball_parameters());
  const auto solver = make_contact_solver("lemke");
  Extrapolation<BouncingBall> extrapolation(ball, *solver, options);
  ModeVector<BouncingBall> accepted;
  accepted.normal[0] = mode;
  return extrapolation.step(begin, dt, dt_min, accepted, {}, 0.0);
}

}  // namespace

TEST_CASE("explicit Euler for y' = 3 x^2 with 1, 2, 4 substeps (eq. 44) is covered by 1, 2, 3", "[extrapolation]") {
  // The paper's substeps 1, 2, 4 are no sequence of ours; y(1) = 1 follows from any three, since the error is a
  // polynomial of degree 2 in the step size. By n substeps Euler's rule gives (n - 1)(2 n - 1) / (2 n^2).
  const auto euler = [](int n) { return (n - 1.0) * (2.0 * n - 1.0) / (2.0 * n * n); };
  CHECK(euler(2) == 3.0 / 8.0);
  CHECK(euler(4) == 21.0 / 32.0);
  check_rows(tableau(Substeps::all, ErrorPowers::all, {euler(1), euler(2), euler(3)}),
             {{0.0}, {3.0 / 8.0, 3.0 / 4.0}, {5.0 / 9.0, 11.0 / 12.0, 1.0}}, table_rounding);
  check_rows(tableau(Substeps::odd, ErrorPowers::all, {euler(1), euler(3), euler(5)}),
             {{0.0}, {5.0 / 9.0, 5.0 / 6.0}, {18.0 / 25.0, 29.0 / 30.0, 1.0}}, table_rounding);
}

TEST_CASE("a resting contact with eps = 0.7 by 1, 2, 3, 4 substeps: the tableau (47)", "[extrapolation]") {
  const std::vector<double> first = powers_of(-0.7, Substeps::all, 4);
  check_rows({first}, {{-0.7, 0.49, -0.343, 0.2401}}, table_rounding);  // (46)
  check_rows(tableau(Substeps::all, ErrorPowers::all, first),
             {{-0.7}, {0.49, 1.68}, {-0.343, -2.009, -3.8535}, {0.2401, 1.9894, 5.9878, 9.268233333333333}},
             table_rounding);
}

TEST_CASE("odd substeps keep a resting contact at rest for every restitution coefficient", "[extrapolation]") {
  for (int k = 0; k <= 100; ++k) {
    const double eps = 0.01 * k;
    CAPTURE(eps);
    const auto odd = tableau(Substeps::odd, ErrorPowers::all, powers_of(-eps, Substeps::odd, 4));
    const auto all = tableau(Substeps::all, ErrorPowers::all, powers_of(-eps, Substeps::all, 4));
    for (const auto& row : odd) CHECK(std::abs(row.back()) <= 1.0 + table_rounding);
    // T_2,2 / gamma_B = 2 eps^2 + eps by substeps 1, 2 leaves [-1, 1] at eps = 0.5.
    CHECK(std::abs(all[1].back() - (2.0 * eps * eps + eps)) <= table_rounding);
  }
}

TEST_CASE("even powers: what is a polynomial in dt^2 is exact after as many rows", "[extrapolation]") {
  const auto value = [](int n) {
    const double h2 = 1.0 / (n * n);
    return 3.0 - 2.0 * h2 + 5.0 * h2 * h2;
  };
  for (const Substeps substeps : {Substeps::odd, Substeps::all}) {
    std::vector<double> first;
    for (int i = 0; i < 3; ++i) first.push_back(value(substep_count(substeps, i)));
    CHECK(std::abs(tableau(substeps, ErrorPowers::even, first).back().back() - 3.0) <= table_rounding);
    CHECK(std::abs(tableau(substeps, ErrorPowers::all, first).back().back() - 3.0) > 1e-3);
  }
}

TEST_CASE("the four flags", "[extrapolation]") {
  ExtrapolationOptions options;
  State<1> flying;
  flying.q(0) = 0.07;
  State<1> falling;
  falling.q(0) = 1e-3;
  falling.u(0) = -1.0;
  SECTION("a parabola is exact at order 2, and a third row is not needed") {
    const auto step = step_of_ball(options, flying, 0.05, 1e-5, Mode::impressed);
    CHECK(step.flag == ExtrapolationFlag::successful);
    CHECK(step.order == 2);
    CHECK(step.base_steps == 4);
    CHECK(std::abs(step.end.q(0) - (0.07 - 0.5 * 9.81 * 0.05 * 0.05)) <= table_rounding);
    CHECK(std::abs(step.end.u(0) + 9.81 * 0.05) <= table_rounding);
    CHECK(step.end.t == 0.05);
  }
  SECTION("an impact within the step is detected") {
    const auto step = step_of_ball(options, falling, 0.01, 1e-5, Mode::impressed);
    CHECK(step.flag == ExtrapolationFlag::switching_detected);
  }
  SECTION("and resolved by a step of dt_min") {
    State<1> touching = falling;
    touching.q(0) = 0.0;
    const auto step = step_of_ball(options, touching, 1e-5, 1e-5, Mode::impressed);
    CHECK(step.flag == ExtrapolationFlag::switching_resolved);
    CHECK(step.order == 1);
    CHECK(step.base_steps == 1);
    CHECK(step.modes.normal[0] == Mode::constraint);
    CHECK(std::abs(step.end.u(0) - 0.7) <= table_rounding);
    CHECK(std::abs(step.percussions.normal(0) - (1.7 + 9.81e-5)) <= table_rounding);  // m (gamma_E - gamma_B) + m g dt
  }
  SECTION("an accuracy that the largest order does not reach") {
    options.max_order = 1;
    const auto step = step_of_ball(options, flying, 0.05, 1e-5, Mode::impressed);
    CHECK(step.flag == ExtrapolationFlag::inaccurate);
  }
  SECTION("or would need substeps below dt_min") {
    options.atol = 1e-300;
    const auto step = step_of_ball(options, flying, 0.05, 0.05 / 4.0, Mode::impressed);
    CHECK(step.flag == ExtrapolationFlag::inaccurate);
    CHECK(step.order == 2);
  }
  SECTION("with a fixed order such rows are left out") {
    options.order = 6;
    const auto step = step_of_ball(options, flying, 0.05, 0.05 / 4.0, Mode::impressed);
    CHECK(step.flag == ExtrapolationFlag::successful);
    CHECK(step.order == 2);
  }
}

TEST_CASE("the modified restitution coefficient leaves impacts alone and lets lasting contacts rest",
          "[extrapolation]") {
  ExtrapolationOptions options;
  options.order = 1;
  options.modified_restitution = true;
  State<1> state;
  state.u(0) = -1e-3;
  const auto impact = step_of_ball(options, state, 1e-5, 1e-5, Mode::constraint);
  CHECK(std::abs(impact.end.u(0) - 0.7e-3) <= table_rounding);
  const auto rest = step_of_ball(options, state, 1e-2, 1e-5, Mode::constraint);
  CHECK(std::abs(rest.end.u(0) - 1e-3 * std::pow(0.7, 1000.0)) <= table_rounding);
}

TEST_CASE("options outside their range are refused by name and value", "[extrapolation]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto complaint = [](auto change) {
    ExtrapolationOptions options;
    change(options);
    return complaint_of([&] { check(options); });
  };
  CHECK(complaint([](auto&) {}).empty());
  CHECK(complaint([](auto& o) { o.order = -1; }).find("order -1") != std::string::npos);
  CHECK(complaint([](auto& o) { o.order = 13; }).find("order 13") != std::string::npos);
  CHECK(complaint([](auto& o) { o.max_order = 0; }).find("largest order 0") != std::string::npos);
  CHECK(complaint([](auto& o) { o.atol = -1e-8; }).find("absolute tolerance -1e-08") != std::string::npos);
  CHECK(complaint([&](auto& o) { o.rtol = nan; }).find("relative tolerance") != std::string::npos);
  CHECK(complaint([](auto& o) { o.atol = 0.0; }).find("tolerance 0") != std::string::npos);
}

TEST_CASE("even powers are refused where forces depend on the velocity", "[extrapolation]") {
  const auto solver = make_contact_solver("lemke");
  ExtrapolationOptions options;
  options.powers = ErrorPowers::even;
  const problems::SliderCrank crank(testing::slider_crank_parameters());
  CHECK(complaint_of([&] { Extrapolation<problems::SliderCrank>(crank, *solver, options); }).find("even powers") !=
        std::string::npos);
  const BouncingBall ball(testing::bouncing_ball_parameters());
  CHECK(complaint_of([&] { Extrapolation<BouncingBall>(ball, *solver, options); }).empty());
}

TEST_CASE("a step may begin where the last one ended", "[extrapolation]") {
  const problems::ImpactOscillator oscillator(testing::impact_oscillator_parameters());
  const auto solver = make_contact_solver("lemke");
  ExtrapolationOptions options;
  options.order = 4;
  Extrapolation<problems::ImpactOscillator> extrapolation(oscillator, *solver, options);
  const ModeVector<problems::ImpactOscillator> free;
  constexpr double dt = 1e-2;
  const auto& first = extrapolation.step(oscillator.initial_state(), dt, 1e-6, free, {}, 0.0);
  const State<1> middle = first.end;
  const auto& second = extrapolation.step(first.end, dt, 1e-6, first.modes, first.percussions, first.dt);
  CHECK(second.begin.t == dt);
  CHECK(second.begin.q == middle.q);
  const problems::ExactImpactOscillator exact(testing::impact_oscillator_parameters());
  CHECK(std::abs(second.end.q(0) - exact.position(2.0 * dt)) <= 1e-7);  // (w dt)^5 of 0.35 m is 2e-5, over 5!
}
