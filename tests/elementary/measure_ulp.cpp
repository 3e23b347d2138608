// Prints the largest errors of the elementary functions in units of the last place, as
// solvers/elementary/elementary.hpp states them. Exact values are those of the C library's long double, which must be
// wider than double: they have 11 bits more on x86-64, so that the third digit of the errors is not certain.
//
//   measure_ulp [numbers a function, 10000000 if missing] [seed]
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "tests/elementary/functions.hpp"

using namespace nsdbench::testing;

namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "long double is no wider than double here.");

using Wide = long double;

Wide exact(std::string_view name, Wide x, Wide y) {
  if (name == "sin") return std::sin(x);
  if (name == "cos") return std::cos(x);
  if (name == "tan") return std::tan(x);
  if (name == "asin") return std::asin(x);
  if (name == "acos") return std::acos(x);
  if (name == "atan") return std::atan(x);
  if (name == "atan2") return std::atan2(x, y);
  if (name == "exp") return std::exp(x);
  if (name == "exp2") return std::exp2(x);
  if (name == "expm1") return std::expm1(x);
  if (name == "log") return std::log(x);
  if (name == "log1p") return std::log1p(x);
  if (name == "log2") return std::log2(x);
  if (name == "log10") return std::log10(x);
  if (name == "pow") return std::pow(x, y);
  if (name == "hypot") return std::hypot(x, y);
  if (name == "cbrt") return std::cbrt(x);
  std::fprintf(stderr, "No exact value of %s is known.\n", name.data());
  std::exit(1);
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
  const long numbers = count_of_arguments > 1 ? std::atol(arguments[1]) : 10'000'000L;
  const auto seed = count_of_arguments > 2 ? static_cast<std::uint64_t>(std::atoll(arguments[2])) : 1U;
  std::printf("%-6s %8s  at\n", "", "ulp");
  for (const ElementaryFunction& function : elementary_functions()) {
    Bits bits(seed);
    double largest = 0.0;
    Arguments worst;
    for (long i = 0; i < numbers; ++i) {
      const Arguments a = function.draw(bits);
      const double error = error_in_ulps(function.value(a.x, a.y), exact(function.name, a.x, a.y));
      if (!(error > largest)) continue;
      largest = error;
      worst = a;
    }
    std::printf("%-6s %8.4f  %a %a\n", function.name.data(), largest, worst.x, worst.y);
  }
  return 0;
}
