#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "experiments/bouncing_ball_accumulation/studies.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/refinement.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments::ball {
namespace {

// Rows at the ends of steps, and within those that have dense output.
class MotionTable {
 public:
  MotionTable(Experiment& experiment, const ExactBouncingBall& exact)
      : table_(experiment.table("motion",
                                {{"t", "s"}, {"z", "m"}, {"zdot", "m/s"}, {"z_exact", "m"}, {"zdot_exact", "m/s"}})),
        exact_(exact) {}

  void add(const BallStep& step) {
    constexpr double spacing = 1e-3;  // s
    const int parts = std::max(1, static_cast<int>(std::ceil(step.size() / spacing)));
    row(step.begin());
    for (int k = 1; k < parts; ++k) {
      if (const auto state = step.at_time(step.begin().t + step.size() * k / parts)) row(*state);
    }
    row(step.end());
  }

 private:
  void row(const BallState& s) { table_.row({s.t, s.q(0), s.u(0), exact_.position(s.t), exact_.velocity(s.t)}); }

  support::Table& table_;
  const ExactBouncingBall& exact_;
};

MotionStatistics bounce(const Setting& setting, Integrator<BouncingBall>& integrator, double end,
                        MotionTable* table = nullptr) {
  MotionStatistics statistics(setting.exact);
  BallState state = setting.ball.initial_state();
  Destination<BouncingBall> destination;
  destination.t_end = end;
  statistics.outcome = integrator.integrate(
      state, destination,
      [&](const BallStep& step) {
        if (table != nullptr) table->add(step);
        return statistics.on_step(step);
      },
      [&](const Event<BouncingBall>& event) { return statistics.on_event(event); });
  return statistics;
}

using Runs = std::array<MotionStatistics, refinement_levels>;

void record_times(Experiment& experiment, const Setting& setting, const Runs& runs, double resolution) {
  // Times by the last rebounds before the accumulation point are known to this.
  constexpr double rebounds = 1e-12;  // s
  const auto add = [&](const std::string& key, const auto& get, double exact, const std::string& meaning) {
    const RefinedValues values = values_of(runs, get);
    if (!std::isfinite(values[0])) return;
    const Uncertainty known =
        Uncertainty::or_unknown(uncertainty(values, std::max(resolution, rebounds)), finer_runs_disagree);
    experiment.quantity(key, values[0], "s", known, meaning + "; " + refinement_sentence);
    experiment.quantity(key + "_error", std::abs(values[0] - exact), "s", known,
                        "difference of " + key + " from the closed form");
  };
  for (std::size_t k = 0; k < runs[0].impact_times.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    add(
        "impact_time_" + number,
        [k](const MotionStatistics& run) { return k < run.impact_times.size() ? run.impact_times[k] : not_found; },
        setting.exact.impact_time(static_cast<int>(k) + 1), "time of impact " + number);
  }
  if (setting.exact.accumulation_time() >= *experiment.options().end_time) return;
  add(
      "accumulation_time", [](const MotionStatistics& run) { return run.accumulation_time; },
      setting.exact.accumulation_time(), "time after which the contact stays closed");
  experiment.quantity("speed_after_accumulation", runs[0].speed_at_end, "m/s", Uncertainty::residual(1e-12),
                      "speed of the ball at the end of the run");
}

}  // namespace

void integrate_motion(Experiment& experiment, const Setting& setting) {
  const std::string& name = experiment.options().integrator;
  const double end = *experiment.options().end_time;
  IntegratorSettings settings = integrator_settings(experiment.options());
  // --atol and --rtol are those of extrapolation. By so wide ones rebounds would be lost before they are seen to
  // accumulate: the event-driven integration takes its own.
  if (name == "event_driven") settings.atol = settings.rtol = 0.0;
  MotionTable table(experiment, setting.exact);
  const auto integrator_at = [&](int level) {
    return make_integrator(name, setting.ball, setting.solver, refined(settings, level, end));
  };
  const auto integrator = integrator_at(0);
  experiment.integrator_settings(integrator->settings());
  const MotionStatistics run = bounce(setting, *integrator, end, &table);
  if (!completed(experiment, run.outcome)) return;
  record_times(experiment, setting,
               {run, bounce(setting, *integrator_at(1), end), bounce(setting, *integrator_at(2), end)},
               event_resolution(integrator->settings()));
  experiment.quantity("position_error_max", run.position_error_max, "m", Uncertainty::of_one_run(),
                      "largest difference from the exact height over the ends of all steps");
  record_impact_energy(experiment, "impact_energy_growth_max", run.impact_energy_growth_max);
  experiment.quantity("accepted_steps", static_cast<double>(run.outcome.counts.accepted_steps), "1",
                      Uncertainty::count(), "accepted steps to the end time");
  experiment.quantity("base_steps", static_cast<double>(run.outcome.counts.evaluations), "1", Uncertainty::count(),
                      "evaluations of the equations of motion these took, rejected steps included");
}

}  // namespace nsdbench::experiments::ball
