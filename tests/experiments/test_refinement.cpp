// Uncertainties from runs with finer settings.
#include <limits>

#include "experiments/support/refinement.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::experiments;

TEST_CASE("values that converge are uncertain by some of their change", "[refinement]") {
  // Errors C h, of which a factor of 4 in the step leaves a quarter: 1 + 0.16, 1 + 0.04, 1 + 0.01.
  const auto first_order = uncertainty({1.16, 1.04, 1.01}, 0.0);
  REQUIRE(first_order);
  CHECK(*first_order >= 0.16);
  CHECK(*first_order <= 2.0 * 0.16);
  // Of order 1/2, the slowest that counts as convergence: 1 + 0.4, 1 + 0.2, 1 + 0.1.
  const auto half_order = uncertainty({1.4, 1.2, 1.1}, 0.0);
  REQUIRE(half_order);
  CHECK(*half_order >= 0.4);
}

TEST_CASE("values that scatter are uncertain by more, and those that drift apart are unknown", "[refinement]") {
  // The first error is small by chance.
  const auto lucky = uncertainty({1.001, 1.04, 0.99}, 0.0);
  REQUIRE(lucky);
  CHECK(*lucky >= 3.0 * (1.04 - 0.99) * (1.0 - 1e-12));  // but for rounding
  CHECK_FALSE(uncertainty({1.0, 1.01, 1.2}, 0.0));
  CHECK_FALSE(uncertainty({1.0, std::numeric_limits<double>::quiet_NaN(), 1.0}, 0.0));
}

TEST_CASE("near the resolution a change that grows by chance is scatter", "[refinement]") {
  // The largest difference is 5 and then 11 times the resolution.
  CHECK(uncertainty({1.0, 1.001, 1.005}, 1e-3) == Catch::Approx(3 * 0.005));
  CHECK_FALSE(uncertainty({1.0, 1.001, 1.011}, 1e-3));
}

TEST_CASE("no uncertainty is smaller than the resolution", "[refinement]") {
  CHECK(uncertainty({1.0, 1.0, 1.0}, 1e-3) == 1e-3);
  CHECK(uncertainty({1.0, 1.0, 1.0005}, 1e-3) == 1e-3);
  CHECK(uncertainty({1.0004, 1.0, 1.0}, 1e-3) == 1e-3);
}

TEST_CASE("finer settings are finer in all that a method may use", "[refinement]") {
  IntegratorSettings settings;
  settings.dt = 1e-3;
  settings.dt_min = 1e-5;
  settings.dt_max = 1e-2;
  settings.atol = 1e-8;
  settings.max_evaluations = 100;
  const IntegratorSettings finest = refined(settings, 2, 1.0);
  CHECK(finest.dt == 1e-3 / 16.0);
  CHECK(finest.dt_min == 1e-5 / 16.0);
  CHECK(finest.dt_max == 1e-2 / 16.0);
  CHECK(finest.atol == Catch::Approx(1e-10));
  CHECK(finest.rtol == 0.0);
  CHECK(finest.max_evaluations == 1600);
  settings.dt_min = 1e-13;  // what a time of 1 s has digits for
  CHECK(refined(settings, 2, 1.0).dt_min > 1e-14);
  settings.dt_min = 0.0;  // the method's own default
  CHECK(refined(settings, 2, 1.0).dt_min == 0.0);
}
