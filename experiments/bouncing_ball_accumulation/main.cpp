// A ball falling on a table (Studer, Leine & Glocker 2008, sec. 10.1) with the fixed-step midpoint rule.
//
//   m zddot = -m g + lambda,   0 <= z,   xi = zdot^+ + eps zdot^-,   -Lambda in Upr(xi),   eps = 0.7,  z_0 = 0.07 m
//
//   bouncing_ball_accumulation                      the paper's ball
//   bouncing_ball_accumulation --dt 1e-4            finer drawings
//   bouncing_ball_accumulation --set epsilon_N=0.9  a livelier ball
//
// The motion is known in closed form: impacts t_k and their accumulation point are the truth against which the
// scheme is measured. The paper's step size adjustment and extrapolation are not used here.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/support/integration_failure.hpp"
#include "problems/bouncing_ball.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/registry.hpp"
#include "solvers/integration/moreau_midpoint.hpp"

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

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<BouncingBallParameters>("bouncing_ball");
  const BouncingBall ball(parameters);
  const ExactBouncingBall exact(parameters);
  const auto solver = make_contact_solver(experiment.options().solver);
  const double dt = experiment.options().dt;
  const double end = *experiment.options().end_time;
  const bool quick = experiment.options().quick;

  auto& table =
      experiment.table("motion", {{"t", "s"}, {"z", "m"}, {"zdot", "m/s"}, {"z_exact", "m"}, {"zdot_exact", "m/s"}});
  const auto row = [&](const BallState& s) {
    table.row({s.t, s.q(0), s.u(0), exact.position(s.t), exact.velocity(s.t)});
  };
  row(ball.initial_state());
  const Run nominal = bounce(ball, exact, *solver, dt, end,
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
    runs.push_back(bounce(ball, exact, *solver, h, end, [](const auto&...) {}));
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
  experiment.quantity("first_apex_ratio", apex.limit / parameters.z_0, "1", apex.uncertainty / parameters.z_0,
                      "height of the first rebound relative to the initial height, limit for dt -> 0");
  const double accumulation = exact.accumulation_time();
  if (accumulation < end) {
    const LimitFit fit = limit_by_line(steps, values([](const Run& r) { return r.accumulation_time; }));
    experiment.quantity("accumulation_time", fit.limit, "s", fit.uncertainty,
                        "time after which the contact stays closed, limit for dt -> 0");
    experiment.quantity("accumulation_time_error", std::abs(fit.limit - accumulation), "s", fit.uncertainty,
                        "difference of accumulation_time from the closed form");
    experiment.quantity("speed_after_accumulation", nominal.speed_at_end, "m/s", std::nullopt,
                        "speed of the ball at the end of the run, at the nominal dt");
  } else {
    experiment.note("The run ends before the accumulation point of the impacts.");
  }
  experiment.quantity("max_position_error", nominal.position_error_max, "m", std::nullopt,
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

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "bouncing_ball_accumulation";
  info.paper = "studer2008";
  info.title = "Ball falling on a table (Studer, Leine & Glocker 2008, sec. 10.1), fixed step, against the closed form";
  info.description =
      "Integrates the bouncing ball by Moreau's midpoint rule with a fixed step and compares impact times,\n"
      "accumulation point, height and velocity with the closed form, at one step size and at many.\n\n"
      "  bouncing_ball_accumulation\n"
      "  bouncing_ball_accumulation --dt 1e-4 --out results/finer\n"
      "  bouncing_ball_accumulation --set epsilon_N=0.9 --end-time 3 --out results/livelier";
  info.default_dt = 1e-3;
  info.default_end_time = 1.0;
  info.figures = {
      {"studer2008_fig10cd_fixed_step", "Height and velocity of the ball, fixed step, with the closed form"},
      {"bouncing_ball_convergence", "Errors of height and velocity against the step size"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
