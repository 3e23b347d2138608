// The suite against loops written by hand for one mechanism each, which share none of its code but the parameters.
#include <algorithm>
#include <cmath>

#include "benchmarks/plain_loops.hpp"
#include "problems/slider_crank.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;

namespace {

// Largest difference of velocities along the motion.
template <class System, class Plain>
double largest_difference(const System& system, const Plain& plain, long steps, double dt) {
  const auto solver = make_contact_solver("lemke");
  MoreauMidpoint integrator(system, *solver);
  State<3> state = system.initial_state();
  double q[3] = {state.q(0), state.q(1), state.q(2)};
  double u[3] = {state.u(0), state.u(1), state.u(2)};
  double difference = 0.0;
  for (long k = 0; k < steps; ++k) {
    REQUIRE(plain.step(q, u, dt));
    REQUIRE(integrator.step(state, dt).advanced());
    for (int i = 0; i < 3; ++i) difference = std::max(difference, std::abs(u[i] - state.u(i)));
  }
  return difference;
}

}  // namespace

TEST_CASE("two cycles of the woodpecker, by hand and by the suite", "[moreau][oracle]") {
  const problems::Woodpecker woodpecker(testing::woodpecker_parameters());
  const plain::Woodpecker plain(testing::woodpecker_parameters());
  // Rounding of velocities of up to 30 rad/s, 5e-15 a step, over 30 000 steps.
  CHECK(largest_difference(woodpecker, plain, 30000, 1e-5) < 1e-9);
}

TEST_CASE("two revolutions of the slider-crank, by hand and by the suite", "[moreau][oracle]") {
  const problems::SliderCrank crank(testing::slider_crank_parameters());
  const plain::SliderCrank plain(testing::slider_crank_parameters());
  // Rounding of velocities of up to 150 rad/s, 3e-14 a step, over 14 000 steps; omega_3 is noise times a/J_3.
  CHECK(largest_difference(crank, plain, 13784, 1e-5) < 1e-8);
}
