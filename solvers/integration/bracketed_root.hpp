// Roots of a function between two points where it has different signs.
#pragma once

#include <cmath>
#include <limits>

namespace nsdbench {

// Bisection that turns to inverse quadratic interpolation where that is safe (Chandrupatla 1997). f(a) and f(b) are
// given and of different sign, or zero; returns the point of the last bracket, not wider than `tolerance`, at which
// |f| is smaller. Superlinear; at most twice as many evaluations as bisection.
template <class Scalar, class Function>
Scalar bracketed_root(Function function, Scalar a, Scalar f_a, Scalar b, Scalar f_b, const Scalar& tolerance) {
  using std::abs;
  using std::sqrt;
  Scalar c = a;
  Scalar f_c = f_a;
  Scalar part = 0.5;
  const int most = 4 * std::numeric_limits<Scalar>::digits;
  for (int k = 0; k < most; ++k) {
    if (f_a == 0.0) return a;
    if (f_b == 0.0) return b;
    const Scalar x = a + part * (b - a);
    const Scalar f_x = function(x);
    if ((f_x > 0.0) == (f_a > 0.0)) {
      c = a;
      f_c = f_a;
    } else {
      c = b;
      f_c = f_b;
      b = a;
      f_b = f_a;
    }
    a = x;
    f_a = f_x;
    // Smallest step: half the tolerance, from the better of the two ends.
    const bool first_better = abs(f_a) < abs(f_b);
    const Scalar least = 0.5 * tolerance / abs(b - a);
    if (least >= 0.5 || f_a == 0.0) return first_better || f_a == 0.0 ? a : b;
    const Scalar xi = (a - b) / (c - b);
    const Scalar phi = (f_a - f_b) / (f_c - f_b);
    part = 0.5;
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi) {
      part = f_a / (f_b - f_a) * f_c / (f_b - f_c) + (c - a) / (b - a) * f_a / (f_c - f_a) * f_b / (f_c - f_b);
    }
    part = part < least ? least : (part > 1 - least ? Scalar(1 - least) : part);
  }
  return abs(f_a) < abs(f_b) ? a : b;
}

}  // namespace nsdbench
