#include "solvers/contact/lcp/lemke.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace nsdbench {

namespace {

// Right-hand sides are compared to within this multiple of max |b|: some hundred rounding errors. A false tie costs
// an infeasibility of the same size, far below every residual tolerance.
constexpr double rhs_tie_tolerance = 1e-13;

// Entries of an entering column below this multiple of max |A| are taken for zero.
constexpr double pivot_tolerance = 1e-11;

}  // namespace

Lemke::Lemke(const LemkeOptions& options) : LcpSolver(options.solver), options_(options) {
  for (const double entry : options_.covering_vector) {
    if (!(entry > 0.0) || !std::isfinite(entry)) {
      throw std::invalid_argument("covering vector entry " + std::to_string(entry) +
                                  " is not allowed: it must be positive");
    }
  }
}

SolverResult Lemke::attempt(const LcpView& lcp, std::span<double> x) {
  std::fill(x.begin(), x.end(), 0.0);
  const bool zero_solves = std::all_of(lcp.b, lcp.b + lcp.size, [](double b) { return b >= 0.0; });
  if (zero_solves) return {SolverStatus::solved, 0.0, 0};

  const bool covering_vector_fits =
      options_.covering_vector.empty() || options_.covering_vector.size() == static_cast<std::size_t>(lcp.size);
  if (!covering_vector_fits) return {SolverStatus::not_applicable, 0.0, 0};

  const int max_pivots = options_.solver.max_iterations > 0 ? options_.solver.max_iterations : 50 + 10 * lcp.size;
  SolverResult result;
  for (int covering = 0; covering < options_.covering_vectors; ++covering) {
    build_dictionary(lcp, covering);
    result.status = pivot_to_complementary_basis(max_pivots, result.iterations);
    read_solution(x);
    if (result.status == SolverStatus::solved) {
      const bool verified = covering + 1 == options_.covering_vectors || lcp.size < 8 ||
                            lcp_residual(lcp, x) <= options().tolerance;
      if (verified) return result;
    }
  }
  if (result.status == SolverStatus::ray) {
    for (int i = 0; i < lcp.size; ++i) {
      const double* a = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
      const bool nowhere_positive = std::all_of(a, a + lcp.size, [](double entry) { return entry <= 0.0; });
      if (nowhere_positive && lcp.b[i] < 0.0) result.status = SolverStatus::infeasible;
    }
  }
  return result;
}

double Lemke::covering_entry(int i, int covering_vector) const {
  if (covering_vector == 0) {
    return options_.covering_vector.empty() ? 1.0 : options_.covering_vector[static_cast<std::size_t>(i)];
  }
  // Multiples of the golden ratio, modulo 1: spread evenly, never equal.
  constexpr double golden = 0.6180339887498949;
  const double multiple = golden * (i + 1) * covering_vector;
  return 1.0 + multiple - std::floor(multiple);
}

void Lemke::build_dictionary(const LcpView& lcp, int covering_vector) {
  n_ = lcp.size;
  stride_ = n_ + 2;
  const auto n = static_cast<std::size_t>(n_);
  if (basic_.size() < n) {
    dictionary_.resize(n * (n + 2));
    basic_.resize(n);
    nonbasic_.resize(n + 1);
    position_.resize(2 * n + 1);
  }
  double largest_a = 0.0;
  double largest_b = 0.0;
  for (int i = 0; i < n_; ++i) {
    double* d = row(i);
    for (int j = 0; j < n_; ++j) {
      d[j] = lcp.entry(i, j);
      largest_a = std::max(largest_a, std::abs(d[j]));
    }
    d[n_] = covering_entry(i, covering_vector);
    d[n_ + 1] = lcp.b[i];
    largest_b = std::max(largest_b, std::abs(lcp.b[i]));
    basic_[static_cast<std::size_t>(i)] = i;
    nonbasic_[static_cast<std::size_t>(i)] = n_ + i;
    position_[static_cast<std::size_t>(i)] = i;
    position_[static_cast<std::size_t>(n_ + i)] = -(i + 1);
  }
  nonbasic_[n] = artificial();
  position_[static_cast<std::size_t>(artificial())] = -(n_ + 1);
  rhs_tie_ = rhs_tie_tolerance * largest_b;
  pivot_threshold_ = pivot_tolerance * (largest_a > 0.0 ? largest_a : 1.0);
}

SolverStatus Lemke::pivot_to_complementary_basis(int max_pivots, int& pivots) {
  int entering = n_;  // column of z0
  int leaving = first_leaving_row();
  for (int count = 0; count < max_pivots; ++count) {
    const int left = basic_[static_cast<std::size_t>(leaving)];
    pivot(leaving, entering);
    ++pivots;
    if (left == artificial()) return SolverStatus::solved;
    entering = -position_[static_cast<std::size_t>(complement(left))] - 1;
    leaving = leaving_row(entering);
    if (leaving < 0) return SolverStatus::ray;
  }
  return SolverStatus::iteration_limit;
}

// z0 becomes just large enough to make every row of the perturbed dictionary non-negative: the row with the smallest
// b_i / d_i leaves, and among ties the one whose perturbation eps^(i+1) / d_i is smallest, that is the last one.
int Lemke::first_leaving_row() const {
  int leaving = 0;
  for (int i = 1; i < n_; ++i) {
    const double cross = rhs(i) * row(leaving)[n_] - rhs(leaving) * row(i)[n_];
    if (cross <= 0.0) leaving = i;
  }
  return leaving;
}

// The row that blocks the entering variable first. z0 leaves as soon as it is among the blocking rows; otherwise ties
// are resolved lexicographically. Returns -1 if no row blocks (a secondary ray).
int Lemke::leaving_row(int entering) const {
  int best = -1;
  double best_ratio = 0.0;
  for (int i = 0; i < n_; ++i) {
    const double slope = -row(i)[entering];
    if (slope <= pivot_threshold_) continue;
    const double ratio = std::max(rhs(i), 0.0) / slope;
    if (best < 0) {
      best = i;
      best_ratio = ratio;
      continue;
    }
    const double steeper = std::max(slope, -row(best)[entering]);
    const double difference = (ratio - best_ratio) * steeper;
    const bool tie = std::abs(difference) <= rhs_tie_;
    bool better = difference < 0.0;
    if (tie) {
      if (basic_[static_cast<std::size_t>(best)] == artificial()) {
        better = false;
      } else {
        better = basic_[static_cast<std::size_t>(i)] == artificial() || lexicographically_smaller(i, best, entering);
      }
    }
    if (better) {
      best = i;
      best_ratio = ratio;
    }
  }
  return best;
}

bool Lemke::lexicographically_smaller(int row_index, int other, int entering) const {
  const double slope = -row(row_index)[entering];
  const double other_slope = -row(other)[entering];
  for (int k = 0; k < n_; ++k) {
    const double mine = perturbation_coefficient(row_index, k) / slope;
    const double theirs = perturbation_coefficient(other, k) / other_slope;
    const double scale = std::max(std::abs(mine), std::abs(theirs));
    if (std::abs(mine - theirs) > 1e-12 * scale) return mine < theirs;
  }
  return false;
}

// Coefficient of eps^(k+1) in the right-hand side of a row: entry k of that row of the inverse basis.
double Lemke::perturbation_coefficient(int row_index, int k) const {
  const int position = position_[static_cast<std::size_t>(k)];
  if (position >= 0) return position == row_index ? 1.0 : 0.0;
  return -row(row_index)[-position - 1];
}

void Lemke::pivot(int pivot_row, int pivot_column) {
  double* p = row(pivot_row);
  const int width = n_ + 2;
  const double inverse = 1.0 / p[pivot_column];
  for (int j = 0; j < width; ++j) p[j] *= -inverse;
  p[pivot_column] = inverse;
  for (int i = 0; i < n_; ++i) {
    if (i == pivot_row) continue;
    double* d = row(i);
    const double factor = d[pivot_column];
    if (factor == 0.0) continue;
    d[pivot_column] = 0.0;
    for (int j = 0; j < width; ++j) d[j] += factor * p[j];
  }
  const auto r = static_cast<std::size_t>(pivot_row);
  const auto c = static_cast<std::size_t>(pivot_column);
  std::swap(basic_[r], nonbasic_[c]);
  position_[static_cast<std::size_t>(basic_[r])] = pivot_row;
  position_[static_cast<std::size_t>(nonbasic_[c])] = -(pivot_column + 1);
}

void Lemke::read_solution(std::span<double> x) const {
  std::fill(x.begin(), x.end(), 0.0);
  for (int i = 0; i < n_; ++i) {
    const int variable = basic_[static_cast<std::size_t>(i)];
    if (variable >= n_ && variable != artificial()) {
      x[static_cast<std::size_t>(variable - n_)] = std::max(rhs(i), 0.0);
    }
  }
}

}  // namespace nsdbench
