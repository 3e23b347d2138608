#include "solvers/linear_algebra/dense_lu.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/linear_algebra/vector_clones.hpp"

namespace nsdbench {

namespace {

constexpr int panel = 8;

// c -= L u for eight columns of L, rows 0 to count. Elementwise: the instruction set does not change a bit.
NSDBENCH_VECTOR_CLONES
void subtract_panel(double* c, const double* l, std::ptrdiff_t stride, const double* u, int count) {
  const double* l0 = l;
  const double* l1 = l0 + stride;
  const double* l2 = l1 + stride;
  const double* l3 = l2 + stride;
  const double* l4 = l3 + stride;
  const double* l5 = l4 + stride;
  const double* l6 = l5 + stride;
  const double* l7 = l6 + stride;
  for (int i = 0; i < count; ++i) {
    c[i] -= ((l0[i] * u[0] + l1[i] * u[1]) + (l2[i] * u[2] + l3[i] * u[3])) +
            ((l4[i] * u[4] + l5[i] * u[5]) + (l6[i] * u[6] + l7[i] * u[7]));
  }
}

NSDBENCH_VECTOR_CLONES
void subtract_column(double* c, const double* l, double u, int count) {
  for (int i = 0; i < count; ++i) c[i] -= l[i] * u;
}

}  // namespace

double* DenseLu::matrix(int n) {
  n_ = n;
  const auto count = static_cast<std::size_t>(n);
  if (pivots_.size() < count) {
    pivots_.resize(count);
    entries_.resize(count * count);
  }
  return entries_.data();
}

double DenseLu::factorize() {
  const auto stride = static_cast<std::ptrdiff_t>(n_);
  double* const a = entries_.data();
  double smallest = 0.0;
  double largest = 0.0;
  for (int first = 0; first < n_; first += panel) {
    const int last = std::min(first + panel, n_);
    // Columns of the panel, with their swaps applied within it.
    for (int k = first; k < last; ++k) {
      double* column = a + k * stride;
      int pivot = k;
      for (int i = k + 1; i < n_; ++i) {
        if (std::abs(column[i]) > std::abs(column[pivot])) pivot = i;
      }
      pivots_[static_cast<std::size_t>(k)] = pivot;
      const double value = std::abs(column[pivot]);
      if (!(value > 0.0) || !std::isfinite(value)) return 0.0;
      smallest = k == 0 ? value : std::min(smallest, value);
      largest = std::max(largest, value);
      if (pivot != k) {
        for (int j = first; j < last; ++j) std::swap(a[k + j * stride], a[pivot + j * stride]);
      }
      const double inverse = 1.0 / column[k];
      for (int i = k + 1; i < n_; ++i) column[i] *= inverse;
      for (int j = k + 1; j < last; ++j) {
        double* other = a + j * stride;
        if (other[k] != 0.0) subtract_column(other + k + 1, column + k + 1, other[k], n_ - k - 1);
      }
    }
    // The rest of the columns: swaps, the triangle of the panel, and the trailing rows.
    for (int j = 0; j < n_; ++j) {
      if (j >= first && j < last) continue;
      double* column = a + j * stride;
      for (int k = first; k < last; ++k) std::swap(column[k], column[pivots_[static_cast<std::size_t>(k)]]);
      if (j < first) continue;
      for (int k = first; k < last; ++k) {
        for (int i = k + 1; i < last; ++i) column[i] -= a[i + k * stride] * column[k];
      }
      // Only the last panel may be narrower, and there are no rows below it.
      if (last < n_) subtract_panel(column + last, a + last + first * stride, stride, column + first, n_ - last);
    }
  }
  return n_ == 0 ? 1.0 : smallest / largest;
}

void DenseLu::solve(double* x) const {
  const auto stride = static_cast<std::ptrdiff_t>(n_);
  const double* const a = entries_.data();
  for (int k = 0; k < n_; ++k) std::swap(x[k], x[pivots_[static_cast<std::size_t>(k)]]);
  for (int k = 0; k < n_; ++k) {
    if (x[k] != 0.0) subtract_column(x + k + 1, a + (k + 1) + k * stride, x[k], n_ - k - 1);
  }
  for (int k = n_ - 1; k >= 0; --k) {
    x[k] /= a[k + k * stride];
    if (x[k] != 0.0) subtract_column(x, a + k * stride, x[k], k);
  }
}

}  // namespace nsdbench
