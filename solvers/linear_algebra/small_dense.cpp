#include "solvers/linear_algebra/small_dense.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace nsdbench {

template <class Scalar>
bool solve_small(const SmallMatrix<Scalar>& a, const SmallVector<Scalar>& b, const Scalar& smallest_pivot,
                 SmallVector<Scalar>& x) {
  const Eigen::FullPivLU<SmallMatrix<Scalar>> lu(a);
  if (!(lu.matrixLU().diagonal().cwiseAbs().minCoeff() > smallest_pivot)) return false;
  x = lu.solve(b);
  return true;
}

template <class Scalar>
bool real_schur_form(const SmallMatrix<Scalar>& a, SmallMatrix<Scalar>& t) {
  if (!(Scalar(0.0) * a.sum() == Scalar(0.0))) return false;
  const Eigen::RealSchur<SmallMatrix<Scalar>> schur(a, false);
  if (schur.info() != Eigen::Success) return false;
  t = schur.matrixT();
  return true;
}

template bool solve_small(const SmallMatrix<double>&, const SmallVector<double>&, const double&, SmallVector<double>&);
template bool solve_small(const SmallMatrix<Extended>&, const SmallVector<Extended>&, const Extended&,
                          SmallVector<Extended>&);
template bool real_schur_form(const SmallMatrix<double>&, SmallMatrix<double>&);
template bool real_schur_form(const SmallMatrix<Extended>&, SmallMatrix<Extended>&);

}  // namespace nsdbench
