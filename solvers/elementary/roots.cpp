// hypot and cbrt: the root of a sum of two doubles, corrected by a step of Newton with the exact residual.
#include <algorithm>
#include <cmath>

#include "solvers/elementary/elementary.hpp"
#include "solvers/elementary/tables.hpp"

namespace nsdbench::elementary {
namespace {

// sqrt(x^2 + y^2) for numbers whose squares are far from overflow and underflow, x >= y >= 0 and x > 0.
DoubleDouble length(double x, double y) {
  const DoubleDouble x_square = exact_product(x, x);
  const DoubleDouble y_square = exact_product(y, y);
  const DoubleDouble front = exact_sum_ordered(x_square.high, y_square.high);
  const double back = front.low + (x_square.low + y_square.low);
  const double root = std::sqrt(front.high);
  const DoubleDouble square = exact_product(root, root);
  return {root, (((front.high - square.high) - square.low) + back) / (2.0 * root)};
}

}  // namespace

double hypot(double x, double y) {
  const bool upright = magnitude(x) < magnitude(y);
  const double large = magnitude(upright ? y : x);
  const double small = magnitude(upright ? x : y);
  if (large < 0x1p400 && small > 0x1p-400) {
    const DoubleDouble result = length(large, small);
    return result.high + result.low;
  }
  if (magnitude(x) == infinity || magnitude(y) == infinity) return infinity;
  if (is_nan(x) || is_nan(y)) return x + y;
  // The square of the smaller one is far below the last digit of the larger one's; zero is one of these cases.
  if (small <= 0x1p-54 * large) return large + small;
  const int shift = std::max(exponent_of(large), -1022);
  const double factor = power_of_two(-shift / 2);
  const double other = power_of_two(-shift - -shift / 2);
  return scaled(length(large * factor * other, small * factor * other), shift);
}

double cbrt(double x) {
  double size = magnitude(x);
  if (!(size > 0.0 && size < infinity)) return x + x;
  int exponent = 0;
  if (size < 0x1p-1022) {
    size *= 0x1p54;
    exponent = -54;
  }
  exponent += exponent_of(size);
  // size = 8^third m with m in [1, 8).
  const int third = (exponent + 1200) / 3 - 400;
  const double m =
      std::bit_cast<double>((bits_of(size) & 0xfffffffffffffU) | bits_of(power_of_two(exponent - 3 * third)));
  // The parabola through the cube roots of 1, 3 and 8 is within 4 %, and a step of Halley takes a relative error e to
  // about 2/3 e^3: two of them leave 2^-46, and the correction 2^-92.
  double root = 0.73195 + m * (0.2837 - 0.01565 * m);
  for (int step = 0; step < 2; ++step) {
    const double cube = root * root * root;
    root *= (cube + 2.0 * m) / (2.0 * cube + m);
  }
  const DoubleDouble cube = product(exact_product(root, root), root);
  const double correction = ((m - cube.high) - cube.low) / (3.0 * root * root);
  return with_sign(scaled({root, correction}, third), has_sign(x));
}

}  // namespace nsdbench::elementary
