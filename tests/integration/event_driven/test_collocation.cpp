// The order of collocation is that of the quadrature at its points (Hairer, Norsett & Wanner, Solving Ordinary
// Differential Equations I, sec. II.7). test_event_driven_order.cpp measures that of the whole integration.
#include <cmath>
#include <limits>

#include "solvers/integration/event_driven/collocation_basis.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;

TEMPLATE_TEST_CASE("collocation integrates polynomials exactly up to its order", "[event][order]", double,
                   long double) {
  using Basis = CollocationBasis<TestType>;
  const auto& basis = Basis::get();
  constexpr TestType rounding = 32 * std::numeric_limits<TestType>::epsilon();
  const auto defect = [&](int power) {
    TestType sum = 0;
    for (int k = 0; k < Basis::nodes; ++k) sum += basis.integral(k, Basis::degree) * std::pow(basis.theta(k), power);
    return std::abs(sum - TestType(1) / static_cast<TestType>(power + 1));
  };
  for (int power = 0; power < Basis::order; ++power) CHECK(defect(power) <= rounding);
  // The first power that is not exact: its Chebyshev polynomial of that degree, with the coefficient 2^(1 - 2 order),
  // is taken for one of lower degree. That leaves some 1e-12 in double and 1e-13 in long double, far above rounding.
  CHECK(defect(Basis::order) > 100 * rounding);
}
