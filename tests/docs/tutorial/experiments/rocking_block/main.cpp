// A rigid block rocks on a table: what an impact leaves of its angular velocity (Housner 1963).
//
//   impact on the new corner alone:  omega+ / omega- = 1 - 3/2 sin^2(alpha),  tan(alpha) = b / h
//
//   rocking_block
//   rocking_block --set h=0.2 --out results/stout
//   rocking_block --integrator event_driven --end-time 8 --out results/to-rest
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "experiments/support/experiment.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/refinement.hpp"
#include "experiments/support/run_outcome.hpp"
#include "problems/rocking_block.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments;
using problems::RockingBlock;

constexpr double not_seen = std::numeric_limits<double>::quiet_NaN();

struct FirstImpact {
  double time = not_seen;         // [s]
  double spin_before = not_seen;  // [rad/s]
  double spin_after = not_seen;
};

// Rows a millisecond apart, as far as the integrator has states there, and on both sides of impacts.
class MotionTable {
 public:
  MotionTable(Experiment& experiment, const RockingBlock& block)
      : table_(experiment.table("motion", {{"t", "s"},
                                           {"phi", "rad", "angle against the table"},
                                           {"omega", "rad/s", "angular velocity"},
                                           {"energy", "J", "kinetic and potential energy"}})),
        block_(block) {}

  void add(const State<3>& state) {
    if (state.t < last_time_) return;  // time stepping shows an impact after its step
    last_time_ = state.t;
    table_.row({state.t, state.q(2), state.u(2), total_energy(block_, state)});
  }
  void add(const Step<RockingBlock>& step) {
    constexpr double spacing = 1e-3;  // s
    const int parts = std::max(1, static_cast<int>(std::ceil(step.size() / spacing)));
    for (int k = 1; k < parts; ++k) {
      if (const auto state = step.at_time(step.begin().t + step.size() * k / parts)) add(*state);
    }
    if (step.end().t - last_time_ >= spacing) add(step.end());
  }

 private:
  support::Table& table_;
  const RockingBlock& block_;
  double last_time_ = -1.0;
};

// The motion to the end time. It goes to `table`, if there is one.
FirstImpact run_block(Experiment& experiment, const RockingBlock& block, Integrator<RockingBlock>& integrator,
                      MotionTable* table) {
  State<3> state = block.initial_state();
  FirstImpact impact;
  if (table != nullptr) table->add(state);
  const Outcome outcome = integrator.integrate(
      state, {*experiment.options().end_time},
      [&](const Step<RockingBlock>& step) {
        if (table != nullptr) table->add(step);
      },
      [&](const Event<RockingBlock>& event) {
        if (!event.impact) return;
        if (table != nullptr) {
          table->add(event.before);
          table->add(event.after);
        }
        constexpr int right = 1;
        if (!std::isnan(impact.time) || !closes(event, right)) return;
        impact = {event.t, event.before.u(2), event.after.u(2)};
      });
  require_applicable(experiment, outcome);
  require_solved(outcome);
  return impact;
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<problems::RockingBlockParameters>("rocking_block");
  const RockingBlock block(parameters);
  const RunOptions& options = experiment.options();
  experiment.require_integrator(why_not_applicable(options.integrator, block));
  const auto solver = make_contact_solver(options.solver);
  MotionTable table(experiment, block);

  // The run as it was asked for, and two finer ones, which say how far it is from the exact motion.
  std::array<FirstImpact, refinement_levels> runs;
  double step = 0.0;  // [s]
  for (int level = 0; level < refinement_levels; ++level) {
    const IntegratorSettings settings = refined(integrator_settings(options), level, *options.end_time);
    const auto integrator = make_integrator(options.integrator, block, *solver, settings);
    if (level == 0) {
      experiment.integrator_settings(integrator->settings());  // for record and caption
      step = event_resolution(integrator->settings());
    }
    runs[static_cast<std::size_t>(level)] = run_block(experiment, block, *integrator, level == 0 ? &table : nullptr);
  }
  if (std::isnan(runs[0].time)) {
    experiment.note("The right corner does not hit the table before the end time.");
    return;
  }

  const auto known = [&](const RefinedValues& values, double change_in_step) {
    return Uncertainty::or_unknown(uncertainty(values, change_in_step + rounding_of(values[0])), finer_runs_disagree);
  };
  const RefinedValues times = values_of(runs, [](const FirstImpact& impact) { return impact.time; });
  experiment.quantity("impact_time_1", times[0], "s", known(times, step), "when the right corner hits the table first");

  // A step that holds the impact changes the angular velocity by this, too.
  const double gravity =
      0.75 * parameters.g * parameters.b / (parameters.b * parameters.b + parameters.h * parameters.h);
  const RefinedValues spins = values_of(runs, [](const FirstImpact& impact) { return impact.spin_before; });
  const Uncertainty of_spin = known(spins, gravity * step);
  experiment.quantity("impact_spin_1", spins[0], "rad/s", of_spin, "angular velocity before that impact");
  experiment.quantity("impact_spin_1_error", std::abs(spins[0] - block.first_impact_spin()), "rad/s", of_spin,
                      "difference of impact_spin_1 from what the energy says");

  const RefinedValues ratios =
      values_of(runs, [](const FirstImpact& impact) { return impact.spin_after / impact.spin_before; });
  const Uncertainty of_ratio = known(ratios, gravity * step / std::abs(spins[0]));
  experiment.quantity("spin_ratio_1", ratios[0], "1", of_ratio,
                      "angular velocity after that impact over the one before");
  experiment.quantity("spin_ratio_1_error", std::abs(ratios[0] - block.spin_ratio()), "1", of_ratio,
                      "difference of spin_ratio_1 from 1 - 3/2 sin^2(alpha)");
}

ExperimentInfo describe() {
  ExperimentInfo info;
  info.name = "rocking_block";
  info.paper = "housner1963";
  info.title = "Rocking block: what an impact leaves of the angular velocity (Housner 1963)";
  info.description =
      "Integrates a homogeneous block that rocks on its two corners, and compares its first impact with Housner's\n"
      "closed form.\n\n"
      "  rocking_block\n"
      "  rocking_block --set h=0.2 --out results/stout\n"
      "  rocking_block --integrator event_driven --end-time 8 --out results/to-rest";
  info.impacts = "the corner hits the table";
  info.default_dt = 1e-4;
  info.default_end_time = 3.0;
  info.figures = {{"rocking_block_motion", "Angle over time, and angular velocity over angle"}};
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
