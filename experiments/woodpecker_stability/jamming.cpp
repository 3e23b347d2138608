#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "experiments/woodpecker_stability/attractors.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/bisection.hpp"

namespace nsdbench::experiments {
namespace {

using problems::Woodpecker;
using problems::WoodpeckerParameters;

constexpr int halvings = 40;

// Whether the sleeve stays where it is, with the bird swinging from delta.
bool stays_jammed(const WoodpeckerParameters& parameters, const std::string& solver_name, double delta) {
  const Woodpecker bird(parameters);
  const JammedSleeve<double> jammed(parameters);
  const auto solver = make_contact_solver(solver_name);
  const auto integrator = make_event_driven(bird, *solver);
  State<3> state = jammed.state(delta, 0.0);
  const double swing = 2.0 * M_PI / jammed.swing_frequency;
  const auto result = integrator->integrate(state, {1.1 * swing, {}, {}});
  constexpr double at_rest = 1e-12;  // m/s: rounding leaves some 1e-30
  return result.completed() && result.counts.events == 0 && std::abs(state.u(0)) < at_rest;
}

// Table I's state moved towards the jammed rest: `factor` of the way from there, in phi_S and all velocities.
State<3> scaled_start(const Woodpecker& bird, const JammedSleeve<double>& jammed, double factor) {
  const State<3> start = bird.initial_state();
  State<3> state = jammed.state(factor * (start.q(2) - jammed.rest_phi_s), factor * start.u(2));
  state.u(0) = factor * start.u(0);
  return state;
}

// Friction coefficient from which on contact 2, closed and sliding down, has no or several forces that satisfy its laws
// (Painleve's paradox): w_N^T M^-1 (w_N + mu w_T) = 0. Infinite if friction does not press.
double paradox_friction(const WoodpeckerParameters& parameters) {
  const Woodpecker bird(parameters);
  const auto configuration = bird.configuration(bird.initial_state().q, 0.0);
  const auto& w = bird.directions(configuration, 1);
  const Vector<3> image = bird.mass_matrix(configuration).llt().solve(w.normal);
  const double coupling = image.dot(w.tangential.col(0));
  return coupling < 0.0 ? -image.dot(w.normal) / coupling : std::numeric_limits<double>::infinity();
}

// Least friction with which the sleeve stays jammed with the bird at rest: by statics, and by the integrator.
void measure_threshold(Experiment& experiment, const WoodpeckerParameters& parameters,
                       const JammedSleeve<double>& jammed) {
  const double threshold = jammed.friction_at_rest;
  const auto holds = [&](double mu) {
    WoodpeckerParameters here = parameters;
    here.mu_2 = mu;
    return stays_jammed(here, experiment.options().solver, 0.0);
  };
  const double integrated = support::bisect(2.0 * threshold, 0.5 * threshold, halvings, holds).middle();
  experiment.quantity("jammed_friction_threshold", threshold, "1", Uncertainty::exact(),
                      "least friction coefficient of contact 2 with which the sleeve, jammed with the bird at rest, "
                      "stays: closed form of statics");
  experiment.quantity(
      "jammed_friction_threshold_integrated", integrated, "1", std::abs(integrated - threshold) + 1e-15,
      "the same by bisection with the event-driven integration; uncertainty: difference from the closed "
      "form");
  experiment.quantity("jammed_phi_s", jammed.rest_phi_s, "rad", Uncertainty::exact(),
                      "angle of the bird at the jammed rest");
  experiment.quantity("jammed_phi_m", jammed.phi_m, "rad", Uncertainty::exact(),
                      "angle of the sleeve with contact 2 closed");
  experiment.quantity("jammed_swing_frequency", jammed.swing_frequency, "rad/s", Uncertainty::exact(),
                      "angular frequency of the bird's swing while the sleeve is jammed: undamped");
}

// Largest amplitude of the bird's swing with which the sleeve stays jammed, likewise.
void measure_swing_limit(Experiment& experiment, const WoodpeckerParameters& parameters,
                         const JammedSleeve<double>& jammed) {
  const auto stays = [&](double delta) { return stays_jammed(parameters, experiment.options().solver, delta); };
  const double swing = support::bisect(0.0, 4.0 * jammed.slip_delta, halvings, stays).middle();
  experiment.quantity("jammed_swing_limit", jammed.slip_delta, "rad", Uncertainty::exact(),
                      "amplitude of the bird's swing up to which the sleeve stays jammed: closed form");
  experiment.quantity(
      "jammed_swing_limit_integrated", swing, "rad", std::abs(swing - jammed.slip_delta) + 1e-15,
      "the same by bisection with the event-driven integration; uncertainty: difference from the closed "
      "form");
}

// The factor below which Table I's motion jams: the first change along the way from the jammed rest, refined.
void measure_jamming_factor(Experiment& experiment, const WoodpeckerParameters& parameters) {
  WoodpeckerMap<double> here(parameters, experiment.options().solver, diagram_options());
  WoodpeckerMap<double> finer(parameters, experiment.options().solver, {});
  const auto jams_by = [](WoodpeckerMap<double>& map, double factor) {
    return end_of(map.map.reach(scaled_start(map.bird, map.jammed, factor))) == MotionEnd::jams;
  };
  const auto jams = [&](double factor) { return jams_by(here, factor); };
  constexpr int trials = 400;
  int edges = 0;
  double edge = 0.0;
  double coarser = 0.0;  // by the tolerances of the grid
  bool before = jams(0.0);
  for (int k = 1; k <= trials; ++k) {
    const double factor = static_cast<double>(k) / trials;
    const bool now = jams(factor);
    if (now != before) {
      ++edges;
      if (before && edges == 1) {
        const double last = factor - 1.0 / trials;
        coarser = support::bisect(last, factor, halvings, jams).middle();
        edge = support::bisect(last, factor, halvings, [&](double at) { return jams_by(finer, at); }).middle();
      }
    }
    before = now;
  }
  experiment.quantity(
      "jamming_edges", edges, "1", Uncertainty::count(),
      "how often jamming and pecking change along the way from the jammed rest to Table I's state, on a grid of "
      "400 points: other ways have other edges");
  if (edges == 0) return;
  experiment.quantity(
      "jamming_factor", edge, "1", std::abs(edge - coarser) + 1e-14,
      "least part of Table I's deviation from the jammed rest, in phi_S, omega_S and v, that leads to "
      "pecking: on this way, with its first edge on a grid of 400 points, bisected; uncertainty: by a larger "
      "tolerance of the integration");
}

}  // namespace

void measure_jamming(Experiment& experiment, const WoodpeckerParameters& parameters) {
  const double paradox = paradox_friction(parameters);
  if (std::isfinite(paradox)) {
    experiment.quantity("paradox_friction", paradox, "1", Uncertainty::exact(),
                        "friction coefficient from which on contact 2, closed and sliding down, has no or several "
                        "forces that satisfy its laws (Painleve's paradox): closed form");
  }
  const JammedSleeve<double> jammed(parameters);
  if (!(jammed.friction_at_rest > 0.0)) {
    experiment.note("No jammed rest exists with these parameters, whatever the friction.");
    return;
  }
  measure_threshold(experiment, parameters, jammed);
  if (!jammed.can_rest(parameters.mu_2) || !jammed.ends_upwards()) return;
  measure_swing_limit(experiment, parameters, jammed);
  measure_jamming_factor(experiment, parameters);
}

}  // namespace nsdbench::experiments
