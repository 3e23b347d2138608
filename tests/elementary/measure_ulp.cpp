// Prints the largest errors of the elementary functions in units of the last place, as
// solvers/elementary/elementary.hpp states them. Exact values are those of libquadmath, in quadruple precision.
//
//   measure_ulp [numbers a function, 10000000 if missing] [seed]
#include <quadmath.h>

#include <boost/multiprecision/float128.hpp>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <type_traits>

#include "tests/elementary/functions.hpp"

using namespace nsdbench::testing;

namespace {

using Wide = boost::multiprecision::float128;
using Quadruple = std::remove_cvref_t<decltype(Wide().backend().value())>;

Quadruple exact(std::string_view name, Quadruple x, Quadruple y) {
  if (name == "sin") return sinq(x);
  if (name == "cos") return cosq(x);
  if (name == "tan") return tanq(x);
  if (name == "asin") return asinq(x);
  if (name == "acos") return acosq(x);
  if (name == "atan") return atanq(x);
  if (name == "atan2") return atan2q(x, y);
  if (name == "exp") return expq(x);
  if (name == "exp2") return exp2q(x);
  if (name == "expm1") return expm1q(x);
  if (name == "log") return logq(x);
  if (name == "log1p") return log1pq(x);
  if (name == "log2") return log2q(x);
  if (name == "log10") return log10q(x);
  if (name == "pow") return powq(x, y);
  if (name == "hypot") return hypotq(x, y);
  if (name == "cbrt") return cbrtq(x);
  std::fprintf(stderr, "No exact value of %s is known.\n", name.data());
  std::exit(1);
}

// Up to 100 right angles, between 0.7 and pi/4 away from a multiple, where errors of sine and cosine are largest.
Arguments near_eighth_turns(Bits& bits) {
  constexpr double right_angle = 1.5707963267948966;
  const double remainder = uniform(bits, 0.7, 0.5 * right_angle);
  const auto turns = static_cast<double>(bits() % 100);
  return {turns * right_angle + (bits() % 2 == 0 ? remainder : -remainder)};
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
    const bool circular = function.name == "sin" || function.name == "cos";
    for (long i = 0; i < (circular ? 2 * numbers : numbers); ++i) {
      const Arguments a = i < numbers ? function.draw(bits) : near_eighth_turns(bits);
      const double error = error_in_ulps(function.value(a.x, a.y), Wide(exact(function.name, a.x, a.y)));
      if (!(error > largest)) continue;
      largest = error;
      worst = a;
    }
    std::printf("%-6s %8.4f  %a %a\n", function.name.data(), largest, worst.x, worst.y);
  }
  return 0;
}
