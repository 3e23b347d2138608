// Multipliers of a periodic motion: the eigenvalues of the derivative of its return map.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>

#include "solvers/analysis/map_derivative.hpp"
#include "solvers/linear_algebra/small_dense.hpp"

namespace nsdbench {

// Real and imaginary part: std::complex is defined for the built-in number types only.
template <class Scalar>
struct Multiplier {
  Scalar real = 0.0;
  Scalar imaginary = 0.0;
  Scalar error = 0.0;  // estimate of |deviation|
  Scalar magnitude() const {
    using std::sqrt;
    return sqrt(real * real + imaginary * imaginary);
  }
};

// The multipliers of a map of N coordinates.
template <int N, class Scalar>
using Multipliers = std::array<Multiplier<Scalar>, static_cast<std::size_t>(N)>;

// Eigenvalues of a real matrix, largest magnitude first, of a pair the one with positive imaginary part; errors zero.
// NaN if the iteration does not converge or the matrix is not finite.
template <int N, class Scalar>
Multipliers<N, Scalar> eigenvalues(const Matrix<N, N, Scalar>& matrix) {
  using std::abs;
  using std::sqrt;
  Multipliers<N, Scalar> values;
  if constexpr (N == 1) {
    values[0].real = matrix(0, 0);
  } else {
    SmallMatrix<Scalar> t;
    if (!real_schur_form(SmallMatrix<Scalar>(matrix), t)) {
      for (auto& value : values) value.real = value.imaginary = std::numeric_limits<Scalar>::quiet_NaN();
      return values;
    }
    for (int k = 0; k < N; ++k) {
      auto& first = values[static_cast<std::size_t>(k)];
      if (k + 1 == N || t(k + 1, k) == 0.0) {
        first.real = t(k, k);
        continue;
      }
      auto& second = values[static_cast<std::size_t>(k) + 1];
      const Scalar half = (t(k, k) - t(k + 1, k + 1)) / 2;
      const Scalar mean = (t(k, k) + t(k + 1, k + 1)) / 2;
      const Scalar discriminant = half * half + t(k, k + 1) * t(k + 1, k);
      const Scalar root = sqrt(abs(discriminant));
      first.real = discriminant > 0.0 ? Scalar(mean + root) : mean;
      second.real = discriminant > 0.0 ? Scalar(mean - root) : mean;
      if (!(discriminant > 0.0)) {
        first.imaginary = root;
        second.imaginary = -root;
      }
      ++k;
    }
  }
  std::sort(values.begin(), values.end(), [](const Multiplier<Scalar>& a, const Multiplier<Scalar>& b) {
    const Scalar size_a = a.magnitude();
    const Scalar size_b = b.magnitude();
    if (size_a != size_b) return size_a > size_b;
    return a.real != b.real ? a.real > b.real : a.imaginary > b.imaginary;
  });
  return values;
}

// The eigenvalues of the derivative. Each error is the sum of the changes of the eigenvalue when each entry changes by
// its error. It is a first-order estimate, and finite for double eigenvalues, too, which change with the square root.
template <int N, class Scalar>
Multipliers<N, Scalar> multipliers(const MapDerivative<N, Scalar>& derivative) {
  using std::sqrt;
  Multipliers<N, Scalar> values = eigenvalues<N, Scalar>(derivative.value);
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) {
      Matrix<N, N, Scalar> moved = derivative.value;
      moved(i, j) += derivative.error(i, j);
      const auto others = eigenvalues<N, Scalar>(moved);
      for (auto& value : values) {
        Scalar nearest = std::numeric_limits<Scalar>::max();
        for (const auto& other : others) {
          const Scalar real = other.real - value.real;
          const Scalar imaginary = other.imaginary - value.imaginary;
          nearest = std::min<Scalar>(nearest, sqrt(real * real + imaginary * imaginary));
        }
        value.error += nearest;
      }
    }
  }
  return values;
}

}  // namespace nsdbench
