// Step size adjustment: switching points, limits, boundaries, and the bouncing ball of Studer, Leine & Glocker 2008.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/analysis/incidents.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using problems::BouncingBall;
using problems::ExactBouncingBall;
using problems::Woodpecker;
using testing::complaint_of;

namespace {

constexpr double dt_min = 1e-5;  // of sec. 10.1
constexpr double dt_max = 0.05;

struct ShownStep {
  ExtrapolatedStep<BouncingBall> step;
  bool switching = false;
};

struct BallRun {
  Outcome result;
  State<1> end;
  std::vector<ShownStep> steps;
};

BallRun bounce(const StepSizeOptions& sizes, const ExtrapolationOptions& extrapolation, double t_end,
               const std::vector<double>& boundaries = {}) {
  const BouncingBall ball(testing::bouncing_ball_parameters());
  const auto solver = make_contact_solver("lemke");
  StepSizeAdjustment<BouncingBall> integrator(ball, *solver, sizes, extrapolation);
  BallRun run;
  run.end = ball.initial_state();
  run.result = integrator.integrate(run.end, {t_end, boundaries}, [&](const auto& step) {
    run.steps.push_back({adjusted_step(step).details(), adjusted_step(step).switching()});
  });
  return run;
}

template <class Steps>
double last_minimal_step(const Steps& steps) {
  double time = 0.0;
  for (const auto& accepted : steps) {
    if (accepted.step.dt < 2.0 * dt_min) time = accepted.step.end.t;
  }
  return time;
}

// No gap, no overlap, nothing below dt_min: what observers see is one trajectory.
template <class Steps>
void check_chain(const Steps& steps, double t_start, double t_end, double smallest, double largest) {
  REQUIRE_FALSE(steps.empty());
  double t = t_start;
  for (const auto& accepted : steps) {
    REQUIRE(accepted.step.begin.t == t);
    REQUIRE(accepted.step.dt >= smallest * (1.0 - 1e-9));
    REQUIRE(accepted.step.dt <= largest * (1.0 + 1e-9));
    if (accepted.switching) REQUIRE(accepted.step.dt < 3.0 * smallest);
    t = accepted.step.end.t;
  }
  CHECK(t == t_end);
}

}  // namespace

TEST_CASE("the ball: with odd substeps the step size recovers after the accumulation point, with all it does not",
          "[step_size]") {
  const ExactBouncingBall exact(testing::bouncing_ball_parameters());
  const double accumulation = exact.accumulation_time();
  const double end = accumulation + 0.3;
  ExtrapolationOptions extrapolation;
  const BallRun odd = bounce({dt_min, dt_max}, extrapolation, end);
  REQUIRE(odd.result.completed());
  check_chain(odd.steps, 0.0, end, dt_min, dt_max);
  CHECK(last_minimal_step(odd.steps) <= accumulation + 20.0 * dt_min);
  CHECK(odd.steps.back().step.dt >= 0.1 * dt_max);
  CHECK(odd.result.counts.accepted_steps == static_cast<long>(odd.steps.size()));

  extrapolation.substeps = Substeps::all;
  const BallRun all = bounce({dt_min, dt_max}, extrapolation, end);
  REQUIRE(all.result.completed());
  check_chain(all.steps, 0.0, end, dt_min, dt_max);
  CHECK(last_minimal_step(all.steps) >= end - 20.0 * dt_min);
  CHECK(all.result.counts.accepted_steps > 10 * odd.result.counts.accepted_steps);
}

TEST_CASE("the ball: every impact lies within a step of dt_min around its exact time", "[step_size]") {
  const ExactBouncingBall exact(testing::bouncing_ball_parameters());
  const BallRun run = bounce({dt_min, dt_max}, {}, 0.6);
  std::vector<double> impacts;
  double largest_error = 0.0;
  for (const auto& accepted : run.steps) {
    if (accepted.switching && accepted.step.percussions.normal(0) > 0.0) impacts.push_back(accepted.step.middle());
    largest_error = std::max(largest_error, std::abs(accepted.step.end.q(0) - exact.position(accepted.step.end.t)));
  }
  REQUIRE(impacts.size() == 6);
  // Each impact may come up to dt_min late, and moves all that follow, by (1 + eps) at most a time.
  for (std::size_t k = 0; k < impacts.size(); ++k) {
    CHECK(std::abs(impacts[k] - exact.impact_time(static_cast<int>(k) + 1)) <= 2.0 * (k + 1.0) * dt_min);
  }
  CHECK(largest_error <= 1.7 * exact.impact_speed(1) * 6.0 * dt_min);
  // Smooth steps: parabolas, for which order 2 is exact.
  for (const auto& accepted : run.steps) CHECK(accepted.step.order <= 2);
}

TEST_CASE("steps end at the boundaries", "[step_size]") {
  const std::vector<double> boundaries = {0.02, 0.0200125, 0.05, 0.1 + 1e-17};
  const BallRun run = bounce({dt_min, dt_max}, {}, 0.11, boundaries);
  REQUIRE(run.result.completed());
  for (const double boundary : boundaries) {
    CHECK(std::any_of(run.steps.begin(), run.steps.end(), [&](const auto& s) { return s.step.end.t == boundary; }));
  }
  for (const auto& accepted : run.steps) CHECK(accepted.step.dt >= dt_min * (1.0 - 1e-9));
  CHECK(run.end.t == 0.11);
}

TEST_CASE("limits end a run with the accepted part intact", "[step_size]") {
  StepSizeOptions sizes{dt_min, dt_max};
  SECTION("of base steps") {
    sizes.max_evaluations = 200;
    const BallRun run = bounce(sizes, {}, 1.0);
    CHECK(run.result.reason == StopReason::step_limit);
    check_chain(run.steps, 0.0, run.end.t, dt_min, dt_max);
    CHECK(run.end.t > 0.0);
    CHECK(run.end.t < 1.0);
    // The same steps as without the limit.
    const BallRun free = bounce({dt_min, dt_max}, {}, 1.0);
    REQUIRE(free.steps.size() > run.steps.size());
    for (std::size_t i = 0; i < run.steps.size(); ++i) CHECK(free.steps[i].step.end.q == run.steps[i].step.end.q);
  }
  SECTION("of time") {
    sizes.time_limit = 1e-9;
    const BallRun run = bounce(sizes, {}, 1.0);
    CHECK(run.result.reason == StopReason::time_limit);
  }
  SECTION("by the observer") {
    const BouncingBall ball(testing::bouncing_ball_parameters());
    const auto solver = make_contact_solver("lemke");
    StepSizeAdjustment<BouncingBall> integrator(ball, *solver, sizes, {});
    State<1> state = ball.initial_state();
    int calls = 0;
    const auto result = integrator.integrate(state, {1.0}, [&](const auto&) { return ++calls < 3; });
    CHECK(result.reason == StopReason::stopped);
    CHECK(calls == 3);
    CHECK(result.counts.accepted_steps == 3);
  }
}

TEST_CASE("a contact problem that stays unsolved ends the run at the last accepted state", "[step_size]") {
  class Idle : public ContactSolver {
   public:
    std::string_view name() const override { return "idle"; }

   protected:
    SolverResult attempt(const ContactProblemView& /*problem*/, std::span<double> /*percussions*/) override {
      return {SolverStatus::iteration_limit, 0.0, 0};
    }
  };
  const BouncingBall ball(testing::bouncing_ball_parameters());
  const ExactBouncingBall exact(testing::bouncing_ball_parameters());
  Idle idle;
  StepSizeAdjustment<BouncingBall> integrator(ball, idle, {dt_min, dt_max}, {});
  State<1> state = ball.initial_state();
  const auto result = integrator.integrate(state, {1.0});
  CHECK(result.reason == StopReason::unsolved);
  CHECK(result.solver == SolverStatus::iteration_limit);
  // The first impact is what it cannot solve; everything before stands.
  CHECK(std::abs(state.t - exact.impact_time(1)) <= 2.0 * dt_min);
  CHECK(std::abs(state.q(0) - exact.position(state.t)) <= 1e-12);
}

TEST_CASE("wrong sizes and boundaries are refused by name and value", "[step_size]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto complaint = [](double smallest, double largest, double end, const std::vector<double>& boundaries) {
    return complaint_of([&] { bounce({smallest, largest}, {}, end, boundaries); });
  };
  CHECK(complaint(0.0, 1.0, 1.0, {}).find("smallest step 0 s") != std::string::npos);
  CHECK(complaint(-1e-5, 1.0, 1.0, {}).find("smallest step -1e-05 s") != std::string::npos);
  CHECK(complaint(nan, 1.0, 1.0, {}).find("smallest step") != std::string::npos);
  CHECK(complaint(1e-3, 1e-4, 1.0, {}).find("largest step 0.0001 s") != std::string::npos);
  CHECK(complaint(1e-3, nan, 1.0, {}).find("largest step") != std::string::npos);
  CHECK(complaint(1e-17, 1e-2, 1.0, {}).find("lost in the rounding") != std::string::npos);
  CHECK(complaint(1e-5, 1e-2, -1.0, {}).find("end time") != std::string::npos);
  CHECK(complaint(1e-5, 1e-2, nan, {}).find("end time") != std::string::npos);
  CHECK(complaint(1e-5, 1e-2, 1.0, {0.5, 0.5}).find("step boundary 0.5") != std::string::npos);
  CHECK(complaint(1e-5, 1e-2, 1.0, {1.5}).find("step boundary") != std::string::npos);
}

TEST_CASE("the woodpecker's first period has the twelve incidents of Table VII, in their order", "[step_size]") {
  const Woodpecker woodpecker(testing::woodpecker_parameters());
  const auto solver = make_contact_solver("lemke");
  ExtrapolationOptions extrapolation;
  extrapolation.atol = 1e-6;
  constexpr double smallest = 1e-7;  // dt_min, dt_max and n_max of sec. 10.4
  StepSizeAdjustment<Woodpecker> integrator(woodpecker, *solver, {smallest, 5e-3}, extrapolation);
  State<3> state = woodpecker.initial_state();
  std::vector<std::string> incidents;
  ModeVector<Woodpecker> before;
  const auto result = integrator.integrate(state, {0.146}, [&](const auto& step) {
    if (adjusted_step(step).switching()) {
      CHECK(step.size() < 3.0 * smallest);
      for (const std::string& incident : incidents_of<Woodpecker>(before, step.modes())) {
        incidents.push_back(incident);
      }
    }
    before = step.modes();
  });
  REQUIRE(result.completed());
  std::string list;
  for (const std::string& incident : incidents) list += incident + ", ";
  CAPTURE(list, result.counts.accepted_steps, result.counts.evaluations);
  const std::vector<std::string> table_vii = {"F2 sticks", "F2 slips",  "U2 opens", "U3 closes",
                                              "U3 opens",  "U1 closes", "U1 opens", "U3 closes",
                                              "U3 opens",  "U2 closes", "U2 opens", "U2 closes"};
  CHECK(incidents == table_vii);
}

TEST_CASE("no step is larger than dt_max, or 2 dt_min where that is more", "[step_size]") {
  for (const double largest : {1e-3, 1.5e-3, 2e-3, 1e-2}) {
    constexpr double smallest = 1e-3;
    ExtrapolationOptions extrapolation;
    extrapolation.order = 2;
    for (const double t_end : {0.0995, 0.1, 0.10047, 0.1011}) {
      const BallRun run = bounce({smallest, largest}, extrapolation, t_end, {0.0433});
      REQUIRE(run.result.completed());
      for (const auto& accepted : run.steps) {
        CHECK(accepted.step.dt <= std::max(largest, 2.0 * smallest) * (1.0 + 1e-12));
        CHECK(accepted.step.dt >= smallest * (1.0 - 1e-9));
      }
    }
  }
}
