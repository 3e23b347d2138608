#include "solvers/linear_algebra/extended.hpp"

#include <algorithm>
#include <cmath>

namespace nsdbench {

namespace {

// ln 2 to 96 bits. The first part has 32 bits, so that its products with integers below 2^32 are exact.
constexpr Extended ln2_high = Extended::of(-1, 0xb17217f700000000U);
constexpr Extended ln2_low = Extended::of(-33, 0xd1cf79abc9e3b398U);
// pi / 2 to 152 bits, 44 + 44 + 64: products of the first two parts with integers up to 2^20 are exact. Down to the
// smallest |x - k pi/2| there is for |x| up to 2^20, some 2^-67, the difference has all its digits.
constexpr Extended quarter_high = Extended::of(0, 0xc90fdaa221600000U);
constexpr Extended quarter_middle = Extended::of(-44, 0x8c234c4c66200000U);
constexpr Extended quarter_low = Extended::of(-88, 0x8b80dc1cd129024eU);
constexpr double largest_angle = 0x1p20;

double nearest_integer(double x) { return std::floor(x + 0.5); }

// Taylor's series of sine and cosine for |r| <= pi/4: the first terms left out are below 2^-70.
Extended sine_series(const Extended& r) {
  const Extended square = r * r;
  Extended sum = 1;
  for (int k = 22; k > 0; k -= 2) sum = 1 - square / (k * (k + 1)) * sum;
  return r * sum;
}
Extended cosine_series(const Extended& r) {
  const Extended square = r * r;
  Extended sum = 1;
  for (int k = 22; k > 0; k -= 2) sum = 1 - square / (k * (k - 1)) * sum;
  return sum;
}

// sin(x + turns pi/2).
Extended turned_sine(const Extended& x, int turns) {
  if (!(abs(x) <= largest_angle)) return Extended::not_a_number();
  const double quarters = nearest_integer(static_cast<double>(x) * 0.6366197723675814);
  const Extended r = ((x - quarters * quarter_high) - quarters * quarter_middle) - quarters * quarter_low;
  const int quadrant = static_cast<int>(quarters - 4.0 * std::floor(0.25 * quarters) + turns) % 4;
  const Extended value = quadrant % 2 == 0 ? sine_series(r) : cosine_series(r);
  return quadrant < 2 ? value : -value;
}

}  // namespace

Extended sqrt(const Extended& x) {
  if (x.is_zero() || x.is_nan()) return x;
  if (x.negative_) return Extended::not_a_number();
  if (x.is_infinite()) return x;
  using Wide = Extended::Wide;
  // The integer root of the mantissa times 2^63 or 2^64 has 64 bits. That of double has some 12 wrong ones.
  const bool odd = (x.exponent_ & 1) != 0;
  const Wide square = static_cast<Wide>(x.mantissa_) << (odd ? 64U : 63U);
  constexpr std::uint64_t largest = ~0ULL;
  const double guess = std::sqrt(static_cast<double>(x.mantissa_)) * (odd ? 0x1p32 : 0x1.6a09e667f3bcdp31);
  std::uint64_t root = guess < 0x1p64 ? static_cast<std::uint64_t>(guess) : largest;
  const Wide guessed = static_cast<Wide>(root) * root;
  const double slope = 2.0 * static_cast<double>(root);
  if (guessed > square) {
    root -= static_cast<std::uint64_t>(static_cast<double>(guessed - square) / slope);
  } else {
    const auto missing = static_cast<std::uint64_t>(static_cast<double>(square - guessed) / slope);
    root = missing < largest - root ? root + missing : largest;
  }
  while (static_cast<Wide>(root) * root > square) --root;
  while (square - static_cast<Wide>(root) * root > static_cast<Wide>(root) * 2U) ++root;
  const Wide rest = square - static_cast<Wide>(root) * root;
  return Extended::rounded(false, (x.exponent_ - (odd ? 1 : 0)) / 2, root, rest > root);
}

Extended floor(const Extended& x) {
  if (!x.is_regular() || x.exponent_ >= 63) return x;
  if (x.exponent_ < 0) return x.negative_ ? Extended(-1) : Extended(0);
  const std::uint64_t fraction = ~0ULL >> static_cast<unsigned>(x.exponent_ + 1);
  Extended whole = x;
  whole.mantissa_ &= ~fraction;
  return x.negative_ && (x.mantissa_ & fraction) != 0 ? whole - 1 : whole;
}

Extended exp(const Extended& x) {
  if (x.is_nan()) return x;
  constexpr double limit = 12000.0;  // |x| for which 2^16384 and 2^-16445 are passed
  if (x > limit) return Extended::infinity();
  if (x < -limit) return 0;
  const double twos = nearest_integer(static_cast<double>(x) * 1.4426950408889634);
  const Extended r = (x - twos * ln2_high) - twos * ln2_low;
  Extended sum = 1;
  for (int k = 20; k > 0; --k) sum = 1 + r / k * sum;
  return ldexp(sum, static_cast<int>(twos));
}

Extended log(const Extended& x) {
  if (x.is_nan() || (x.negative_ && !x.is_zero())) return Extended::not_a_number();
  if (x.is_zero()) return Extended::infinity(true);
  if (x.is_infinite()) return x;
  int twos = x.exponent_;
  Extended m = Extended::of(0, x.mantissa_);
  if (m > 1.4142135623730951) {
    m = Extended::of(-1, x.mantissa_);
    ++twos;
  }
  // log m = 2 artanh s, |s| < 0.172.
  const Extended s = (m - 1) / (m + 1);
  const Extended square = s * s;
  Extended sum = 0;
  for (int k = 27; k > 0; k -= 2) sum = sum * square + Extended(1) / k;
  return twos * ln2_high + (twos * ln2_low + 2 * s * sum);
}

Extended pow(const Extended& x, const Extended& y) {
  if (y == 0 || x == 1) return 1;
  if (y.is_nan()) return y;
  if (x == 0) return y < 0 ? Extended::infinity() : Extended(0);
  return exp(y * log(x));
}

Extended sin(const Extended& x) { return turned_sine(x, 0); }
Extended cos(const Extended& x) { return turned_sine(x, 1); }

Extended acos(const Extended& x) {
  const Extended pi = 2 * quarter_high + 2 * quarter_middle;
  if (x < 0) return pi - acos(-x);
  // Twice the arc sine of s, by Newton's method: s <= 0.71 is within 0.08 of it.
  const Extended s = sqrt((1 - x) / 2);
  Extended angle = s;
  for (int i = 0; i < 6; ++i) angle -= (sin(angle) - s) / cos(angle);
  return 2 * angle;
}

Extended hypot(const Extended& x, const Extended& y) {
  if (x.is_infinite() || y.is_infinite()) return Extended::infinity();  // as in C, also if the other one is NaN
  // Squares of numbers below 2 neither overflow nor, where they count, underflow.
  const int exponent = std::max(x.exponent_, y.exponent_);
  const Extended a = ldexp(x, -exponent);
  const Extended b = ldexp(y, -exponent);
  return ldexp(sqrt(a * a + b * b), exponent);
}

}  // namespace nsdbench
