// Solutions and eigenvalues of small matrices by Eigen, compiled once for double and Extended: what return maps need
// of one or a few coordinates is the same code for all, and takes long to compile.
#pragma once

#include <Eigen/Core>

#include "solvers/linear_algebra/extended.hpp"

namespace nsdbench {

// Up to this many rows; storage is fixed.
inline constexpr int largest_small_matrix = 8;

// Of any size up to largest_small_matrix; never allocates.
template <class Scalar>
using SmallMatrix =
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, largest_small_matrix, largest_small_matrix>;
template <class Scalar>
using SmallVector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1, Eigen::ColMajor, largest_small_matrix, 1>;

// x of A x = b by LU factorization with full pivoting. False, with x as it was, if a pivot is not above
// `smallest_pivot`, or not a number.
template <class Scalar>
bool solve_small(const SmallMatrix<Scalar>& a, const SmallVector<Scalar>& b, const Scalar& smallest_pivot,
                 SmallVector<Scalar>& x);

// T of the real Schur form A = U T U^T: quasi-triangular, with a block of two rows for each pair of complex
// eigenvalues. False if the iteration does not converge, or A is not finite.
template <class Scalar>
bool real_schur_form(const SmallMatrix<Scalar>& a, SmallMatrix<Scalar>& t);

extern template bool solve_small(const SmallMatrix<double>&, const SmallVector<double>&, const double&,
                                 SmallVector<double>&);
extern template bool solve_small(const SmallMatrix<Extended>&, const SmallVector<Extended>&, const Extended&,
                                 SmallVector<Extended>&);
extern template bool real_schur_form(const SmallMatrix<double>&, SmallMatrix<double>&);
extern template bool real_schur_form(const SmallMatrix<Extended>&, SmallMatrix<Extended>&);

}  // namespace nsdbench
