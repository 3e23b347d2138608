// Derivatives and fixed points of maps with closed forms, in any number type.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "solvers/analysis/fixed_point.hpp"
#include "solvers/analysis/map_derivative.hpp"
#include "tests/helpers/catch.hpp"

namespace nsdbench::testing {

template <class Scalar>
using Point1 = Vector<1, Scalar>;

template <class Scalar>
auto logistic(Scalar r) {
  return [r](const Point1<Scalar>& x) { return std::optional<Point1<Scalar>>(Point1<Scalar>(r * x(0) * (1 - x(0)))); };
}

// Of values of size one, divided by steps of 1e-2: the noise of the first columns of the tableau.
template <class Scalar>
constexpr Scalar derivative_noise = 1e3 * std::numeric_limits<Scalar>::epsilon();

template <class Scalar>
void check_derivative() {
  using std::abs;
  using std::cos;
  using std::exp;
  using std::sin;
  const auto map = [](const Vector<2, Scalar>& x) {
    return std::optional<Vector<2, Scalar>>(Vector<2, Scalar>(sin(x(0)) * exp(x(1)), x(0) * x(0) * x(0) / x(1)));
  };
  const Vector<2, Scalar> x(Scalar(0.7), Scalar(1.3));
  const auto found = map_derivative<2, Scalar>(map, x, Vector<2, Scalar>::Ones());
  REQUIRE(found.complete);
  CHECK(found.evaluations == 2 * 2 * DerivativeOptions{}.levels);
  Matrix<2, 2, Scalar> exact;
  exact << cos(x(0)) * exp(x(1)), sin(x(0)) * exp(x(1)), 3 * x(0) * x(0) / x(1), -x(0) * x(0) * x(0) / (x(1) * x(1));
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      CAPTURE(i, j);
      CHECK(abs(found.value(i, j) - exact(i, j)) <= derivative_noise<Scalar>);
      CHECK(found.error(i, j) <= 10 * derivative_noise<Scalar>);
      // An estimate, not a bound: within a factor of ten, above a few units in the last place.
      CHECK(abs(found.value(i, j) - exact(i, j)) <=
            10 * found.error(i, j) + 20 * std::numeric_limits<Scalar>::epsilon());
    }
  }
}

template <class Scalar>
void check_logistic_fixed_points() {
  using std::abs;
  for (const Scalar r : {Scalar(2.5), Scalar(3.2), Scalar(3.9)}) {
    const auto found =
        find_fixed_point<1, Scalar>(logistic(r), Point1<Scalar>(Scalar(0.8)), Point1<Scalar>(Scalar(1.0)));
    REQUIRE(found.converged());
    CHECK(abs(found.x(0) - (1 - 1 / r)) <= 4 * std::numeric_limits<Scalar>::epsilon());
    CHECK(abs(found.multipliers[0].real - (2 - r)) <= derivative_noise<Scalar>);
    CHECK(found.multipliers[0].imaginary == 0.0);
    CHECK(found.multipliers[0].error <= derivative_noise<Scalar>);
    CHECK(found.residual <= 1e4 * std::numeric_limits<Scalar>::epsilon());
    CHECK(found.iterations <= 8);
  }
}

}  // namespace nsdbench::testing
