// Impact oscillator (Studer, Leine & Glocker 2008, sec. 10.3): Figure 12 and the order of the augmented scheme.
//
//   m xddot = -c (x - x_s),   x <= 0,   Newton's impact law at x = 0
//   m = 0.1 kg, c = 20 N/m, eps = 0.6, x_s = -0.15 m, x_0 = -0.5 m, xdot_0 = 0.2 m/s
//
//   impact_oscillator_convergence                     the paper's setting
//   impact_oscillator_convergence --dt-min 1e-6       blunter impacts in the motion drawn
//   impact_oscillator_convergence --set epsilon_N=1
//
// 1. The motion, with the settings of the command line (Fig. 12 b-d). 2. For every order p = 1 ... 6 the error against
// dt_max, with dt_min = dt_max^p (Fig. 12 e, eq. 50), and against its cost (Fig. 12 f). Truth is the closed form.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "experiments/support/adjusted_run.hpp"
#include "experiments/support/order_record.hpp"
#include "problems/impact_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::ExactImpactOscillator;
using problems::ImpactOscillator;
using problems::ImpactOscillatorParameters;
using OscillatorState = State<1>;

constexpr int impacts_told = 4;
constexpr int largest_order = 6;

// End of the error study: after two impacts. At 1 s the mass turns round, which hides errors of time.
constexpr double study_end = 0.75;  // s

// The usable dt_max for p = 1 ... 6: from where the oscillation is resolved down to where errors or dt_min are
// rounding. For odd p the error is that of the impacts' times, and is anything up to its bound: for p = 3 and 5 the
// range begins where the search for impacts takes enough halvings for the median not to move.
constexpr StudyRange ranges[largest_order] = {{8e-3, 6},   {1.6e-2, 6}, {1.6e-2, 5},
                                              {3.2e-2, 4}, {2.4e-2, 3}, {5.6e-2, 3}};
constexpr double rounding = 1e-14;         // m: some hundred units in the last place of 0.5 m
constexpr double smallest_dt_min = 1e-13;  // s: times of 1 s have three digits left for it

struct Impact {
  double time, impulse;
};

struct Motion {
  AdjustmentResult result;
  OscillatorState end;           // reached
  OscillatorState at_study_end;  // NaN if not reached
  std::vector<Impact> impacts;
};

template <class Observer>
Motion oscillate(const ImpactOscillator& oscillator, ContactSolver& solver, const StepSizeOptions& sizes,
                 const ExtrapolationOptions& extrapolation, double end, Observer observe) {
  StepSizeAdjustment<ImpactOscillator> integrator(oscillator, solver, sizes, extrapolation);
  Motion motion;
  motion.at_study_end.q(0) = std::nan("");
  const std::vector<double> boundaries = experiments::boundaries_within({study_end}, end, sizes.dt_min);
  OscillatorState state = oscillator.initial_state();
  motion.result = integrator.integrate(state, end, boundaries, [&](const AcceptedStep<ImpactOscillator>& accepted) {
    const auto& step = accepted.step;
    // A contact that stays closed has percussions, too, but no velocity to throw back.
    if (step.percussions.normal(0) > 0.0 && step.begin.u(0) > 0.0 && accepted.switching) {
      motion.impacts.push_back({step.middle(), step.percussions.normal(0)});
    }
    if (step.end.t == study_end) motion.at_study_end = step.end;
    observe(accepted);
    return true;
  });
  motion.end = state;
  return motion;
}

// Fig. 12 (b) to (d).
bool show_motion(Experiment& experiment, const ImpactOscillator& oscillator, const ExactImpactOscillator& exact,
                 ContactSolver& solver) {
  const double end = *experiment.options().end_time;
  const StepSizeOptions sizes = experiments::step_sizes(*experiment.options().control);
  const ExtrapolationOptions extrapolation = experiments::extrapolation(*experiment.options().control);
  auto& table = experiment.table(
      "motion", {{"t_begin", "s"}, {"t", "s"}, {"dt", "s"}, {"order", "1"}, {"x", "m"}, {"xdot", "m/s"}});
  double position_error = 0.0;
  const Motion motion =
      oscillate(oscillator, solver, sizes, extrapolation, end, [&](const AcceptedStep<ImpactOscillator>& accepted) {
        const auto& step = accepted.step;
        position_error = std::max(position_error, std::abs(step.end.q(0) - exact.position(step.end.t)));
        table.row({step.begin.t, step.end.t, step.dt, static_cast<double>(step.order), step.end.q(0), step.end.u(0)});
      });
  if (!experiments::completed(experiment, motion.result, motion.end.t)) return false;
  experiments::record_scheme(experiment, extrapolation);
  experiment.method("step_boundaries", "0.75 s");
  const Motion check =
      oscillate(oscillator, solver, experiments::finer(sizes, end), extrapolation, end, [](const auto&) {});

  const auto quantity = [&](const std::string& key, double value, double uncertainty, double truth, const char* unit,
                            const std::string& meaning) {
    experiment.quantity(key, value, unit, uncertainty, meaning);
    experiment.quantity(key + "_error", std::abs(value - truth), unit, std::nullopt,
                        "difference of " + key + " from the closed form");
  };
  auto& impacts =
      experiment.table("impacts", {{"t", "s"}, {"impulse", "N s"}, {"t_exact", "s"}, {"impulse_exact", "N s"}});
  for (std::size_t k = 0; k < motion.impacts.size(); ++k) {
    const int number = static_cast<int>(k) + 1;
    const Impact& impact = motion.impacts[k];
    impacts.row({impact.time, impact.impulse, exact.impact_time(number), exact.impulse(number)});
    if (number > impacts_told || !check.result.completed() || k >= check.impacts.size()) continue;
    const std::string suffix = std::to_string(number);
    quantity("impact_time_" + suffix, impact.time,
             experiments::time_uncertainty(impact.time, check.impacts[k].time, sizes.dt_min), exact.impact_time(number),
             "s", "time of impact " + suffix);
    quantity("impulse_" + suffix, impact.impulse, 2.0 * std::abs(impact.impulse - check.impacts[k].impulse),
             exact.impulse(number), "N s", "impulse of the contact in impact " + suffix);
  }
  if (std::isfinite(motion.at_study_end.q(0)) && check.result.completed()) {
    quantity("position_at_end", motion.at_study_end.q(0),
             2.0 * std::abs(motion.at_study_end.q(0) - check.at_study_end.q(0)), exact.position(study_end), "m",
             "position at 0.75 s, where the error study ends");
    quantity("velocity_at_end", motion.at_study_end.u(0),
             2.0 * std::abs(motion.at_study_end.u(0) - check.at_study_end.u(0)), exact.velocity(study_end), "m/s",
             "velocity at 0.75 s, where the error study ends");
  }
  experiment.quantity("position_error_max", position_error, "m", std::nullopt,
                      "largest difference from the closed form over all accepted nodes of the motion drawn");
  experiment.quantity("accepted_steps", static_cast<double>(motion.result.accepted_steps), "1", 0.0,
                      "accepted steps of the motion drawn");
  auto& curve = experiment.table("exact", {{"t", "s"}, {"x", "m"}, {"xdot", "m/s"}});
  int next_impact = 1;
  constexpr int points = 2000;
  for (int k = 0; k <= points; ++k) {
    const double t = end * k / points;
    for (; exact.impact_time(next_impact) <= t && next_impact < 1000; ++next_impact) {
      // An upright line at the impact.
      const double speed = exact.impact_speed(next_impact);
      curve.row({exact.impact_time(next_impact), 0.0, speed});
      curve.row({exact.impact_time(next_impact), 0.0, -oscillator.parameters().epsilon_N * speed});
    }
    curve.row({t, exact.position(t), exact.velocity(t)});
  }
  return true;
}

// What becomes of order 6 where dt_min = dt_max^6 would be 1e-18 s: times of 0.75 s have no digits for it.
template <class ErrorAt>
void show_rounding(Experiment& experiment, const ImpactOscillator& oscillator, ContactSolver& solver,
                   const ExtrapolationOptions& extrapolation, const OrderStudy& study, const ErrorAt& error_at) {
  StepSizeOptions sizes;
  sizes.dt_max = 1e-3;
  sizes.dt_min = smallest_dt_min;
  StepSizeAdjustment<ImpactOscillator> integrator(oscillator, solver, sizes, extrapolation);
  const MeasuredRun run = measure_run<ImpactOscillator>(integrator, oscillator.initial_state(), {study_end}, error_at);
  if (!run.completed || !std::isfinite(study.fit.constant)) return;
  experiment.quantity("error_over_order_6_at_1ms",
                      run.error / (study.fit.constant * std::pow(sizes.dt_max, study.fit.order)), "1", std::nullopt,
                      "error at dt_max = 1e-3 s and dt_min = 1e-13 s with p = 6, relative to the line of slope_p6");
}

// Fig. 12 (e) and (f).
void study_orders(Experiment& experiment, const ImpactOscillator& oscillator, const ExactImpactOscillator& exact,
                  ContactSolver& solver) {
  const int per_octave = experiment.options().quick ? 48 : 96;
  experiment.method("study_end_time", study_end);
  experiment.method("study_dt_min", "dt_max^p in seconds, never below 1e-13 s");
  experiment.method("study_norm", "largest |x - x_exact| over accepted nodes; slopes through medians of octaves");
  experiments::OrderRecord record(experiment, "", "m");
  long fewest_switching_points = std::numeric_limits<long>::max();
  long most_switching_points = 0;
  double coarsest_steps[2] = {0.0, 0.0};  // base steps at the largest dt_max, of the lowest and the highest order
  for (int p = 1; p <= largest_order; ++p) {
    StudyRange range = ranges[p - 1];
    range.per_octave = per_octave;
    const auto error_at = [&](const OscillatorState& at) { return std::abs(at.q(0) - exact.position(at.t)); };
    ExtrapolationOptions extrapolation;
    extrapolation.order = p;
    const OrderStudy study = study_order<ImpactOscillator>(
        [&](double dt_max, double dt_min) {
          StepSizeOptions sizes{.dt_min = dt_min, .dt_max = dt_max};
          sizes.max_base_steps = experiments::study_step_limit;
          return std::make_unique<StepSizeAdjustment<ImpactOscillator>>(oscillator, solver, sizes, extrapolation);
        },
        oscillator.initial_state(), {study_end}, range, {smallest_dt_min, rounding},
        [&](double dt_max) { return std::pow(dt_max, p); }, error_at,
        [&](std::size_t k) {
          const double within = static_cast<double>(k) / (range.octaves * per_octave);
          experiment.progress().update("orders", (p - 1 + within) / largest_order);
        });
    record.add(p, study, range, "order in dt_max of the position with order p in smooth parts and dt_min = dt_max^p");
    for (const MeasuredRun& run : study.runs) {
      fewest_switching_points = std::min(fewest_switching_points, run.outcome.counts.events);
      most_switching_points = std::max(most_switching_points, run.outcome.counts.events);
    }
    if (p == 1) coarsest_steps[0] = static_cast<double>(study.runs.front().outcome.counts.evaluations);
    if (p == largest_order && study.completed)
      coarsest_steps[1] = static_cast<double>(study.runs.front().outcome.counts.evaluations);
    const double tenfold_cost = std::pow(10.0, study.cost_exponent);
    if (!std::isfinite(tenfold_cost)) continue;
    experiment.quantity("tenfold_cost_p" + std::to_string(p), tenfold_cost, "1", std::nullopt,
                        "factor by which the number of base steps grows for an error ten times smaller");
    if (p == largest_order) show_rounding(experiment, oscillator, solver, extrapolation, study, error_at);
  }
  experiment.quantity("switching_points_spread", static_cast<double>(most_switching_points - fewest_switching_points),
                      "1", 0.0,
                      "difference between the largest and the smallest number of resolved switching points to 0.75 s, "
                      "over all runs");
  if (coarsest_steps[1] > 0.0)
    experiment.quantity("coarsest_cost_ratio", coarsest_steps[1] / coarsest_steps[0], "1", 0.0,
                        "base steps with p = 6 relative to p = 1, each at its largest dt_max");
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<ImpactOscillatorParameters>("impact_oscillator");
  const ImpactOscillator oscillator(parameters);
  const ExactImpactOscillator exact(parameters);
  const auto solver = make_contact_solver(experiment.options().solver);
  if (show_motion(experiment, oscillator, exact, *solver)) study_orders(experiment, oscillator, exact, *solver);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "impact_oscillator_convergence";
  info.paper = "studer2008";
  info.title = "Impact oscillator (Studer, Leine & Glocker 2008, sec. 10.3): Figure 12, orders 1 to 6";
  info.description =
      "Integrates a mass on a spring that strikes a stop, with step size adjustment and extrapolation, and measures\n"
      "the error against dt_max for every order p = 1 ... 6 with dt_min = dt_max^p, by the closed form. The options "
      "on\n"
      "steps are those of the motion drawn.\n\n"
      "  impact_oscillator_convergence\n"
      "  impact_oscillator_convergence --dt-min 1e-6 --out results/blunt\n"
      "  impact_oscillator_convergence --set epsilon_N=1 --out results/elastic";
  info.default_control = experiments::StepControl{1e-9, 0.01, 6, 1e-8, 0.0};
  info.default_end_time = 1.25;
  info.figures = {
      {"studer2008_fig12", "Impulses, position, velocity; error against dt_max and against cost for every order"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
