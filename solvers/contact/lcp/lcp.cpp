#include "solvers/contact/lcp/lcp.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/linear_algebra/compensated.hpp"
#include "solvers/linear_algebra/larger_or_nan.hpp"
#include "solvers/linear_algebra/vector_loops.hpp"

namespace nsdbench {

double row_scale(const LcpView& lcp, int i) {
  const double* row = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
  if (row[i] > 0.0) return row[i];
  double largest = 0.0;
  for (int j = 0; j < lcp.size; ++j) largest = std::max(largest, std::abs(row[j]));
  return largest > 0.0 ? largest : 1.0;
}

namespace {

// y_i in twice the working precision; `plain` where that overflows.
double accurate_slack(const LcpView& lcp, int i, std::span<const double> x, double plain) {
  const double* row = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
  double high = lcp.b[i];
  double low = 0.0;
  for (int j = 0; j < lcp.size; ++j) compensated::add_product(row[j], x[static_cast<std::size_t>(j)], high, low);
  return std::isfinite(high + low) ? high + low : plain;
}

}  // namespace

double lcp_residual(const LcpView& lcp, std::span<const double> x) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  double reference = 0.0;
  double probe = 0.0;
  for (int i = 0; i < lcp.size; ++i) {
    reference = std::max(reference, std::abs(lcp.b[i]));
    probe += 0.0 * x[static_cast<std::size_t>(i)];
  }
  if (probe != 0.0) return std::numeric_limits<double>::infinity();
  if (reference == 0.0) reference = 1.0;

  double residual = 0.0;
  for (int i = 0; i < lcp.size; ++i) {
    const double* row = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
    double y = lcp.b[i];
    double terms = 0.0;
    for (int j = 0; j < lcp.size; ++j) {
      const double term = row[j] * x[static_cast<std::size_t>(j)];
      y += term;
      terms += std::abs(term);
    }
    if (!(epsilon * terms <= compensated::ordinary_rounding * reference)) y = accurate_slack(lcp, i, x, y);
    double deviation = std::abs(std::min(row_scale(lcp, i) * x[static_cast<std::size_t>(i)], y));
    // A slack that overflows has no sign, and std::min passes over a NaN.
    if (!std::isfinite(y)) deviation = std::numeric_limits<double>::infinity();
    residual = larger_or_nan(residual, deviation);
  }
  residual /= reference;
  return std::isfinite(residual) ? residual : std::numeric_limits<double>::infinity();
}

void lcp_slack(const LcpView& lcp, std::span<const double> x, std::span<double> y) {
  for (int i = 0; i < lcp.size; ++i) {
    const double* row = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
    y[static_cast<std::size_t>(i)] = lcp.b[i] + vector_loops::dot(row, x.data(), lcp.size);
  }
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

LcpSource::~LcpSource() = default;

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
  for (const double guess : x) {
    if (!std::isfinite(guess)) return give_up(SolverStatus::invalid_input, 0);
  }
  const bool guessed = std::any_of(x.begin(), x.end(), [](double entry) { return entry != 0.0; });
  if (guessed && lcp_residual(lcp, x) == infinity) std::fill(x.begin(), x.end(), 0.0);
  const SolverResult result = attempt(lcp, x);
  if (result.status == SolverStatus::not_applicable) return give_up(result.status, 0);
  const double residual = lcp_residual(lcp, x);
  if (residual == infinity) return give_up(SolverStatus::singular, result.iterations);
  return judge(result, residual, options_.tolerance);
}

}  // namespace nsdbench
