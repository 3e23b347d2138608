// Derivatives and fixed points of maps in long double.
#include "tests/analysis/map_checks.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;

TEST_CASE("differences with extrapolation are exact to rounding in long double", "[cycles]") {
  testing::check_derivative<long double>();
}

TEST_CASE("Newton finds the fixed point of the logistic map in long double", "[cycles]") {
  testing::check_logistic_fixed_points<long double>();
}
