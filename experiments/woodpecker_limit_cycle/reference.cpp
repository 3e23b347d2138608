#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/refinement.hpp"
#include "experiments/woodpecker_limit_cycle/studies.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/analysis/reference_trajectory.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::experiments::woodpecker {
namespace {

bool are_the_papers(const problems::WoodpeckerParameters& parameters) {
  using Parameters = problems::WoodpeckerParameters;
  const auto papers = support::paper_parameters<Parameters>("glocker2005", "woodpecker");
  return std::ranges::all_of(Parameters::fields(),
                             [&](const auto& field) { return parameters.*field.member == papers.*field.member; });
}

void compare_limit(Experiment& experiment, const std::vector<double>& steps, const std::vector<double>& angles,
                   double exact) {
  std::vector<double> errors;
  for (const double angle : angles) errors.push_back(std::abs(angle - exact));
  const LimitFit limit = limit_by_line(steps, angles);
  const OrderFit order = fit_order(steps, errors, OctaveStatistic::median);
  experiment.quantity("truth_phi_s_error", std::abs(limit.limit - exact), "rad", limit.standard_error,
                      "difference of the bird's angle at 0.146 s from Table I's start, limit for dt -> 0, from "
                      "reference-data/truth/woodpecker.json");
  experiment.quantity("truth_phi_s_error_over_uncertainty", std::abs(limit.limit - exact) / limit.uncertainty, "1",
                      Uncertainty::unknown("It is a difference in units of its own uncertainty."),
                      "the same, in units of the limit's uncertainty");
  experiment.quantity("truth_order", order.order, "1", order_uncertainty(steps, errors, OctaveStatistic::median),
                      "order in dt of the bird's angle at 0.146 s: slope of its error against the truth through "
                      "per-octave medians");
}

// Largest distance of the bird's angle from the event-driven motion, at the ends of steps, and the angle's range.
class AngleDistance : public Observer<problems::Woodpecker> {
 public:
  explicit AngleDistance(const ReferenceTrajectory<3>& reference) : reference_(reference) {}
  bool on_step(const BirdStep& step) override {
    const double angle = step.end().q(2);
    largest_ = std::max(largest_, std::abs(reference_.position(step.end().t)(2) - angle));
    low_ = std::min(low_, angle);
    high_ = std::max(high_, angle);
    return true;
  }
  double largest() const { return largest_; }  // [rad]
  double swing() const { return high_ - low_; }

 private:
  const ReferenceTrajectory<3>& reference_;
  double largest_ = 0.0;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity();
};

// The bird's angle at the steps of the run, up to the time `end`, and at the same times by the event-driven method.
void compare_curves(Experiment& experiment, CycleRuns& runs, double end, double exact) {
  const double dt = *experiment.options().dt;
  const BirdState start = runs.bird().initial_state();
  const CycleRuns by_events(experiment, runs.bird().parameters(), "event_driven");
  const auto event_driven = by_events.integrator(dt);
  const auto reference = reference_trajectory(*event_driven, start, end);
  AngleDistance distance(reference);
  BirdState state = start;
  runs.integrate(state, dt, end, {&distance});
  // The event-driven angle is as good all along as it is at the end.
  const double known_to = (std::abs(reference.position(end)(2) - exact) + rounding_of(exact)) / distance.swing();
  experiment.quantity(
      "phi_s_difference_max", distance.largest() / distance.swing(), "1", known_to,
      "largest difference of the bird's angle by the midpoint rule, with the step size of the run, from "
      "that by the event-driven method, from Table I's start to 0.146 s, relative to its swing");
}

// From the section on, once around.
SwitchingTimes switching_times(CycleRuns& runs, BirdState on_cycle, double dt) {
  BirdState on_section = runs.follow(on_cycle, dt, 0).front();
  on_section.t = 0.0;
  SwitchingTimes times;
  runs.follow(on_section, dt, 0, {&times});
  return times;
}

}  // namespace

void compare_with_reference(Experiment& experiment, CycleRuns& runs, const std::vector<double>& steps) {
  if (!are_the_papers(runs.bird().parameters())) {
    experiment.note("No comparison with reference-data/truth/woodpecker.json, which has the paper's parameters.");
    return;
  }
  const support::TrueMotion motion = experiment.true_motion("woodpecker");
  const support::TrueState& truth = motion.states.front();
  const double exact = truth.position[2].value;
  const auto angle_with = [&](double h) {
    experiment.progress().update("comparison with the reference solution", 0.5);
    BirdState state = runs.bird().initial_state();
    runs.integrate(state, h, truth.time, {});
    return state.q(2);
  };
  if (!runs.is_midpoint_rule()) {
    experiment.quantity("truth_phi_s_error", std::abs(angle_with(*experiment.options().dt) - exact), "rad",
                        Uncertainty::of_one_run(),
                        "difference of the bird's angle at 0.146 s from Table I's start, with the step size of the "
                        "run, from reference-data/truth/woodpecker.json");
    return;
  }
  std::vector<double> angles;
  for (const double h : steps) angles.push_back(angle_with(h));
  compare_limit(experiment, steps, angles, exact);
  compare_curves(experiment, runs, truth.time, exact);
}

void measure_switching_times(Experiment& experiment, CycleRuns& runs, const BirdState& settled) {
  const double dt = *experiment.options().dt;
  const auto finer = [&](double h) { return switching_times(runs, runs.settle(settled, h, transient_cycles), h); };
  const SwitchingTimes times = switching_times(runs, settled, dt);
  const SwitchingTimes check = finer(runs.is_midpoint_rule() ? 0.5 * dt : refined_step(dt, 1));
  const SwitchingTimes last = runs.is_midpoint_rule() ? check : finer(refined_step(dt, 2));
  const double resolution = event_resolution(runs.integrator(dt)->settings());
  for (std::size_t k = 0; k < times.entries().size(); ++k) {
    const std::optional<double>& time = times.entries()[k].time;
    const std::optional<double>& other = check.entries()[k].time;
    const std::string key = "time_" + std::string(times.entries()[k].key);
    const std::string meaning =
        "time on the settled cycle from the rising zero of phi_S on: " + std::string(times.entries()[k].meaning) + "; ";
    if (!time || !other) continue;
    if (runs.is_midpoint_rule()) {
      // The middle of a step: a quarter of the run's.
      experiment.quantity(key, *other, "s", 2.0 * std::abs(*other - *time) + 0.25 * dt,
                          meaning + "with half the step size of the run");
      continue;
    }
    const double finest = last.entries()[k].time.value_or(std::nan(""));
    experiment.quantity(
        key, *time, "s",
        Uncertainty::or_unknown(uncertainty({*time, *other, finest}, std::max(resolution, rounding_of(*time))),
                                finer_runs_disagree),
        meaning + refinement_sentence);
  }
}

}  // namespace nsdbench::experiments::woodpecker
