// tan: with r = x - n pi/2 as for the sine, c the multiple of 1/32 nearest to |r|, t = tan(|r| - c) and T = tan(c) of a
// table, tan |r| = (T + t) / (1 - T t); for odd n the tangent is -1 / tan r. Everything is computed as sums of two
// doubles but for the terms from t^3 on: a relative error of 2^-64.
#include <cstddef>

#include "solvers/elementary/elementary.hpp"
#include "solvers/elementary/tables.hpp"

namespace nsdbench::elementary {
namespace {

// tan of d = high + low, |d| <= 1/64.
DoubleDouble tangent_of_small(const DoubleDouble& d) {
  const double s = d.high * d.high;
  // Taylor's polynomial; the first term left out is below d^13/200, 2^-79 of the first.
  const double series =
      1.0 / 3.0 + s * ((2.0 / 15.0 + s * (17.0 / 315.0)) + (s * s) * (62.0 / 2835.0 + s * (1382.0 / 155925.0)));
  return exact_sum_ordered(d.high, d.low + s * d.high * series);
}

}  // namespace

double tan(double x) {
  const ReducedAngle angle = magnitude(x) < angle::quarter_pi ? ReducedAngle{x, 0.0, 0} : angle::reduced(x);
  if (is_nan(angle.high) || magnitude(x) < angle::smallest) return angle.high;
  const bool negative = angle.high < 0.0;
  const DoubleDouble r = exact_sum(magnitude(angle.high), negative ? -angle.low : angle.low);
  const double rounded = 32.0 * r.high + rounder;
  const double c = (rounded - rounder) * 0x1p-5;
  const DoubleDouble& known = tangents[static_cast<std::size_t>(bits_of(rounded) - bits_of(rounder))];
  const DoubleDouble t = tangent_of_small(exact_sum(r.high - c, r.low));
  const DoubleDouble numerator = sum(known, t);
  const DoubleDouble change = product(known, t);
  const DoubleDouble denominator = sum({1.0, 0.0}, {-change.high, -change.low});
  if ((angle.quadrant & 1U) != 0) return with_sign(quotient(denominator, numerator).high, !negative);
  return with_sign(quotient(numerator, denominator).high, negative);
}

}  // namespace nsdbench::elementary
