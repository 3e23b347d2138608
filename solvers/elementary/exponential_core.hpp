// Exponentials to more digits than a double has, for exp and its relatives and for pow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solvers/elementary/double_double.hpp"
#include "solvers/elementary/tables.hpp"

namespace nsdbench::elementary {

// value 2^exponent, value in [0.99, 2.01).
struct Exponential {
  DoubleDouble value;
  int exponent = 0;
};

// 2^(n/64) e^r for |r| < 0.0055, with a relative error of 2^-60: Taylor's polynomial, whose first term left out is
// below 2^-65, times a number of the table.
inline Exponential power_of_two_times_exponential(std::int64_t n, double r) {
  const DoubleDouble& factor = powers_of_two[static_cast<std::size_t>(n & 63)];
  const double square = r * r;
  const double series =
      r + square * ((0.5 + r * (1.0 / 6.0)) + square * ((1.0 / 24.0 + r * (1.0 / 120.0)) + square * (1.0 / 720.0)));
  return {exact_sum_ordered(factor.high, factor.low + factor.high * series), static_cast<int>(n >> 6)};
}

// e^(high + low), |high| < 800 and |low| below an ulp of it. n is the integer nearest to 64 high / ln 2; the product of
// n and the first part of ln(2)/64 is exact, and so is its difference from high.
inline Exponential exponential(double high, double low) {
  const double rounded = high * over_ln_2_64th + rounder;
  const double n = rounded - rounder;
  const double r = (high - n * ln_2_64th_high) - (n * ln_2_64th_low - low);
  return power_of_two_times_exponential(static_cast<std::int64_t>(bits_of(rounded) - bits_of(rounder)), r);
}

}  // namespace nsdbench::elementary
