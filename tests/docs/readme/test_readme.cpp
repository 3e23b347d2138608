// The code of the README's section on the library: compiled, and run for a tenth of a second of the woodpecker.
#include <algorithm>
#include <iostream>

#include "problems/woodpecker.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

TEST_CASE("the README's woodpecker falls", "[docs]") {
  const nsdbench::problems::WoodpeckerParameters parameters = nsdbench::testing::woodpecker_parameters();
  const double t_end = 0.1;
  double lowest = 0.0;
#include "tests/docs/readme/library.inc"
  CHECK(outcome.completed());
  CHECK(lowest < -1e-3);
}
