// LDL^T of a small symmetric positive definite matrix, a mass matrix above all: without square roots and with one
// division per row (Golub & Van Loan 2013, sec. 4.1.2).
#pragma once

#include <cmath>
#include <type_traits>

#include "solvers/linear_algebra/matrix.hpp"

namespace nsdbench {

// In fixed storage, for any real scalar. No pivoting: none is needed for positive definite matrices.
template <int Size, class Scalar = double>
class LdlFactorization {
 public:
  // Factors `m`, of which only the lower triangle is read. positive_definite() tells whether it worked.
  void compute(const Matrix<Size, Size, Scalar>& m) { factor(m, FullSize{}, Scalar(0.0)); }
  // Factors the leading n x n part; positive_definite() then asks for pivots above `smallest_pivot` >= 0.
  void compute_leading(const Matrix<Size, Size, Scalar>& m, int n, const Scalar& smallest_pivot) {
    factor(m, n, smallest_pivot);
  }

  bool positive_definite() const { return positive_definite_; }

  // x <- m^-1 x
  void solve_in_place(Vector<Size, Scalar>& x) const { solve(x, FullSize{}); }
  // The same for the first n entries, after compute_leading().
  void solve_leading_in_place(Vector<Size, Scalar>& x, int n) const { solve(x, n); }

 private:
  using FullSize = std::integral_constant<int, Size>;

  template <class Count>
  void factor(const Matrix<Size, Size, Scalar>& m, Count n, const Scalar& smallest_pivot) {
    using std::isfinite;
    positive_definite_ = true;
    for (int j = 0; j < n; ++j) {
      Scalar pivot = m(j, j);
      for (int k = 0; k < j; ++k) pivot -= lower_(j, k) * lower_(j, k) * pivot_(k);
      positive_definite_ = positive_definite_ && pivot > smallest_pivot && isfinite(pivot);
      pivot_(j) = pivot;
      inverse_pivot_(j) = 1.0 / pivot;
      for (int i = j + 1; i < n; ++i) {
        Scalar entry = m(i, j);
        for (int k = 0; k < j; ++k) entry -= lower_(i, k) * lower_(j, k) * pivot_(k);
        lower_(i, j) = entry * inverse_pivot_(j);
      }
    }
  }

  template <class Count>
  void solve(Vector<Size, Scalar>& x, Count n) const {
    for (int i = 1; i < n; ++i) {
      for (int k = 0; k < i; ++k) x(i) -= lower_(i, k) * x(k);
    }
    for (int i = n - 1; i >= 0; --i) {
      x(i) *= inverse_pivot_(i);
      for (int k = i + 1; k < n; ++k) x(i) -= lower_(k, i) * x(k);
    }
  }

  Matrix<Size, Size, Scalar> lower_ = Matrix<Size, Size, Scalar>::Identity();
  Vector<Size, Scalar> pivot_ = Vector<Size, Scalar>::Ones();
  Vector<Size, Scalar> inverse_pivot_ = Vector<Size, Scalar>::Ones();
  bool positive_definite_ = false;
};

}  // namespace nsdbench
