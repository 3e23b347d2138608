// LU factorization with partial pivoting of dense matrices, in storage that is kept.
#pragma once

#include <vector>

namespace nsdbench {

// P A = L U for column-major A. Blocked: the trailing matrix is updated eight columns of L at a time, so that a
// factorization of some hundred unknowns runs from the cache. No allocation for matrices no larger than an earlier one,
// which Eigen's blocked factorization does not offer.
class DenseLu {
 public:
  // The n x n matrix to fill in, column-major with leading dimension n, before factorize().
  double* matrix(int n);

  // Factorizes what matrix() was filled with. Returns the smallest |pivot| divided by the largest, 0 if the matrix is
  // singular.
  double factorize();

  // x <- A^-1 x. Only after a factorization that returned more than 0.
  void solve(double* x) const;

 private:
  int n_ = 0;
  std::vector<double> entries_;
  std::vector<int> pivots_;  // row swapped with row k at step k
};

}  // namespace nsdbench
