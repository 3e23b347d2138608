// One solve, judged by the arena's own residual.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/independent_residual.hpp"
#include "solvers/contact/selection/registry.hpp"

namespace nsdbench::testing {

struct SolverRun {
  SolverResult result;
  std::vector<double> percussions;
  std::vector<Mode> modes;

  bool finite() const {
    for (const double percussion : percussions) {
      if (!std::isfinite(percussion)) return false;
    }
    return true;
  }
};

// From zero percussions.
inline SolverRun run(ContactSolver& solver, const ContactProblem& problem) {
  SolverRun made;
  made.percussions.assign(problem.c.size(), 0.0);
  made.modes.assign(problem.laws.size(), Mode::impressed);
  made.result = solver.solve(problem.view(), made.percussions, made.modes);
  return made;
}

// Whether the solver claims what the independent residual contradicts.
inline bool contradicted(const SolverRun& made, const ContactProblem& problem, double tolerance) {
  if (!made.result.solved()) return false;
  const arena::JudgedResidual judged = arena::independent_residual(problem, made.percussions);
  return !(judged.value <= arena::allowed(tolerance, judged.rounding));
}

}  // namespace nsdbench::testing
