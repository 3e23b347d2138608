// The stored reference solutions against event-driven runs in double, and against the exact motions that experiments
// use.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/prismatic_clearance_cases/closed_form.hpp"
#include "support/reference_data.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tools/truth/closed_truth.hpp"
#include "tools/truth/event_truth.hpp"
#include "tools/truth/truth_table.hpp"

using namespace nsdbench;
using namespace nsdbench::problems;
using support::read_true_motion;
using support::TrueMotion;
using support::TrueState;

namespace {

// Of double, and for spatial friction what a slip of 3e-8 m/s without a direction leaves.
struct Tolerance {
  double time, position, velocity;
};

struct Instant {
  double time;
  std::vector<std::string> incidents;
};

// Impacts and accumulation points that come within a microsecond of what is before them are left out: double stops to
// follow impacts earlier than wider numbers do.
std::vector<Instant> apart(const std::vector<Instant>& all) {
  std::vector<Instant> list;
  double last = -1.0;
  for (const Instant& instant : all) {
    if (instant.time - last > 1e-6) list.push_back(instant);
    last = instant.time;
  }
  return list;
}

template <class System>
void check_by_events(const System& system, const char* problem, const char* name, const Tolerance& tolerance) {
  CAPTURE(problem, name);
  const TrueMotion truth = read_true_motion(problem, name);
  std::vector<double> times;
  for (const TrueState& state : truth.states) times.push_back(state.time);
  const auto followed = truth::follow(system, times, {});
  std::vector<Instant> expected;
  for (const auto& point : truth.switching_points) expected.push_back({point.time, point.incidents});
  std::vector<Instant> made;
  for (const auto& instant : followed.instants) {
    made.push_back({static_cast<double>(instant.time), instant.incidents});
  }
  expected = apart(expected);
  made = apart(made);
  // Instants after the last state are not followed.
  std::erase_if(expected, [&](const Instant& instant) { return instant.time > times.back(); });
  REQUIRE(made.size() == expected.size());
  for (std::size_t k = 0; k < made.size(); ++k) {
    CAPTURE(k, expected[k].time);
    CHECK(made[k].incidents == expected[k].incidents);
    CHECK(std::abs(made[k].time - expected[k].time) <= tolerance.time);
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    CAPTURE(times[k]);
    for (int i = 0; i < System::dof; ++i) {
      CAPTURE(i);
      const auto entry = static_cast<std::size_t>(i);
      const double position = static_cast<double>(followed.states[k].q(i)) - truth.states[k].position[entry].value;
      const double velocity = static_cast<double>(followed.states[k].u(i)) - truth.states[k].velocity[entry].value;
      CHECK(std::abs(position) <= tolerance.position);
      CHECK(std::abs(velocity) <= tolerance.velocity);
    }
  }
}

}  // namespace

TEST_CASE("event-driven runs in double are the closed forms", "[truth][event]") {
  // The ball's height at which its impacts are taken for rest is 4e-15 m, which is 6e-8 s before its end.
  check_by_events(BouncingBall(testing::bouncing_ball_parameters()), "bouncing_ball", "nominal", {1e-13, 1e-13, 2e-12});
  check_by_events(DampedOscillator(testing::damped_oscillator_parameters()), "damped_oscillator", "nominal",
                  {0.0, 1e-14, 1e-13});
  check_by_events(ImpactOscillator(testing::impact_oscillator_parameters()), "impact_oscillator", "nominal",
                  {1e-14, 1e-14, 2e-13});
  check_by_events(PrismaticJoint([] {
                    auto p = testing::prismatic_joint_parameters();
                    p.s = 0.0;
                    return p;
                  }()),
                  "prismatic_joint", "case_1", {1e-15, 1e-15, 1e-14});
}

TEST_CASE("spatial friction in double is that of the closed forms", "[truth][event]") {
  const auto mass = testing::sliding_point_mass_parameters();
  const TrueMotion truth = read_true_motion("sliding_point_mass");
  const auto pushed = truth::follow(SlidingPointMass(mass), {0.25, 0.5, 1.0, 2.0, 3.0}, {});
  REQUIRE(pushed.instants.empty());
  for (std::size_t k = 0; k < pushed.states.size(); ++k) {
    for (int i = 0; i < 2; ++i) {
      const auto entry = static_cast<std::size_t>(i);
      CAPTURE(k, i);
      CHECK(std::abs(static_cast<double>(pushed.states[k].q(i)) - truth.states[k].position[entry].value) <= 1e-13);
      CHECK(std::abs(static_cast<double>(pushed.states[k].u(i)) - truth.states[k].velocity[entry].value) <= 1e-13);
    }
  }
  auto block = testing::inclined_plane_oscillator_parameters();
  block.mu = block.mu_0 = 0.13;
  block.m_E = block.Da = block.Dh = 0.0;
  block.u_1_0 = 0.1;
  check_by_events(InclinedPlaneOscillator(block), "inclined_plane_oscillator", "block", {1e-12, 1e-12, 1e-12});
}

TEST_CASE("event-driven truths are found again in double", "[truth][event]") {
  // Impacts at some rad/s: double's rounding, times 1e3 for what accelerations of 1e4 rad/s^2 and restitution make of
  // it.
  auto crank = testing::slider_crank_parameters();
  check_by_events(SliderCrank(crank), "slider_crank", "e04", {1e-12, 1e-11, 1e-8});
  crank.epsilon_N = 0.9;
  check_by_events(SliderCrank(crank), "slider_crank", "e09", {1e-11, 1e-10, 1e-8});
  check_by_events(PrismaticJoint(testing::prismatic_joint_parameters()), "prismatic_joint", "case_2",
                  {1e-12, 1e-14, 1e-9});
}

TEST_CASE("the exact motions of the experiments pass through the truths", "[truth]") {
  constexpr double rounding = 2e-14;  // of motions of up to a metre or so, at up to 10 m/s
  const auto distance = [](double value, const support::TrueValue& truth) { return std::abs(value - truth.value); };
  {
    const ExactBouncingBall exact(testing::bouncing_ball_parameters());
    const TrueMotion truth = read_true_motion("bouncing_ball");
    CHECK(distance(exact.accumulation_time(), truth.quantity("accumulation_time")) <= rounding);
    REQUIRE(truth.switching_points.size() == 56);  // the accumulation point among them
    for (int k = 1; k <= 55; ++k) {
      CHECK(std::abs(exact.impact_time(k) - truth.switching_points[static_cast<std::size_t>(k - 1)].time) <= rounding);
    }
    for (const TrueState& state : truth.states) {
      CHECK(distance(exact.position(state.time), state.position[0]) <= rounding);
      CHECK(distance(exact.velocity(state.time), state.velocity[0]) <= 10.0 * rounding);
    }
  }
  {
    const ExactDampedOscillator exact(testing::damped_oscillator_parameters());
    for (const TrueState& state : read_true_motion("damped_oscillator").states) {
      CHECK(distance(exact.position(state.time), state.position[0]) <= rounding);
      CHECK(distance(exact.velocity(state.time), state.velocity[0]) <= rounding);
    }
  }
  {
    const ExactImpactOscillator exact(testing::impact_oscillator_parameters());
    const TrueMotion truth = read_true_motion("impact_oscillator");
    REQUIRE(truth.switching_points.size() == 4);
    for (int k = 1; k <= 4; ++k) {
      CHECK(std::abs(exact.impact_time(k) - truth.switching_points[static_cast<std::size_t>(k - 1)].time) <= rounding);
      CHECK(distance(exact.impulse(k), truth.quantity("impulse_" + std::to_string(k))) <= rounding);
    }
    for (const TrueState& state : truth.states) {
      CHECK(distance(exact.position(state.time), state.position[0]) <= rounding);
      CHECK(distance(exact.velocity(state.time), state.velocity[0]) <= 10.0 * rounding);
    }
  }
  {
    const ExactSlidingMass exact(testing::sliding_point_mass_parameters());
    const TrueMotion truth = read_true_motion("sliding_point_mass");
    CHECK(distance(exact.stop_time(), truth.quantity("stop_time")) <= rounding);
    CHECK(distance(exact.minimum_speed_time(), truth.quantity("minimum_speed_time")) <= rounding);
    CHECK(distance(exact.minimum_speed(), truth.quantity("minimum_speed")) <= rounding);
    for (const TrueState& state : truth.states) {
      for (int i = 0; i < 2; ++i) {
        const auto entry = static_cast<std::size_t>(i);
        CHECK(distance(exact.position(state.time)(i), state.position[entry]) <= rounding);
        CHECK(distance(exact.velocity(state.time)(i), state.velocity[entry]) <= rounding);
      }
    }
  }
}

TEST_CASE("the closed forms of the prismatic joint are the truths, as far as small angles go", "[truth]") {
  using experiments::prismatic::ClosedForm;
  const auto check = [](const PrismaticJointParameters& p, const char* name, double tolerance) {
    const auto exact = ClosedForm::of(p);
    REQUIRE(exact);
    const TrueMotion truth = read_true_motion("prismatic_joint", name);
    CAPTURE(name);
    CHECK(std::abs(exact->first_contact_time() - truth.switching_points.front().time) <= tolerance);
    CHECK(std::abs(exact->settled_time() - truth.switching_points.back().time) <= 100.0 * tolerance);
    for (const TrueState& state : truth.states) {
      const double height = 0.5 * (exact->distances(state.time)[0] + exact->distances(state.time)[1]);
      CHECK(std::abs(height - state.position[1].value) <= tolerance);
      CHECK(std::abs(exact->x(state.time) - state.position[0].value) <= 1e-18);
    }
  };
  auto p = testing::prismatic_joint_parameters();
  check(p, "case_2", 2e-12);  // angles of up to 1e-3 rad, squared, of 1e-5 m and 1e-3 s
  p.s = 0.0;
  check(p, "case_1", 1e-17);
  p = testing::prismatic_joint_parameters();
  p.s = p.l;
  p.g = 0.0;
  check(p, "case_3", 1e-17);
}

TEST_CASE("every problem of the suite has a truth, which reads back", "[truth]") {
  CHECK(truth::truth_table().size() == 8);
  for (const truth::TruthEntry& entry : truth::truth_table()) {
    CAPTURE(std::string(entry.problem));
    const TrueMotion motion = read_true_motion(entry.problem);
    CHECK_FALSE(motion.states.empty());
    for (const TrueState& state : motion.states) {
      CHECK(state.position.size() == state.velocity.size());
      for (const auto& value : state.position) {
        CHECK(value.error > 0.0);
        CHECK(value.error <= 1e-17);  // double's rounding of 0.1
      }
    }
  }
  CHECK(testing::complaint_of([] { read_true_motion("woodpecker", "third"); }).find("no motion 'third'") !=
        std::string::npos);
  CHECK(testing::complaint_of([] { read_true_motion("woodpecker").quantity("height"); }) ==
        "motion first_period has no true quantity 'height'");
}

TEST_CASE("computations that do not meet the same incidents are no truth", "[truth]") {
  truth::FollowedMotion<1> fine;
  fine.instants = {{Quadruple(0.5), {"U1 closes"}}, {Quadruple(0.75), {"U1 opens"}}};
  truth::FollowedMotion<1> coarse = fine;
  CHECK_NOTHROW(truth::check_same_incidents("m", fine, coarse));
  coarse.instants[1].incidents = {"F1 sticks"};
  CHECK_THROWS_AS(truth::check_same_incidents("m", fine, coarse), std::runtime_error);
  coarse.instants.pop_back();
  CHECK_THROWS_AS(truth::check_same_incidents("m", fine, coarse), std::runtime_error);
}

TEST_CASE("errors of event-driven truths grow along the motion and never fall", "[truth]") {
  truth::FollowedMotion<1> fine;
  fine.instants = {{Quadruple(0.5), {"a"}}, {Quadruple(0.75), {"b"}}, {Quadruple(1.0), {"c"}}};
  fine.states.resize(2);
  fine.states[0].q(0) = 2.0;
  fine.states[1].q(0) = 3.0;
  fine.states[0].u(0) = fine.states[1].u(0) = 0.0;
  truth::FollowedMotion<1> coarse = fine;
  coarse.instants[1].time += Quadruple(1.1e-10);
  coarse.states[0].q(0) += 1e-12;
  truth::TrueMotion motion;
  truth::fill(motion, {0.25, 0.5}, fine, coarse);
  REQUIRE(motion.switching_points.size() == 3);
  CHECK(motion.switching_points[0].time.error == 2e-28);  // 1e-28 and the rounding of as many decimals
  CHECK(motion.switching_points[1].time.error == 8e-10);  // 2.2e-10 and half a unit of the ninth decimal, rounded up
  CHECK(motion.switching_points[2].time.error == motion.switching_points[1].time.error);
  CHECK(motion.states[1].position[0].error == motion.states[0].position[0].error);
  CHECK(motion.until == 0.5);
}

TEST_CASE("the end of impacts that accumulate is the limit of their series", "[truth]") {
  // 1 - 0.3^k, k = 3, 4, 5.
  CHECK(std::abs(truth::accumulation_point<double>({1.0 - 0.027, 1.0 - 0.0081, 1.0 - 0.00243}) - 1.0) <= 1e-15);
}
