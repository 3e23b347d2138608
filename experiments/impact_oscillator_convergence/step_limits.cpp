#include "experiments/impact_oscillator_convergence/step_limits.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/impact_oscillator_convergence/statistics.hpp"
#include "experiments/support/adjusted_steps.hpp"
#include "solvers/analysis/measured_run.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments::impact_oscillator {
namespace {

std::unique_ptr<Integrator<ImpactOscillator>> make_of_order(int p, const ImpactOscillator& oscillator,
                                                            ContactSolver& solver, double dt_min, double dt_max) {
  StepSizeOptions sizes{.dt_min = dt_min, .dt_max = dt_max};
  sizes.max_evaluations = study_step_limit;
  ExtrapolationOptions extrapolation;
  extrapolation.order = p;
  return make_moreau_adjusted(oscillator, solver, sizes, extrapolation);
}

MeasuredRun measure(Integrator<ImpactOscillator>& integrator, const ImpactOscillator& oscillator,
                    const ExactImpactOscillator& exact) {
  return measure_run<ImpactOscillator>(integrator, oscillator.initial_state(), {study_end},
                                       [&](const auto& at) { return std::abs(at.q(0) - exact.position(at.t)); });
}

}  // namespace

void study_smallest_steps(Experiment& experiment, const ImpactOscillator& oscillator,
                          const ExactImpactOscillator& exact, ContactSolver& solver) {
  constexpr double dt_max = 5e-3;  // s: with order 6 smooth parts leave errors of some 1e-12 m
  constexpr int octaves = 20;      // from 1e-5 s down to 1e-11 s, where errors are still ten times as large
  const std::vector<double> dt_min = jittered_step_sizes(1e-5, octaves, experiment.options().quick ? 4 : 12);
  auto& table = experiment.table("smallest_steps", {{"dt_min", "s"}, {"error", "m"}});
  std::vector<double> errors;
  for (const double size : dt_min) {
    const MeasuredRun run = measure(*make_of_order(6, oscillator, solver, size, dt_max), oscillator, exact);
    if (!run.completed) return;
    errors.push_back(run.error);
    table.row({size, run.error});
  }
  experiment.quantity("order_dt_min", fit_order(dt_min, errors, OctaveStatistic::median).order, "1",
                      order_uncertainty(dt_min, errors, OctaveStatistic::median),
                      "order in dt_min of the position with p = 6 and dt_max = 5e-3 s, for dt_min from 1e-5 s down to "
                      "1e-11 s");
  const MeasuredRun finest = measure(*make_of_order(6, oscillator, solver, 1e-13, dt_max), oscillator, exact);
  const auto event_driven = make_integrator("event_driven", oscillator, solver, IntegratorSettings{});
  const MeasuredRun events = measure(*event_driven, oscillator, exact);
  if (!finest.completed || !events.completed) return;
  experiment.quantity("position_error_max_smallest_dt_min", finest.error, "m", Uncertainty::of_one_run(),
                      "largest difference from the closed form to 0.75 s, p = 6, dt_max = 5e-3 s, dt_min = 1e-13 s");
  experiment.quantity("position_error_max_event_driven", events.error, "m", Uncertainty::of_one_run(),
                      "the same by the event-driven integration with its default tolerance");
}

void study_too_large_steps(Experiment& experiment, const ImpactOscillator& oscillator,
                           const ExactImpactOscillator& exact, ContactSolver& solver) {
  constexpr double dt_min = 1e-9;                                                                // s
  const double stable = 2.0 / std::sqrt(oscillator.parameters().c / oscillator.parameters().m);  // s, of single steps
  const std::vector<double> dt_max = jittered_step_sizes(stable, 4, experiment.options().quick ? 8 : 24);
  int expected = 0;
  while (exact.impact_time(expected + 1) < study_end) ++expected;
  auto& table = experiment.table(
      "large_steps",
      {{"p", "1", "order of the method"}, {"dt_max", "s"}, {"impacts", "1", "found up to 0.75 s"}, {"error", "m"}});
  for (const int p : {1, 6}) {
    std::optional<double> harmful;  // the smallest, since sizes go down
    int fewest = expected;
    for (const double size : dt_max) {
      MotionStatistics motion(exact);
      OscillatorState state = oscillator.initial_state();
      motion.outcome = make_of_order(p, oscillator, solver, dt_min, size)
                           ->integrate(
                               state, {study_end}, [&](const OscillatorStep& step) { motion.on_step(step); },
                               [&](const Event<ImpactOscillator>& event) { motion.on_event(event); });
      if (!motion.outcome.completed()) continue;
      const auto found = static_cast<int>(motion.impacts.size());
      table.row({static_cast<double>(p), size, static_cast<double>(found), motion.position_error_max});
      fewest = std::min(fewest, found);
      if (found != expected) harmful = size;
    }
    table.break_line();
    const std::string suffix = "_p" + std::to_string(p);
    experiment.quantity("missed_impacts_max" + suffix, expected - fewest, "1", Uncertainty::count(),
                        "most impacts of those to 0.75 s that a run missed, with dt_max from 2/omega, the limit of "
                        "stability of single steps, down over four octaves");
    if (!harmful) continue;
    experiment.quantity("harmful_dt_max_smallest" + suffix, *harmful, "s", Uncertainty::of_one_run(),
                        "smallest of these dt_max with another number of impacts than the closed form has");
  }
}

}  // namespace nsdbench::experiments::impact_oscillator
