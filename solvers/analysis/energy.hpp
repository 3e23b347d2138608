// Energy balance of accepted steps.
#pragma once

#include "solvers/integration/time_stepping/moreau_midpoint.hpp"

namespace nsdbench {

// Work of the contact percussions in a step of Moreau's midpoint rule [J], negative where contacts dissipate:
//   W = sum_i ( P_Ni (gamma_NA + gamma_NE)/2 + P_Ti^T (gamma_TA + gamma_TE)/2 )
// with the force directions at the midpoint, for contacts without rheonomic terms. For a constant mass matrix and
// constant forces, the total energy changes by exactly this in a step.
template <MechanicalSystem S>
ScalarOf<S> contact_work(const S& system, const StateOf<S>& before, const StateOf<S>& after,
                         const StepReport<S>& report) {
  if (report.active_contacts == 0) return 0.0;
  const auto configuration = system.configuration(before.q + 0.5 * report.dt * before.u, before.t + 0.5 * report.dt);
  const Vector<S::dof, ScalarOf<S>> mean = 0.5 * (before.u + after.u);
  ScalarOf<S> work = 0.0;
  for (int i = 0; i < S::contact_count; ++i) {
    if (!report.active[static_cast<std::size_t>(i)]) continue;
    const auto& directions = system.directions(configuration, i);  // by value or by reference, as the system has it
    work += report.normal_percussions(i) * directions.normal.dot(mean);
    for (int k = 0; k < S::tangential_dimension; ++k) {
      work += report.tangential_percussions(i, k) * directions.tangential.col(k).dot(mean);
    }
  }
  return work;
}

}  // namespace nsdbench
