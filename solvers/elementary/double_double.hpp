// Numbers of twice the precision, as unevaluated sums of two doubles, and the bits of doubles.
#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

#include "solvers/linear_algebra/compensated.hpp"

#ifdef __FAST_MATH__
#error "The elementary functions need IEEE 754's arithmetic: compile without -ffast-math."
#endif

namespace nsdbench::elementary {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);
// 16: only numbers of 16 bits are computed in their own format, the others, too.
static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16,
              "The elementary functions need doubles computed as doubles, not in the x87's registers.");

// high + low, |low| of about the rounding of high or less.
struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;
};

// a + b exactly.
inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  return {sum, compensated::sum_error(a, b, sum)};
}

// a + b exactly, if |a| >= |b| or a = 0 (Dekker 1971).
inline DoubleDouble exact_sum_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a b exactly, but for underflow; |a|, |b| and |a b| below 2^990.
inline DoubleDouble exact_product(double a, double b) {
  const double product = a * b;
  return {product, compensated::product_error(a, b, product)};
}

// Relative error of a few 2^-104 unless a and b cancel: then relative to them.
inline DoubleDouble sum(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = exact_sum(a.high, b.high);
  return exact_sum_ordered(high.high, high.low + (a.low + b.low));
}

// Relative error of a few 2^-104.
inline DoubleDouble product(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = exact_product(a.high, b.high);
  return exact_sum_ordered(high.high, high.low + (a.high * b.low + a.low * b.high));
}
inline DoubleDouble product(const DoubleDouble& a, double b) {
  const DoubleDouble high = exact_product(a.high, b);
  return exact_sum_ordered(high.high, high.low + a.low * b);
}

// Relative error of a few 2^-104. One division: the quotient's error needs few digits.
inline DoubleDouble quotient(const DoubleDouble& a, const DoubleDouble& b) {
  const double inverse = 1.0 / b.high;
  const double rough = a.high * inverse;
  const DoubleDouble back = exact_product(rough, b.high);
  const double left = ((a.high - back.high) - back.low) + (a.low - rough * b.low);
  return exact_sum_ordered(rough, left * inverse);
}

inline std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
inline double magnitude(double x) { return std::bit_cast<double>(bits_of(x) & 0x7fffffffffffffffU); }
inline bool has_sign(double x) { return (bits_of(x) >> 63U) != 0; }
// x with its sign changed if `negative`.
inline double with_sign(double x, bool negative) {
  return std::bit_cast<double>(bits_of(x) ^ (static_cast<std::uint64_t>(negative) << 63U));
}
// Not a function of the library, which compilers may replace.
inline bool is_nan(double x) { return x != x; }
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// 2^k, for k from -1022 to 1023.
inline double power_of_two(int k) { return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52U); }

// Exponent of a normal number: |x| in [2^k, 2^(k+1)).
inline int exponent_of(double x) { return static_cast<int>((bits_of(x) >> 52U) & 0x7ffU) - 1023; }

// Added to a number below 2^51 it leaves the nearest integer in the last bits.
inline constexpr double rounder = 0x1.8p52;

// (high + low) 2^k rounded once, also if the result is subnormal. k from -1200 to 1200; high in [1/2, 4), or anything
// positive below 4 if k < -1000.
double scaled_far(const DoubleDouble& x, int k);
inline double scaled(const DoubleDouble& x, int k) {
  return k >= -1000 && k <= 1000 ? (x.high + x.low) * power_of_two(k) : scaled_far(x, k);
}

}  // namespace nsdbench::elementary
