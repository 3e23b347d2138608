// A ball falling on a table (Studer, Leine & Glocker 2008, sec. 10.1): Figures 9 and 10.
//
//   m zddot = -m g + lambda,   0 <= z,   xi = zdot^+ + eps zdot^-,   -Lambda in Upr(xi),   eps = 0.7,  z_0 = 0.07 m
//
//   bouncing_ball_accumulation                       the paper's ball
//   bouncing_ball_accumulation --dt-min 1e-6         sharper impacts
//   bouncing_ball_accumulation --set epsilon_N=0.9 --end-time 3  a livelier ball
//
// The motion is known in closed form: impacts t_k and their accumulation point are the truth. Two parts: step size
// adjustment with extrapolation, over odd substeps (Fig. 10) and over all (Fig. 9); and the base scheme by itself, with
// a fixed step, at one step size and at many.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "experiments/support/adjusted_run.hpp"
#include "experiments/support/experiment.hpp"
#include "experiments/support/integration_failure.hpp"
#include "problems/bouncing_ball.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::BouncingBall;
using problems::BouncingBallParameters;
using problems::ExactBouncingBall;
using BallState = State<1>;
using Report = StepReport<BouncingBall>;

constexpr int compared_impacts = 5;

struct Run {
  std::vector<double> impact_times;  // middle of each step with an impact, the first five
  double accumulation_time = std::numeric_limits<double>::quiet_NaN();  // end of the last step without contact
  double position_error_max = 0.0;                                      // max norm over the accepted nodes [m]
  double position_error_l1 = 0.0;                                       // integral of |z - z_exact| [m s]
  double velocity_error_l1 = 0.0;                                       // integral of |zdot - zdot_exact| [m]
  double first_apex = 0.0;  // highest point between the first and the second impact [m]
  double speed_at_end = 0.0;
  double penetration_max = 0.0;
};

template <class Observer>
Run bounce(const BouncingBall& ball, const ExactBouncingBall& exact, ContactSolver& solver, double dt, double end,
           Observer observe) {
  MoreauMidpoint integrator(ball, solver);
  BallState state = ball.initial_state();
  Run run;
  const IntegrationResult result =
      integrate(integrator, state, end, dt, [&](const BallState& before, const BallState& after, const Report& report) {
        const bool impact = report.normal_approach(0) < 0.0 && report.normal_percussions(0) > 0.0;
        if (impact && static_cast<int>(run.impact_times.size()) < compared_impacts) {
          run.impact_times.push_back(before.t + 0.5 * report.dt);
        }
        if (report.active_contacts == 0) run.accumulation_time = after.t;
        if (run.impact_times.size() == 1) run.first_apex = std::max(run.first_apex, after.q(0));
        const double position_error = std::abs(after.q(0) - exact.position(after.t));
        run.position_error_max = std::max(run.position_error_max, position_error);
        run.position_error_l1 += report.dt * position_error;
        run.velocity_error_l1 += report.dt * std::abs(after.u(0) - exact.velocity(after.t));
        run.penetration_max = std::max(run.penetration_max, -after.q(0));
        observe(before, after, report);
        return true;
      });
  experiments::require_solved(result, state.t, dt);
  run.speed_at_end = std::abs(state.u(0));
  return run;
}

// What step size adjustment made of the motion.
struct AdjustedRun {
  AdjustmentResult result;
  double end_time = 0.0;                                                // reached
  double accumulation_time = std::numeric_limits<double>::quiet_NaN();  // end of the last step without contact
  double last_minimal_step_time = 0.0;                                  // end of the last step below 3 dt_min
  double position_error_max = 0.0;                                      // max norm over the accepted nodes [m]
  double first_flight_error = 0.0;                                      // the same, before the first impact
  int order_in_flight = 0;  // largest order of a step without contact before the accumulation
  double first_apex = 0.0;  // highest point of the parabolas through the nodes of the first rebound [m]
  double first_step = 0.0;  // [s]
  double smallest_step = std::numeric_limits<double>::infinity();
  double largest_growth = 0.0;        // of a step relative to the one before
  double largest_impact_step = 0.0;   // of a step in which the contact closes, before the accumulation point [s]
  long steps_between = 0;             // larger than dt_min, smaller than 3 dt_min, and not at the end
  double largest_step_at_rest = 0.0;  // after the accumulation point of the closed form [s]
  double oscillation_at_rest = 0.0;   // largest speed in the second half of the time after it [m/s]
};

// Extrapolation over odd substeps, or over all with or without the modified restitution of sec. 8.2. The accepted steps
// go to `observe(const AcceptedStep&)`.
template <class Observer>
AdjustedRun bounce_adjusted(const BouncingBall& ball, const ExactBouncingBall& exact, ContactSolver& solver,
                            const StepSizeOptions& sizes, const ExtrapolationOptions& extrapolation, double end,
                            Observer observe) {
  StepSizeAdjustment<BouncingBall> integrator(ball, solver, sizes, extrapolation);
  BallState state = ball.initial_state();
  AdjustedRun run;
  const double accumulation = exact.accumulation_time();
  const double first_impact = exact.impact_time(1);
  double last_dt = 0.0;
  bool was_open = true;
  int impacts = 0;
  run.result = integrator.integrate(state, end, {}, [&](const AcceptedStep<BouncingBall>& accepted) {
    const ExtrapolatedStep<BouncingBall>& step = accepted.step;
    const bool open = step.modes.normal[0] == Mode::impressed;
    if (open) run.accumulation_time = step.end.t;
    if (last_dt == 0.0) run.first_step = step.dt;
    if (last_dt > 0.0) run.largest_growth = std::max(run.largest_growth, step.dt / last_dt);
    run.smallest_step = std::min(run.smallest_step, step.dt);
    const bool between = step.dt > 1.001 * sizes.dt_min && step.dt < 2.999 * sizes.dt_min;
    if (between && step.end.t < end - 3.0 * sizes.dt_min) ++run.steps_between;
    if (!open && was_open && step.end.t < accumulation) {
      run.largest_impact_step = std::max(run.largest_impact_step, step.dt);
      ++impacts;
    }
    if (impacts == 1 && open) {
      const double height = step.end.q(0) + 0.5 * step.end.u(0) * step.end.u(0) / ball.parameters().g;
      run.first_apex = std::max(run.first_apex, height);
    }
    last_dt = step.dt;
    was_open = open;
    if (step.dt < 3.0 * sizes.dt_min) run.last_minimal_step_time = step.end.t;
    const double error = std::abs(step.end.q(0) - exact.position(step.end.t));
    run.position_error_max = std::max(run.position_error_max, error);
    if (step.end.t < first_impact) run.first_flight_error = std::max(run.first_flight_error, error);
    if (open && step.end.t < accumulation) run.order_in_flight = std::max(run.order_in_flight, step.order);
    if (step.begin.t > accumulation) run.largest_step_at_rest = std::max(run.largest_step_at_rest, step.dt);
    if (step.begin.t > 0.5 * (accumulation + end)) {
      run.oscillation_at_rest = std::max(run.oscillation_at_rest, std::abs(step.end.u(0)));
    }
    observe(accepted);
    return true;
  });
  run.end_time = state.t;
  return run;
}

// Rows of a table of accepted steps.
class StepTable {
 public:
  StepTable(Experiment& experiment, const char* name)
      : table_(experiment.table(
            name, {{"t_begin", "s"}, {"t", "s"}, {"dt", "s"}, {"order", "1"}, {"z", "m"}, {"zdot", "m/s"}})) {}
  void operator()(const AcceptedStep<BouncingBall>& accepted) {
    const auto& step = accepted.step;
    table_.row({step.begin.t, step.end.t, step.dt, static_cast<double>(step.order), step.end.q(0), step.end.u(0)});
  }

 private:
  support::Table& table_;
};

// Sec. 10.1 as the paper has it. False if the motion over odd substeps did not reach its end.
bool adjusted(Experiment& experiment, const BouncingBall& ball, const ExactBouncingBall& exact, ContactSolver& solver) {
  const experiments::StepControl& control = *experiment.options().control;
  const double end = *experiment.options().end_time;
  const StepSizeOptions sizes = experiments::step_sizes(control);
  const ExtrapolationOptions odd = experiments::extrapolation(control);
  ExtrapolationOptions all = odd;
  all.substeps = Substeps::all;
  ExtrapolationOptions modified = all;
  modified.modified_restitution = true;

  experiment.progress().update("odd substeps", 0.0);
  const AdjustedRun run = bounce_adjusted(ball, exact, solver, sizes, odd, end, StepTable(experiment, "odd_substeps"));
  if (!experiments::completed(experiment, run.result, run.end_time)) return false;
  experiments::record_scheme(experiment, odd);
  experiment.progress().update("all substeps", 0.2);
  const AdjustedRun failed =
      bounce_adjusted(ball, exact, solver, sizes, all, end, StepTable(experiment, "all_substeps"));
  const AdjustedRun mended = bounce_adjusted(ball, exact, solver, sizes, modified, end, [](const auto&) {});
  const StepSizeOptions sharper = experiments::finer(sizes, end);
  const AdjustedRun check = bounce_adjusted(ball, exact, solver, sharper, odd, end, [](const auto&) {});

  experiment.quantity("accepted_steps_odd", static_cast<double>(run.result.accepted_steps), "1", 0.0,
                      "accepted steps to the end time, substeps 1, 3, 5, ...");
  experiment.quantity("base_steps_odd", static_cast<double>(run.result.base_steps), "1", 0.0,
                      "steps of the base scheme these took, rejected ones included");
  experiment.quantity("max_position_error", run.position_error_max, "m", std::nullopt,
                      "largest difference from the exact height over all accepted nodes, odd substeps");
  experiment.quantity("first_flight_error", run.first_flight_error, "m", std::nullopt,
                      "the same before the first impact, where steps of order 2 are exact but for rounding");
  experiment.quantity("order_in_flight", run.order_in_flight, "1", 0.0,
                      "largest order used without contact before the accumulation point, odd substeps");
  experiment.quantity("first_step", run.first_step / sizes.dt_min, "1", std::nullopt,
                      "first step, in multiples of dt_min");
  experiment.quantity("smallest_step", run.smallest_step / sizes.dt_min, "1", std::nullopt,
                      "smallest accepted step, in multiples of dt_min, odd substeps");
  experiment.quantity("steps_between_1_and_3_dt_min", static_cast<double>(run.steps_between), "1", 0.0,
                      "accepted steps larger than dt_min and smaller than 3 dt_min, but at the end, odd substeps");
  experiment.quantity("largest_growth", run.largest_growth, "1", std::nullopt,
                      "largest ratio of an accepted step to the one before, odd substeps");
  if (run.largest_impact_step > 0.0) {
    experiment.quantity(
        "largest_impact_step", run.largest_impact_step / sizes.dt_min, "1", std::nullopt,
        "largest step in which the contact closes before the accumulation point, in multiples of dt_min, "
        "odd substeps");
  }
  if (run.first_apex > 0.0) {
    experiment.quantity("first_apex_ratio", run.first_apex / ball.parameters().z_0, "1", std::nullopt,
                        "height of the first rebound relative to the initial height, odd substeps");
  }
  experiment.quantity("last_minimal_step_time", run.last_minimal_step_time, "s", std::nullopt,
                      "end of the last step of size dt_min, odd substeps");
  const auto complete = [&](const AdjustedRun& other, const char* what) {
    if (other.result.completed()) return true;
    experiment.note(std::string("The run ") + what + " ended at t = " + std::to_string(other.end_time) +
                    " s: " + std::string(to_string(other.result.status)) + ".");
    return false;
  };
  if (complete(failed, "over all substeps")) {
    experiment.quantity("accepted_steps_even", static_cast<double>(failed.result.accepted_steps), "1", 0.0,
                        "accepted steps to the end time, substeps 1, 2, 3, ...");
    experiment.quantity("last_minimal_step_time_even", failed.last_minimal_step_time, "s", std::nullopt,
                        "end of the last step of size dt_min, substeps 1, 2, 3, ...");
  }
  if (complete(mended, "with modified restitution")) {
    experiment.quantity("accepted_steps_modified_restitution", static_cast<double>(mended.result.accepted_steps), "1",
                        0.0, "accepted steps to the end time, substeps 1, 2, 3, ... and restitution eps^(h/dt_min)");
    experiment.quantity("last_minimal_step_time_modified_restitution", mended.last_minimal_step_time, "s", std::nullopt,
                        "end of the last step of size dt_min, the same");
  }
  if (exact.accumulation_time() >= end) {
    experiment.note("The run ends before the accumulation point of the impacts.");
    return true;
  }
  if (complete(check, "with finer steps")) {
    experiment.quantity("accumulation_time", run.accumulation_time, "s",
                        experiments::time_uncertainty(run.accumulation_time, check.accumulation_time, sizes.dt_min),
                        "time after which the contact stays closed, odd substeps; uncertainty: twice the change with a "
                        "tenth of dt_min and half of dt_max");
  }
  experiment.quantity("accumulation_time_error", std::abs(run.accumulation_time - exact.accumulation_time()), "s",
                      std::nullopt, "difference of accumulation_time from the closed form");
  experiment.quantity("delay_of_step_growth", (run.last_minimal_step_time - exact.accumulation_time()) / sizes.dt_min,
                      "1", std::nullopt,
                      "from the accumulation point to the end of the last step of size dt_min, in multiples of dt_min, "
                      "odd substeps");
  experiment.quantity("largest_step_at_rest", run.largest_step_at_rest, "s", std::nullopt,
                      "largest step after the accumulation point, odd substeps");
  experiment.quantity("oscillation_at_rest", run.oscillation_at_rest, "m/s", std::nullopt,
                      "largest speed in the second half of the time after the accumulation point, odd substeps");
  if (failed.result.completed()) {
    experiment.quantity("largest_step_at_rest_even", failed.largest_step_at_rest, "s", std::nullopt,
                        "largest step after the accumulation point, substeps 1, 2, 3, ...");
    experiment.quantity(
        "oscillation_at_rest_even", failed.oscillation_at_rest, "m/s", std::nullopt,
        "largest speed in the second half of the time after the accumulation point, substeps 1, 2, 3, ...");
  }
  return true;
}

// The base scheme by itself.
void fixed_step(Experiment& experiment, const BouncingBall& ball, const ExactBouncingBall& exact,
                ContactSolver& solver) {
  const BouncingBallParameters& parameters = ball.parameters();
  const double dt = *experiment.options().dt;
  const double end = *experiment.options().end_time;
  const bool quick = experiment.options().quick;

  auto& table =
      experiment.table("motion", {{"t", "s"}, {"z", "m"}, {"zdot", "m/s"}, {"z_exact", "m"}, {"zdot_exact", "m/s"}});
  const auto row = [&](const BallState& s) {
    table.row({s.t, s.q(0), s.u(0), exact.position(s.t), exact.velocity(s.t)});
  };
  row(ball.initial_state());
  const Run nominal = bounce(ball, exact, solver, dt, end,
                             [&](const BallState&, const BallState& after, const Report&) { row(after); });

  const std::vector<double> steps = quick ? jittered_step_sizes(4e-3, 8, 12) : jittered_step_sizes(4e-3, 9, 24);
  experiment.method("study_step_sizes", static_cast<double>(steps.size()));
  experiment.method("study_largest_dt", steps.front());
  experiment.method("study_smallest_dt", steps.back());
  auto& study = experiment.table(
      "convergence",
      {{"dt", "s"}, {"position_error_max", "m"}, {"position_error_l1", "m s"}, {"velocity_error_l1", "m"}});
  std::vector<Run> runs;
  for (const double h : steps) {
    experiment.progress().update("step sizes", static_cast<double>(runs.size()) / static_cast<double>(steps.size()));
    runs.push_back(bounce(ball, exact, solver, h, end, [](const auto&...) {}));
    const Run& r = runs.back();
    study.row({h, r.position_error_max, r.position_error_l1, r.velocity_error_l1});
  }
  const auto values = [&](auto get) {
    std::vector<double> all;
    for (const Run& r : runs) all.push_back(get(r));
    return all;
  };

  for (int k = 1; k <= compared_impacts; ++k) {
    const auto index = static_cast<std::size_t>(k - 1);
    if (nominal.impact_times.size() <= index) break;
    const LimitFit fit = limit_by_line(
        steps, values([&](const Run& r) {
          return r.impact_times.size() > index ? r.impact_times[index] : std::numeric_limits<double>::quiet_NaN();
        }));
    if (!std::isfinite(fit.limit)) break;
    experiment.quantity("impact_time_" + std::to_string(k), fit.limit, "s", fit.uncertainty,
                        "time of impact " + std::to_string(k) + ", limit for dt -> 0");
    experiment.quantity("impact_time_error_" + std::to_string(k), std::abs(fit.limit - exact.impact_time(k)), "s",
                        fit.uncertainty, "difference of impact_time_" + std::to_string(k) + " from the closed form");
  }
  const LimitFit apex = limit_by_line(steps, values([](const Run& r) { return r.first_apex; }));
  experiment.quantity("first_apex_ratio_fixed_step", apex.limit / parameters.z_0, "1",
                      apex.uncertainty / parameters.z_0, "the same with a fixed step, limit for dt -> 0");
  const double accumulation = exact.accumulation_time();
  if (accumulation < end) {
    const LimitFit fit = limit_by_line(steps, values([](const Run& r) { return r.accumulation_time; }));
    experiment.quantity("accumulation_time_fixed_step", fit.limit, "s", fit.uncertainty,
                        "time after which the contact stays closed, fixed step, limit for dt -> 0");
    experiment.quantity("speed_after_accumulation", nominal.speed_at_end, "m/s", std::nullopt,
                        "speed of the ball at the end of the run, at the nominal dt");
  }
  experiment.quantity("max_position_error_fixed_step", nominal.position_error_max, "m", std::nullopt,
                      "largest difference from the exact height over all accepted nodes, at the nominal dt");
  experiment.quantity("max_penetration", nominal.penetration_max, "m", std::nullopt,
                      "deepest penetration at the end of a step, at the nominal dt");
  const auto order = [&](const char* key, const std::vector<double>& errors, const char* meaning) {
    const OrderFit fit = fit_order(steps, errors, OctaveStatistic::maximum);
    experiment.quantity(key, fit.order, "1", 2.0 * fit.standard_error, meaning);
  };
  order("order_position", values([](const Run& r) { return r.position_error_max; }),
        "order in dt of the height: slope through per-octave maxima of the max norm over accepted nodes");
  order("order_velocity", values([](const Run& r) { return r.velocity_error_l1; }),
        "order in dt of the velocity: slope through per-octave maxima of the L1 norm");
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<BouncingBallParameters>("bouncing_ball");
  const BouncingBall ball(parameters);
  const ExactBouncingBall exact(parameters);
  const auto solver = make_contact_solver(experiment.options().solver);
  if (adjusted(experiment, ball, exact, *solver)) fixed_step(experiment, ball, exact, *solver);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "bouncing_ball_accumulation";
  info.paper = "studer2008";
  info.title =
      "Ball falling on a table (Studer, Leine & Glocker 2008, sec. 10.1): Figures 9 and 10, and the fixed step";
  info.description =
      "Integrates the bouncing ball with step size adjustment and extrapolation, over odd substeps and over all, and\n"
      "by the base scheme with a fixed step --dt, and compares with the closed form.\n\n"
      "  bouncing_ball_accumulation\n"
      "  bouncing_ball_accumulation --dt-min 1e-6 --out results/sharper\n"
      "  bouncing_ball_accumulation --set epsilon_N=0.9 --end-time 3 --out results/livelier";
  info.default_dt = 1e-3;
  info.default_control = experiments::StepControl{1e-5, 0.05, 0, 1e-8, 0.0};
  info.default_end_time = 1.0;
  info.figures = {
      {"studer2008_fig9", "All substeps: step size, and velocity after the accumulation point"},
      {"studer2008_fig10", "Odd substeps: step size, order, height and velocity"},
      {"studer2008_fig10cd_fixed_step", "Height and velocity of the ball, fixed step, with the closed form"},
      {"bouncing_ball_convergence", "Errors of height and velocity against the step size"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
