// Studies of the order, and the measured runs they are made of.
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "problems/damped_oscillator.hpp"
#include "solvers/analysis/incidents.hpp"
#include "solvers/analysis/order_study.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"

using namespace nsdbench;
using problems::DampedOscillator;
using problems::ExactDampedOscillator;

namespace {

constexpr double end = 1.0;

struct Study {
  DampedOscillator oscillator{testing::damped_oscillator_parameters()};
  ExactDampedOscillator exact{testing::damped_oscillator_parameters()};
  std::unique_ptr<ContactSolver> solver = make_contact_solver("lemke");

  OrderStudy operator()(int p, const StudyRange& range, const StudyLimits& limits, long base_steps = 0) const {
    ExtrapolationOptions extrapolation;
    extrapolation.order = p;
    return study_order<DampedOscillator>(
        [&](double dt_max, double dt_min) {
          StepSizeOptions sizes{.dt_min = dt_min, .dt_max = dt_max};
          sizes.max_evaluations = base_steps;
          return std::make_unique<StepSizeAdjustment<DampedOscillator>>(oscillator, *solver, sizes, extrapolation);
        },
        oscillator.initial_state(), {end}, range, limits, [](double dt_max) { return 1e-3 * dt_max * dt_max; },
        [&](const State<1>& at) { return std::abs(at.q(0) - exact.position(at.t)); }, [](std::size_t) {});
  }
};

}  // namespace

TEST_CASE("a study has a run for every size, and the order they show", "[order_study]") {
  const OrderStudy study = Study{}(2, {1e-2, 4, 8}, {});
  REQUIRE(study.completed);
  REQUIRE(study.runs.size() == 32);
  CHECK(study.dt_max.size() == 32);
  CHECK(study.dt_min.size() == 32);
  for (std::size_t k = 0; k < study.runs.size(); ++k) {
    CHECK(study.dt_min[k] == 1e-3 * study.dt_max[k] * study.dt_max[k]);
    CHECK(study.runs[k].outcome.time == end);
    // Two rows, one and three substeps, a step; some dozen more while the step grows from dt_min.
    CHECK(std::abs(static_cast<double>(study.runs[k].outcome.counts.evaluations) - 4.0 * end / study.dt_max[k]) <=
          100.0);
  }
  CHECK(std::abs(study.fit.order - 2.0) <= 0.05);  // a smooth problem: dt_max of 0.06 radians and less
  CHECK(study.order_uncertainty >= std::abs(study.fit.order - 2.0));
  CHECK(study.order_uncertainty <= 0.1);
  CHECK(std::abs(study.cost_exponent - 0.5) <= 0.1);  // but for those dozen steps
  CHECK(study.cost_exponent_uncertainty > 0.0);
  CHECK(study.cost_exponent_uncertainty <= 0.05);  // the lines of four octaves are nearly straight
}

TEST_CASE("two octaves are not enough for an uncertainty", "[order_study]") {
  const OrderStudy study = Study{}(2, {1e-2, 2, 8}, {});
  CHECK(std::abs(study.fit.order - 2.0) <= 0.05);
  CHECK(std::isnan(study.order_uncertainty));
}

TEST_CASE("limits of a study", "[order_study]") {
  SECTION("dt_min") {
    const OrderStudy study = Study{}(2, {1e-2, 3, 4}, {1e-7, 0.0});
    for (const double dt_min : study.dt_min) CHECK(dt_min >= 1e-7);
  }
  SECTION("errors below rounding are left out") {
    const OrderStudy all = Study{}(4, {2e-2, 4, 8}, {});
    const double threshold = all.runs[all.runs.size() / 2].error;
    const OrderStudy upper = Study{}(4, {2e-2, 4, 8}, {0.0, threshold});
    CHECK(upper.runs.size() == all.runs.size());
    CHECK(upper.fit.octaves < all.fit.octaves);
  }
  SECTION("steps") {
    const OrderStudy study = Study{}(2, {1e-2, 3, 4}, {}, 900);
    CHECK_FALSE(study.completed);
    CHECK(study.runs.size() < 12);
    CHECK(study.dt_max.size() == study.runs.size());
    CHECK_FALSE(study.runs.back().completed);
    CHECK(study.runs.back().outcome.time < end);
    CHECK(std::isnan(study.fit.order));
    CHECK(std::isnan(study.order_uncertainty));
    CHECK(std::isnan(study.cost_exponent));
    CHECK(std::isnan(study.cost_exponent_uncertainty));
  }
}

TEST_CASE("an error that is no number is no error of zero", "[order_study]") {
  const Study study;
  const auto not_a_number = [](const State<1>& at) {
    return at.t > 0.4 && at.t < 0.6 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  };
  StepSizeAdjustment<DampedOscillator> sizes(study.oscillator, *study.solver, {1e-5, 1e-2}, {});
  const MeasuredRun adjusted = measure_run(sizes, study.oscillator.initial_state(), {end}, not_a_number);
  CHECK_FALSE(adjusted.completed);
  CHECK(std::isnan(adjusted.error));
  FixedStep<DampedOscillator> midpoint(study.oscillator, *study.solver, 1e-2);
  const MeasuredRun fixed = measure_run(midpoint, study.oscillator.initial_state(), {end}, not_a_number);
  CHECK_FALSE(fixed.completed);
  CHECK(std::isnan(fixed.error));
  CHECK(fixed.outcome.counts.evaluations == 100);
}

TEST_CASE("incidents: a friction element without a gap sticks and slips, too", "[order_study]") {
  using Element = testing::LinearSystem<1, 1, 1>;
  ModeVector<Element> slips;
  ModeVector<Element> sticks;
  sticks.tangential[0] = Mode::constraint;
  CHECK(incidents_of<Element>(slips, sticks) == std::vector<std::string>{"F1 sticks"});
  CHECK(incidents_of<Element>(sticks, slips) == std::vector<std::string>{"F1 slips"});
  CHECK(incidents_of<Element>(sticks, sticks).empty());
  ModeVector<Element> closed = sticks;
  closed.normal[0] = Mode::constraint;
  CHECK(incidents_of<Element>(slips, closed) == std::vector<std::string>{"U1 closes"});
  CHECK(incidents_of<Element>(closed, slips) == std::vector<std::string>{"U1 opens"});
}
