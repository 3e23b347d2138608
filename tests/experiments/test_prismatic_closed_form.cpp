// Closed forms of the slider on a rod: against other derivations, and Moreau's rule and the complementarity program
// against them.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "experiments/prismatic_clearance_cases/closed_form.hpp"
#include "experiments/prismatic_clearance_cases/runs.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using namespace nsdbench::experiments::prismatic;

namespace {

PrismaticJointParameters case_parameters(int number) {
  PrismaticJointParameters p = testing::prismatic_joint_parameters();
  if (number == 1) p.s = 0.0;
  if (number == 3) {
    p.s = p.l;
    p.g = 0.0;
  }
  return p;
}

// Rounding of times of 1e-3 s and speeds of 1e-2 m/s, after a handful of operations.
constexpr double rounding = 1e-14;

}  // namespace

TEST_CASE("case 1 falls freely onto both ends", "[prismatic_closed_form]") {
  const auto exact = ClosedForm::of(case_parameters(1));
  REQUIRE(exact.has_value());
  CHECK(exact->first_contact_time() == Catch::Approx(std::sqrt(2e-5 / 9.81)).epsilon(rounding));
  CHECK(exact->contact_velocity() == Catch::Approx(std::sqrt(2.0 * 9.81 * 1e-5)).epsilon(rounding));
  CHECK(exact->settled_time() == exact->first_contact_time());
  CHECK(exact->steady_forces()[0] == Catch::Approx(24.525).epsilon(rounding));
  CHECK(exact->steady_forces()[1] == Catch::Approx(24.525).epsilon(rounding));
  CHECK(exact->steady_y() == -1e-5);
  CHECK(exact->distances(1e-3)[0] == Catch::Approx(-0.5 * 9.81e-6).epsilon(rounding));
  CHECK(exact->distances(5e-3) == ClosedForm::Ends{-1e-5, -1e-5});
}

// sqrt(2 c/g)^2 g/2 is c but for rounding, which must not be taken for a height that the second end still falls.
TEST_CASE("ends that fall level hit at once, whatever the clearance", "[prismatic_closed_form]") {
  PrismaticJointParameters p = case_parameters(1);
  for (int k = 0; k <= 40; ++k) {
    p.c = 1e-6 * std::pow(10.0, k / 20.0);
    const auto exact = ClosedForm::of(p);
    REQUIRE(exact.has_value());
    CHECK(exact->settled_time() == exact->first_contact_time());
    CHECK(exact->distances(exact->first_contact_time()) == ClosedForm::Ends{-p.c, -p.c});
  }
}

// Written out hit by hit; from the right end's first hit on the sum of the geometric series.
TEST_CASE("case 2 rocks to rest in a geometric series of hits", "[prismatic_closed_form]") {
  const auto exact = ClosedForm::of(case_parameters(2));
  REQUIRE(exact.has_value());
  const double left = 9.81 + 0.3125;  // alpha a = 0.5e-3 50 / 8e-4 0.01
  const double right = 9.81 - 0.3125;
  const double r = 3.0 / 13.0;  // (0.2 - 0.125) / (0.2 + 0.125)
  const double t_1 = std::sqrt(2e-5 / left);
  CHECK(exact->first_contact_time() == Catch::Approx(t_1).epsilon(rounding));
  CHECK(exact->contact_velocity() == Catch::Approx(left * t_1).epsilon(rounding));
  // The right end, at c - right t_1^2/2 above the rod, goes on downwards, slower by r left t_1 and pulled by less.
  const double height = 1e-5 - 0.5 * right * t_1 * t_1;
  const double down = right * t_1 - r * left * t_1;
  const double pull_right = right - r * left;
  const double pull_left = left - r * right;
  const double hit = std::sqrt(down * down + 2.0 * pull_right * height);
  const double t_2 = t_1 + (hit - down) / pull_right;
  CHECK(exact->distances(t_2)[1] == Catch::Approx(-1e-5).epsilon(1e-12));
  // Left is up for 2 r hit / pull_left, then right for 2 r^2 hit / pull_right, and so on.
  const double rest = (2.0 * r * hit / pull_left + 2.0 * r * r * hit / pull_right) / (1.0 - r * r);
  CHECK(exact->settled_time() == Catch::Approx(t_2 + rest).epsilon(1e-13));
  const double apex = t_2 + r * hit / pull_left;
  CHECK(exact->distances(apex)[0] == Catch::Approx(-1e-5 + 0.5 * r * r * hit * hit / pull_left).epsilon(1e-12));
  CHECK(exact->steady_forces()[0] == Catch::Approx(25.775).epsilon(rounding));
  CHECK(exact->steady_forces()[1] == Catch::Approx(23.275).epsilon(rounding));
}

// t = int d theta / sqrt(2 alpha sin theta), by Simpson's rule in w = sqrt(theta), where the integrand is smooth.
TEST_CASE("case 3 tilts as its energy says", "[prismatic_closed_form]") {
  PrismaticJointParameters p = case_parameters(3);
  p.c = GENERATE(1e-5, 4e-3);  // 1e-3 rad, and 0.41 rad where nothing is small
  const auto exact = ClosedForm::of(p);
  REQUIRE(exact.has_value());
  const double alpha = 625.0;
  const double angle = std::asin(2.0 * p.c / 0.02);
  const auto slowness = [&](double w) {
    return w > 0.0 ? 2.0 * w / std::sqrt(2.0 * alpha * std::sin(w * w)) : 2.0 / std::sqrt(2.0 * alpha);
  };
  constexpr int intervals = 400;
  const double step = std::sqrt(angle) / intervals;
  double time = 0.0;
  for (int k = 0; k < intervals; k += 2) {
    time += step / 3.0 * (slowness(k * step) + 4.0 * slowness((k + 1) * step) + slowness((k + 2) * step));
  }
  CHECK(exact->first_contact_time() == Catch::Approx(time).epsilon(1e-11));  // Simpson's (1/400)^4
  CHECK(exact->steady_angle() == Catch::Approx(angle).epsilon(rounding));
  CHECK(exact->contact_velocity() ==
        Catch::Approx(0.01 * std::cos(angle) * std::sqrt(2.0 * alpha * std::sin(angle))).epsilon(rounding));
  CHECK(exact->steady_forces()[0] == Catch::Approx(25.0).epsilon(rounding));
  // d up to the contact, and no further.
  const double t = exact->first_contact_time();
  CHECK(exact->distances(t * (1.0 - 1e-12))[1] == Catch::Approx(p.c).epsilon(1e-10));
  CHECK(exact->distances(2.0 * t) == ClosedForm::Ends{-p.c, p.c});
  // m theta'' at the start.
  CHECK(exact->distances(1e-5)[1] == Catch::Approx(0.01 * 0.5 * alpha * 1e-10).epsilon(1e-6));
}

TEST_CASE("there is no closed form for another setting", "[prismatic_closed_form]") {
  PrismaticJointParameters p = case_parameters(2);
  REQUIRE(ClosedForm::of(p).has_value());
  SECTION("friction") { p.mu = 0.1; }
  SECTION("restitution") { p.epsilon_N = 0.5; }
  SECTION("a tilted start") { p.theta_0 = 1e-4; }
  SECTION("a moving start") { p.v_y_0 = 1e-3; }
  SECTION("a force across the guide") { p.f_y = 1.0; }
  SECTION("a torque") { p.tau = 0.1; }
  SECTION("a sloping guide") { p.theta_0 = p.theta_j_0 = 0.1; }
  SECTION("gravity, and a moment that lifts the right end") { p.s = 0.00982; }
  SECTION("neither gravity nor a moment") { p.g = p.s = 0.0; }
  SECTION("a hit that does not lift the other end") { p.J = 4e-4; }
  CHECK_FALSE(ClosedForm::of(p).has_value());
}

TEST_CASE("midpoint rule and complementarity program converge to the closed form with order 1",
          "[prismatic_closed_form][order]") {
  const int number = GENERATE(1, 2, 3);
  CAPTURE(number);
  const PrismaticJoint joint(case_parameters(number));
  const auto exact = ClosedForm::of(joint.parameters());
  REQUIRE(exact.has_value());
  const auto solver = make_contact_solver("lemke");
  const std::vector<double> sizes = jittered_step_sizes(1e-4, 6, 16);
  std::vector<double> midpoint, newton, relaxation;
  for (const double h : sizes) {
    const auto worst = [&](const auto& run) {
      double error = 0.0;
      run([&](const SliderStep& step) { error = std::max(error, distance_error(joint, *exact, step.end())); });
      return error;
    };
    midpoint.push_back(worst([&](const Observe& observe) { run_midpoint(joint, *solver, h, 3e-3, observe); }));
    newton.push_back(worst([&](const Observe& observe) { run_newton(joint, equal_steps(h), 3e-3, observe); }));
    relaxation.push_back(worst([&](const Observe& observe) {
      REQUIRE(run_program(joint, ComplementarityFormulation::relaxation, equal_steps(h), 3e-3, observe).finished());
    }));
  }
  // Medians of 16 sizes an octave: the program's error is regular, that of the midpoint rule depends on where in a step
  // contacts close, by up to a factor of ten.
  CHECK(fit_order(sizes, newton, OctaveStatistic::median).order == Catch::Approx(1.0).margin(0.06));
  CHECK(fit_order(sizes, relaxation, OctaveStatistic::median).order == Catch::Approx(1.0).margin(0.06));
  CHECK(fit_order(sizes, midpoint, OctaveStatistic::maximum).order == Catch::Approx(1.0).margin(0.15));
  CHECK(*std::max_element(newton.begin(), newton.end()) < 2e-6);  // v h with v = 14 mm/s
}

TEST_CASE("with friction the slider accelerates as statics says, or jams", "[prismatic_closed_form]") {
  PrismaticJointParameters p = case_parameters(GENERATE(1, 2, 3));
  p.mu = GENERATE(0.1, 0.3, 0.9, 1.1);
  const PrismaticJoint joint(p);
  SliderStatistics statistics(joint);
  run_newton(joint, {1e-4, 1e-3}, 0.05, [&](const SliderStep& step) { statistics.observe(step); });
  CAPTURE(p.mu, p.s);
  CHECK(statistics.acceleration() == Catch::Approx(sliding_acceleration(p, p.mu)).margin(1e-9));
}

TEST_CASE("a force backwards accelerates backwards, or not at all", "[prismatic_closed_form]") {
  PrismaticJointParameters p = case_parameters(3);
  p.f_x = -p.f_x;
  CHECK(sliding_acceleration(p, 0.3) == Catch::Approx(-7.0).epsilon(rounding));
  CHECK(sliding_acceleration(p, 1.2) == 0.0);
}

// Two ends that touch one after the other; the hit of the second takes two steps.
TEST_CASE("statistics read first contact, settling and impulse from steps", "[prismatic_closed_form]") {
  const PrismaticJoint joint(case_parameters(2));
  SliderStatistics statistics(joint);
  State<3> state;
  const auto step = [&](double v_left, double v_right, const Forces& forces) {
    State<3> after = state;
    after.t = state.t + 1e-3;
    after.u << 0.0, 0.5 * (v_left + v_right), (v_right - v_left) / 0.02;
    statistics.observe(state, after, forces);
    state = after;
  };
  step(-0.01, -0.02, {});
  step(0.0, -0.02, {10.0, 0.0, 0.0, 0.0});
  CHECK(statistics.configuration() == Configuration::one_end);
  CHECK(statistics.first_contact_time() == Catch::Approx(2e-3));
  CHECK(statistics.contact_velocity() == Catch::Approx(0.01));
  step(0.0, -0.005, {10.0, 0.0, 300.0, 0.0});
  step(0.0, 0.0, {10.0, 0.0, 100.0, 0.0});
  CHECK(statistics.settled_time() == Catch::Approx(4e-3));
  for (int k = 0; k < 6; ++k) step(0.0, 0.0, {25.0, 0.0, 0.0, 20.0});
  CHECK(statistics.configuration() == Configuration::two_point);
  CHECK(statistics.settled_time() == Catch::Approx(5e-3));
  CHECK(statistics.impulse(0) == Catch::Approx(4e-3 * 25.0));
  CHECK(statistics.impulse(1) == Catch::Approx(4e-3 * 20.0));
  CHECK(statistics.force(1) == 20.0);
  CHECK(statistics.contact_share(0) == Catch::Approx(1.0));
  CHECK(statistics.contact_share(1) == Catch::Approx(1.0));
}
