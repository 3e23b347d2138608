// Collocation at Chebyshev's points of a step: polynomials through values there, their integrals and their values
// anywhere in the step.
#pragma once

#include <limits>

#include "solvers/elementary/elementary.hpp"
#include "solvers/mechanics/state.hpp"

namespace nsdbench {

// Degree of the polynomials: it grows with the digits of Scalar, so that steps stay about as long. The test of the
// order specialises it for a number with more digits than the degree asks for, so that errors stand far above rounding.
template <class Scalar>
inline constexpr int collocation_degree = std::numeric_limits<Scalar>::digits / 4 + 1;

// Collocation with the integrals of the polynomial through values at the points of the step (Hairer, Norsett & Wanner,
// Solving Ordinary Differential Equations I, sec. II.7); the points are those of Clenshaw & Curtis 1960.
// theta in [0, 1] is the place in the step, theta_k = (1 - cos(k pi / degree)) / 2 are the points, both ends among
// them. The polynomial of a smooth function is exact to rounding once the last coefficients of its Chebyshev series are
// rounding.
template <class Scalar>
class CollocationBasis {
 public:
  static constexpr int degree = collocation_degree<Scalar>;
  static constexpr int nodes = degree + 1;
  // Collocation at s points that are symmetric in the step has the order s, or s + 1 where s is odd (Hairer, Norsett &
  // Wanner, Solving Ordinary Differential Equations I, sec. II.7).
  static constexpr int order = nodes + nodes % 2;
  using Nodes = Vector<nodes, Scalar>;
  using Transform = Eigen::Matrix<Scalar, nodes, nodes, Eigen::RowMajor>;

  // Computed once.
  static const CollocationBasis& get() {
    static const CollocationBasis basis;
    return basis;
  }

  Nodes theta;             // the points
  Transform coefficients;  // values f, a row vector, to those of the series sum_n c_n T_n(2 theta - 1): c = f C
  Transform integral;      // f to the integrals from 0 to theta_k
  Transform twice;         // f to the integrals of these

  // sum_n c_n T_n(2 theta - 1) for n up to `last` >= 1, c_n column n of `series`, by Clenshaw's recursion.
  template <class Series>
  static auto value(const Series& series, int last, const Scalar& theta) {
    using Column = Vector<Series::RowsAtCompileTime, Scalar>;
    const Scalar x = 2 * (2 * theta - 1);
    Column b1 = Column::Zero(), b2 = b1, next;
    for (int n = last; n >= 1; --n) {
      next = x * b1 - b2 + series.col(n);
      b2 = b1;
      b1 = next;
    }
    return Column((x / 2) * b1 - b2 + series.col(0));
  }

  // Coefficients of the integral over theta from 0 on, in place: `count` coefficients become count + 1.
  template <class Column>
  static void integrate(Column& c, int count) {
    Scalar previous = 2 * c(0);
    for (int n = 1; n <= count; ++n) {
      const Scalar next = n + 1 < count ? Scalar(c(n + 1)) : Scalar(0.0);
      const Scalar present = n < count ? Scalar(c(n)) : Scalar(0.0);
      c(n) = (previous - next) / (4 * n);
      previous = present;
    }
    c(0) = 0.0;  // so that the value at theta = 0 is zero: T_n(-1) = (-1)^n
    Scalar at_start = 0.0;
    for (int n = 1; n <= count; ++n) at_start += n % 2 == 0 ? Scalar(c(n)) : Scalar(-c(n));
    c(0) = -at_start;
  }

 private:
  CollocationBasis() {
    const Scalar pi = elementary::acos(Scalar(-1));
    const auto cosine = [&](int k) { return Scalar(elementary::cos(Scalar(k % (2 * degree)) * pi / degree)); };
    for (int k = 0; k < nodes; ++k) {
      const Scalar s = elementary::sin(Scalar(k) * pi / (2 * degree));
      theta(k) = s * s;
    }
    theta(degree) = 1.0;
    for (int k = 0; k < nodes; ++k) {
      for (int n = 0; n < nodes; ++n) {
        Scalar weight = Scalar(2) / degree;
        if (k == 0 || k == degree) weight /= 2;
        if (n == 0 || n == degree) weight /= 2;
        coefficients(k, n) = (n % 2 == 0 ? weight : Scalar(-weight)) * cosine(n * k);
      }
    }
    for (int j = 0; j < nodes; ++j) {
      Vector<nodes + 2, Scalar> c = Vector<nodes + 2, Scalar>::Zero();
      for (int n = 0; n < nodes; ++n) c(n) = coefficients(j, n);
      for (Transform* result : {&integral, &twice}) {
        const int count = result == &integral ? nodes : nodes + 1;
        integrate(c, count);
        for (int k = 0; k < nodes; ++k) {
          Scalar value = 0.0;
          for (int n = 0; n <= count; ++n) value += (n % 2 == 0 ? Scalar(c(n)) : Scalar(-c(n))) * cosine(n * k);
          (*result)(j, k) = k == 0 ? Scalar(0.0) : value;
        }
      }
    }
  }
};

}  // namespace nsdbench
