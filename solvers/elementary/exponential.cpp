// exp, exp2 and expm1: 2^(n/64) from a table times a polynomial; the sum is rounded once, also to a subnormal number.
#include <algorithm>
#include <array>
#include <cstdint>

#include "solvers/elementary/elementary.hpp"
#include "solvers/elementary/exponential_core.hpp"

namespace nsdbench::elementary {
namespace {

// Beyond these e^x and 2^x round to infinity and to zero.
constexpr double exp_overflow = 709.79;
constexpr double exp_underflow = -745.14;
constexpr double exp2_overflow = 1024.0;
constexpr double exp2_underflow = -1075.0;

// (e^x - 1 - x - x^2/2) / x^3 for |x| <= 0.35: Taylor's polynomial; the first term left out is below 2^-61 of e^x - 1.
double expm1_series(double x) {
  constexpr std::array coefficients = {1.0 / 87178291200.0 / 15.0,
                                       1.0 / 87178291200.0,
                                       1.0 / 6227020800.0,
                                       1.0 / 479001600.0,
                                       1.0 / 39916800.0,
                                       1.0 / 3628800.0,
                                       1.0 / 362880.0,
                                       1.0 / 40320.0,
                                       1.0 / 5040.0,
                                       1.0 / 720.0,
                                       1.0 / 120.0,
                                       1.0 / 24.0,
                                       1.0 / 6.0};
  double value = 0.0;
  for (const double coefficient : coefficients) value = value * x + coefficient;
  return value;
}

}  // namespace

double scaled_far(const DoubleDouble& x, int k) {
  const double value = x.high + x.low;
  if (k + exponent_of(value) >= -1022) {
    // Two factors, for 2^k may be no double; the second product is exact or infinite.
    const int most = std::clamp(k, -1000, 1000);
    return value * power_of_two(most) * power_of_two(k - most);
  }
  // Adding 2^52 units of the last place of subnormal numbers rounds to such units, once.
  const double unit_rounder = power_of_two(-1022 - k);
  const DoubleDouble rounded = exact_sum_ordered(unit_rounder, x.high);
  const double units = (rounded.high + (rounded.low + x.low)) - unit_rounder;
  return units * power_of_two(-1000) * power_of_two(k + 1000);
}

double exp(double x) {
  if (is_nan(x)) return x + x;
  if (x > exp_overflow) return infinity;
  if (x < exp_underflow) return 0.0;
  const Exponential result = exponential(x, 0.0);
  return scaled(result.value, result.exponent);
}

double exp2(double x) {
  if (is_nan(x)) return x + x;
  if (x >= exp2_overflow) return infinity;
  if (x <= exp2_underflow) return 0.0;
  // The nearest multiple of 1/64.
  const double rounded = x * 64.0 + rounder;
  const double n = rounded - rounder;
  const double r = (x - n * 0x1p-6) * ln_2_pair.high;
  const Exponential result =
      power_of_two_times_exponential(static_cast<std::int64_t>(bits_of(rounded) - bits_of(rounder)), r);
  return scaled(result.value, result.exponent);
}

double expm1(double x) {
  if (magnitude(x) < 0x1p-54) return x;
  if (is_nan(x)) return x + x;
  if (x > exp_overflow) return infinity;
  if (x < -40.0) return -1.0;
  if (magnitude(x) < 0.35) {
    const DoubleDouble square = exact_product(x, x);
    const DoubleDouble start = exact_sum_ordered(x, 0.5 * square.high);
    return start.high + (start.low + (0.5 * square.low + square.high * x * expm1_series(x)));
  }
  const Exponential result = exponential(x, 0.0);
  // 1 is below a thousandth of the last digit.
  if (result.exponent > 62) return scaled(result.value, result.exponent);
  const double factor = power_of_two(result.exponent);
  const DoubleDouble difference = exact_sum(result.value.high * factor, -1.0);
  return difference.high + (difference.low + result.value.low * factor);
}

}  // namespace nsdbench::elementary
