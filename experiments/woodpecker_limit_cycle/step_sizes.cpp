#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/refinement.hpp"
#include "experiments/woodpecker_limit_cycle/studies.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/elementary/elementary.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::woodpecker {
namespace {

constexpr int measured_cycles = 40;

// The cycle's quantities at a number of step sizes.
struct CycleStudy {
  std::vector<double> period, fall, phi_min, phi_max, omega_m;

  void add(const MeanCycle& mean, const CycleStatistics& cycle) {
    period.push_back(mean.period);
    fall.push_back(mean.fall_height);
    phi_min.push_back(cycle.phi_s_min());
    phi_max.push_back(cycle.phi_s_max());
    omega_m.push_back(cycle.omega_m_max());
  }
};

// After some cycles from `settled`.
void measure_at(CycleStudy& study, CycleRuns& runs, const BirdState& settled, double dt) {
  BirdState state = runs.settle(settled, dt, transient_cycles);
  CycleStatistics cycle(dt);
  study.add(mean_cycle(runs.follow(state, dt, measured_cycles, {&cycle})), cycle);
}

// A value and its uncertainty, for each column of a study.
template <class Estimate>
void record(Experiment& experiment, const Estimate& estimate, const std::string& how) {
  const auto [period, period_error] = estimate(&CycleStudy::period);
  const auto [fall, fall_error] = estimate(&CycleStudy::fall);
  experiment.quantity("period", period, "s", Uncertainty::or_unknown(period_error, finer_runs_disagree),
                      "period of the limit cycle" + how);
  experiment.quantity("fall_height", fall, "m", Uncertainty::or_unknown(fall_error, finer_runs_disagree),
                      "height lost per cycle" + how);
  std::optional<double> frequency_error, speed_error;
  if (period_error) frequency_error = *period_error / (period * period);
  if (period_error && fall_error) speed_error = *fall_error / period + fall * *period_error / (period * period);
  experiment.quantity("frequency", 1.0 / period, "Hz", Uncertainty::or_unknown(frequency_error, finer_runs_disagree),
                      "1 / period");
  experiment.quantity("mean_fall_speed", fall / period, "m/s",
                      Uncertainty::or_unknown(speed_error, finer_runs_disagree), "fall_height / period");
  const auto add = [&](std::string_view key, std::vector<double> CycleStudy::*values, std::string_view unit,
                       const std::string& meaning) {
    const auto [value, error] = estimate(values);
    experiment.quantity(key, value, unit, Uncertainty::or_unknown(error, finer_runs_disagree), meaning + how);
  };
  add("phi_s_min", &CycleStudy::phi_min, "rad", "smallest angle of the woodpecker on the cycle");
  add("phi_s_max", &CycleStudy::phi_max, "rad",
      "largest angle of the woodpecker on the cycle (the beak touches at 0.12 rad)");
  add("omega_m_max", &CycleStudy::omega_m, "rad/s", "largest magnitude of the sleeve's angular velocity on the cycle");
}

struct Estimated {
  double value = 0.0;
  std::optional<double> uncertainty;
};

// The same cycle by the event-driven method, whose errors are far below those of steps: one entry of each. Nothing,
// with a note, if it does not get there with these parameters.
std::optional<CycleStudy> cycle_by_events(Experiment& experiment, const CycleRuns& runs, const BirdState& settled) {
  const double dt = *experiment.options().dt;
  try {
    CycleRuns by_events(experiment, runs.bird().parameters(), "event_driven");
    CycleStudy study;
    measure_at(study, by_events, by_events.settle(settled, dt, settling_cycles), dt);
    return study;
  } catch (const support::ComputationFailed& failure) {
    experiment.note(std::string("No cycle by the event-driven method to compare with: ") + failure.what() + ".");
  }
  return std::nullopt;
}

// The limit for small steps: known to its distance from the event-driven value and the scatter about the fitted line.
Estimated limit_of(const std::vector<double>& steps, const std::vector<double>& values, std::optional<double> exact) {
  const LimitFit fit = limit_by_line(steps, values);
  return {fit.limit, exact ? fit.uncertainty_beside(*exact) : fit.uncertainty};
}

void record_convergence(Experiment& experiment, const std::vector<double>& steps, const CycleStudy& study,
                        std::optional<double> exact) {
  const double limit = exact.value_or(limit_by_line(steps, study.period).limit);
  auto& table = experiment.table("convergence", {{"dt", "s"},
                                                 {"period", "s"},
                                                 {"fall_height", "m"},
                                                 {"phi_s_min", "rad"},
                                                 {"phi_s_max", "rad"},
                                                 {"omega_m_max", "rad/s"},
                                                 {"period_deviation", "s"}});
  std::vector<double> deviation;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    deviation.push_back(std::abs(study.period[i] - limit));
    table.row(
        {steps[i], study.period[i], study.fall[i], study.phi_min[i], study.phi_max[i], study.omega_m[i], deviation[i]});
  }
  const OrderFit order = fit_order(steps, deviation, OctaveStatistic::median);
  const Uncertainty order_known_to =
      exact ? Uncertainty(order_uncertainty(steps, deviation, OctaveStatistic::median))
            : Uncertainty::unknown("The limit is that of the same line, so that the order is near 1 by construction.");
  experiment.quantity(
      "period_order", order.order, "1", order_known_to,
      std::string("order in dt of the period: slope through per-octave medians of its deviation from ") +
          (exact ? "the event-driven period" : "the limit"));
  experiment.quantity(
      "period_deviation_at_dt_1e5", order.constant * elementary::pow(1e-5, order.order), "s",
      Uncertainty::unknown("It is read from a fitted line, whose scatter was not carried over to it."),
      "median deviation of the period at dt = 1e-5 s from the value that the order is measured against, from the "
      "fitted line");
}

}  // namespace

void study_step_sizes(Experiment& experiment, CycleRuns& runs, const BirdState& settled,
                      const std::vector<double>& steps) {
  experiment.method("settling_cycles", settling_cycles);
  experiment.method("study_step_sizes", static_cast<double>(steps.size()));
  experiment.method("study_largest_dt", steps.front());
  experiment.method("study_smallest_dt", steps.back());
  experiment.method("study_transient_cycles", transient_cycles);
  experiment.method("study_measured_cycles", measured_cycles);
  CycleStudy study;
  double work_done = 0.0;
  double work = 0.0;
  for (const double h : steps) work += 1.0 / h;
  for (const double h : steps) {
    experiment.progress().update("cycle at " + std::to_string(steps.size()) + " step sizes", work_done / work);
    measure_at(study, runs, settled, h);
    work_done += 1.0 / h;
  }
  const std::optional<CycleStudy> exact = cycle_by_events(experiment, runs, settled);
  const auto limit = [&](std::vector<double> CycleStudy::*values) {
    return limit_of(steps, study.*values, exact ? std::optional(((*exact).*values).front()) : std::nullopt);
  };
  record(experiment, limit, ", limit for dt -> 0");
  record_convergence(experiment, steps, study, exact ? std::optional(exact->period.front()) : std::nullopt);
}

void measure_cycle(Experiment& experiment, CycleRuns& runs, const BirdState& settled) {
  const double dt = *experiment.options().dt;
  experiment.method("settling_cycles", settling_cycles);
  experiment.method("measured_cycles", measured_cycles);
  experiment.note("The study of step sizes and the checks of contact problems belong to the midpoint rule alone.");
  experiment.progress().update("cycle", 0.5);
  CycleStudy study;
  for (int level = 0; level < refinement_levels; ++level) {
    measure_at(study, runs, settled, refined_step(dt, level));
  }
  record(
      experiment,
      [&](std::vector<double> CycleStudy::*column) {
        const std::vector<double>& values = study.*column;
        return Estimated{values[0], uncertainty({values[0], values[1], values[2]}, rounding_of(values[0]))};
      },
      std::string("; ") + refinement_sentence);
}

}  // namespace nsdbench::experiments::woodpecker
