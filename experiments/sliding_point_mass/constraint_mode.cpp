#include "experiments/sliding_point_mass/constraint_mode.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/support/run_outcome.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/bisection.hpp"

namespace nsdbench::experiments::sliding_mass {
namespace {

using problems::SlidingPointMass;
using problems::SlidingPointMassParameters;

// The mode of the friction law in one step of size dt [s] from the start.
Mode mode_of_step(const SlidingPointMass& mass, ContactSolver& solver, double dt) {
  Mode mode = Mode::impressed;
  State<2> state = mass.initial_state();
  const auto integrator = make_moreau(mass, solver, dt);
  require_solved(integrator->integrate(state, {dt, {}, {}},
                                       [&](const Step<SlidingPointMass>& step) { mode = step.modes().tangential[0]; }));
  return mode;
}

// The smallest step in the mode constraint, relative to (1 + eps) u m/a.
double relative_threshold(SlidingPointMassParameters parameters, double epsilon, ContactSolver& solver) {
  parameters.epsilon_T = epsilon;
  const SlidingPointMass mass(parameters);
  const double expected = (1.0 + epsilon) * mass.initial_state().u.norm() * parameters.m / parameters.a;
  constexpr int halvings = 40;  // of an interval as wide as the threshold, to 1e-12 of it
  return support::bisect(1.5 * expected, 0.5 * expected, halvings,
                         [&](double dt) { return mode_of_step(mass, solver, dt) == Mode::constraint; })
             .middle() /
         expected;
}

}  // namespace

void measure_constraint_mode(Experiment& experiment, const SlidingPointMassParameters& parameters,
                             ContactSolver& solver) {
  SlidingPointMassParameters free = parameters;
  free.F_x = free.F_y = 0.0;
  if (!(free.a > 0.0) || !(elementary::hypot(free.u_x_0, free.u_y_0) > 0.0)) return;
  double largest = 0.0;
  for (const double epsilon : {0.0, 0.3, 0.7, 1.0}) {
    largest = std::max(largest, std::abs(relative_threshold(free, epsilon, solver) - 1.0));
  }
  // The solver's tolerance leaves a share of 1e-14 of the percussions; 1e-10 has room for other solvers.
  experiment.quantity("constraint_step_deviation_max", largest, "1", Uncertainty::residual(1e-10),
                      "largest relative difference of the smallest step of the midpoint rule in which friction is in "
                      "the mode constraint from (1 + eps) u m/a, without a force, for eps = 0, 0.3, 0.7, 1");
}

}  // namespace nsdbench::experiments::sliding_mass
