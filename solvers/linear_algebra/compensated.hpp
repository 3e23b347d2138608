// Sums and products with their rounding errors: twice the working precision (Ogita, Rump & Oishi 2005).
#pragma once

#include <cmath>

namespace nsdbench::compensated {

// Rounding relative to the reference velocity that no tolerance in use would see; beyond, residuals are computed with
// what follows.
constexpr double ordinary_rounding = 1e-13;

// a + b = sum + error exactly (Knuth 1969).
template <class Scalar>
Scalar sum_error(const Scalar& a, const Scalar& b, const Scalar& sum) {
  const Scalar part = sum - a;
  return (a - (sum - part)) + (b - part);
}

// a b = product + error exactly, but for underflow (Veltkamp and Dekker 1971). Not finite beyond 1e299.
inline double product_error(double a, double b, double product) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double a_scaled = splitter * a;
  const double a_high = a_scaled - (a_scaled - a);
  const double a_low = a - a_high;
  const double b_scaled = splitter * b;
  const double b_high = b_scaled - (b_scaled - b);
  const double b_low = b - b_high;
  return a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
}

// high + low += a b
inline void add_product(double a, double b, double& high, double& low) {
  const double product = a * b;
  const double sum = high + product;
  low += sum_error(high, product, sum) + product_error(a, b, product);
  high = sum;
}

}  // namespace nsdbench::compensated
