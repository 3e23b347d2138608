// Projected successive over-relaxation of an LCP.
#pragma once

#include <vector>

#include "solvers/contact/lcp/lcp.hpp"

namespace nsdbench {

// Options of ProjectedRelaxation.
struct ProjectedRelaxationOptions {
  SolverOptions solver;  // max_iterations: sweeps, 0 means 100 000

  // omega in (0, 2): 1 is projected Gauss-Seidel. Converges for symmetric positive definite A, and for symmetric
  // positive semidefinite A with positive diagonal if the problem is feasible in the interior (Cryer 1971; Cottle, Pang
  // & Stone 1992, sec. 5.3).
  double omega = 1.0;
};

// Sweeps x_i <- max(0, x_i - omega y_i / A_ii) with y_i = A_i x + b_i, from the initial guess, down to a tenth of the
// tolerance. Stops by the residual, which a sweep yields as a by-product up to the changes it makes itself; the exact
// residual is computed before the sweeps end. `not_applicable` if a diagonal entry is not positive: the standard form
// of frictional contacts has a zero block.
class ProjectedRelaxation : public LcpSolver {
 public:
  explicit ProjectedRelaxation(const SolverOptions& options = {});
  // Throws std::invalid_argument if omega does not lie between 0 and 2.
  explicit ProjectedRelaxation(const ProjectedRelaxationOptions& options);

  SolverResult attempt(const LcpView& lcp, std::span<double> x) override;
  std::string_view name() const override { return "lcp_relaxation"; }

 private:
  ProjectedRelaxationOptions options_;
};

// One sweep. Returns max_i |min(A_ii x_i, y_i)|, each entry as the sweep met it. Every A_ii is positive.
double relaxation_sweep(const LcpView& lcp, double omega, std::span<double> x);

// Whether all A_ii > 0, by which a sweep divides.
bool diagonal_is_positive(const LcpView& lcp);

}  // namespace nsdbench
