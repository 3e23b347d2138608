// Solving a problem from a file by a named solver, and judging the answer twice.
#pragma once

#include <string>
#include <vector>

#include "contact_data/contact_data.hpp"
#include "contact_data/residuals.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::tools {

struct Answer {
  SolverStatus status = SolverStatus::invalid_input;
  int iterations = 0;
  double time = 0.0;  // s, of the solver alone
  std::vector<double> solution;
  contact_data::Residuals residuals;  // from the numbers of the file
  double prox_residual = 0.0;         // contact_residual(), the solvers' own measure
};

// Solves `data` with the solver of that name, from `guess` (one entry per coordinate).
//
// The status is `solved` only if the solver was granted `solved` and the scaled residual, recomputed from the file's
// numbers, is within options.tolerance as well, for each connected component on its own. The two residuals weigh
// entries differently: where only the solver's own is within the tolerance, the solver continues from its answer with a
// tighter tolerance, a few times; if that does not help, the status is `iteration_limit`. Without a solution, the
// answer is the one with the smallest scaled residual of a component among what the solver returned and the guess. The
// time limit holds for all of it.
//
// Throws std::invalid_argument, naming the problem, if the solvers refuse its numbers.
Answer solve(const contact_data::ContactData& data, const std::string& solver, const SolverOptions& options,
             std::vector<double> guess);

}  // namespace nsdbench::tools
