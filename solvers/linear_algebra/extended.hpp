// Extended precision: numbers with 64 bits, computed by integers, so that they are the same on every machine.
//
// long double has 64 bits on x86, 113 on AArch64 and in WebAssembly, and 53 elsewhere. These numbers have the digits of
// the x87's, and + - * / and sqrt round to nearest as it does: results are the same, bit for bit (tests/
// linear_algebra/test_extended.cpp). There are no denormals: numbers have all digits down to 2^-16445, which is the
// x87's smallest denormal, and below it there is zero.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <ostream>

namespace nsdbench {

// A number with 64 bits, which mixes with doubles.
class Extended {
 public:
  constexpr Extended() = default;
  // Exact. Numbers mix with doubles and integers, as built-in ones do.
  constexpr Extended(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t fraction = bits & 0xfffffffffffffU;
    const auto biased = static_cast<int>((bits >> 52U) & 0x7ffU);
    negative_ = (bits >> 63U) != 0;
    if (biased == 0x7ff) {
      *this = fraction == 0 ? infinity(negative_) : not_a_number();
    } else if (biased != 0) {
      mantissa_ = top_bit | (fraction << 11U);
      exponent_ = biased - 1023;
    } else if (fraction != 0) {
      mantissa_ = fraction << static_cast<unsigned>(std::countl_zero(fraction));
      exponent_ = -1011 - std::countl_zero(fraction);
    }
  }
  template <std::integral Integer>
  constexpr Extended(Integer n) {
    if constexpr (std::signed_integral<Integer>) negative_ = n < 0;
    const auto bits = static_cast<std::uint64_t>(n);
    const std::uint64_t magnitude = negative_ ? -bits : bits;
    if (magnitude == 0) return;
    mantissa_ = magnitude << static_cast<unsigned>(std::countl_zero(magnitude));
    exponent_ = 63 - std::countl_zero(magnitude);
  }

  // The nearest double.
  explicit constexpr operator double() const {
    const std::uint64_t sign = static_cast<std::uint64_t>(negative_) << 63U;
    constexpr std::uint64_t infinite = 0x7ff0000000000000U;
    if (is_nan()) return std::numeric_limits<double>::quiet_NaN();
    if (exponent_ > 1023) return std::bit_cast<double>(sign | infinite);
    if (exponent_ < -1075) return std::bit_cast<double>(sign);
    // Of normal doubles 53 bits stay, of others fewer. A carry goes into the exponent, as it should.
    const int dropped = exponent_ >= -1022 ? 11 : -1011 - exponent_;
    std::uint64_t bits = dropped == 64 ? 0 : mantissa_ >> static_cast<unsigned>(dropped);
    const std::uint64_t rest = mantissa_ << static_cast<unsigned>(64 - dropped);
    if (rest > top_bit || (rest == top_bit && (bits & 1U) != 0)) ++bits;
    if (exponent_ >= -1022) bits += static_cast<std::uint64_t>(exponent_ + 1022) << 52U;
    return std::bit_cast<double>(sign | bits);
  }

  // Without the digits behind the point. Of what is too large the largest or the smallest integer, of NaN zero.
  template <std::signed_integral Integer>
  explicit constexpr operator Integer() const {
    using Range = std::numeric_limits<Integer>;
    if (is_nan()) return 0;
    if (exponent_ >= Range::digits) return negative_ ? Range::min() : Range::max();
    const auto whole =
        exponent_ < 0 ? 0 : static_cast<std::int64_t>(mantissa_ >> static_cast<unsigned>(63 - exponent_));
    return static_cast<Integer>(negative_ ? -whole : whole);
  }
  // As the nearest double.
  friend std::ostream& operator<<(std::ostream& out, const Extended& x) { return out << static_cast<double>(x); }

  constexpr Extended operator-() const {
    Extended x = *this;
    x.negative_ = !negative_;
    return x;
  }
  constexpr Extended operator+() const { return *this; }

  friend constexpr Extended operator+(const Extended& a, const Extended& b) { return add(a, b, b.negative_); }
  friend constexpr Extended operator-(const Extended& a, const Extended& b) { return add(a, b, !b.negative_); }

  friend constexpr Extended operator*(const Extended& a, const Extended& b) {
    const bool negative = a.negative_ != b.negative_;
    if (!are_regular(a, b)) {
      if (a.is_nan() || b.is_nan()) return not_a_number();
      if (!a.is_infinite() && !b.is_infinite()) return zero(negative);
      return a.is_zero() || b.is_zero() ? not_a_number() : infinity(negative);
    }
    const Wide product = static_cast<Wide>(a.mantissa_) * b.mantissa_;
    const auto high = static_cast<std::uint64_t>(product >> 64U);
    const auto low = static_cast<std::uint64_t>(product);
    if ((high & top_bit) != 0) return rounded(negative, a.exponent_ + b.exponent_ + 1, high, low);
    return rounded(negative, a.exponent_ + b.exponent_, (high << 1U) | (low >> 63U), low << 1U);
  }

  friend constexpr Extended operator/(const Extended& a, const Extended& b) {
    const bool negative = a.negative_ != b.negative_;
    if (!are_regular(a, b)) {
      if (a.is_nan() || b.is_nan() || (a.is_zero() && b.is_zero()) || (a.is_infinite() && b.is_infinite()))
        return not_a_number();
      return a.is_zero() || b.is_infinite() ? zero(negative) : infinity(negative);
    }
    // The quotient of the mantissas, with 64 bits.
    const bool below_one = a.mantissa_ < b.mantissa_;
    const Wide dividend = static_cast<Wide>(a.mantissa_) << (below_one ? 64U : 63U);
    const auto quotient = static_cast<std::uint64_t>(dividend / b.mantissa_);
    const auto rest = static_cast<std::uint64_t>(dividend - static_cast<Wide>(quotient) * b.mantissa_);
    // Halves do not occur: the quotient would have 65 bits, and b 64 of them.
    return rounded(negative, a.exponent_ - b.exponent_ - (below_one ? 1 : 0), quotient, rest > b.mantissa_ - rest);
  }

  constexpr Extended& operator+=(const Extended& other) { return *this = *this + other; }
  constexpr Extended& operator-=(const Extended& other) { return *this = *this - other; }
  constexpr Extended& operator*=(const Extended& other) { return *this = *this * other; }
  constexpr Extended& operator/=(const Extended& other) { return *this = *this / other; }

  friend constexpr bool operator==(const Extended& a, const Extended& b) { return (a <=> b) == 0; }
  friend constexpr std::partial_ordering operator<=>(const Extended& a, const Extended& b) {
    if (a.is_nan() || b.is_nan()) return std::partial_ordering::unordered;
    if (a.is_zero() && b.is_zero()) return std::partial_ordering::equivalent;
    if (a.negative_ != b.negative_) return a.negative_ ? std::partial_ordering::less : std::partial_ordering::greater;
    const std::strong_ordering order =
        a.exponent_ != b.exponent_ ? a.exponent_ <=> b.exponent_ : a.mantissa_ <=> b.mantissa_;
    return a.negative_ ? 0 <=> order : order;
  }

  // These functions are found only where an argument is an Extended.
  friend constexpr Extended abs(Extended x) {
    x.negative_ = false;
    return x;
  }
  friend constexpr bool isfinite(const Extended& x) { return x.exponent_ < infinite_exponent; }
  friend constexpr bool isinf(const Extended& x) { return x.is_infinite(); }
  friend constexpr bool isnan(const Extended& x) { return x.is_nan(); }
  friend constexpr bool signbit(const Extended& x) { return x.negative_; }
  // x 2^k.
  friend constexpr Extended ldexp(Extended x, int k) {
    constexpr int limit = 40000;  // more makes zero or infinity of all numbers, too
    return x.is_regular() ? rounded(x.negative_, x.exponent_ + std::clamp(k, -limit, limit), x.mantissa_, false) : x;
  }
  friend Extended sqrt(const Extended& x);
  friend Extended floor(const Extended& x);
  // Errors of a few units of the last place, of pow 1 + |y log x| times as many. Sine and cosine are NaN for |x| above
  // 2^20, and pow is NaN for negative x, also where y is an integer.
  friend Extended exp(const Extended& x);
  friend Extended log(const Extended& x);
  friend Extended pow(const Extended& x, const Extended& y);
  friend Extended sin(const Extended& x);
  friend Extended cos(const Extended& x);
  friend Extended acos(const Extended& x);
  friend Extended hypot(const Extended& x, const Extended& y);

  static constexpr Extended infinity(bool negative = false) { return {negative, infinite_exponent, 1}; }
  static constexpr Extended not_a_number() { return {false, infinite_exponent, 0}; }

  // 2^exponent (mantissa / 2^63), mantissa >= 2^63.
  static constexpr Extended of(int exponent, std::uint64_t mantissa) { return {false, exponent, mantissa}; }

 private:
  __extension__ typedef unsigned __int128 Wide;  // NOLINT(modernize-use-using)

  static constexpr std::uint64_t top_bit = 1ULL << 63U;
  static constexpr int infinite_exponent = 1 << 28;  // NaN: with mantissa 0
  static constexpr int zero_exponent = -infinite_exponent;
  static constexpr int largest_exponent = 16383;
  static constexpr int smallest_exponent = -16445;

  constexpr Extended(bool negative, int exponent, std::uint64_t mantissa)
      : mantissa_(mantissa), exponent_(exponent), negative_(negative) {}
  static constexpr Extended zero(bool negative) { return {negative, zero_exponent, 0}; }

  constexpr bool is_zero() const { return exponent_ == zero_exponent; }
  constexpr bool is_infinite() const { return exponent_ == infinite_exponent && mantissa_ != 0; }
  constexpr bool is_nan() const { return exponent_ == infinite_exponent && mantissa_ == 0; }
  // Neither zero nor infinite nor NaN: these have no first bit.
  constexpr bool is_regular() const { return (mantissa_ & top_bit) != 0; }
  static constexpr bool are_regular(const Extended& a, const Extended& b) {
    return (a.mantissa_ & b.mantissa_ & top_bit) != 0;
  }

  static constexpr Extended rounded(bool negative, int exponent, std::uint64_t mantissa, bool up) {
    mantissa += static_cast<std::uint64_t>(up);
    if (mantissa == 0) {
      mantissa = top_bit;
      ++exponent;
    }
    if (exponent > largest_exponent) return infinity(negative);
    if (exponent < smallest_exponent) return zero(negative);
    return {negative, exponent, mantissa};
  }

  // 2^exponent (high + low / 2^64) / 2^63, high >= 2^63, to nearest, to even from the middle.
  static constexpr Extended rounded(bool negative, int exponent, std::uint64_t high, std::uint64_t low) {
    return rounded(negative, exponent, high, low > top_bit - (high & 1U));
  }

  // a + b, with another sign of b.
  static constexpr Extended add(const Extended& a, const Extended& b, bool b_negative) {
    const bool swap = a.exponent_ < b.exponent_ || (a.exponent_ == b.exponent_ && a.mantissa_ < b.mantissa_);
    const Extended& large = swap ? b : a;
    const Extended& small = swap ? a : b;
    const bool negative = swap ? b_negative : a.negative_;
    const bool same_sign = a.negative_ == b_negative;
    const int exponent = large.exponent_;
    if (!are_regular(a, b)) {
      if (a.is_nan() || b.is_nan() || (small.is_infinite() && !same_sign)) return not_a_number();
      return large.is_zero() ? zero(same_sign && negative) : Extended(negative, exponent, large.mantissa_);
    }
    // The smaller one as multiples of the last place of the larger, and the 64 bits behind them. What goes further
    // counts as one bit: it says on which side of the middle the sum is.
    const auto distance = static_cast<unsigned>(exponent - small.exponent_);
    if (distance > 65) return {negative, exponent, large.mantissa_};  // less than a quarter of the last place
    std::uint64_t high = small.mantissa_;
    std::uint64_t low = 0;
    if (distance > 63) {
      low = distance == 64 ? high : (high >> 1U) | (high & 1U);
      high = 0;
    } else if (distance > 0) {
      low = high << (64U - distance);
      high >>= distance;
    }
    if (same_sign) {
      high += large.mantissa_;
      if (high >= large.mantissa_) return rounded(negative, exponent, high, low);
      return rounded(negative, exponent + 1, (high >> 1U) | top_bit, (high << 63U) | (low >> 1U));
    }
    high = large.mantissa_ - high - static_cast<std::uint64_t>(low != 0);
    low = -low;
    if ((high & top_bit) != 0) return rounded(negative, exponent, high, low);
    if (high == 0) {
      if (low == 0) return zero(false);
      const int shift = std::countl_zero(low);
      return rounded(negative, exponent - 64 - shift, low << static_cast<unsigned>(shift), std::uint64_t{0});
    }
    const int shift = std::countl_zero(high);
    return rounded(negative, exponent - shift,
                   (high << static_cast<unsigned>(shift)) | (low >> static_cast<unsigned>(64 - shift)),
                   low << static_cast<unsigned>(shift));
  }

  std::uint64_t mantissa_ = 0;
  std::int32_t exponent_ = zero_exponent;
  bool negative_ = false;
};

}  // namespace nsdbench

template <>
class std::numeric_limits<nsdbench::Extended> : public std::numeric_limits<double> {
 public:
  static constexpr int digits = 64;
  static constexpr int digits10 = 18;
  static constexpr int max_digits10 = 21;
  static constexpr int min_exponent = -16444;
  static constexpr int max_exponent = 16384;
  static constexpr int min_exponent10 = -4950;
  static constexpr int max_exponent10 = 4932;
  static constexpr bool is_iec559 = false;
  static constexpr std::float_denorm_style has_denorm = std::denorm_absent;
  static constexpr nsdbench::Extended min() { return nsdbench::Extended::of(-16445, 1ULL << 63U); }
  static constexpr nsdbench::Extended max() { return nsdbench::Extended::of(16383, ~0ULL); }
  static constexpr nsdbench::Extended lowest() { return -max(); }
  static constexpr nsdbench::Extended epsilon() { return nsdbench::Extended::of(-63, 1ULL << 63U); }
  static constexpr nsdbench::Extended round_error() { return 0.5; }
  static constexpr nsdbench::Extended infinity() { return nsdbench::Extended::infinity(); }
  static constexpr nsdbench::Extended quiet_NaN() { return nsdbench::Extended::not_a_number(); }
  static constexpr nsdbench::Extended signaling_NaN() { return quiet_NaN(); }
  static constexpr nsdbench::Extended denorm_min() { return min(); }
};

template <>
struct Eigen::NumTraits<nsdbench::Extended> : Eigen::GenericNumTraits<nsdbench::Extended> {
  enum { RequireInitialization = 1, ReadCost = 1, AddCost = 10, MulCost = 5 };
  static nsdbench::Extended dummy_precision() { return 1e-15; }  // as Eigen has it for long double
};
