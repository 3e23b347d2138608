// Energy balance of accepted steps.
#pragma once

#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// Work of the contact percussions in a step of Moreau's midpoint rule [J], negative where contacts dissipate:
//   W = ubar^T (M (u_E - u_A) - h dt) = sum_i P_i^T (gamma_A + gamma_E)/2,   ubar = (u_A + u_E)/2
// (the second form for scleronomic contacts)
// with M and h where the scheme takes them, at (q_M, t_M) and u_A. Exact for the discrete motion, whatever dt.
template <MechanicalSystem S>
double contact_work(const S& system, const State<S::dof>& before, const State<S::dof>& after, double dt) {
  const auto configuration = system.configuration(before.q + 0.5 * dt * before.u, before.t + 0.5 * dt);
  const Vector<S::dof> impulse = system.mass_matrix(configuration) * (after.u - before.u) -
                                 dt * Vector<S::dof>(system.forces(configuration, before.u));
  return 0.5 * (before.u + after.u).dot(impulse);
}

}  // namespace nsdbench
