// The names of the elementary functions for number types other than double: those of the type's own library, the rules
// of differentiation, and a refusal of types that would be converted silently.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include "solvers/elementary/double_functions.hpp"

namespace nsdbench::elementary {

template <class Scalar>
inline constexpr bool is_double = std::is_same_v<Scalar, double>;

// float, and integers.
template <class Scalar>
concept RefusedScalar = std::is_arithmetic_v<Scalar> && !is_double<Scalar> && !std::is_same_v<Scalar, long double>;

// Eigen's AutoDiffScalar of double, told by its members: Eigen is not included here.
template <class Scalar>
using ValueOf = std::remove_cvref_t<decltype(std::declval<const Scalar&>().value())>;
template <class Scalar>
concept DifferentiatedDouble = is_double<ValueOf<Scalar>> && is_double<typename Scalar::Scalar>;

// Extended, long double, numbers of libraries, and their expressions.
template <class Scalar>
concept OtherScalar = !is_double<Scalar> && !RefusedScalar<Scalar> && !DifferentiatedDouble<Scalar>;

template <class Scalar>
concept NotDouble = OtherScalar<Scalar> || DifferentiatedDouble<Scalar>;

// Of two arguments.
template <class Second, class First>
concept OtherBeside =
    !DifferentiatedDouble<First> && !DifferentiatedDouble<Second> && (OtherScalar<First> || OtherScalar<Second>);
template <class Second, class First>
concept RefusedBeside = std::is_arithmetic_v<First> && std::is_arithmetic_v<Second> && !OtherBeside<Second, First>;

// The result may be an expression that refers to x: convert it as one would that of the library's function.
#define NSDBENCH_OTHER_SCALARS(function) \
  template <OtherScalar Scalar>          \
  auto function(const Scalar& x) {       \
    using std::function;                 \
    return function(x);                  \
  }                                      \
  template <RefusedScalar Scalar>        \
  double function(Scalar x) = delete;

#define NSDBENCH_OTHER_PAIRS(function)                \
  template <class First, OtherBeside<First> Second>   \
  auto function(const First& x, const Second& y) {    \
    using std::function;                              \
    return function(x, y);                            \
  }                                                   \
  template <class First, RefusedBeside<First> Second> \
  double function(First x, Second y) = delete;

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

// Eigen's own functions of AutoDiffScalar call the C library's of double. These have Eigen's formulas and, like them,
// refer to the derivatives of x. Others do not compile.
template <DifferentiatedDouble Scalar>
auto sin(const Scalar& x) {
  const auto [sine, cosine] = sincos(x.value());
  return MakeAutoDiffScalar(sine, x.derivatives() * cosine);
}
template <DifferentiatedDouble Scalar>
auto cos(const Scalar& x) {
  const auto [sine, cosine] = sincos(x.value());
  return MakeAutoDiffScalar(cosine, x.derivatives() * -sine);
}
template <DifferentiatedDouble Scalar>
auto exp(const Scalar& x) {
  const double value = exp(x.value());
  return MakeAutoDiffScalar(value, x.derivatives() * value);
}
template <DifferentiatedDouble Scalar>
auto log(const Scalar& x) {
  return MakeAutoDiffScalar(log(x.value()), x.derivatives() * (1.0 / x.value()));
}
template <DifferentiatedDouble Scalar>
auto pow(const Scalar& x, double y) {
  return MakeAutoDiffScalar(pow(x.value(), y), x.derivatives() * (y * pow(x.value(), y - 1.0)));
}

template <NotDouble Scalar>
SineCosine<Scalar> sincos(const Scalar& x) {
  return {Scalar(elementary::sin(x)), Scalar(elementary::cos(x))};
}
template <RefusedScalar Scalar>
SineCosine<double> sincos(Scalar x) = delete;

}  // namespace nsdbench::elementary
