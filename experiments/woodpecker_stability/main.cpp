// Stability of the woodpecker's motion (Glocker & Studer 2005, sec. 4, Table I), by the event-driven integration.
//
//   x = omega_S where contact 2 goes from stick to slip,   x' = P(x): the return map (jammed_sleeve.hpp)
//   limit cycle P(x*) = x* by Newton's method,   multiplier P'(x*)
//
//   woodpecker_stability                         Table I
//   woodpecker_stability --set epsilon_N1=0.7    another restitution of the beak
//
// The run has seven parts: the jammed sleeve, the limit cycle in two precisions and with two tolerances, the return map
// with the other attractor on it, basins, deviations from the cycle, diagrams over the friction and the beak's
// restitution, and the period by Moreau's midpoint rule, an independent calculation.
#include <string>

#include "experiments/support/experiment.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "support/computation_failed.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments;
using problems::WoodpeckerParameters;

// How closely maps and diagrams are drawn.
struct Resolution {
  int return_map_points = 0;
  int basin_points = 0, basin_points_near_rest = 0;  // in both directions: a multiple of 4, plus 1
  int diagram_points = 0, branch_points = 0;         // values of the parameter for the attractors, and along the branch
  Settling settling;
};

Resolution resolution_of(const RunOptions& options) {
  if (options.full) return {2000, 241, 241, 401, 401, {}};
  // Changes of 1e-3 of omega_S cannot be seen in a diagram.
  Settling drawn;
  drawn.repeats = 1e-7;
  drawn.distinct = drawn.same_orbit = 1e-3;
  drawn.transient = 120;
  drawn.most_returns = 600;
  drawn.nearly_periodic = 0.005;
  if (!options.quick) return {800, 241, 161, 161, 401, drawn};
  drawn.transient = 60;
  drawn.kept = 16;
  return {200, 13, 13, 21, 21, drawn};
}

void record_method(Experiment& experiment) {
  experiment.method("integration", "event-driven, collocation; tolerances of the cycle: rounding");
  experiment.method("section", "contact 2 goes from stick to slip");
  experiment.method("diagram_tolerance", diagram_options().rtol);
  experiment.method("longest_return", WoodpeckerMap<double>::longest);
}

// Where motions end that start with the sleeve at rest: all of them, and those near the jammed rest.
void map_all_basins(Experiment& experiment, const WoodpeckerParameters& parameters, const SectionAttractors& attractors,
                    const Resolution& resolution) {
  const JammedSleeve<double> jammed(parameters);
  const double swing = jammed.slip_delta;
  map_basins(experiment, parameters, attractors, {"basins", -0.4, 0.34, 25.0, resolution.basin_points});
  map_basins(experiment, parameters, attractors,
             {"basins_near_rest", -3.0 * swing, 3.0 * swing, 3.0 * swing * jammed.swing_frequency,
              resolution.basin_points_near_rest});
}

void draw_diagrams(Experiment& experiment, const WoodpeckerParameters& parameters, double omega,
                   const Resolution& resolution) {
  const auto set_friction = [](WoodpeckerParameters& p, double mu) { p.mu_1 = p.mu_2 = p.mu_3 = mu; };
  const auto set_restitution = [](WoodpeckerParameters& p, double e) { p.epsilon_N1 = e; };
  const int points = resolution.diagram_points;
  draw_diagram(experiment, parameters, {"friction_diagram", "mu", 0.2, 1.2, points, set_friction, parameters.mu_2},
               resolution.branch_points, omega, resolution.settling);
  draw_diagram(experiment, parameters,
               {"restitution_diagram", "epsilon_N1", 0.0, 1.0, points, set_restitution, parameters.epsilon_N1},
               resolution.branch_points, omega, resolution.settling);
}

void measure(Experiment& experiment, const WoodpeckerParameters& parameters) {
  const std::string& solver = experiment.options().solver;
  const Resolution resolution = resolution_of(experiment.options());
  record_method(experiment);
  measure_jamming(experiment, parameters);
  if (!JammedSleeve<double>(parameters).ends_upwards()) {
    throw support::ComputationFailed(
        "contact 2 does not go from stick to slip as the bird swings up: there is no section");
  }
  experiment.progress().update("limit cycle", 0.0);
  const CycleRuns runs = find_cycles(parameters, solver);
  measure_cycle(experiment, runs);
  const double omega = runs.coarse.fixed.x(0);
  WoodpeckerMap<double> here(parameters, solver, {});
  draw_cycle(experiment, here, omega);
  measure_deviations(experiment, here, runs, 60);
  experiment.progress().update("return map", 0.0);
  const SectionAttractors attractors = measure_return_map(experiment, here, omega, resolution.return_map_points);
  map_all_basins(experiment, parameters, attractors, resolution);
  draw_diagrams(experiment, parameters, omega, resolution);
  compare_with_midpoint_rule(experiment, here, omega, static_cast<double>(runs.fine.period));
}

// A motion without limit cycle is a result, too: the record says so and holds what was found until then.
void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<WoodpeckerParameters>("woodpecker");
  try {
    measure(experiment, parameters);
  } catch (const support::ComputationFailed& failure) {
    experiment.progress().clear();
    experiment.note(std::string("The run ended early: ") + failure.what() + ".");
  }
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "woodpecker_stability";
  info.paper = "glocker2005";
  info.title =
      "The woodpecker toy of Glocker & Studer 2005: limit cycle to many digits, stability, basins, bifurcations";
  info.description =
      "Limit cycle of the woodpecker (sec. 4, Table I) as fixed point of its return map, by the event-driven\n"
      "integration in double and extended precision: period, multiplier, energies; the jammed sleeve; other\n"
      "attractors and basins; diagrams over the friction of all contacts and over the beak's restitution.\n"
      "--solver names the contact solver that decides impacts and accelerations at events.\n\n"
      "  woodpecker_stability\n"
      "  woodpecker_stability --set epsilon_N1=0.7 --out results/harder-beak\n"
      "  woodpecker_stability --full    diagrams at twice as many values, with motions followed five times as long";
  info.default_integrator = "event_driven";
  info.no_other_integrator = "the return map needs the discrete state that the event-driven integration holds";
  info.default_threads = 0;
  info.has_full_resolution = true;
  info.figures = {
      {"woodpecker_cycle", "The limit cycle and its modes"},
      {"woodpecker_return_map", "Return map of the section where stiction ends"},
      {"woodpecker_deviations", "Deviations from the limit cycle, return by return"},
      {"woodpecker_basins", "Basins of the limit cycle, the two-cycle and the jammed sleeve"},
      {"woodpecker_friction_diagram", "Attractors over the friction coefficient"},
      {"woodpecker_restitution_diagram", "Attractors over the beak's restitution coefficient"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
