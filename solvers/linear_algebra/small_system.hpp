// A linear system of a few unknowns in fixed storage.
#pragma once

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
  double unknown(int k) const { return rows[static_cast<std::size_t>(k)][static_cast<std::size_t>(size)]; }

  // Gaussian elimination with row pivoting. `smallest_pivot(k)` is what the pivot of column k must exceed; false if it
  // does not, or is no number.
  template <class Limit>
  bool solve(const Limit& smallest_pivot);
};

template <int Capacity>
template <class Limit>
bool SmallSystem<Capacity>::solve(const Limit& smallest_pivot) {
  for (int k = 0; k < size; ++k) {
    int largest = k;
    for (int r = k + 1; r < size; ++r) {
      if (std::abs(entry(r, k)) > std::abs(entry(largest, k))) largest = r;
    }
    if (largest != k) std::swap(rows[static_cast<std::size_t>(k)], rows[static_cast<std::size_t>(largest)]);
    const double pivot = entry(k, k);
    if (!(std::abs(pivot) > smallest_pivot(k))) return false;
    for (int r = k + 1; r < size; ++r) {
      const double multiple = entry(r, k) / pivot;
      for (int j = k + 1; j <= size; ++j) entry(r, j) -= multiple * entry(k, j);
    }
  }
  for (int k = size - 1; k >= 0; --k) {
    double value = entry(k, size);
    for (int j = k + 1; j < size; ++j) value -= entry(k, j) * unknown(j);
    entry(k, size) = value / entry(k, k);
  }
  return true;
}

}  // namespace nsdbench
