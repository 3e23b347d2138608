#include "solvers/linear_algebra/vector_loops.hpp"

#include <array>

#include "solvers/linear_algebra/vector_clones.hpp"

namespace nsdbench::vector_loops {

namespace {

constexpr int lanes = 8;

inline double dot_of(const double* x, const double* y, int n) {
  std::array<double, lanes> sums{};
  int i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (int k = 0; k < lanes; ++k) sums[static_cast<std::size_t>(k)] += x[i + k] * y[i + k];
  }
  double sum = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

}  // namespace

NSDBENCH_VECTOR_CLONES void add_multiple(double* __restrict y, const double* __restrict x, double a, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

NSDBENCH_VECTOR_CLONES void add_columns(double* __restrict y, const double* const* columns, const double* factors,
                                        int count, int n) {
  int k = 0;
  for (; k + 4 <= count; k += 4) {  // four at a time: y is loaded and stored a quarter as often
    const double* __restrict a = columns[k];
    const double* __restrict b = columns[k + 1];
    const double* __restrict c = columns[k + 2];
    const double* __restrict d = columns[k + 3];
    const double fa = factors[k];
    const double fb = factors[k + 1];
    const double fc = factors[k + 2];
    const double fd = factors[k + 3];
    for (int i = 0; i < n; ++i) y[i] = (((y[i] + fa * a[i]) + fb * b[i]) + fc * c[i]) + fd * d[i];
  }
  for (; k < count; ++k) {
    const double* __restrict a = columns[k];
    const double fa = factors[k];
    for (int i = 0; i < n; ++i) y[i] += fa * a[i];
  }
}

NSDBENCH_VECTOR_CLONES double dot(const double* x, const double* y, int n) { return dot_of(x, y, n); }

NSDBENCH_VECTOR_CLONES void add_outer_product(double* matrix, std::ptrdiff_t stride, int rows, const double* factors,
                                              const double* __restrict x, int n) {
  for (int s = 0; s < rows; ++s) {
    const double factor = factors[s];
    if (factor == 0.0) continue;
    double* __restrict row = matrix + s * stride;
    for (int k = 0; k < n; ++k) row[k] += factor * x[k];
  }
}

NSDBENCH_VECTOR_CLONES void add_outer_product_and_multiply(double* matrix, std::ptrdiff_t stride, int rows,
                                                           const double* factors, const double* __restrict x, int n,
                                                           int column, const double* values, const double* y,
                                                           int length, double* products) {
  for (int s = 0; s < rows; ++s) {
    const double factor = factors[s];
    double* __restrict row = matrix + s * stride;
    if (factor != 0.0) {
      for (int k = 0; k < n; ++k) row[k] += factor * x[k];
    }
    row[column] = values[s];
    products[s] = dot_of(row, y, length);
  }
}

}  // namespace nsdbench::vector_loops
