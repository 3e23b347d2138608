// The solvers of Siconos numerics that have adapters. Only this file's functions are known outside: the library's
// headers declare a SolverOptions of their own.
#pragma once

#include <memory>

#include "benchmarks/peers/peer_solver.hpp"

namespace nsdbench::peers {

// Planar problems as LCP in standard form (eq. 33 of Glocker & Studer 2005, scaled as StandardForm scales it); started
// from zero, whatever the initial guess.
std::unique_ptr<PeerSolver> make_siconos_lcp_lemke(const SolverOptions& options);
std::unique_ptr<PeerSolver> make_siconos_lcp_newton_minfb(const SolverOptions& options);
std::unique_ptr<PeerSolver> make_siconos_lcp_avi(const SolverOptions& options);
std::unique_ptr<PeerSolver> make_siconos_lcp_rpgs(const SolverOptions& options);

// Problems whose laws are contacts: unilateral laws with one Coulomb law each, all intervals (2d) or all discs (3d).
std::unique_ptr<PeerSolver> make_siconos_2d_nsgs(const SolverOptions& options);
std::unique_ptr<PeerSolver> make_siconos_2d_enum(const SolverOptions& options);
std::unique_ptr<PeerSolver> make_siconos_2d_lemke(const SolverOptions& options);
std::unique_ptr<PeerSolver> make_siconos_3d_nsgs(const SolverOptions& options);
std::unique_ptr<PeerSolver> make_siconos_3d_nsn_ac(const SolverOptions& options);

}  // namespace nsdbench::peers
