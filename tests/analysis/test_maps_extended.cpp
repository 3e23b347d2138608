// Derivatives and fixed points of maps in extended precision.
#include "solvers/linear_algebra/extended.hpp"
#include "tests/analysis/map_checks.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;

TEST_CASE("differences with extrapolation are exact to rounding in extended precision", "[cycles]") {
  testing::check_derivative<Extended>();
}

TEST_CASE("Newton finds the fixed point of the logistic map in extended precision", "[cycles]") {
  testing::check_logistic_fixed_points<Extended>();
}
