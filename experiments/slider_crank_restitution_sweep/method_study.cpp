#include "experiments/slider_crank_restitution_sweep/method_study.hpp"

#include <cmath>

#include "experiments/slider_crank_restitution_sweep/drift.hpp"
#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"
#include "solvers/contact/selection/registry.hpp"

namespace nsdbench::experiments::slider_crank {

namespace {

using problems::SliderCrank;
using problems::SliderCrankParameters;

// Step of the studies of the drift, whatever --dt is: a usual one [s].
constexpr double dt_of_drift = 1e-5;
// The clearance of the small joint, over that of the paper.
constexpr double small_clearance = 0.01;

// Eqs (76), (85) as a complementarity problem, and eqs (42), (43) as equations of an augmented Lagrangian.
void compare_formulations(Experiment& experiment, const SliderCrank& system) {
  const auto complementarity = make_contact_solver("lemke");
  const auto augmented = make_contact_solver("newton");
  const RevolutionStatistics one = revolve(system, {*complementarity, "moreau", dt_of_drift}, 2);
  const RevolutionStatistics other = revolve(system, {*augmented, "moreau", dt_of_drift}, 2);
  experiment.quantity("formulations_difference", std::abs(one.time[1] - other.time[1]), "s",
                      Uncertainty::residual(1e-10),
                      "difference of the time of two revolutions between Lemke's method on the LCP and "
                      "Newton's method on the prox equations of the augmented Lagrangian, Table 1's restitution, "
                      "dt = 1e-5 s");
}

}  // namespace

void study_method(Experiment& experiment, const SliderCrankParameters& parameters, ContactSolver& solver) {
  const SliderCrank system(parameters);
  const Drift free = drift_of(system, solver, dt_of_drift, false);
  const Drift projected = drift_of(system, solver, dt_of_drift, true);
  SliderCrankParameters narrow = parameters;
  narrow.c *= small_clearance;
  const Drift small = drift_of(SliderCrank(narrow), solver, dt_of_drift, false);
  const auto add = [&](const char* key, double value, const char* unit, const char* meaning) {
    experiment.quantity(key, value, unit, Uncertainty::of_one_run(), meaning);
  };
  add("penetration_over_clearance", free.penetration / parameters.c, "1",
      "deepest penetration of a corner over the clearance, Table 1's restitution, dt = 1e-5 s");
  add("penetration_over_small_clearance", small.penetration / narrow.c, "1",
      "the same with a hundredth of the clearance");
  add("penetration_projected", projected.penetration, "m",
      "deepest penetration of a corner, Table 1's restitution, dt = 1e-5 s, gaps projected after every step");
  add("energy_growth_projection", projected.energy_growth, "J",
      "largest growth of the total mechanical energy by one of these projections");
  compare_formulations(experiment, system);
}

}  // namespace nsdbench::experiments::slider_crank
