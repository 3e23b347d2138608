// A linear system of a few unknowns in fixed storage.
//
// The dense factorizations of the suite, and the time of one solution [ns] (n x n, set-up included, GCC 12, -O3):
//                                                        n = 2     3     6    12    18
//   SmallSystem        few unknowns, regular                20    40    98   364   924   the searches for modes, Lemke
//   DenseLu            any number of unknowns               36    60   169   651  1399   all large systems
//   CompletePivoting   rank-deficient, any scalar           14    40   158  1466 21582   the event-driven integrator,
//                                                                                        percussions in wider numbers
//   LdlFactorization   positive definite, any scalar         3     8    65   308   808   mass matrices
//   Eigen              PartialPivLU, fixed size              5    50   134   477  1448
//                      FullPivLU, fixed size                36    86   231   802 11187
// No one of them does the work of another: pivoting by rows alone does not show the rank, complete pivoting takes
// several times as long from a dozen unknowns on, and only DenseLu is blocked: 79 us at n = 100, 1.3 ms at n = 300
// (Eigen's PartialPivLU: 105 us, 1.4 ms, and it allocates). Unlike Eigen's they round alike for all instruction sets.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace nsdbench {

// Rows of coefficients, each with its right-hand side behind the last of `size` coefficients; size <= Capacity.
template <int Capacity>
struct SmallSystem {
  int size = 0;
  std::array<std::array<double, static_cast<std::size_t>(Capacity) + 1>, static_cast<std::size_t>(Capacity)> rows;

  double& entry(int i, int j) { return rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]; }
  // Of the solution, after solve().
  double unknown(int k) const { return rows[static_cast<std::size_t>(k)][static_cast<std::size_t>(order())]; }
  // The size, within the capacity: what compilers need to know when they unroll the loops.
  int order() const { return std::min(size, Capacity); }

  // Gaussian elimination with row pivoting. `smallest_pivot(k)` is what the pivot of column k must exceed; false if it
  // does not, or is no number.
  template <class Limit>
  bool solve(const Limit& smallest_pivot);

  // The same for singular systems: an unknown without a pivot is zero. Equations that are left over may not hold.
  template <class Limit>
  void solve_what_is_regular(const Limit& smallest_pivot);
};

template <int Capacity>
template <class Limit>
void SmallSystem<Capacity>::solve_what_is_regular(const Limit& smallest_pivot) {
  const int n = order();
  std::array<int, static_cast<std::size_t>(Capacity)> row_of;  // -1: the unknown has no pivot
  int row = 0;
  for (int k = 0; k < n; ++k) {
    row_of[static_cast<std::size_t>(k)] = -1;
    if (row >= n) continue;
    int largest = row;
    for (int r = row + 1; r < n; ++r) {
      if (std::abs(entry(r, k)) > std::abs(entry(largest, k))) largest = r;
    }
    if (largest != row) std::swap(rows[static_cast<std::size_t>(row)], rows[static_cast<std::size_t>(largest)]);
    const double pivot = entry(row, k);
    if (!(std::abs(pivot) > smallest_pivot(k))) continue;
    for (int r = row + 1; r < n; ++r) {
      const double multiple = entry(r, k) / pivot;
      for (int j = k + 1; j <= n; ++j) entry(r, j) -= multiple * entry(row, j);
    }
    row_of[static_cast<std::size_t>(k)] = row++;
  }
  // Unknown k takes the right-hand side of row k, whose own unknown, k or a later one, is known by then.
  for (int k = n - 1; k >= 0; --k) {
    const int r = row_of[static_cast<std::size_t>(k)];
    double sum = r < 0 ? 0.0 : entry(r, n);
    for (int j = k + 1; r >= 0 && j < n; ++j) sum -= entry(r, j) * unknown(j);
    entry(k, n) = r < 0 ? 0.0 : sum / entry(r, k);
  }
}

template <int Capacity>
template <class Limit>
bool SmallSystem<Capacity>::solve(const Limit& smallest_pivot) {
  const int n = order();
  for (int k = 0; k < n; ++k) {
    int largest = k;
    for (int r = k + 1; r < n; ++r) {
      if (std::abs(entry(r, k)) > std::abs(entry(largest, k))) largest = r;
    }
    if (largest != k) std::swap(rows[static_cast<std::size_t>(k)], rows[static_cast<std::size_t>(largest)]);
    const double pivot = entry(k, k);
    if (!(std::abs(pivot) > smallest_pivot(k))) return false;
    for (int r = k + 1; r < n; ++r) {
      const double multiple = entry(r, k) / pivot;
      for (int j = k + 1; j <= n; ++j) entry(r, j) -= multiple * entry(k, j);
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    double value = entry(k, n);
    for (int j = k + 1; j < n; ++j) value -= entry(k, j) * unknown(j);
    entry(k, n) = value / entry(k, k);
  }
  return true;
}

}  // namespace nsdbench
