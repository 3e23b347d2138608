// Damped oscillator: the order of the augmented scheme on a smooth problem whose forces depend on the velocity.
//
//   m xddot = -c x - d xdot,   m = 1 kg, c = 40 N/m, d = 0.8 N s/m, x_0 = 0.1 m, xdot_0 = 0.5 m/s
//
//   damped_oscillator_convergence
//   damped_oscillator_convergence --set d=4
//
// Not an experiment of the paper (Studer, Leine & Glocker 2008) but a check of its claim of order p: where forces do
// not depend on velocity, Moreau's midpoint rule is the symmetric leapfrog, whose error has even powers of the step
// size only, and extrapolation of order p = 1, 3, 5 shows 2, 4, 6. With a damper the bonus is gone. Truth is the closed
// form.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "experiments/support/adjusted_run.hpp"
#include "experiments/support/order_record.hpp"
#include "problems/damped_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/smallest_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "support/numbers.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::DampedOscillator;
using problems::DampedOscillatorParameters;
using problems::ExactDampedOscillator;

constexpr int largest_order = 6;

// The usable dt_max for p = 1 ... 6: from where the oscillation is resolved down to where errors are rounding.
constexpr StudyRange damped_ranges[largest_order] = {{8e-3, 6},   {1.6e-2, 6}, {2.4e-2, 5},
                                                     {3.2e-2, 4}, {4e-2, 3},   {1e-1, 3}};
constexpr StudyRange undamped_ranges[largest_order] = {{4e-2, 4}, {4e-2, 4}, {4e-2, 4},
                                                       {4e-2, 4}, {6e-2, 3}, {1e-1, 3}};
constexpr double shortest_end = 0.2;  // s: two of the largest steps

void study(Experiment& experiment, const DampedOscillatorParameters& parameters, bool damped, ContactSolver& solver) {
  const DampedOscillator oscillator(parameters);
  const ExactDampedOscillator exact(parameters);
  const double end = *experiment.options().end_time;
  const double smallest_dt_min = std::max(1e-13, 2.0 * least_dt_min(end));
  // Of the first step, which has the size dt_min and order 1: its error of dt_min^2 must not count.
  const auto dt_min = [&](double dt_max, int p) { return std::pow(0.5 * dt_max, damped ? p + 1 : 7); };
  double largest_position = 0.0;
  for (int k = 0; k <= 1000; ++k)
    largest_position = std::max(largest_position, std::abs(exact.position(end * k / 1000.0)));
  const double rounding = 256.0 * std::numeric_limits<double>::epsilon() * largest_position;

  experiments::OrderRecord record(experiment, damped ? "" : "undamped_", "m");
  for (int p = 1; p <= largest_order; ++p) {
    StudyRange range = damped ? damped_ranges[p - 1] : undamped_ranges[p - 1];
    range.per_octave = experiment.options().quick ? 8 : 32;
    ExtrapolationOptions extrapolation;
    extrapolation.order = p;
    const OrderStudy orders = study_order<DampedOscillator>(
        [&](double dt_max, double smallest) {
          StepSizeOptions sizes{.dt_min = smallest, .dt_max = dt_max};
          sizes.max_base_steps = experiments::study_step_limit;
          return std::make_unique<StepSizeAdjustment<DampedOscillator>>(oscillator, solver, sizes, extrapolation);
        },
        oscillator.initial_state(), {end}, range, {smallest_dt_min, rounding},
        [&](double dt_max) { return dt_min(dt_max, p); },
        [&](const State<1>& at) { return std::abs(at.q(0) - exact.position(at.t)); },
        [&](std::size_t k) {
          const double within = static_cast<double>(k) / (range.octaves * range.per_octave);
          experiment.progress().update(damped ? "damped" : "undamped", (p - 1 + within) / largest_order);
        });
    record.add(p, orders, range,
               std::string("order in dt_max of the position with order p, ") + (damped ? "damped" : "d = 0"));
  }
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<DampedOscillatorParameters>("damped_oscillator");
  const DampedOscillator oscillator(parameters);
  const ExactDampedOscillator exact(parameters);
  const auto solver = make_contact_solver(experiment.options().solver);
  const double end = *experiment.options().end_time;
  if (end < shortest_end) {
    throw std::invalid_argument("option --end-time: " + support::shortest(end) +
                                " s is too short for the study, which needs " + support::shortest(shortest_end) + " s");
  }

  // The motion, with the settings of the command line.
  auto& table = experiment.table(
      "motion", {{"t_begin", "s"}, {"t", "s"}, {"dt", "s"}, {"order", "1"}, {"x", "m"}, {"xdot", "m/s"}});
  const ExtrapolationOptions extrapolation = experiments::extrapolation(*experiment.options().control);
  StepSizeAdjustment<DampedOscillator> integrator(
      oscillator, *solver, experiments::step_sizes(*experiment.options().control), extrapolation);
  State<1> state = oscillator.initial_state();
  double error = 0.0;
  const AdjustmentResult result = integrator.integrate(state, end, {}, [&](const auto& accepted) {
    const auto& step = accepted.step;
    error = std::max(error, std::abs(step.end.q(0) - exact.position(step.end.t)));
    table.row({step.begin.t, step.end.t, step.dt, static_cast<double>(step.order), step.end.q(0), step.end.u(0)});
    return true;
  });
  if (!experiments::completed(experiment, result, state.t)) return;
  experiment.quantity(
      "position_error_max", error, "m", std::nullopt,
      "largest difference from the closed form over all accepted nodes of the motion with the options' steps");
  experiment.quantity("accepted_steps", static_cast<double>(result.accepted_steps), "1", 0.0,
                      "accepted steps of that motion");
  experiments::record_scheme(experiment, extrapolation);
  experiment.method(
      "study_dt_min",
      "(dt_max/2)^(p+1) in seconds, with d = 0 (dt_max/2)^7, but what times up to the end have digits for");
  experiment.method("study_norm", "largest |x - x_exact| over accepted nodes; slopes through medians of octaves");
  study(experiment, parameters, true, *solver);
  DampedOscillatorParameters undamped = parameters;
  undamped.d = 0.0;
  study(experiment, undamped, false, *solver);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "damped_oscillator_convergence";
  info.paper = "studer2008";
  info.title = "Damped oscillator: orders 1 to 6 of the augmented scheme on a smooth problem (not in the paper)";
  info.description =
      "Measures the error of step size adjustment with extrapolation against dt_max for every order p = 1 ... 6, with\n"
      "damping, and without, where odd orders gain one. The options on steps are those of the motion in motion.csv.\n\n"
      "  damped_oscillator_convergence\n"
      "  damped_oscillator_convergence --set d=4 --out results/strong";
  info.default_control = experiments::StepControl{1e-7, 0.05, 0, 1e-9, 0.0};
  info.default_end_time = 2.0;
  info.figures = {
      {"damped_oscillator_convergence", "Error against dt_max for every order, with and without damping"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
