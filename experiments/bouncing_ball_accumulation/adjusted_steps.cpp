#include "experiments/support/adjusted_steps.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "experiments/bouncing_ball_accumulation/studies.hpp"
#include "experiments/support/refinement.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments::ball {
namespace {

// Rows of a table of accepted steps; a table without a name is none.
class StepTable {
 public:
  StepTable() = default;
  StepTable(Experiment& experiment, const char* name)
      : table_(&experiment.table(
            name, {{"t_begin", "s"}, {"t", "s"}, {"dt", "s"}, {"order", "1"}, {"z", "m"}, {"zdot", "m/s"}})) {}
  void add(const BallStep& step) const {
    if (table_ == nullptr) return;
    table_->row({step.begin().t, step.end().t, step.size(), static_cast<double>(step.order()), step.end().q(0),
                 step.end().u(0)});
  }

 private:
  support::Table* table_ = nullptr;
};

// Extrapolation over odd substeps, or over all with or without the modified restitution of sec. 8.2.
AdjustedStatistics bounce(const Setting& setting, const StepSizeOptions& sizes,
                          const ExtrapolationOptions& extrapolation, double end, const StepTable& table = {}) {
  const auto integrator = make_moreau_adjusted(setting.ball, setting.solver, sizes, extrapolation);
  AdjustedStatistics statistics(setting.ball, setting.exact, sizes.dt_min, end);
  BallState state = setting.ball.initial_state();
  Destination<BouncingBall> destination;
  destination.t_end = end;
  statistics.outcome = integrator->integrate(state, destination, [&](const BallStep& step) {
    table.add(step);
    return statistics.on_step(step);
  });
  return statistics;
}

// The motions of the study.
struct Motions {
  AdjustedStatistics odd;       // substeps 1, 3, 5, ...
  AdjustedStatistics all;       // 1, 2, 3, ...
  AdjustedStatistics modified;  // the same with restitution eps^(h/dt_min)
  AdjustedStatistics finer;     // odd substeps, a tenth of dt_min and half of dt_max
};

// False, and a note, if the run did not reach its end.
bool reached_end(Experiment& experiment, const AdjustedStatistics& run, const char* what) {
  if (run.outcome.completed()) return true;
  experiment.note(std::string("The run ") + what + " ended at t = " + support::readable(run.outcome.time) +
                  " s: " + std::string(to_string(run.outcome.reason)) + ".");
  return false;
}

// Fig. 10.
// Twice the change with finer steps.
Uncertainty apex_uncertainty(const Motions& motions, double z_0) {
  if (!motions.finer.outcome.completed()) return Uncertainty::or_unknown({}, finer_runs_disagree);
  return 2.0 * std::abs(motions.odd.first_apex - motions.finer.first_apex) / z_0;
}

void record_odd(Experiment& experiment, const Motions& motions, double dt_min, double z_0) {
  const AdjustedStatistics& run = motions.odd;
  experiment.quantity("accepted_steps", static_cast<double>(run.outcome.counts.accepted_steps), "1",
                      Uncertainty::count(), "accepted steps to the end time, substeps 1, 3, 5, ...");
  experiment.quantity("base_steps", static_cast<double>(run.outcome.counts.evaluations), "1", Uncertainty::count(),
                      "steps of the base scheme these took, rejected ones included");
  experiment.quantity("position_error_max", run.position_error_max, "m", Uncertainty::of_one_run(),
                      "largest difference from the exact height over all accepted nodes, odd substeps");
  experiment.quantity("position_error_max_first_flight", run.first_flight_error, "m", Uncertainty::residual(1e-15),
                      "the same before the first impact, where steps of order 2 are exact but for rounding");
  experiment.quantity("used_order_max_in_flight", run.order_in_flight, "1", Uncertainty::count(),
                      "largest order used without contact before the accumulation point, odd substeps");
  experiment.quantity("first_step", run.first_step / dt_min, "1", Uncertainty::of_one_run(),
                      "first step, in multiples of dt_min");
  experiment.quantity("step_min", run.smallest_step / dt_min, "1", Uncertainty::of_one_run(),
                      "smallest accepted step, in multiples of dt_min, odd substeps");
  experiment.quantity("steps_between_1_and_3_dt_min", static_cast<double>(run.steps_between), "1", Uncertainty::count(),
                      "accepted steps larger than dt_min and smaller than 3 dt_min, but at the end, odd substeps");
  experiment.quantity("step_growth_max", run.largest_growth, "1", Uncertainty::of_one_run(),
                      "largest ratio of an accepted step to the one before, odd substeps");
  if (run.largest_impact_step > 0.0) {
    experiment.quantity(
        "step_max_at_impacts", run.largest_impact_step / dt_min, "1", Uncertainty::of_one_run(),
        "largest step in which the contact closes before the accumulation point, in multiples of dt_min, "
        "odd substeps");
  }
  if (run.first_apex > 0.0) {
    experiment.quantity("first_apex_ratio", run.first_apex / z_0, "1", apex_uncertainty(motions, z_0),
                        "height of the first rebound relative to the initial height, odd substeps");
    experiment.quantity("apex_ratio_max", run.apex_ratio_max, "1", Uncertainty::of_one_run(),
                        "largest height of a flight relative to the one before, between impacts before the "
                        "accumulation point, odd substeps");
  }
  experiment.quantity("last_minimal_step_time", run.last_minimal_step_time, "s", Uncertainty::of_one_run(),
                      "end of the last step of size dt_min, odd substeps");
}

// Fig. 9, and what sec. 8.2 does about it.
void record_all(Experiment& experiment, const Motions& motions) {
  const AdjustedStatistics& all = motions.all;
  if (reached_end(experiment, all, "over all substeps")) {
    experiment.quantity("accepted_steps_all_substeps", static_cast<double>(all.outcome.counts.accepted_steps), "1",
                        Uncertainty::count(), "accepted steps to the end time, substeps 1, 2, 3, ...");
    experiment.quantity("last_minimal_step_time_all_substeps", all.last_minimal_step_time, "s",
                        Uncertainty::of_one_run(), "end of the last step of size dt_min, substeps 1, 2, 3, ...");
  }
  const AdjustedStatistics& modified = motions.modified;
  if (reached_end(experiment, modified, "with modified restitution")) {
    experiment.quantity("accepted_steps_modified_restitution",
                        static_cast<double>(modified.outcome.counts.accepted_steps), "1", Uncertainty::count(),
                        "accepted steps to the end time, substeps 1, 2, 3, ... and restitution eps^(h/dt_min)");
    experiment.quantity("last_minimal_step_time_modified_restitution", modified.last_minimal_step_time, "s",
                        Uncertainty::of_one_run(), "end of the last step of size dt_min, the same");
  }
}

// The accumulation point of the impacts, and the rest after it.
void record_rest(Experiment& experiment, const Motions& motions, double accumulation, double dt_min) {
  const AdjustedStatistics& odd = motions.odd;
  std::optional<double> half_width;
  if (reached_end(experiment, motions.finer, "with finer steps")) {
    half_width = time_uncertainty(odd.accumulation_time, motions.finer.accumulation_time, dt_min);
  }
  const Uncertainty known = Uncertainty::or_unknown(half_width, finer_runs_disagree);
  if (half_width) {
    experiment.quantity("accumulation_time", odd.accumulation_time, "s", known,
                        "time after which the contact stays closed, odd substeps; uncertainty: twice the change with a "
                        "tenth of dt_min and half of dt_max");
  }
  experiment.quantity("accumulation_time_error", std::abs(odd.accumulation_time - accumulation), "s", known,
                      "difference of accumulation_time from the closed form");
  experiment.quantity("delay_of_step_growth", (odd.last_minimal_step_time - accumulation) / dt_min, "1",
                      Uncertainty::of_one_run(),
                      "from the accumulation point to the end of the last step of size dt_min, in multiples of dt_min, "
                      "odd substeps");
  experiment.quantity("step_max_at_rest", odd.largest_step_at_rest, "s", Uncertainty::of_one_run(),
                      "largest step after the accumulation point, odd substeps");
  experiment.quantity("oscillation_at_rest", odd.oscillation_at_rest, "m/s", Uncertainty::residual(1e-12),
                      "largest speed in the second half of the time after the accumulation point, odd substeps");
  experiment.quantity("openings_at_rest", static_cast<double>(odd.openings_at_rest), "1", Uncertainty::count(),
                      "how often the contact opens in the same time, odd substeps");
  if (!motions.all.outcome.completed()) return;
  experiment.quantity("openings_at_rest_all_substeps", static_cast<double>(motions.all.openings_at_rest), "1",
                      Uncertainty::count(),
                      "how often the contact opens in the second half of the time after the accumulation point, "
                      "substeps 1, 2, 3, ...");
  experiment.quantity("step_max_at_rest_all_substeps", motions.all.largest_step_at_rest, "s", Uncertainty::of_one_run(),
                      "largest step after the accumulation point, substeps 1, 2, 3, ...");
  experiment.quantity("oscillation_at_rest_all_substeps", motions.all.oscillation_at_rest, "m/s",
                      Uncertainty::of_one_run(),
                      "largest speed in the second half of the time after the accumulation point, substeps 1, 2, 3, "
                      "...");
}

}  // namespace

bool adjust_steps(Experiment& experiment, const Setting& setting) {
  const StepControl& control = *experiment.options().control;
  const double end = *experiment.options().end_time;
  const StepSizeOptions sizes = step_sizes(control);
  const ExtrapolationOptions odd = extrapolation(control);
  ExtrapolationOptions all = odd;
  all.substeps = Substeps::all;
  ExtrapolationOptions modified = all;
  modified.modified_restitution = true;

  experiment.progress().update("odd substeps", 0.0);
  const AdjustedStatistics run = bounce(setting, sizes, odd, end, StepTable(experiment, "odd_substeps"));
  if (!completed(experiment, run.outcome)) return false;
  record_scheme(experiment, odd);
  experiment.progress().update("all substeps", 0.2);
  const Motions motions{run, bounce(setting, sizes, all, end, StepTable(experiment, "all_substeps")),
                        bounce(setting, sizes, modified, end), bounce(setting, finer(sizes, end), odd, end)};
  record_odd(experiment, motions, sizes.dt_min, setting.ball.parameters().z_0);
  record_all(experiment, motions);
  if (setting.exact.accumulation_time() >= end) {
    experiment.note("The run ends before the accumulation point of the impacts.");
  } else {
    record_rest(experiment, motions, setting.exact.accumulation_time(), sizes.dt_min);
  }
  return true;
}

}  // namespace nsdbench::experiments::ball
