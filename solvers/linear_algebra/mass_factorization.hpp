// LDL^T of a small symmetric positive definite mass matrix, without square roots and with one division a row.
#pragma once

#include <cmath>

#include "solvers/linear_algebra/matrix.hpp"

namespace nsdbench {

template <int Dof, class Scalar = double>
class MassFactorization {
 public:
  // Factors M (only its lower triangle is read). positive_definite() tells whether it worked.
  void compute(const Matrix<Dof, Dof, Scalar>& m) {
    using std::isfinite;
    positive_definite_ = true;
    for (int j = 0; j < Dof; ++j) {
      Scalar pivot = m(j, j);
      for (int k = 0; k < j; ++k) pivot -= lower_(j, k) * lower_(j, k) * pivot_(k);
      positive_definite_ = positive_definite_ && pivot > 0.0 && isfinite(pivot);
      pivot_(j) = pivot;
      inverse_pivot_(j) = 1.0 / pivot;
      for (int i = j + 1; i < Dof; ++i) {
        Scalar entry = m(i, j);
        for (int k = 0; k < j; ++k) entry -= lower_(i, k) * lower_(j, k) * pivot_(k);
        lower_(i, j) = entry * inverse_pivot_(j);
      }
    }
  }

  bool positive_definite() const { return positive_definite_; }

  // x <- M^-1 x
  void solve_in_place(Vector<Dof, Scalar>& x) const {
    for (int i = 1; i < Dof; ++i) {
      for (int k = 0; k < i; ++k) x(i) -= lower_(i, k) * x(k);
    }
    for (int i = Dof - 1; i >= 0; --i) {
      x(i) *= inverse_pivot_(i);
      for (int k = i + 1; k < Dof; ++k) x(i) -= lower_(k, i) * x(k);
    }
  }

 private:
  Matrix<Dof, Dof, Scalar> lower_ = Matrix<Dof, Dof, Scalar>::Identity();
  Vector<Dof, Scalar> pivot_ = Vector<Dof, Scalar>::Ones();
  Vector<Dof, Scalar> inverse_pivot_ = Vector<Dof, Scalar>::Ones();
  bool positive_definite_ = false;
};

}  // namespace nsdbench
