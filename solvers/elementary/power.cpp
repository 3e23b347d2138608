// x^y = e^(y ln |x|), with the logarithm as a sum of two doubles: y ln |x| is below 746 where the result is neither
// infinity nor zero, and has an error of 746 2^-66 < 2^-56.
#include "solvers/elementary/elementary.hpp"
#include "solvers/elementary/exponential_core.hpp"
#include "solvers/elementary/logarithm_core.hpp"

namespace nsdbench::elementary {
namespace {

enum class Parity { none, even, odd };

// Of a finite y: none if it is no integer.
Parity parity(double y) {
  const double size = magnitude(y);
  if (size >= 0x1p53) return Parity::even;
  const double rounded = size < 0x1p52 ? (size + 0x1p52) - 0x1p52 : size;
  if (rounded != size) return Parity::none;
  const double half = 0.5 * size;
  return (half + 0x1p52) - 0x1p52 == half ? Parity::even : Parity::odd;
}

// Annex F's table for a base or exponent of zero or infinity; y is not 0 and x not 1.
double extreme_power(double x, double y) {
  const double size = magnitude(x);
  if (magnitude(y) == infinity) {
    if (size == 1.0) return 1.0;
    return (size > 1.0) == (y > 0.0) ? infinity : 0.0;
  }
  const double value = (size == 0.0) == (y > 0.0) ? 0.0 : infinity;
  return with_sign(value, has_sign(x) && parity(y) == Parity::odd);
}

}  // namespace

double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (is_nan(x) || is_nan(y)) return x + y;
  const double size = magnitude(x);
  if (size == 0.0 || size == infinity || magnitude(y) == infinity) return extreme_power(x, y);
  bool negative = false;
  if (x < 0.0) {
    const Parity kind = parity(y);
    if (kind == Parity::none) return not_a_number;
    negative = kind == Parity::odd;
  }
  // |ln x| is below 2^10, and from 2^-53 on if it is not 0.
  if (magnitude(y) < 0x1p-65) return with_sign(1.0, negative);
  if (size == 1.0) return with_sign(1.0, negative);
  if (magnitude(y) > 0x1p65) return with_sign((size > 1.0) == (y > 0.0) ? infinity : 0.0, negative);
  const DoubleDouble exponent = product(logarithm(size).natural(), y);
  if (exponent.high > 709.79) return with_sign(infinity, negative);
  if (exponent.high < -745.14) return with_sign(0.0, negative);
  const Exponential result = exponential(exponent.high, exponent.low);
  return with_sign(scaled(result.value, result.exponent), negative);
}

}  // namespace nsdbench::elementary
