// Logarithms to more digits than a double has, for log and its relatives and for pow.
#pragma once

#include "solvers/elementary/double_double.hpp"

namespace nsdbench::elementary {

// exponent ln 2 + value, value in [-0.38, 0.32].
struct Logarithm {
  int exponent = 0;
  DoubleDouble value;

  // With a relative error of 2^-66.
  DoubleDouble natural() const;
};

// Of u + v, for u > 0 that is not infinite and |v| <= ulp(u)/2 (log1p needs it). value has a relative error of 2^-66.
Logarithm logarithm(double u, double v = 0.0);

}  // namespace nsdbench::elementary
