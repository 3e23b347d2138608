// The dictionary of Lemke's method and its pivoting rules, with the size known at compile time.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "solvers/contact/lcp/lcp.hpp"
#include "solvers/linear_algebra/small_system.hpp"

namespace nsdbench {

// y = A x + b + d z0, held as basic variables in terms of nonbasic ones: n rows of n + 1 columns and a right-hand side.
// Variables are numbered: y_i is i, x_i is n + i, z0 is 2 n.
//
// Storage is on the stack and loops are unrolled. RevisedLemke takes the large problems.
//
// Ties in the ratio test are resolved as if b were b + (eps, eps^2, ..., eps^n) with an infinitesimal eps. The
// coefficients of the powers of eps in a row are that row of the inverse basis, and the dictionary holds it: for a
// nonbasic y_k the negated column of y_k, for a basic y_k a unit vector. Under this perturbation no two rows tie and no
// basis occurs twice in exact arithmetic (lexicographic rule), whatever zeros b has. Rounding may make two rows seem to
// tie, or not to tie; the limit of pivots ends a cycle that comes from that.
template <int Size>
class LemkeDictionary {
 public:
  template <class CoveringEntry>
  void build(const LcpView& lcp, CoveringEntry covering_entry) {
    const int n = size();
    double largest_a = 0.0;
    double largest_b = 0.0;
    for (int i = 0; i < n; ++i) {
      double* d = row(i);
      for (int j = 0; j < n; ++j) {
        d[j] = lcp.entry(i, j);
        largest_a = std::max(largest_a, std::abs(d[j]));
      }
      d[n] = covering_entry(i);
      d[n + 1] = lcp.b[i];
      largest_b = std::max(largest_b, std::abs(lcp.b[i]));
      basic(i) = i;
      nonbasic(i) = n + i;
      position(i) = i;
      position(n + i) = -(i + 1);
    }
    nonbasic(n) = 2 * n;
    position(2 * n) = -(n + 1);
    rhs_tie_ = rhs_tie_tolerance * largest_b;
    if (largest_a == 0.0) largest_a = 1.0;
    rounding_ = rounding * largest_a;
    small_pivot_ = small_pivot * largest_a;
    smallest_pivot_ = largest_a;
  }

  // Pivots until z0 has left the basis (solved), no row blocks the entering variable (ray), or the limit is reached.
  SolverStatus run(int max_pivots, int& pivots) {
    const int artificial = 2 * size();
    int entering = size();  // column of z0
    int leaving = first_leaving_row();
    for (int count = 0; count < max_pivots; ++count) {
      const int left = basic(leaving);
      pivot(leaving, entering);
      ++pivots;
      if (left == artificial) return SolverStatus::solved;
      entering = -position(complement(left)) - 1;
      leaving = blocking_row(entering);
      if (leaving < 0) {
        ray_ = entering;
        return SolverStatus::ray;
      }
    }
    return SolverStatus::iteration_limit;
  }

  // False if some pivot since build() was small against A: the numbers of the dictionary may then carry rounding
  // multiplied by its inverse, and must be checked.
  bool well_conditioned() const { return smallest_pivot_ >= small_pivot_; }

  void read_solution(std::span<double> x) const {
    std::fill(x.begin(), x.end(), 0.0);
    const int n = size();
    for (int i = 0; i < n; ++i) {
      const int variable = basic(i);
      if (variable >= n && variable != 2 * n) x[static_cast<std::size_t>(variable - n)] = std::max(rhs(i), 0.0);
    }
  }

  // After a ray: how x grows along it, not negative.
  void read_ray(std::span<double> direction) const {
    std::fill(direction.begin(), direction.end(), 0.0);
    const int n = size();
    const auto set = [&](int variable, double slope) {
      if (variable >= n && variable != 2 * n) direction[static_cast<std::size_t>(variable - n)] = std::max(slope, 0.0);
    };
    for (int i = 0; i < n; ++i) set(basic(i), row(i)[ray_]);
    set(nonbasic_[static_cast<std::size_t>(ray_)], 1.0);
  }

  // Replaces x by the solution of A_BB x_B = -b_B (Gaussian elimination with partial pivoting), B the indices of the
  // basic x: the numbers of the last dictionary carry the rounding of every pivot on the way, this carries only that
  // of the basis itself. Leaves x as it is if A_BB is singular. Uses up the dictionary.
  void refine(const LcpView& lcp, std::span<double> x) {
    const int n = size();
    int count = 0;
    for (int i = 0; i < n; ++i) {
      if (position(n + i) >= 0) nonbasic(count++) = i;  // the members of B, in order
    }
    SmallSystem<Size> system;
    system.size = count;
    for (int r = 0; r < count; ++r) {
      for (int c = 0; c < count; ++c) system.entry(r, c) = lcp.entry(nonbasic(r), nonbasic(c));
      system.entry(r, count) = -lcp.b[nonbasic(r)];
    }
    if (!system.solve([](int) { return 0.0; })) return;
    for (int k = 0; k < count; ++k) {
      const double value = system.unknown(k);
      if (!std::isfinite(value)) return;
      x[static_cast<std::size_t>(nonbasic(k))] = std::max(value, 0.0);
    }
  }

 private:
  // Right-hand sides are compared to within this multiple of max |b|: some hundred rounding errors. A false tie costs
  // an infeasibility of the same size, far below every residual tolerance.
  static constexpr double rhs_tie_tolerance = 1e-13;
  // Entries of an entering column below this multiple of the column's largest are taken for zero, and so are entries
  // below a few rounding errors of max |A|.
  static constexpr double pivot_tolerance = 1e-11;
  static constexpr double rounding = 1e-15;
  // Pivots below this multiple of max |A| cost more than three digits.
  static constexpr double small_pivot = 1e-3;
  // Coefficients of eps are compared relative to their own size.
  static constexpr double perturbation_tie_tolerance = 1e-12;

  static constexpr int size() { return Size; }
  static constexpr int width() { return Size + 2; }

  double* row(int i) { return entries_.data() + static_cast<std::ptrdiff_t>(i) * width(); }
  const double* row(int i) const { return entries_.data() + static_cast<std::ptrdiff_t>(i) * width(); }
  double rhs(int i) const { return row(i)[size() + 1]; }
  int& basic(int i) { return basic_[static_cast<std::size_t>(i)]; }
  int basic(int i) const { return basic_[static_cast<std::size_t>(i)]; }
  int& nonbasic(int j) { return nonbasic_[static_cast<std::size_t>(j)]; }
  // Row of a basic variable, or -(column + 1) of a nonbasic one.
  int& position(int variable) { return position_[static_cast<std::size_t>(variable)]; }
  int position(int variable) const { return position_[static_cast<std::size_t>(variable)]; }
  int complement(int variable) const { return variable < size() ? variable + size() : variable - size(); }

  // z0 becomes just large enough to make every row of the perturbed dictionary non-negative: the row with the smallest
  // b_i / d_i leaves, and among ties the one whose perturbation eps^(i+1) / d_i is smallest, that is the last one.
  int first_leaving_row() const {
    const int n = size();
    int leaving = 0;
    for (int i = 1; i < n; ++i) {
      if (rhs(i) * row(leaving)[n] <= rhs(leaving) * row(i)[n]) leaving = i;
    }
    return leaving;
  }

  // The row that blocks the entering variable first, -1 if none does. z0 leaves as soon as it is among the blocking
  // rows; other ties are resolved lexicographically. Ratios are compared by cross-multiplication.
  int blocking_row(int entering) const {
    const int n = size();
    double largest = 0.0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(row(i)[entering]));
    const double threshold = std::max(pivot_tolerance * largest, rounding_);
    int best = -1;
    double best_slope = 0.0;
    double best_rhs = 0.0;
    for (int i = 0; i < n; ++i) {
      const double slope = -row(i)[entering];
      if (slope <= threshold) continue;
      const double value = std::max(rhs(i), 0.0);
      if (best >= 0) {
        const double cross = value * best_slope - best_rhs * slope;
        const bool tie = std::abs(cross) <= rhs_tie_ * std::min(slope, best_slope);
        if (tie ? !wins_tie(i, best, entering) : cross > 0.0) continue;
      }
      best = i;
      best_slope = slope;
      best_rhs = value;
    }
    return best;
  }

  bool wins_tie(int i, int best, int entering) const {
    const int artificial = 2 * size();
    if (basic(best) == artificial) return false;
    return basic(i) == artificial || lexicographically_smaller(i, best, entering);
  }

  bool lexicographically_smaller(int i, int other, int entering) const {
    const int n = size();
    const double slope = -row(i)[entering];
    const double other_slope = -row(other)[entering];
    for (int k = 0; k < n; ++k) {
      const double mine = perturbation_coefficient(i, k) * other_slope;
      const double theirs = perturbation_coefficient(other, k) * slope;
      const double scale = std::max(std::abs(mine), std::abs(theirs));
      if (std::abs(mine - theirs) > perturbation_tie_tolerance * scale) return mine < theirs;
    }
    return false;
  }

  // Coefficient of eps^(k+1) in the right-hand side of row i: entry k of that row of the inverse basis.
  double perturbation_coefficient(int i, int k) const {
    const int where = position(k);
    if (where >= 0) return where == i ? 1.0 : 0.0;
    return -row(i)[-where - 1];
  }

  void pivot(int pivot_row, int pivot_column) {
    const int n = size();
    const int columns = width();
    double* p = row(pivot_row);
    smallest_pivot_ = std::min(smallest_pivot_, std::abs(p[pivot_column]));
    const double inverse = 1.0 / p[pivot_column];
    for (int j = 0; j < columns; ++j) p[j] *= -inverse;
    p[pivot_column] = inverse;
    for (int i = 0; i < n; ++i) {
      if (i == pivot_row) continue;
      double* d = row(i);
      const double factor = d[pivot_column];
      if (factor == 0.0) continue;
      d[pivot_column] = 0.0;
      for (int j = 0; j < columns; ++j) d[j] += factor * p[j];
    }
    std::swap(basic(pivot_row), nonbasic(pivot_column));
    position(basic(pivot_row)) = pivot_row;
    position(nonbasic(pivot_column)) = -(pivot_column + 1);
  }

  double rhs_tie_ = 0.0;
  double rounding_ = 0.0;
  double small_pivot_ = 0.0;
  double smallest_pivot_ = 0.0;
  int ray_ = 0;  // the column that entered last
  static constexpr auto n_ = static_cast<std::size_t>(Size);
  std::array<double, n_*(n_ + 2)> entries_;
  std::array<int, n_> basic_;
  std::array<int, n_ + 1> nonbasic_;
  std::array<int, 2 * n_ + 1> position_;
};

}  // namespace nsdbench
