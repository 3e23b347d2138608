// Orders of the integrator on the acceleration level, and of its difference from time stepping.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/integration/test_block.hpp"

using namespace nsdbench;
using problems::InclinedPlaneOscillator;

TEST_CASE("both Runge-Kutta pairs have order five while a contact slides", "[order][acceleration]") {
  // A sprung block on a fast belt, drifting across it: its slip never comes near zero.
  testing::TestBlock<2> block;
  block.force << 0.0, 0.0, -9.81;
  block.stiffness = 100.0;
  block.belt = 3.0;
  SolverOptions solver_options;
  solver_options.tolerance = 1e-14;
  const auto solver = make_contact_solver("newton", solver_options);
  const auto position = [&](RungeKuttaPair pair, double h) {
    AccelerationOptions options;
    options.pair = pair;
    options.rtol = 1e6;  // no step is rejected
    options.largest_step = h;
    const auto integrator = make_acceleration_level(block, *solver, options);
    State<3> state;
    state.u << 0.0, 1.0, 0.0;
    REQUIRE(integrator->integrate(state, {2.0}).completed());
    return state.q;
  };
  const Vector<3> limit = position(RungeKuttaPair::dormand_prince54, 5e-4);
  for (const RungeKuttaPair pair : {RungeKuttaPair::fehlberg45, RungeKuttaPair::dormand_prince54}) {
    const std::vector<double> sizes = jittered_step_sizes(0.02, 3, 24);
    std::vector<double> errors;
    for (const double h : sizes) errors.push_back((position(pair, h) - limit).norm());
    const OrderFit fit = fit_order(sizes, errors, OctaveStatistic::median);
    CAPTURE(static_cast<int>(pair), fit.order, fit.standard_error, fit.constant, errors.front(), errors.back());
    CHECK(fit.order == Catch::Approx(5.0).margin(0.25));  // omega h is 0.2 at most: the next term of the error
  }
}

TEST_CASE("time stepping converges to the motion on the acceleration level with order one",
          "[order][acceleration][inclined_plane]") {
  const int setting = GENERATE(0, 1, 2);
  auto parameters = testing::inclined_plane_oscillator_parameters();
  if (setting == 1) parameters.mu = parameters.mu_0 = 0.13;
  if (setting == 2) parameters.delta = 0.085;
  // Without which rounding opens feet of the time-stepping solution; nothing else depends on z.
  parameters.q_3_0 = -1e-9;
  const InclinedPlaneOscillator system(parameters);
  SolverOptions solver_options;
  solver_options.tolerance = 1e-12;
  const auto solver = make_contact_solver("newton", solver_options);

  const auto integrator = make_acceleration_level(system, *solver);
  State<6> limit = system.initial_state();
  REQUIRE(integrator->integrate(limit, {1.0}).completed());

  const std::vector<double> sizes = jittered_step_sizes(2e-3, 5, 12);
  std::vector<double> differences;
  std::vector<double> positions;
  for (const double dt : sizes) {
    FixedStep<InclinedPlaneOscillator> moreau(system, *solver, dt);
    State<6> state = system.initial_state();
    REQUIRE(moreau.integrate(state, {1.0}).completed());
    differences.push_back(std::abs(state.q(0) - limit.q(0)));
    positions.push_back(state.q(0));
  }
  const OrderFit fit = fit_order(sizes, differences, OctaveStatistic::median);
  const LimitFit extrapolated = limit_by_line(sizes, positions);
  CAPTURE(setting, fit.order, fit.standard_error, fit.constant, limit.q(0), extrapolated.limit,
          extrapolated.uncertainty, differences.front(), differences.back());
  CHECK(fit.order == Catch::Approx(1.0).margin(0.15));
  CHECK(std::abs(extrapolated.limit - limit.q(0)) <= extrapolated.uncertainty);
  CHECK(extrapolated.uncertainty <= 1e-3 * std::abs(limit.q(0)));
}
