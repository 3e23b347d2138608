// log, log1p, log2 and log10: u + v = 2^k (m + v'), m in [11/16, 11/8), c of the table is near 1/m, and
//   ln(u + v) = k ln 2 - ln c + ln(1 + r),   r = c (m + v') - 1,   |r| <= 2^-7.
// c has at most 10 bits and is 1 around m = 1, so that r has no rounding error but for that of its low part, and the
// logarithm of a number near 1 keeps all its digits. r - r^2/2 is computed exactly, what follows in double precision: a
// relative error of 2^-67.
#include <cstddef>
#include <cstdint>

#include "solvers/elementary/elementary.hpp"
#include "solvers/elementary/logarithm_core.hpp"
#include "solvers/elementary/tables.hpp"

namespace nsdbench::elementary {
namespace {

// ln(1 + r) for r = high + low.
DoubleDouble log1p_of_small(double high, double low) {
  const DoubleDouble square = exact_product(high, high);
  const DoubleDouble start = exact_sum_ordered(high, -0.5 * square.high);
  const double s = square.high;
  // Taylor's polynomial; the first term left out is r^11/11, 2^-73 of the first.
  const double series = (1.0 / 3.0 - high * (1.0 / 4.0)) +
                        s * ((1.0 / 5.0 - high * (1.0 / 6.0)) +
                             s * ((1.0 / 7.0 - high * (1.0 / 8.0)) + s * (1.0 / 9.0 - high * (1.0 / 10.0))));
  const double rest = (start.low - 0.5 * square.low) + (low * (1.0 - high) + s * high * series);
  return exact_sum_ordered(start.high, rest);
}

constexpr std::uint64_t interval_start = 0x3fe6000000000000U;  // 11/16

}  // namespace

Logarithm logarithm(double u, double v) {
  int exponent = 0;
  if (u < 0x1p-1022) {
    u *= 0x1p54;
    exponent = -54;
  }
  const std::uint64_t offset = bits_of(u) - interval_start;
  const auto shift = static_cast<int>(static_cast<std::int64_t>(offset) >> 52U);
  exponent += shift;
  const double mantissa = std::bit_cast<double>(bits_of(u) - (static_cast<std::uint64_t>(shift) << 52U));
  const Reciprocal& entry = reciprocals[static_cast<std::size_t>((offset >> 45U) & 127U)];
  // c times 32 bits of the mantissa, and times the other 21: exact, and so is the difference from 1.
  const double front = std::bit_cast<double>(bits_of(mantissa) & 0xffffffffffe00000U);
  DoubleDouble r = exact_sum(front * entry.c - 1.0, (mantissa - front) * entry.c);
  // From 2^200 on v is far below the last digit, for log1p's v is at most 1 there.
  if (v != 0.0 && shift < 200) {
    const DoubleDouble high = exact_sum(r.high, v * power_of_two(-shift) * entry.c);
    r = exact_sum_ordered(high.high, high.low + r.low);
  }
  return {exponent, sum(entry.minus_log, log1p_of_small(r.high, r.low))};
}

DoubleDouble Logarithm::natural() const {
  const double k = exponent;
  return sum(exact_sum_ordered(k * ln_2_high, k * ln_2_low), value);
}

double log(double x) {
  if (!(x > 0.0 && x < infinity)) return x == 0.0 ? -infinity : x < 0.0 ? not_a_number : x + x;
  return logarithm(x).natural().high;
}

double log1p(double x) {
  if (magnitude(x) < 0x1p-54) return x;
  if (!(x > -1.0 && x < infinity)) return x == -1.0 ? -infinity : x < -1.0 ? not_a_number : x + x;
  const DoubleDouble argument = exact_sum(1.0, x);
  return logarithm(argument.high, argument.low).natural().high;
}

double log2(double x) {
  if (!(x > 0.0 && x < infinity)) return x == 0.0 ? -infinity : x < 0.0 ? not_a_number : x + x;
  const Logarithm result = logarithm(x);
  return sum({static_cast<double>(result.exponent), 0.0}, product(result.value, log2_e_pair)).high;
}

double log10(double x) {
  if (!(x > 0.0 && x < infinity)) return x == 0.0 ? -infinity : x < 0.0 ? not_a_number : x + x;
  const Logarithm result = logarithm(x);
  return sum(product(log10_2_pair, static_cast<double>(result.exponent)), product(result.value, log10_e_pair)).high;
}

}  // namespace nsdbench::elementary
