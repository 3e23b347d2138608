#include "solvers/contact/lcp/lemke.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace nsdbench {

namespace {

// Residuals above this are improved by solving the final basis anew: pivots on nearly dependent rows, such as the
// friction rows of two contacts that slide almost alike, multiply the rounding of the dictionary.
constexpr double refinement_threshold = 1e-14;

// A row of A that is nowhere positive with a negative b: y_i < 0 for every x >= 0.
bool has_hopeless_row(const LcpView& lcp) {
  for (int i = 0; i < lcp.size; ++i) {
    const double* a = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
    if (lcp.b[i] < 0.0 && std::all_of(a, a + lcp.size, [](double entry) { return entry <= 0.0; })) return true;
  }
  return false;
}

}  // namespace

Lemke::Lemke(const SolverOptions& options) : Lemke(LemkeOptions{options, {}, LemkeOptions{}.covering_vectors}) {}

Lemke::Lemke(LemkeOptions options) : LcpSolver(options.solver), options_(std::move(options)) {
  if (options_.covering_vectors < 1) {
    throw std::invalid_argument("number of covering vectors " + std::to_string(options_.covering_vectors) +
                                " is not allowed: it must be at least 1");
  }
  for (const double entry : options_.covering_vector) {
    if (!(entry > 0.0) || !std::isfinite(entry)) {
      throw std::invalid_argument("covering vector entry " + std::to_string(entry) +
                                  " is not allowed: it must be positive and finite");
    }
  }
}

SolverResult Lemke::attempt(const LcpView& lcp, std::span<double> x) {
  const bool zero_solves = std::all_of(lcp.b, lcp.b + lcp.size, [](double b) { return b >= 0.0; });
  if (zero_solves) {
    std::fill(x.begin(), x.end(), 0.0);
    return {SolverStatus::solved, 0.0, 0};
  }
  const bool covering_vector_fits =
      options_.covering_vector.empty() || options_.covering_vector.size() == static_cast<std::size_t>(lcp.size);
  if (!covering_vector_fits) return {SolverStatus::not_applicable, 0.0, 0};

  const auto with_fixed_size = [&]<int Size>() {
    LemkeDictionary<Size> dictionary;
    return attempt_with(dictionary, lcp, x);
  };
  switch (lcp.size) {  // one to four planar contacts, with or without friction
    case 1:
      return with_fixed_size.operator()<1>();
    case 2:
      return with_fixed_size.operator()<2>();
    case 3:
      return with_fixed_size.operator()<3>();
    case 6:
      return with_fixed_size.operator()<6>();
    case 9:
      return with_fixed_size.operator()<9>();
    case 12:
      return with_fixed_size.operator()<12>();
    default:
      return attempt_with(dictionary_, lcp, x);
  }
}

template <int Size>
SolverResult Lemke::attempt_with(LemkeDictionary<Size>& dictionary, const LcpView& lcp, std::span<double> x) const {
  const int max_pivots = options_.solver.max_iterations > 0 ? options_.solver.max_iterations : 50 + 10 * lcp.size;
  SolverResult result;
  for (int covering = 0; covering < options_.covering_vectors; ++covering) {
    dictionary.build(lcp, [&](int i) { return covering_entry(i, covering); });
    result.status = dictionary.run(max_pivots, result.iterations);
    dictionary.read_solution(x);
    if (result.status != SolverStatus::solved) continue;
    if (dictionary.well_conditioned()) return result;
    double residual = lcp_residual(lcp, x);
    if (residual > refinement_threshold) {
      dictionary.refine(lcp, x);
      residual = lcp_residual(lcp, x);
    }
    if (residual <= options_.solver.tolerance) return result;
  }
  if (result.status == SolverStatus::ray && has_hopeless_row(lcp)) result.status = SolverStatus::infeasible;
  return result;
}

double Lemke::covering_entry(int i, int covering_vector) const {
  if (covering_vector == 0) {
    return options_.covering_vector.empty() ? 1.0 : options_.covering_vector[static_cast<std::size_t>(i)];
  }
  // exp(+-3): multiples of the golden ratio, modulo 1, are spread evenly and never equal.
  constexpr double golden = 0.6180339887498949;
  const double multiple = golden * (i + 1) * covering_vector;
  return std::exp(3.0 * (2.0 * (multiple - std::floor(multiple)) - 1.0));
}

}  // namespace nsdbench
