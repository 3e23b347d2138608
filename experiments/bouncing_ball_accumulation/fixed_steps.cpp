#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/bouncing_ball_accumulation/studies.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments::ball {
namespace {

// With the step size dt [s] and the options' limit of steps.
std::unique_ptr<Integrator<BouncingBall>> midpoint_rule(const Experiment& experiment, const Setting& setting,
                                                        double dt) {
  IntegratorSettings settings = integrator_settings(experiment.options());
  settings.dt = dt;
  return make_integrator("moreau", setting.ball, setting.solver, settings);
}

FixedStepStatistics bounce(const Setting& setting, Integrator<BouncingBall>& integrator, double end,
                           support::Table* table = nullptr) {
  FixedStepStatistics statistics(setting.exact);
  BallState state = setting.ball.initial_state();
  const auto row = [&](const BallState& s) {
    if (table != nullptr) {
      table->row({s.t, s.q(0), s.u(0), setting.exact.position(s.t), setting.exact.velocity(s.t)});
    }
  };
  row(state);
  Destination<BouncingBall> destination;
  destination.t_end = end;
  statistics.outcome = integrator.integrate(state, destination, [&](const BallStep& step) {
    row(step.end());
    return statistics.on_step(step);
  });
  return statistics;
}

// Runs with many step sizes.
struct StepStudy {
  std::vector<double> steps;
  std::vector<FixedStepStatistics> runs;

  template <class Get>
  std::vector<double> values(Get get) const {
    std::vector<double> all;
    for (const FixedStepStatistics& run : runs) all.push_back(get(run));
    return all;
  }
  template <class Get>
  LimitFit limit(Get get) const {
    return limit_by_line(steps, values(get));
  }
};

StepStudy study_steps(Experiment& experiment, const Setting& setting, double end) {
  StepStudy study;
  study.steps = experiment.options().quick ? jittered_step_sizes(4e-3, 8, 12) : jittered_step_sizes(4e-3, 9, 24);
  const std::vector<double>& steps = study.steps;
  experiment.method("study_step_sizes", static_cast<double>(steps.size()));
  experiment.method("study_largest_dt", steps.front());
  experiment.method("study_smallest_dt", steps.back());
  auto& table = experiment.table(
      "convergence",
      {{"dt", "s"}, {"position_error_max", "m"}, {"position_error_l1", "m s"}, {"velocity_error_l1", "m"}});
  for (const double dt : steps) {
    experiment.progress().update("step sizes",
                                 static_cast<double>(study.runs.size()) / static_cast<double>(steps.size()));
    study.runs.push_back(bounce(setting, *make_moreau(setting.ball, setting.solver, dt), end));
    require_solved(study.runs.back().outcome);
    const FixedStepStatistics& r = study.runs.back();
    table.row({dt, r.position_error_max, r.position_error_l1, r.velocity_error_l1});
  }
  return study;
}

void record_impacts(Experiment& experiment, const Setting& setting, const FixedStepStatistics& nominal,
                    const StepStudy& study) {
  for (int k = 1; k <= compared_impacts; ++k) {
    const auto index = static_cast<std::size_t>(k - 1);
    if (nominal.impact_times.size() <= index) break;
    const LimitFit fit = study.limit([&](const FixedStepStatistics& r) {
      return r.impact_times.size() > index ? r.impact_times[index] : not_found;
    });
    if (!std::isfinite(fit.limit)) break;
    experiment.quantity("impact_time_" + std::to_string(k), fit.limit, "s", fit.uncertainty,
                        "time of impact " + std::to_string(k) + ", limit for dt -> 0");
    experiment.quantity("impact_time_" + std::to_string(k) + "_error",
                        std::abs(fit.limit - setting.exact.impact_time(k)), "s", fit.uncertainty,
                        "difference of impact_time_" + std::to_string(k) + " from the closed form");
  }
  const double z_0 = setting.ball.parameters().z_0;
  const LimitFit apex = study.limit([](const FixedStepStatistics& r) { return r.first_apex; });
  experiment.quantity("first_apex_ratio_fixed_step", apex.limit / z_0, "1", apex.uncertainty / z_0,
                      "the same with a fixed step, limit for dt -> 0");
}

// If this is the integrator that was chosen, also records the quantity under the name that all integrators have for it.
void record_accumulation(Experiment& experiment, const Setting& setting, const FixedStepStatistics& nominal,
                         const StepStudy& study) {
  const LimitFit fit = study.limit([](const FixedStepStatistics& r) { return r.accumulation_time; });
  const char* const meaning = "time after which the contact stays closed, fixed step, limit for dt -> 0";
  if (experiment.options().integrator == "moreau") {
    experiment.quantity("accumulation_time", fit.limit, "s", fit.uncertainty, meaning);
    experiment.quantity("accumulation_time_error", std::abs(fit.limit - setting.exact.accumulation_time()), "s",
                        fit.uncertainty, "difference of accumulation_time from the closed form");
  } else {
    experiment.quantity("accumulation_time_fixed_step", fit.limit, "s", fit.uncertainty, meaning);
  }
  experiment.quantity("speed_after_accumulation", nominal.speed_at_end, "m/s", Uncertainty::residual(1e-12),
                      "speed of the ball at the end of the run, at the nominal dt");
}

void record_errors(Experiment& experiment, const FixedStepStatistics& nominal, const StepStudy& study) {
  experiment.quantity("position_error_max_fixed_step", nominal.position_error_max, "m", Uncertainty::of_one_run(),
                      "largest difference from the exact height over all accepted nodes, at the nominal dt");
  experiment.quantity("penetration_max", nominal.penetration_max, "m", Uncertainty::of_one_run(),
                      "deepest penetration at the end of a step, at the nominal dt");
  record_impact_energy(experiment, "impact_energy_growth_max_fixed_step", nominal.impact_energy_growth_max);
  const auto order = [&](const char* key, const std::vector<double>& errors, const char* meaning) {
    const OrderFit fit = fit_order(study.steps, errors, OctaveStatistic::maximum);
    experiment.quantity(key, fit.order, "1", order_uncertainty(study.steps, errors, OctaveStatistic::maximum), meaning);
  };
  order("order_position", study.values([](const FixedStepStatistics& r) { return r.position_error_max; }),
        "order in dt of the height: slope through per-octave maxima of the max norm over accepted nodes");
  order("order_velocity", study.values([](const FixedStepStatistics& r) { return r.velocity_error_l1; }),
        "order in dt of the velocity: slope through per-octave maxima of the L1 norm");
}

}  // namespace

void fix_steps(Experiment& experiment, const Setting& setting) {
  const double end = *experiment.options().end_time;
  auto& table =
      experiment.table("motion", {{"t", "s"}, {"z", "m"}, {"zdot", "m/s"}, {"z_exact", "m"}, {"zdot_exact", "m/s"}});
  const auto integrator = midpoint_rule(experiment, setting, *experiment.options().dt);
  experiment.integrator_settings(integrator->settings());
  const FixedStepStatistics nominal = bounce(setting, *integrator, end, &table);
  require_applicable(experiment, nominal.outcome);
  if (experiment.options().integrator != "moreau") {
    require_solved(nominal.outcome);
  } else if (!completed(experiment, nominal.outcome)) {
    return;
  }
  const StepStudy study = study_steps(experiment, setting, end);
  record_impacts(experiment, setting, nominal, study);
  if (setting.exact.accumulation_time() < end) record_accumulation(experiment, setting, nominal, study);
  record_errors(experiment, nominal, study);
}

}  // namespace nsdbench::experiments::ball
