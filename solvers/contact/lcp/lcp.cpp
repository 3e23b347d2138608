#include "solvers/contact/lcp/lcp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsdbench {

double lcp_residual(const LcpView& lcp, std::span<const double> x) {
  double largest_diagonal = 0.0;
  double reference = 0.0;
  double probe = 0.0;
  for (int i = 0; i < lcp.size; ++i) {
    largest_diagonal = std::max(largest_diagonal, lcp.entry(i, i));
    reference = std::max(reference, std::abs(lcp.b[i]));
    probe += 0.0 * x[static_cast<std::size_t>(i)];
  }
  if (probe != 0.0) return std::numeric_limits<double>::infinity();
  if (largest_diagonal == 0.0) largest_diagonal = 1.0;
  if (reference == 0.0) reference = 1.0;

  double residual = 0.0;
  for (int i = 0; i < lcp.size; ++i) {
    double y = lcp.b[i];
    for (int j = 0; j < lcp.size; ++j) y += lcp.entry(i, j) * x[static_cast<std::size_t>(j)];
    const double diagonal = lcp.entry(i, i) > 0.0 ? lcp.entry(i, i) : largest_diagonal;
    residual = std::max(residual, std::abs(std::min(diagonal * x[static_cast<std::size_t>(i)], y)));
  }
  residual /= reference;
  return std::isfinite(residual) ? residual : std::numeric_limits<double>::infinity();
}

bool well_formed(const LcpView& lcp) {
  if (lcp.size < 0 || lcp.stride < lcp.size) return false;
  double probe = 0.0;
  for (int i = 0; i < lcp.size; ++i) {
    probe += 0.0 * lcp.b[i];
    for (int j = 0; j < lcp.size; ++j) probe += 0.0 * lcp.entry(i, j);
  }
  return probe == 0.0;
}

LcpSolver::~LcpSolver() = default;

SolverResult LcpSolver::solve(const LcpView& lcp, std::span<double> x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto give_up = [&](SolverStatus status, int iterations) {
    std::fill(x.begin(), x.end(), 0.0);
    return SolverResult{status, infinity, iterations};
  };
  if (!well_formed(lcp) || x.size() != static_cast<std::size_t>(lcp.size)) {
    return give_up(SolverStatus::invalid_input, 0);
  }
  const SolverResult result = attempt(lcp, x);
  if (result.status == SolverStatus::not_applicable) return give_up(result.status, 0);
  const double residual = lcp_residual(lcp, x);
  if (residual == infinity) return give_up(SolverStatus::singular, result.iterations);
  return judge(result, residual, options_.tolerance);
}

}  // namespace nsdbench
