// Proofs that an LCP has no solution, checked with error bounds.
#pragma once

#include <span>
#include <vector>

#include "solvers/contact/lcp/lcp.hpp"

namespace nsdbench {

// Checks certificates of Farkas' kind. Let z satisfy z_i >= 0 wherever y_i may be positive. For every solution x,
//
//   0 <= z^T y = z^T (A x + b) <= sum_j max(0, (A^T z)_j) x_j + b^T z,
//
// the sum over the x_j that may be positive. If b^T z < 0, then no x with x_j <= R s_j solves, s_j the natural size of
// x_j (LcpBounds) and
//
//   R = -b^T z / sum_j max(0, (A^T z)_j) s_j,
//
// infinite if the sum vanishes. It does not matter how z was found: R is computed from upper bounds of b^T z and (A^T
// z)_j that allow for every rounding, those of the LCP's own entries included (sums of products by compensated
// summation: Ogita, Rump & Oishi 2005, algorithm 5.3 and proposition 5.5).
//
// R >= excluded_sizes counts as a proof. A finite R is the rule: z has rounding errors, and a matrix that is singular
// on paper hardly ever is in double precision. Both leave (A^T z)_j of some 1e-16 |A| |z|, hence R of 1e15 or more for
// up to some hundred unknowns that are not badly scaled; 1e13 lies two digits below. Solutions beyond it are
// not excluded: entries that differ by a rounding decide whether they are there.
class InfeasibilityProof {
 public:
  static constexpr double excluded_sizes = 1e13;

  // For LCPs up to this size, `start` does not allocate.
  void reserve(int n);

  // The LCP that the following certificates are about. Keeps a reference to it until the next start.
  void start(const LcpView& lcp);

  // Whether the exact A may differ from the LCP's.
  bool entries_are_rounded() const;

  // Whether z proves that the LCP has no solution. False if z has a negative entry.
  bool excludes_all(std::span<const double> z);

  // Whether z + z_low, evaluated as it stands (the digits of z_low continue those of z), proves that no solution has
  // x_j = 0 for all j not in `basis` and y_i = 0 for all i in `basis`. False if z has a negative entry outside of
  // `basis`, where z_low is to be zero.
  bool excludes_basis(std::span<const int> basis, std::span<const double> z, std::span<const double> z_low);

 private:
  template <class Columns>
  bool contradicts(const Columns& columns, std::span<const double> z, std::span<const double> z_low);

  LcpView lcp_;
  LcpBounds bounds_;
  std::vector<double> sizes_;  // of x_j, where the LCP does not come with bounds
  std::vector<double> high_, low_, magnitude_;
};

// Sum of products with an error bound.
class ProductSum {
 public:
  // Adds a b.
  void add(double a, double b);
  // An upper bound of the exact sum; NaN or infinity if there is none.
  double upper_bound() const;
  // The sum up to about twice the working precision, rounded.
  double value() const { return high_ + low_; }

 private:
  double high_ = 0.0;
  double low_ = 0.0;
  double magnitude_ = 0.0;
  int terms_ = 0;
};

}  // namespace nsdbench
