// Nearest point, in the metric of the mass matrix, that satisfies linear constraints, dependent ones among them.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "solvers/linear_algebra/ldl_factorization.hpp"

namespace nsdbench {

// Constraints w_k^T x + o_k = 0 on x in R^Dof. add() makes them orthogonal in the metric of M^-1 and leaves out what is
// a combination of those before; apply() then changes x by the M-shortest vector. No allocation.
template <int Dof, class Scalar = double>
class ConstraintProjection {
 public:
  explicit ConstraintProjection(const LdlFactorization<Dof, Scalar>& mass) : mass_(mass) {
    // Not needed, but GCC 14 does not see that entries are written before they are read.
    rows_.fill(Vector<Dof, Scalar>::Zero());
    images_.fill(Vector<Dof, Scalar>::Zero());
  }

  void add(Vector<Dof, Scalar> w, Scalar offset) {
    using std::sqrt;
    if (count_ == Dof) return;
    const Scalar before = mobility(w);
    for (int pass = 0; pass < 2; ++pass) {  // twice is enough for orthogonality to rounding
      for (int k = 0; k < count_; ++k) {
        const Scalar part = w.dot(images_[static_cast<std::size_t>(k)]);
        w -= part * rows_[static_cast<std::size_t>(k)];
        offset -= part * offsets_[static_cast<std::size_t>(k)];
      }
    }
    // A row that is a combination of the others leaves only rounding: some epsilon of a length whose square this is.
    const Scalar epsilon = std::numeric_limits<Scalar>::epsilon();
    const Scalar dependent = std::is_same_v<Scalar, double> ? Scalar(1e-20) : Scalar(1e12 * epsilon * epsilon);
    const Scalar left = mobility(w);
    if (!(left > dependent * before)) return;
    const Scalar length = sqrt(left);
    const auto k = static_cast<std::size_t>(count_++);
    rows_[k] = w / length;
    images_[k] = rows_[k];
    mass_.solve_in_place(images_[k]);
    offsets_[k] = offset / length;
  }

  void apply(Vector<Dof, Scalar>& x) const {
    for (int k = 0; k < count_; ++k) {
      const auto i = static_cast<std::size_t>(k);
      x -= (rows_[i].dot(x) + offsets_[i]) * images_[i];
    }
  }

 private:
  // w^T M^-1 w
  Scalar mobility(const Vector<Dof, Scalar>& w) const {
    Vector<Dof, Scalar> image = w;
    mass_.solve_in_place(image);
    return w.dot(image);
  }

  const LdlFactorization<Dof, Scalar>& mass_;
  int count_ = 0;
  std::array<Vector<Dof, Scalar>, Dof> rows_;
  std::array<Vector<Dof, Scalar>, Dof> images_;  // M^-1 times the rows
  std::array<Scalar, Dof> offsets_{};
};

}  // namespace nsdbench
