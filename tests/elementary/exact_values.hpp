// What the elementary functions should give, by Boost's numbers of 50 digits, which are computed with integers.
#pragma once

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/expm1.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace nsdbench::testing {

namespace mp = boost::multiprecision;
using Exact = mp::number<mp::cpp_bin_float_50::backend_type, mp::et_off>;
// 2^1024 modulo pi/2 takes 1024 bits, and 50 digits behind the point 170 more.
using Long = mp::number<mp::cpp_bin_float<1300, mp::digit_base_2>, mp::et_off>;

// x - n pi/2 for the nearest n, and n modulo 4.
inline Exact exact_remainder(double x, int& quadrant) {
  static const Long half_pi = boost::math::constants::half_pi<Long>();
  const Long n = floor(Long(Long(x) / half_pi + 0.5));
  const Long quarter = floor(Long(n / 4));
  quadrant = static_cast<int>(Long(n - 4 * quarter));
  return Exact(Long(Long(x) - n * half_pi));
}

inline Exact exact_angle_function(std::string_view name, double x) {
  int quadrant = 0;
  const Exact r = exact_remainder(x, quadrant);
  if (name == "tan") return quadrant % 2 == 0 ? Exact(tan(r)) : Exact(-1 / tan(r));
  if (name == "cos") quadrant += 1;
  const Exact size = quadrant % 2 == 0 ? Exact(sin(r)) : Exact(cos(r));
  return quadrant % 4 >= 2 ? Exact(-size) : size;
}

inline Exact exact_value(std::string_view name, double x, double y) {
  const Exact a = x;
  if (name == "sin" || name == "cos" || name == "tan") return exact_angle_function(name, x);
  if (name == "asin") return asin(a);
  if (name == "acos") return acos(a);
  if (name == "atan") return atan(a);
  if (name == "atan2") return atan2(a, Exact(y));
  if (name == "exp") return exp(a);
  if (name == "exp2") return exp(Exact(a * boost::math::constants::ln_two<Exact>()));
  if (name == "expm1") return boost::math::expm1(a);
  if (name == "log") return log(a);
  if (name == "log1p") return boost::math::log1p(a);
  if (name == "log2") return Exact(log(a) / boost::math::constants::ln_two<Exact>());
  if (name == "log10") return log10(a);
  if (name == "pow") return pow(a, Exact(y));
  if (name == "hypot") return sqrt(Exact(a * a + Exact(y) * y));
  if (name == "cbrt")
    return x == 0.0 ? a : x < 0.0 ? Exact(-exp(Exact(log(Exact(-a)) / 3))) : Exact(exp(Exact(log(a) / 3)));
  throw std::invalid_argument("No exact value of " + std::string(name) + " is known.");
}

}  // namespace nsdbench::testing
