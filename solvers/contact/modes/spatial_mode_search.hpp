// A few spatial contacts at once: the modes by relaxation, the percussions by Newton's method in these modes.
#pragma once

#include <span>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// Largest number of coordinates spatial_mode_search takes: four contacts with friction.
constexpr int spatial_mode_search_capacity = 12;

// Sweeps over the contacts with exact solutions of each, starting from `percussions`. After the first sweep, and after
// every one that leaves all contacts in the mode they had (open, sticking, sliding), Newton's method solves what these
// modes leave:
//   sticking: xi_N = 0, xi_T = 0;    sliding: xi_N = 0, e x xi_T = 0 with P_T = mu P_N e, |e| = 1,
// in P_N, P_T and the angle of e; its solution is accepted if it confirms the modes. At most 24 sweeps, four steps of
// Newton each time. Everything in fixed storage. Sources: those of mode_search.hpp.
//
// Returns true with the answer, false with the percussions as they came if the modes do not settle, or the problem is
// not of the required form: dense, at most spatial_mode_search_capacity coordinates, unilateral laws, each alone or
// with its Coulomb friction of dimension 2 right after it, which one of them has at least. A singular system
// (hyperstatic contacts) leaves it to the sweeps alone. `sweeps` counts sweeps and steps.
bool spatial_mode_search(const ContactProblemView& problem, std::span<double> percussions, double tolerance,
                         int& sweeps);

}  // namespace nsdbench
