// Extended precision: bit for bit the x87's arithmetic where there is one, the same bits elsewhere, and its functions
// against numbers of 50 digits.
#include <algorithm>
#include <bit>
#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "solvers/elementary/elementary.hpp"
#include "solvers/linear_algebra/extended.hpp"
#include "tests/helpers/catch.hpp"

using nsdbench::Extended;

namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;
using Limits = std::numeric_limits<Extended>;

// The first 53 bits, and the others.
struct Parts {
  double high, low;
};
Parts parts_of(const Extended& x) {
  const auto high = static_cast<double>(x);
  return {high, static_cast<double>(x - high)};
}
template <class Number>
Number exact(const Extended& x) {
  const Parts parts = parts_of(x);
  return Number(parts.high) + Number(parts.low);
}

// Numbers with 64 random bits, all or none of the last ones, and exponents that are often close.
class Numbers {
 public:
  Extended next() {
    std::uint64_t mantissa = engine_() | (1ULL << 63U);
    const unsigned kind = static_cast<unsigned>(engine_() >> 60U);
    if (kind < 3) mantissa &= ~0ULL << (engine_() % 63U);
    if (kind == 3) mantissa |= ~0ULL >> (engine_() % 63U);
    const int range = kind % 2 == 0 ? 3 : 140;
    const auto exponent = static_cast<int>(engine_() % static_cast<unsigned>(2 * range)) - range;
    const Extended x = Extended::of(exponent, mantissa);
    return engine_() % 2 == 0 ? x : -x;
  }

 private:
  std::mt19937_64 engine_{20261129};
};

bool same(const Extended& x, long double y) { return exact<long double>(x) == y && signbit(x) == std::signbit(y); }

// Does long double compute as the x87? Under valgrind it has 53 bits, whatever its type says.
bool have_x87() {
  volatile long double one = 1;
  volatile long double small = 0x1p-60L;
  volatile long double sum = one + small;
  return std::numeric_limits<long double>::digits == 64 && sum != one;
}

// Units of the last place of the exact result.
double units(const Extended& x, const Exact& correct) {
  const int exponent = ilogb(correct);
  return static_cast<double>(abs(Exact(exact<Exact>(x) - correct)) * ldexp(Exact(1), 63 - exponent));
}

}  // namespace

TEST_CASE("Extended computes as the x87 does, bit for bit", "[extended]") {
  if (!have_x87()) {
    WARN("long double has not the numbers of the x87 here: nothing is compared");
    return;
  }
  Numbers numbers;
  for (int k = 0; k < 400000; ++k) {
    const Extended a = numbers.next();
    const Extended b = numbers.next();
    const auto x = exact<long double>(a);
    const auto y = exact<long double>(b);
    const int down = -1060 - k % 30;  // where doubles have fewer digits, down to none
    const bool all = same(a + b, x + y) && same(a - b, x - y) && same(a * b, x * y) && same(a / b, x / y) &&
                     same(sqrt(abs(a)), std::sqrt(std::abs(x))) && same(floor(a), std::floor(x)) &&
                     (a < b) == (x < y) && (a <= b) == (x <= y) && (a == b) == (x == y) &&
                     static_cast<double>(a) == static_cast<double>(x) && ldexp(a, 5) == 32 * a &&
                     static_cast<double>(ldexp(a, down)) == static_cast<double>(std::ldexp(x, down));
    if (all) continue;
    INFO(std::hexfloat << parts_of(a).high << " + " << parts_of(a).low << ", " << parts_of(b).high << " + "
                       << parts_of(b).low);
    REQUIRE(all);
  }
}

// Mantissas next to powers of two, at all distances at which the smaller number counts: carries, cancellation, and sums
// in the middle of two numbers or just beside it.
TEST_CASE("Extended adds at the borders as the x87 does", "[extended]") {
  if (!have_x87()) {
    WARN("long double has not the numbers of the x87 here: nothing is compared");
    return;
  }
  std::vector<std::uint64_t> mantissas;
  for (std::uint64_t k = 0; k < 4; ++k) {
    mantissas.push_back((1ULL << 63U) + k);
    mantissas.push_back(~0ULL - k);
  }
  for (const std::uint64_t large : mantissas) {
    for (const std::uint64_t small : mantissas) {
      for (int distance = 0; distance <= 67; ++distance) {
        const Extended a = Extended::of(0, large);
        const Extended b = Extended::of(-distance, small);
        const auto x = exact<long double>(a);
        const auto y = exact<long double>(b);
        const bool all = same(a + b, x + y) && same(a - b, x - y) && same(b - a, y - x) && same(-a - b, -x - y) &&
                         same(b + a, y + x);
        CAPTURE(large, small, distance);
        REQUIRE(all);
      }
    }
  }
}

TEST_CASE("Extended has the same bits on every machine", "[extended]") {
  Numbers numbers;
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&](const Extended& x) {
    const Parts parts = parts_of(x);
    for (const double part : {parts.high, parts.low})
      hash = (hash ^ std::bit_cast<std::uint64_t>(part)) * 0x100000001b3U;
  };
  for (int k = 0; k < 20000; ++k) {
    const Extended a = numbers.next();
    const Extended b = numbers.next();
    const Extended small = ldexp(a, -160);
    for (const Extended& x : {a + b, a - b, a * b, a / b, sqrt(abs(a)), floor(a), sin(small), cos(small), exp(small),
                              log(abs(a)), pow(abs(a), small), acos(small)}) {
      add(x);
    }
  }
  CHECK(hash == 0x8013fe007505418bU);
}

TEST_CASE("Extended holds doubles and integers", "[extended]") {
  std::mt19937_64 engine(7);
  for (int k = 0; k < 100000; ++k) {
    const auto bits = engine();
    const auto x = std::bit_cast<double>(bits);
    const auto back = static_cast<double>(Extended(x));
    CHECK((std::isnan(x) ? std::isnan(back) : std::bit_cast<std::uint64_t>(back) == bits));
    const double small = std::ldexp(x, -1000 - static_cast<int>(bits % 1000));
    CHECK((std::isnan(x) || static_cast<double>(Extended(small)) == small));
  }
  CHECK(Extended(std::numeric_limits<std::uint64_t>::max()) - std::numeric_limits<std::int64_t>::max() - 1 ==
        std::numeric_limits<std::int64_t>::max());
  CHECK(Extended(std::numeric_limits<std::int64_t>::min()) == -0x1p63);
  CHECK(Extended(-7) / 2 == -3.5);
  CHECK((static_cast<long>(Extended(-7) / 2) == -3 && static_cast<int>(Extended(0.75)) == 0));
  CHECK(static_cast<std::int64_t>(Extended(0x1p62) + 1) == (std::int64_t{1} << 62) + 1);
  CHECK(0.5 * Extended(3) + 1 == 2.5);
}

TEST_CASE("Extended: zeros, infinities and NaN", "[extended]") {
  const Extended infinity = Limits::infinity();
  const Extended none = Limits::quiet_NaN();
  CHECK((!signbit(Extended(0.0)) && signbit(Extended(-0.0)) && Extended(0.0) == -0.0));
  CHECK((signbit(Extended(-0.0) + -0.0) && !signbit(Extended(1) - 1) && signbit(0 * Extended(-1))));
  CHECK((1 / Extended(0) == infinity && 1 / Extended(-0.0) == -infinity && 1 / infinity == 0));
  CHECK((infinity + 1 == infinity && infinity * -2 == -infinity && -infinity < -Limits::max()));
  for (const Extended& x : {infinity - infinity, 0 * infinity, Extended(0) / 0, infinity / infinity, none + 1,
                            sqrt(Extended(-1)), log(Extended(-1)), sin(infinity), exp(none)}) {
    CHECK(isnan(x));
    CHECK_FALSE((x == x || x < x || x > x || isfinite(x)));
  }
  CHECK(isnan(Extended(std::numeric_limits<double>::quiet_NaN())));
  CHECK(static_cast<double>(Extended(-std::numeric_limits<double>::infinity())) == -1.0 / 0.0);
  CHECK((2 * Limits::max() == infinity && Limits::denorm_min() / 2 == 0 && Limits::min() / 2 == 0));
  CHECK((1 + Limits::epsilon() > 1 && 1 + Limits::epsilon() / 2 == 1));
  CHECK((sqrt(Extended(0)) == 0 && sqrt(infinity) == infinity && floor(Extended(-0.25)) == -1));
  CHECK((exp(Extended(0)) == 1 && exp(-infinity) == 0 && exp(infinity) == infinity && log(Extended(0)) == -infinity));
  CHECK((pow(Extended(0), 2) == 0 && pow(Extended(5), 0) == 1 && log(Extended(1)) == 0));
}

TEST_CASE("Extended: arguments at the ends of the ranges", "[extended]") {
  const Extended infinity = Limits::infinity();
  const Extended none = Limits::quiet_NaN();
  constexpr int most = std::numeric_limits<int>::max();
  constexpr int least = std::numeric_limits<int>::min();
  CHECK((isnan(sin(ldexp(Extended(1), 1100))) && isnan(cos(-infinity)) && isnan(sin(none))));
  CHECK((isfinite(sin(Extended(0x1p20))) && isnan(sin(0x1p20 * (1 + Limits::epsilon())))));
  CHECK((static_cast<int>(none) == 0 && static_cast<int>(infinity) == most && static_cast<int>(-infinity) == least));
  CHECK((static_cast<int>(Extended(most) + 0.5) == most && static_cast<int>(Extended(most) + 1) == most));
  CHECK((static_cast<int>(Extended(least)) == least && static_cast<int>(Extended(least) * 3) == least));
  CHECK(static_cast<std::int64_t>(Extended(0x1p63)) == std::numeric_limits<std::int64_t>::max());
  CHECK(static_cast<std::int64_t>(Extended(-0x1p63)) == std::numeric_limits<std::int64_t>::min());
  CHECK((ldexp(Extended(-1), most) == -infinity && ldexp(Limits::max(), least) == 0));
  CHECK((ldexp(Limits::min(), 16383 + 16445) == ldexp(Extended(1), 16383) && ldexp(infinity, least) == infinity));
  CHECK((isnan(pow(Extended(0), none)) && isnan(pow(none, 2)) && pow(none, 0) == 1 && pow(Extended(1), none) == 1));
  CHECK((isnan(pow(Extended(-2), 3)) && pow(Extended(0), -1) == infinity && pow(infinity, -1) == 0));
  for (const int exponent : {9000, 0, -9000, -16440}) {
    const Extended x = ldexp(Extended(3), exponent);
    const Extended y = ldexp(Extended(-4), exponent);
    CHECK((hypot(x, y) == ldexp(Extended(5), exponent) && hypot(x, 0) == x && hypot(0, y) == -y));
  }
  CHECK((hypot(ldexp(Extended(1), 16000), ldexp(Extended(1), -16000)) == ldexp(Extended(1), 16000)));
  CHECK((hypot(Extended(0), -0.0) == 0 && hypot(none, -infinity) == infinity && isnan(hypot(none, 1))));
  CHECK((Limits::min() > 0 && Limits::denorm_min() == Limits::min() && Limits::min() * 1.5 / 1.5 == Limits::min()));
}

TEST_CASE("Extended: sine and cosine next to multiples of pi/2", "[extended]") {
  const Exact quarter = boost::math::constants::half_pi<Exact>();
  std::mt19937_64 engine(3);
  double sine = 0, cosine = 0;
  for (int k = 0; k < 6000; ++k) {
    // The first ones, and others below 2^20; then the multiple's first 64 bits and the number after it.
    const std::uint64_t multiple = k < 2000 ? static_cast<unsigned>(k) + 1 : engine() % 667543 + 1;
    const Exact position = quarter * multiple;
    const int exponent = ilogb(position);
    const Extended x = Extended::of(exponent, static_cast<std::uint64_t>(ldexp(position, 63 - exponent)));
    for (const Extended& angle : {x, x * (1 + Limits::epsilon()), -x}) {
      sine = std::max(sine, units(sin(angle), sin(exact<Exact>(angle))));
      cosine = std::max(cosine, units(cos(angle), cos(exact<Exact>(angle))));
    }
  }
  CAPTURE(sine, cosine);
  CHECK(sine <= 3.0);
  CHECK(cosine <= 3.0);
}

TEST_CASE("Extended: errors of its functions", "[extended]") {
  std::mt19937_64 engine(11);
  const auto uniform = [&](double low, double high) {
    const Extended share = Extended(engine()) / 0x1p64;
    return low + (high - low) * share;
  };
  double sine = 0, cosine = 0, exponential = 0, logarithm = 0, power = 0, arccosine = 0;
  for (int k = 0; k < 3000; ++k) {
    const Extended angle = uniform(-20.0, 20.0);
    sine = std::max(sine, units(sin(angle), sin(exact<Exact>(angle))));
    cosine = std::max(cosine, units(cos(angle), cos(exact<Exact>(angle))));
    const Extended x = uniform(-40.0, 40.0);
    exponential = std::max(exponential, units(exp(x), exp(exact<Exact>(x))));
    const Extended y =
        k % 2 == 0 ? uniform(0.5, 2.0) : ldexp(uniform(0.5, 1.0), static_cast<int>(engine() % 400) - 200);
    logarithm = std::max(logarithm, units(log(y), log(exact<Exact>(y))));
    const Extended exponent = uniform(-1.0, 1.0);
    power = std::max(power, units(pow(y, exponent), pow(exact<Exact>(y), exact<Exact>(exponent))) /
                                (1.0 + std::abs(static_cast<double>(exponent * log(y)))));
    const Extended c = uniform(-1.0, 1.0);
    arccosine = std::max(arccosine, units(acos(c), acos(exact<Exact>(c))));
  }
  CAPTURE(sine, cosine, exponential, logarithm, power, arccosine);
  CHECK(sine <= 3.0);
  CHECK(cosine <= 3.0);
  CHECK(exponential <= 3.0);
  CHECK(logarithm <= 3.0);
  CHECK(power <= 3.0);
  CHECK(arccosine <= 5.0);
  CHECK(acos(Extended(-1)) == Extended::of(1, 0xc90fdaa22168c235U));
  CHECK(Extended(nsdbench::elementary::pow(Limits::epsilon(), Extended(0.75))) ==
        exp(Extended(0.75) * log(Limits::epsilon())));
}
