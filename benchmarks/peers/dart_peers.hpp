// The LCP solvers of DART that have adapters.
//
// Dantzig's method and projected Gauss-Seidel take the contact problem as the boxed LCP A x = b + w of DART (A = G,
// b = -c, x = P): unilateral laws [0, infinity), Tresca friction [-a, a], Coulomb friction on an interval with
// bounds that follow the normal percussion. For Dantzig's method that is an approximation: it fixes the bounds from
// the normal percussions without friction, and its claims are of success with those. Both are made for symmetric A:
// other problems are `not_applicable`. Lemke's method gets the LCP in standard form, like the peers of Siconos.
#pragma once

#include <memory>

#include "benchmarks/peers/peer_solver.hpp"

namespace nsdbench::peers {

// From libdart-external-odelcpsolver.
std::unique_ptr<PeerSolver> make_dart_dantzig(const SolverOptions& options);

// From libdart.
std::unique_ptr<PeerSolver> make_dart_pgs(const SolverOptions& options);
std::unique_ptr<PeerSolver> make_dart_lemke(const SolverOptions& options);

}  // namespace nsdbench::peers
