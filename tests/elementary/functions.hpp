// The elementary functions, their arguments, and what they should give by another library's numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "solvers/elementary/elementary.hpp"
#include "tests/elementary/arguments.hpp"

namespace nsdbench::testing {

// Of one argument, or of two.
struct ElementaryFunction {
  std::string_view name;
  double (*value)(double x, double y);
  Arguments (*draw)(Bits& bits);
};

inline std::vector<ElementaryFunction> elementary_functions() {
  namespace e = nsdbench::elementary;
  return {
      {"sin", [](double x, double) { return e::sin(x); }, for_angles},
      {"cos", [](double x, double) { return e::cos(x); }, for_angles},
      {"tan", [](double x, double) { return e::tan(x); }, for_angles},
      {"asin", [](double x, double) { return e::asin(x); }, for_sines},
      {"acos", [](double x, double) { return e::acos(x); }, for_sines},
      {"atan", [](double x, double) { return e::atan(x); }, for_tangents},
      {"atan2", [](double x, double y) { return e::atan2(x, y); }, for_vectors},
      {"exp", [](double x, double) { return e::exp(x); }, for_exponentials},
      {"exp2", [](double x, double) { return e::exp2(x); }, for_exponentials},
      {"expm1", [](double x, double) { return e::expm1(x); }, for_exponentials},
      {"log", [](double x, double) { return e::log(x); }, for_logarithms},
      {"log1p", [](double x, double) { return e::log1p(x); }, for_shifted_logarithms},
      {"log2", [](double x, double) { return e::log2(x); }, for_logarithms},
      {"log10", [](double x, double) { return e::log10(x); }, for_logarithms},
      {"pow", [](double x, double y) { return e::pow(x, y); }, for_powers},
      {"hypot", [](double x, double y) { return e::hypot(x, y); }, for_vectors},
      {"cbrt", [](double x, double) { return e::cbrt(x); }, for_roots},
  };
}

// Or both not a number.
inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

// Distance from the exact value in units of its last place as a double, which is 2^-1074 for subnormal numbers; of an
// infinity, from 2^1024, which is the next number if exponents went on. Infinite if only one of them is not a number.
template <class Number>
double error_in_ulps(double value, const Number& exact) {
  using std::frexp;
  using std::isnan;
  using std::ldexp;
  if (isnan(exact) || std::isnan(value)) return isnan(exact) && std::isnan(value) ? 0.0 : HUGE_VAL;
  const Number limit = ldexp(Number(1), 1024);
  const Number wanted = exact > limit ? limit : exact < -limit ? Number(-limit) : exact;
  const Number given = std::isinf(value) ? (value > 0.0 ? limit : Number(-limit)) : Number(value);
  int exponent = -1021;
  if (wanted != 0) frexp(wanted, &exponent);
  exponent = exponent > 1024 ? 1024 : exponent < -1021 ? -1021 : exponent;
  const Number distance = given > wanted ? Number(given - wanted) : Number(wanted - given);
  return static_cast<double>(Number(ldexp(distance, 53 - exponent)));
}

}  // namespace nsdbench::testing
