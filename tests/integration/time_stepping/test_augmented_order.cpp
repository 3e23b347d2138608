// Step size adjustment with extrapolation has the order p it declares (Studer, Leine & Glocker 2008, eq. 50).
//
// Maximum norm of the position's error over all accepted nodes, at 48 jittered dt_max per octave; slopes through
// medians of octaves. dt_min is never below 1e-13 s, where times of one second have few digits left: for large p that
// bounds dt_max from below, and rounding does where it does not.
#include <algorithm>
#include <cmath>
#include <vector>

#include "problems/damped_oscillator.hpp"
#include "problems/impact_oscillator.hpp"
#include "solvers/analysis/order_study.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"

using namespace nsdbench;
using problems::DampedOscillator;
using problems::ImpactOscillator;

namespace {

constexpr double smallest_dt_min = 1e-13;

// The range of dt_max that is of use for order p: below the steps at which the oscillation is resolved, above those
// whose dt_min or errors are rounding. For odd p the error is that of the impacts' times: there the range begins where
// the search for impacts takes enough halvings for the median not to move.
constexpr StudyRange impact_ranges[] = {{8e-3, 6}, {1.6e-2, 6}, {1.6e-2, 5}, {3.2e-2, 4}, {2.4e-2, 3}, {5.6e-2, 3}};
// Without impacts, and with smaller dt_min.
constexpr StudyRange smooth_ranges[] = {{8e-3, 6}, {1.6e-2, 6}, {2.4e-2, 5}, {3.2e-2, 4}, {4e-2, 3}, {4e-2, 2}};

template <class System, class Exact, class SmallestStep>
OrderFit measured_order(const System& system, const Exact& exact, double end, const ExtrapolationOptions& extrapolation,
                        const StudyRange& range, const SmallestStep& dt_min) {
  const auto solver = make_contact_solver("lemke");
  const StepSizeAdjustment<System> integrator(system, *solver, {1e-9, 1e-3}, extrapolation);
  REQUIRE(integrator.order() == extrapolation.order);  // what it declares
  const auto error_at = [&](const State<1>& at) { return std::abs(at.q(0) - exact.position(at.t)); };
  const OrderStudy study = study_order<System>(
      [&](double dt_max, double smallest) {
        return std::make_unique<StepSizeAdjustment<System>>(system, *solver, StepSizeOptions{smallest, dt_max},
                                                            extrapolation);
      },
      system.initial_state(), {end}, range, {smallest_dt_min}, dt_min, error_at, [](std::size_t) {});
  REQUIRE(study.completed);
  return study.fit;
}

ExtrapolationOptions fixed_order(int p, ErrorPowers powers = ErrorPowers::all) {
  ExtrapolationOptions options;
  options.order = p;
  options.powers = powers;
  return options;
}

// Where steps fall back for ever a run ends, too.
StepSizeOptions limited(double dt_min, double dt_max) {
  StepSizeOptions sizes{dt_min, dt_max};
  sizes.max_evaluations = 200000;
  return sizes;
}

// Without impacts: the amplitude of 0.1 m does not reach the stop 0.15 m away.
problems::ImpactOscillatorParameters free_oscillator() {
  problems::ImpactOscillatorParameters p = testing::impact_oscillator_parameters();
  p.x_0 = p.x_s - 0.1;
  p.v_0 = 0.0;
  return p;
}

}  // namespace

TEST_CASE("impact oscillator, dt_min = dt_max^p: order p across impacts", "[order][augmented]") {
  const int p = GENERATE(1, 2, 3, 4, 5, 6);
  const ImpactOscillator oscillator(testing::impact_oscillator_parameters());
  const problems::ExactImpactOscillator exact(testing::impact_oscillator_parameters());
  constexpr double end = 0.75;  // after two impacts; 1 s is a turning point, which hides errors of time
  const OrderFit fit = measured_order(oscillator, exact, end, fixed_order(p), impact_ranges[p - 1],
                                      [&](double dt_max) { return std::pow(dt_max, p); });
  CAPTURE(p, fit.order, fit.standard_error);
  REQUIRE(fit.octaves >= 2);
  CHECK(std::abs(fit.order - p) <=
        0.25);  // three times the 0.08 by which slopes scatter from one set of 48 sizes to another
}

TEST_CASE("damped oscillator: orders 1 to 6 without a bonus for symmetry", "[order][augmented]") {
  const int p = GENERATE(1, 2, 3, 4, 5, 6);
  const DampedOscillator oscillator(testing::damped_oscillator_parameters());
  const problems::ExactDampedOscillator exact(testing::damped_oscillator_parameters());
  // The first step has the size dt_min and order 1: with this dt_min its error of dt_min^2 does not count.
  const OrderFit fit = measured_order(oscillator, exact, 2.0, fixed_order(p), smooth_ranges[p - 1],
                                      [&](double dt_max) { return std::pow(0.5 * dt_max, p + 1); });
  CAPTURE(p, fit.order, fit.standard_error);
  CHECK(std::abs(fit.order - p) <= 0.25);
}

TEST_CASE("undamped and dt_min negligible: even orders 2, 2, 4, 4, 6, 6", "[order][augmented]") {
  // Without velocity in the forces the base scheme is the symmetric leapfrog, whose error has even powers only.
  const int p = GENERATE(1, 2, 3, 4, 5, 6);
  const ImpactOscillator oscillator(free_oscillator());
  const problems::ExactImpactOscillator exact(free_oscillator());
  const StudyRange range{4e-2, p < 5 ? 4 : 3};
  const auto negligible = [](double) { return 1e-12; };
  const OrderFit all = measured_order(oscillator, exact, 2.0, fixed_order(p), range, negligible);
  CAPTURE(p, all.order, all.standard_error);
  const int even_order = p + p % 2;
  CHECK(std::abs(all.order - even_order) <= 0.15);
  SECTION("in even powers with half the rows") {
    if (p % 2 == 1) return;
    const OrderFit even = measured_order(oscillator, exact, 2.0, fixed_order(p, ErrorPowers::even), range, negligible);
    CAPTURE(even.order, even.standard_error);
    CHECK(std::abs(even.order - p) <= 0.15);
  }
}

TEST_CASE("pushed oscillator: the force of a time is taken at that time, or the even orders are lost",
          "[order][augmented]") {
  const int p = GENERATE(1, 2, 3, 4, 5, 6);
  const testing::PushedOscillator oscillator;
  const OrderFit fit = measured_order(oscillator, oscillator, 2.0, fixed_order(p), StudyRange{p < 5 ? 4e-2 : 1e-1, 3},
                                      [](double) { return 1e-12; });
  CAPTURE(p, fit.order, fit.standard_error);
  CHECK(std::abs(fit.order - (p + p % 2)) <= 0.25);  // the next even order is 2 away
}

TEST_CASE("lasting contact with restitution 0.8: even orders as in free motion, and steps of dt_max",
          "[order][augmented]") {
  const int p = GENERATE(2, 4);
  const testing::SlidingSpringMass mass;
  const auto solver = make_contact_solver("lemke");
  constexpr double dt_min = 1e-9;
  std::vector<double> sizes = jittered_step_sizes(4e-2, 3, 8);
  std::vector<double> errors;
  for (const double dt_max : sizes) {
    StepSizeAdjustment<testing::SlidingSpringMass> integrator(mass, *solver, limited(dt_min, dt_max), fixed_order(p));
    State<2> state = mass.initial_state();
    double error = 0.0;
    double smallest_step = dt_max;
    const auto result = integrator.integrate(state, {2.0}, [&](const auto& step) {
      const State<2>& end = step.end();
      error = std::max(error, std::abs(end.q(0) - mass.position(end.t)));
      if (step.begin().t > 0.2 && end.t < 1.9) smallest_step = std::min(smallest_step, step.size());
    });
    REQUIRE(result.completed());
    CHECK(smallest_step == dt_max);  // the contact stays closed: nothing is searched for
    errors.push_back(error);
  }
  const OrderFit fit = fit_order(sizes, errors, OctaveStatistic::median);
  CAPTURE(p, fit.order);
  CHECK(std::abs(fit.order - p) <= 0.25);
}

TEST_CASE("impact oscillator: times and impulses of the impacts", "[augmented]") {
  const ImpactOscillator oscillator(testing::impact_oscillator_parameters());
  const problems::ExactImpactOscillator exact(testing::impact_oscillator_parameters());
  const auto solver = make_contact_solver("lemke");
  constexpr double dt_min = 1e-9;
  StepSizeAdjustment<ImpactOscillator> integrator(oscillator, *solver, {dt_min, 1e-2}, fixed_order(6));
  State<1> state = oscillator.initial_state();
  std::vector<double> times;
  std::vector<double> impulses;
  const auto result = integrator.integrate(state, {1.2}, [&](const auto& step) {
    if (step.percussions().normal(0) > 0.0) {
      times.push_back(step.middle());
      impulses.push_back(step.percussions().normal(0));
    }
  });
  REQUIRE(result.completed());
  REQUIRE(times.size() == 4);
  for (int k = 1; k <= 4; ++k) {
    const auto index = static_cast<std::size_t>(k - 1);
    CHECK(std::abs(times[index] - exact.impact_time(k)) <= 2.0 * k * dt_min);
    CHECK(std::abs(impulses[index] / exact.impulse(k) - 1.0) <= 1e-6);  // forces act for dt_min, relative 1e-9 a step
  }
}
