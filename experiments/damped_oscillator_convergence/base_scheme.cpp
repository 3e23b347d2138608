#include "experiments/damped_oscillator_convergence/base_scheme.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/support/run_outcome.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments::damped_oscillator {
namespace {

using problems::DampedOscillator;
using problems::ExactDampedOscillator;

// Largest differences from the closed form over the ends of steps up to `end` [s].
struct Errors {
  double position = 0.0;  // [m]
  double velocity = 0.0;  // [m/s]
};

Errors errors_with(double dt, double end, const DampedOscillator& oscillator, const ExactDampedOscillator& exact,
                   ContactSolver& solver) {
  Errors errors;
  State<1> state = oscillator.initial_state();
  const auto integrator = make_moreau(oscillator, solver, dt);
  require_solved(integrator->integrate(state, {end}, [&](const Step<DampedOscillator>& step) {
    const State<1>& at = step.end();
    errors.position = std::max(errors.position, std::abs(at.q(0) - exact.position(at.t)));
    errors.velocity = std::max(errors.velocity, std::abs(at.u(0) - exact.velocity(at.t)));
  }));
  return errors;
}

}  // namespace

void study_base_scheme(Experiment& experiment, const problems::DampedOscillatorParameters& parameters,
                       ContactSolver& solver) {
  const DampedOscillator oscillator(parameters);
  const ExactDampedOscillator exact(parameters);
  const std::vector<double> dt = jittered_step_sizes(4e-3, 5, experiment.options().quick ? 6 : 12);
  auto& table = experiment.table("base_scheme", {{"dt", "s"},
                                                 {"position_error_local", "m"},
                                                 {"velocity_error_local", "m/s"},
                                                 {"position_error_global", "m"},
                                                 {"velocity_error_global", "m/s"}});
  std::vector<double> local_position, local_velocity, global_position, global_velocity;
  for (const double size : dt) {
    const Errors local = errors_with(size, size, oscillator, exact, solver);
    const Errors global = errors_with(size, *experiment.options().end_time, oscillator, exact, solver);
    table.row({size, local.position, local.velocity, global.position, global.velocity});
    local_position.push_back(local.position);
    local_velocity.push_back(local.velocity);
    global_position.push_back(global.position);
    global_velocity.push_back(global.velocity);
  }
  const auto add = [&](const char* key, const std::vector<double>& errors, const char* meaning) {
    const OrderFit fit = fit_order(dt, errors, OctaveStatistic::median);
    const double uncertainty = order_uncertainty(dt, errors, OctaveStatistic::median);
    if (std::isfinite(uncertainty)) experiment.quantity(key, fit.order, "1", uncertainty, meaning);
  };
  add("order_position_local", local_position,
      "order in dt of the position's error after one step of the midpoint rule from the exact start");
  add("order_velocity_local", local_velocity, "the same of the velocity");
  add("order_position_global", global_position,
      "order in dt of the position's largest error up to the end time, midpoint rule with fixed steps, damped");
  add("order_velocity_global", global_velocity, "the same of the velocity");
}

}  // namespace nsdbench::experiments::damped_oscillator
