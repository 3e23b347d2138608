// Time steps in extended precision do not allocate.
#include "problems/woodpecker.hpp"
#include "solvers/linear_algebra/extended.hpp"
#include "solvers/linear_algebra/quadruple.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/integration/no_allocation.hpp"

using namespace nsdbench;
using testing::check_no_allocation;

TEST_CASE("10 000 steps of the woodpecker with more digits than double do not allocate", "[allocation]") {
  SECTION("extended precision") {
    check_no_allocation(problems::BasicWoodpecker<Extended>(testing::woodpecker_parameters()), 5e-5);
  }
  SECTION("quadruple precision") {
    check_no_allocation(problems::BasicWoodpecker<Quadruple>(testing::woodpecker_parameters()), 5e-5);
  }
}
