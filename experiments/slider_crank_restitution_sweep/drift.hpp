// Drift of the gaps under Moreau's rule, and its cure by projection (Flores, Leine & Glocker 2010, sec. 6.4).
#pragma once

#include "problems/slider_crank.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::experiments::slider_crank {

struct Drift {
  double penetration = 0.0;    // the deepest at the end of a step [m]
  double energy_growth = 0.0;  // the largest growth of the total energy by a projection [J]
  int projections = 0;
};

// Two revolutions of the crank in fixed steps `dt` [s]. With `projected` the corners that end a step inside the guide
// are put back on its surface, by the smallest change of q in the metric of M; velocities stay. Throws
// support::ComputationFailed if a contact problem stays unsolved or the crank does not get round.
Drift drift_of(const problems::SliderCrank& system, ContactSolver& solver, double dt, bool projected);

}  // namespace nsdbench::experiments::slider_crank
