// Reduction of huge angles and of those near multiples of pi/2 by integers (Payne & Hanek 1983).
//
// x = m 2^e with an integer m of 53 bits. Bits of 2/pi whose product with x is a multiple of 4 change nothing and are
// left out; the next 192 give x 2/pi modulo 4 with an error of m 2^-190 <= 2^-137. No double but zero is nearer than
// 2^-61 to a multiple of pi/2, so that the remainder has a relative error of 2^-75 at most.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "solvers/elementary/sine_cosine.hpp"
#include "solvers/elementary/tables.hpp"

namespace nsdbench::elementary {
namespace {

// Unsigned integer, the highest word first.
using Words = std::array<std::uint64_t, 3>;

struct WideProduct {
  std::uint64_t high;
  std::uint64_t low;
};

WideProduct wide_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t half = 0xffffffffU;
  const std::uint64_t low = (a & half) * (b & half);
  const std::uint64_t middle = (a >> 32U) * (b & half) + (low >> 32U);
  const std::uint64_t crossed = (a & half) * (b >> 32U) + (middle & half);
  return {(a >> 32U) * (b >> 32U) + (middle >> 32U) + (crossed >> 32U), (crossed << 32U) | (low & half)};
}

// The 192 bits of the table from `begin` on.
Words bits_from(std::size_t begin) {
  const std::size_t word = begin / 64;
  const unsigned shift = begin % 64;
  Words result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = two_over_pi[word + i] << shift;
    if (shift != 0) result[i] |= two_over_pi[word + i + 1] >> (64U - shift);
  }
  return result;
}

// The last 192 bits of m times the bits.
Words times(std::uint64_t m, const Words& bits) {
  const WideProduct last = wide_product(m, bits[2]);
  const WideProduct middle = wide_product(m, bits[1]);
  const std::uint64_t second = middle.low + last.high;
  const std::uint64_t carry = second < middle.low ? 1 : 0;
  return {m * bits[0] + middle.high + carry, second, last.low};
}

// 2^exponent times the leading bits of the integer, the first 53 of them and the next 53.
DoubleDouble leading(const Words& bits, int exponent) {
  std::size_t first = 0;
  while (first < 2 && bits[first] == 0) ++first;
  const auto at = [&](std::size_t i) { return i < 3 ? bits[i] : 0U; };
  const auto zeros = static_cast<unsigned>(std::countl_zero(bits[first] | 1U));
  const auto shifted = [&](std::size_t i) {
    return zeros == 0 ? at(i) : (at(i) << zeros) | (at(i + 1) >> (64U - zeros));
  };
  const std::uint64_t front = shifted(first);
  const std::uint64_t back = ((front & 0x7ffU) << 42U) | (shifted(first + 1) >> 22U);
  const int scale = exponent + 192 - 64 * static_cast<int>(first) - static_cast<int>(zeros);
  return {static_cast<double>(front >> 11U) * power_of_two(scale - 53),
          static_cast<double>(back) * power_of_two(scale - 106)};
}

}  // namespace

ReducedAngle reduce_angle(double x) {
  if (!(magnitude(x) < infinity)) return {x - x, x - x, 0};
  const std::uint64_t mantissa = (bits_of(x) & 0xfffffffffffffU) | 0x10000000000000U;
  // The table begins with 64 zeros, so that its bit i is 2^(63 - i), and m 2^e 2^(63 - i) a multiple of 4 up to
  // i = e + 61, where e is the exponent of x less 52.
  const std::size_t begin = 10U + static_cast<std::size_t>(exponent_of(x));
  Words turns = times(mantissa, bits_from(begin));
  // Two bits of whole quarter turns, 190 behind the point. The nearest whole number, and what is left with its sign.
  auto quadrant = static_cast<unsigned>(turns[0] >> 62U);
  turns[0] &= 0x3fffffffffffffffU;
  const bool above = (turns[0] >> 61U) != 0;
  if (above) {
    ++quadrant;
    turns[0] |= 0xc000000000000000U;
    // The negative number but for the last bit, which is below the error.
    for (std::uint64_t& word : turns) word = ~word;
  }
  const DoubleDouble left = product(half_pi_pair, leading(turns, -190));
  const bool negative = has_sign(x) != above;
  if (has_sign(x)) quadrant = 0U - quadrant;
  return {with_sign(left.high, negative), with_sign(left.low, negative), quadrant & 3U};
}

}  // namespace nsdbench::elementary
