// Derivatives, fixed points, multipliers and branches of maps with closed forms.
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "solvers/analysis/continuation.hpp"
#include "solvers/analysis/fixed_point.hpp"
#include "solvers/analysis/map_derivative.hpp"
#include "solvers/analysis/multipliers.hpp"
#include "tests/analysis/map_checks.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using testing::derivative_noise;
using testing::logistic;
using testing::Point1;

TEST_CASE("differences with extrapolation are exact to rounding, and know it", "[cycles]") {
  testing::check_derivative<double>();
}

TEST_CASE("a derivative at an edge of the domain is that of the steps within it, or none", "[cycles]") {
  const auto within = [](double edge) {
    return [edge](const Point1<double>& x) -> std::optional<Point1<double>> {
      if (x(0) > edge) return std::nullopt;
      return Point1<double>(std::exp(x(0)));
    };
  };
  const Point1<double> one(1.0);
  // Steps are 0.02, 0.01, ...: those above 0.004 leave it.
  const auto inside = map_derivative<1, double>(within(1.004), one, one);
  REQUIRE(inside.complete);
  CHECK(std::abs(inside.value(0, 0) - std::exp(1.0)) <= 1e-9);  // fewer and smaller steps: noise is divided by 1e-3
  CHECK_FALSE(map_derivative<1, double>(within(1.0), one, one).complete);
}

TEST_CASE("Newton finds the fixed point of the logistic map, stable or not, and its multiplier", "[cycles]") {
  testing::check_logistic_fixed_points<double>();
}

TEST_CASE("fixed points that do not exist, or are not isolated, end in a status", "[cycles]") {
  const Point1<double> one(1.0);
  const auto shifted = [](const Point1<double>& x) { return std::optional<Point1<double>>(Point1<double>(x(0) + 1)); };
  CHECK(find_fixed_point<1, double>(shifted, one, one).status == FixedPointStatus::singular);
  const auto above = [](const Point1<double>& x) {
    return std::optional<Point1<double>>(Point1<double>(x(0) + 1 + x(0) * x(0)));
  };
  const auto none = find_fixed_point<1, double>(above, one, one).status;
  CHECK((none == FixedPointStatus::stalled || none == FixedPointStatus::iteration_limit ||
         none == FixedPointStatus::singular));
  const auto nowhere = [](const Point1<double>&) { return std::optional<Point1<double>>(); };
  CHECK(find_fixed_point<1, double>(nowhere, one, one).status == FixedPointStatus::outside_domain);
  FixedPointOptions once;
  once.max_iterations = 1;
  const auto early = find_fixed_point<1, double>(logistic(3.2), Point1<double>(0.9), one, once);
  CHECK(early.status == FixedPointStatus::iteration_limit);
  CHECK(early.iterations == 1);
}

TEST_CASE("multipliers: complex pairs, zeros, and the order of their magnitudes", "[cycles]") {
  Matrix<3> turn;
  turn << 0.0, 0.0, 0.0,  //
      1.0, 0.6, -0.8,     //
      2.0, 0.8, 0.6;
  const auto values = eigenvalues<3, double>(turn);
  constexpr double rounding = 1e-14;
  CHECK(std::abs(values[0].real - 0.6) <= rounding);
  CHECK(std::abs(values[0].imaginary - 0.8) <= rounding);
  CHECK(std::abs(values[1].imaginary + 0.8) <= rounding);
  CHECK(values[2].magnitude() <= rounding);
  // An entry that is known to 1e-3 moves an eigenvalue by as much, and a double one by its square root.
  MapDerivative<2, double> simple;
  simple.value << 0.5, 0.0, 0.0, -0.25;
  simple.error << 1e-3, 0.0, 0.0, 0.0;
  const auto known = multipliers(simple);
  CHECK(std::abs(known[0].error - 1e-3) <= rounding);
  CHECK(known[1].error <= rounding);
  MapDerivative<2, double> twice;
  twice.value << 0.5, 1.0, 0.0, 0.5;
  twice.error << 0.0, 0.0, 1e-6, 0.0;
  CHECK(std::abs(multipliers(twice)[0].error - 1e-3) <= 1e-9);
  Matrix<2> broken;
  broken << std::nan(""), 0.0, 0.0, 1.0;
  CHECK(std::isnan(eigenvalues<2, double>(broken)[0].real));
}

TEST_CASE("a plane map's fixed point has the multipliers of its derivative", "[cycles]") {
  // Henon's map, b = 0.3, a = 1.4: x* = (b - 1 + sqrt((1 - b)^2 + 4 a)) / (2 a).
  constexpr double a = 1.4, b = 0.3;
  const auto henon = [](const Vector<2>& x) {
    return std::optional<Vector<2>>(Vector<2>(1 - a * x(0) * x(0) + x(1), b * x(0)));
  };
  const auto found = find_fixed_point<2, double>(henon, Vector<2>(0.5, 0.5), Vector<2>::Ones());
  REQUIRE(found.converged());
  const double x = (b - 1 + std::sqrt((1 - b) * (1 - b) + 4 * a)) / (2 * a);
  CHECK(std::abs(found.x(0) - x) <= 1e-15);
  const double root = std::sqrt(a * a * x * x + b);
  CHECK(std::abs(found.multipliers[0].real - (-a * x - root)) <= derivative_noise<double>);
  CHECK(std::abs(found.multipliers[1].real - (-a * x + root)) <= derivative_noise<double>);
}

TEST_CASE("a branch goes on through its flip and ends at its fold", "[cycles]") {
  const Point1<double> one(1.0);
  std::vector<double> rs;
  for (int k = 0; k <= 30; ++k) rs.push_back(2.5 + 0.05 * k);
  const auto flips = continue_fixed_point<1, double>([](double r, const Point1<double>& x) { return logistic(r)(x); },
                                                     rs, Point1<double>(0.6), one);
  REQUIRE(flips.complete);
  REQUIRE(flips.points.size() == rs.size());
  for (const auto& point : flips.points) {
    CHECK(std::abs(point.fixed.x(0) - (1 - 1 / point.parameter)) <= 1e-14);
    CHECK(std::abs(point.fixed.multipliers[0].real - (2 - point.parameter)) <= derivative_noise<double>);
  }
  // x = x + p - x^2: x* = sqrt(p), down to p = 0.
  const auto folds = continue_fixed_point<1, double>(
      [](double p, const Point1<double>& x) {
        return std::optional<Point1<double>>(Point1<double>(x(0) + p - x(0) * x(0)));
      },
      {1.0, 0.75, 0.5, 0.25, 0.0625, -0.25}, Point1<double>(1.1), one, {8, 1.0, {}});
  CHECK_FALSE(folds.complete);
  REQUIRE(folds.points.size() == 5);
  for (const auto& point : folds.points) {
    CHECK(std::abs(point.fixed.x(0) - std::sqrt(point.parameter)) <= 1e-13);
  }
  CHECK(folds.last.parameter >= 0.0);
  CHECK(folds.last.parameter <= 0.3125 / 256 * 40);  // Newton shrinks near the fold before it fails there
  CHECK(folds.status != FixedPointStatus::converged);
}
