// The Newton step of the min-map, or block principal pivot: what LCP methods share.
#pragma once

#include <span>
#include <vector>

#include "solvers/contact/lcp/lcp.hpp"
#include "solvers/linear_algebra/dense_lu.hpp"

namespace nsdbench {

// Of the proximal LCP  y + rho D (x - centre) = A x + b + rho D (x - centre),  perpendicular to x >= 0, D the row
// scales, whose solutions for rho = 0, or with centre = x, are those of the LCP itself.
//
// With the active set B = { i : y_i + rho d_i (x_i - centre_i) < d_i x_i } of a point, the next point has
//
//   (A_BB + rho D_B) x_B = -b_B + rho D_B centre_B,   x_i = 0 elsewhere:
//
// the semismooth Newton step for min(D x, y) = 0 and, in the language of pivoting, the exchange of all indices of wrong
// sign at once (Kostreva 1978; Harker & Pang 1990).
class ActiveSetStep {
 public:
  // Sizes the workspace and computes the row scales.
  void start(const LcpView& lcp);

  std::span<const double> scales() const { return {scale_.data(), static_cast<std::size_t>(size_)}; }

  // Writes the next point to `next`, which is neither x nor centre; y = A x + b. Returns the smallest pivot over the
  // largest of A_BB + rho D_B, and 0 if that is singular or the next point not finite.
  double compute(const LcpView& lcp, double rho, std::span<const double> centre, std::span<const double> x,
                 std::span<const double> y, std::span<double> next);

 private:
  int size_ = 0;
  std::vector<double> scale_;
  std::vector<int> active_;
  std::vector<double> rhs_;
  DenseLu lu_;
};

}  // namespace nsdbench
