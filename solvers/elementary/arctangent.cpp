// atan, atan2, asin and acos. For a quotient a/b in [0, 1] and c, the multiple of 1/32 nearest to it,
//   arctan(a/b) = arctan(c) + arctan(t),   t = (a - c b) / (b + c a),   |t| <= 1/64,
// with arctan(c) of a table, everything as sums of two doubles but for the terms from t^3 on: a relative error of
// 2^-64.
#include <cmath>
#include <cstddef>

#include "solvers/elementary/elementary.hpp"
#include "solvers/elementary/tables.hpp"

namespace nsdbench::elementary {
namespace {

// arctan(a / b), 0 <= a <= b, both far from overflow and underflow.
DoubleDouble arctangent(const DoubleDouble& a, const DoubleDouble& b) {
  const double rounded = 32.0 * (a.high / b.high) + rounder;
  const double c = (rounded - rounder) * 0x1p-5;
  const DoubleDouble numerator = sum(a, product(b, -c));
  const DoubleDouble denominator = sum(b, product(a, c));
  const DoubleDouble t = quotient(numerator, denominator);
  const double s = t.high * t.high;
  // Taylor's polynomial; the first term left out is t^13/13, 2^-75 of the first.
  const double series = -1.0 / 3.0 + s * ((1.0 / 5.0 - s * (1.0 / 7.0)) + (s * s) * (1.0 / 9.0 - s * (1.0 / 11.0)));
  const DoubleDouble small = exact_sum_ordered(t.high, t.low + s * t.high * series);
  return sum(arctangents[static_cast<std::size_t>(bits_of(rounded) - bits_of(rounder))], small);
}

DoubleDouble negative_of(const DoubleDouble& a) { return {-a.high, -a.low}; }

// Angle of the vector (x, y) in [0, pi], for y >= 0 as sums of two doubles.
DoubleDouble angle_of(const DoubleDouble& y, const DoubleDouble& x) {
  const bool backwards = x.high < 0.0;
  const DoubleDouble along = backwards ? negative_of(x) : x;
  if (y.high > along.high) {
    const DoubleDouble rest = arctangent(along, y);
    return sum(half_pi_pair, backwards ? rest : negative_of(rest));
  }
  const DoubleDouble rest = arctangent(y, along);
  return backwards ? sum(pi_pair, negative_of(rest)) : rest;
}

// Multiples of pi/4 for a coordinate that is zero or infinite.
double extreme_angle(double y, double x) {
  const bool backwards = has_sign(x);
  double value = half_pi_pair.high;
  if (magnitude(x) == infinity && magnitude(y) == infinity) {
    value = backwards ? 0.75 * pi_pair.high : 0.25 * pi_pair.high;
  } else if (y == 0.0 || magnitude(x) == infinity) {
    value = backwards ? pi_pair.high : 0.0;
  }
  return with_sign(value, has_sign(y));
}

// sqrt(1 - x^2) for |x| < 1.
DoubleDouble complement(double x) {
  const DoubleDouble square = exact_product(x, x);
  const DoubleDouble left = sum({1.0, 0.0}, negative_of(square));
  const double root = std::sqrt(left.high);
  const DoubleDouble back = exact_product(root, root);
  return exact_sum_ordered(root, (((left.high - back.high) - back.low) + left.low) / (2.0 * root));
}

}  // namespace

double atan2(double y, double x) {
  if (is_nan(x) || is_nan(y)) return x + y;
  const double height = magnitude(y);
  const double width = magnitude(x);
  if (height == 0.0 || width == 0.0 || height == infinity || width == infinity) return extreme_angle(y, x);
  // Subnormal numbers become normal ones, and huge ones leave room for products.
  double factor = 1.0;
  if (height > 0x1p900 || width > 0x1p900) factor = 0x1p-200;
  if (height < 0x1p-800 && width < 0x1p-800) factor = 0x1p200;
  const double a = height * factor;
  const double b = x * factor;
  // Of a quotient that is tiny the arctangent is the quotient, which may be subnormal, or the angle is pi/2 or pi.
  if (a < 0x1p-70 * magnitude(b)) return with_sign(x > 0.0 ? height / width : pi_pair.high, has_sign(y));
  if (magnitude(b) < 0x1p-70 * a) return with_sign(half_pi_pair.high, has_sign(y));
  return with_sign(angle_of({a, 0.0}, {b, 0.0}).high, has_sign(y));
}

double atan(double x) {
  if (is_nan(x)) return x + x;
  const double size = magnitude(x);
  if (size < 0x1p-27) return x;
  if (size > 0x1p70) return with_sign(half_pi_pair.high, has_sign(x));
  return with_sign(angle_of({size, 0.0}, {1.0, 0.0}).high, has_sign(x));
}

double asin(double x) {
  const double size = magnitude(x);
  if (size < 0x1p-27) return x;
  if (!(size < 1.0)) return size == 1.0 ? with_sign(half_pi_pair.high, has_sign(x)) : (x - x) / (x - x);
  return with_sign(angle_of({size, 0.0}, complement(size)).high, has_sign(x));
}

double acos(double x) {
  const double size = magnitude(x);
  if (!(size < 1.0)) return size == 1.0 ? (x > 0.0 ? 0.0 : pi_pair.high) : (x - x) / (x - x);
  if (size < 0x1p-70) return half_pi_pair.high;
  return angle_of(complement(size), {x, 0.0}).high;
}

}  // namespace nsdbench::elementary
