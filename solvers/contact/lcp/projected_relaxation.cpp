#include "solvers/contact/lcp/projected_relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "solvers/contact/deadline.hpp"
#include "solvers/linear_algebra/vector_loops.hpp"

namespace nsdbench {

ProjectedRelaxation::ProjectedRelaxation(const SolverOptions& options)
    : ProjectedRelaxation(ProjectedRelaxationOptions{options, ProjectedRelaxationOptions{}.omega}) {}

ProjectedRelaxation::ProjectedRelaxation(const ProjectedRelaxationOptions& options)
    : LcpSolver(options.solver), options_(options) {
  if (!(options.omega > 0.0 && options.omega < 2.0)) {
    throw std::invalid_argument("relaxation factor omega = " + std::to_string(options.omega) +
                                " is not allowed: it must lie between 0 and 2");
  }
}

bool diagonal_is_positive(const LcpView& lcp) {
  for (int i = 0; i < lcp.size; ++i) {
    if (!(lcp.entry(i, i) > 0.0)) return false;
  }
  return true;
}

double relaxation_sweep(const LcpView& lcp, double omega, std::span<double> x) {
  double residual = 0.0;
  for (int i = 0; i < lcp.size; ++i) {
    const double* row = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
    double& entry = x[static_cast<std::size_t>(i)];
    const double y = lcp.b[i] + vector_loops::dot(row, x.data(), lcp.size);
    residual = std::max(residual, std::abs(std::min(row[i] * entry, y)));
    entry = std::max(0.0, entry - omega * y / row[i]);
  }
  return residual;
}

SolverResult ProjectedRelaxation::attempt(const LcpView& lcp, std::span<double> x) {
  if (!diagonal_is_positive(lcp)) return {SolverStatus::not_applicable, 0.0, 0};
  const int max_sweeps = options_.solver.max_iterations > 0 ? options_.solver.max_iterations : 100000;
  const Deadline deadline(options_.solver.time_limit);
  double reference = 0.0;
  for (int i = 0; i < lcp.size; ++i) reference = std::max(reference, std::abs(lcp.b[i]));
  if (reference == 0.0) reference = 1.0;
  // Judges of a contact problem weigh the rows differently.
  const double target = 0.1 * options_.solver.tolerance;
  int proper = 0;  // sweep before which the residual proper is not looked at again
  for (int sweep = 1; sweep <= max_sweeps; ++sweep) {
    const double residual = relaxation_sweep(lcp, options_.omega, x) / reference;
    if (!std::isfinite(residual)) return {SolverStatus::iteration_limit, 0.0, sweep};
    if (residual <= target && sweep >= proper) {
      if (lcp_residual(lcp, x) <= target) return {SolverStatus::solved, 0.0, sweep};
      proper = sweep + sweep / 8 + 1;
    }
    if (deadline.passed()) return {SolverStatus::time_limit, 0.0, sweep};
  }
  return {SolverStatus::iteration_limit, 0.0, max_sweeps};
}

}  // namespace nsdbench
