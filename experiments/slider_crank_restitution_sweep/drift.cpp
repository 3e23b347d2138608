#include "experiments/slider_crank_restitution_sweep/drift.hpp"

#include <algorithm>
#include <numbers>

#include "solvers/integration/constraint_projection.hpp"
#include "solvers/integration/motion_log.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::slider_crank {

namespace {

using problems::SliderCrank;

// Puts corners that are inside the guide back on its surface. False if there are none. Gaps are nearly linear in q: two
// passes leave the square of the square of a change of 1e-5 rad.
bool project(const SliderCrank& system, State<3>& state) {
  bool changed = false;
  for (int pass = 0; pass < 2; ++pass) {
    const auto configuration = system.configuration(state.q, state.t);
    const Vector<4> gaps = system.gaps(configuration);
    if (!(gaps.minCoeff() < 0.0)) break;
    LdlFactorization<3> mass;
    mass.compute(system.mass_matrix(configuration));
    ConstraintProjection<3> projection(mass);
    for (int i = 0; i < SliderCrank::contact_count; ++i) {
      if (gaps(i) < 0.0) projection.add(system.directions(configuration, i).normal, gaps(i));
    }
    Vector<3> change = Vector<3>::Zero();
    projection.apply(change);
    state.q += change;
    changed = true;
  }
  return changed;
}

}  // namespace

Drift drift_of(const SliderCrank& system, ContactSolver& solver, double dt, bool projected) {
  MoreauMidpoint<SliderCrank> rule(system, solver);
  State<3> state = system.initial_state();
  const double goal = state.q(0) + 4.0 * std::numbers::pi;
  constexpr double t_end = 2.0;  // s, as revolve() has it
  MotionTrace trace(state);
  Drift drift;
  while (state.q(0) < goal) {
    if (!rule.step(state, dt).advanced() || state.t > t_end) {
      throw support::ComputationFailed("the study of the drift did not reach two revolutions of the crank");
    }
    if (projected) {
      const double before = total_energy(system, state);
      if (project(system, state)) {
        ++drift.projections;
        drift.energy_growth = std::max(drift.energy_growth, total_energy(system, state) - before);
      }
    }
    const double depth = -system.gaps(system.configuration(state.q, state.t)).minCoeff();
    drift.penetration = std::max(drift.penetration, depth);
    trace.step(state);
  }
  trace.finish(state);
  return drift;
}

}  // namespace nsdbench::experiments::slider_crank
