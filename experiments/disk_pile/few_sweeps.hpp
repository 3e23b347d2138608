// The chain of the experiment, and solvers that leave its contact problems unsolved.
#pragma once

#include "solvers/contact/round_bodies/round_contact_solver.hpp"

namespace nsdbench::experiments::disk_pile {

inline constexpr int grains = 64;
inline constexpr double push = 0.5;  // the additional force, relative to that which presses the chain together

// Exactly `sweeps` sweeps of PSOR: no residual is small enough to end them earlier.
inline RoundContactSolver sweeping_solver(int sweeps) {
  RoundSolverOptions options;
  options.method = RoundMethod::psor;
  options.tolerance = 1e-300;
  options.max_sweeps = sweeps;
  return RoundContactSolver(options);
}

}  // namespace nsdbench::experiments::disk_pile
