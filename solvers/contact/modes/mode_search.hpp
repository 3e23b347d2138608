// A few planar contacts at once: the modes by relaxation, the percussions by one linear system.
#pragma once

#include <span>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// Largest number of coordinates mode_search takes: ten contacts with friction.
constexpr int mode_search_capacity = 20;

// Sweeps over the contacts with exact solutions of each, starting from `percussions`. After the first sweep, and after
// every one that leaves all contacts in the mode they had (open; closed and sticking, or sliding to either side), the
// linear system these modes leave is solved, and its solution accepted if it confirms the modes. At most 12 sweeps.
// Where the system is singular (hyperstatic contacts), the percussions of the sweeps are corrected, the least number of
// them. Without friction, a solution that contradicts some modes says which ones, and these change, up to 8 times.
// Everything in fixed storage.
//
// The sweeps are the nonlinear Gauss-Seidel method of contact dynamics (Jean 1999, Comput. Methods Appl. Mech. Engrg.
// 177); the linear system is a step of the active set strategy, which is a semismooth Newton method (Hintermueller, Ito
// & Kunisch 2002, SIAM J. Optim. 13).
//
// Returns true with the answer, false with the percussions as they came if the modes do not settle, the solution
// contradicts the modes, or the problem is not of the required form: dense, planar,
// at most mode_search_capacity coordinates, Coulomb friction right after the unilateral law that carries it.
bool mode_search(const ContactProblemView& problem, std::span<double> percussions, double tolerance, int& sweeps);

}  // namespace nsdbench
