// The names of the elementary functions for number types other than double: the functions of the type's own library,
// and a refusal of types that would be converted silently.
#pragma once

#include <cmath>
#include <type_traits>

#include "solvers/elementary/sine_cosine.hpp"

namespace nsdbench::elementary {

// long double, numbers of libraries, and their expressions.
template <class Scalar>
concept OtherScalar = !std::is_arithmetic_v<Scalar> || std::is_same_v<Scalar, long double>;

// float, and integers.
template <class Scalar>
concept RefusedScalar = !OtherScalar<Scalar> && !std::is_same_v<Scalar, double>;

// The result may be an expression that refers to x: convert it as one would that of the library's function.
#define NSDBENCH_OTHER_SCALARS(function) \
  template <OtherScalar Scalar>          \
  auto function(const Scalar& x) {       \
    using std::function;                 \
    return function(x);                  \
  }                                      \
  template <RefusedScalar Scalar>        \
  double function(Scalar x) = delete;

#define NSDBENCH_OTHER_PAIRS(function)                                                                 \
  template <class First, class Second>                                                                 \
  requires(OtherScalar<First> || OtherScalar<Second>) auto function(const First& x, const Second& y) { \
    using std::function;                                                                               \
    return function(x, y);                                                                             \
  }                                                                                                    \
  template <class First, class Second>                                                                 \
  requires(!OtherScalar<First> && !OtherScalar<Second>) double function(First x, Second y) = delete;

NSDBENCH_OTHER_SCALARS(sin)
NSDBENCH_OTHER_SCALARS(cos)
NSDBENCH_OTHER_SCALARS(tan)
NSDBENCH_OTHER_SCALARS(asin)
NSDBENCH_OTHER_SCALARS(acos)
NSDBENCH_OTHER_SCALARS(atan)
NSDBENCH_OTHER_SCALARS(exp)
NSDBENCH_OTHER_SCALARS(exp2)
NSDBENCH_OTHER_SCALARS(expm1)
NSDBENCH_OTHER_SCALARS(log)
NSDBENCH_OTHER_SCALARS(log1p)
NSDBENCH_OTHER_SCALARS(log2)
NSDBENCH_OTHER_SCALARS(log10)
NSDBENCH_OTHER_SCALARS(cbrt)
NSDBENCH_OTHER_PAIRS(atan2)
NSDBENCH_OTHER_PAIRS(pow)
NSDBENCH_OTHER_PAIRS(hypot)

#undef NSDBENCH_OTHER_SCALARS
#undef NSDBENCH_OTHER_PAIRS

template <OtherScalar Scalar>
SineCosine<Scalar> sincos(const Scalar& x) {
  return {Scalar(elementary::sin(x)), Scalar(elementary::cos(x))};
}
template <RefusedScalar Scalar>
SineCosine<double> sincos(Scalar x) = delete;

}  // namespace nsdbench::elementary
