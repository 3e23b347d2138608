// Looking up a finely integrated motion.
#include <cmath>

#include "solvers/analysis/reference_trajectory.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"

using namespace nsdbench;

TEST_CASE("a reference trajectory is its nodes, and of order 4 between them", "[reference]") {
  const auto largest_error = [](int intervals) {
    ReferenceTrajectory<2> reference;
    for (int k = 0; k <= intervals; ++k) {
      State<2> node;
      node.t = 2.0 * k / intervals;
      node.q << std::sin(node.t), std::exp(node.t);
      node.u << std::cos(node.t), std::exp(node.t);
      reference.add(node);
    }
    for (const State<2>& node : reference.nodes()) CHECK((reference.position(node.t) - node.q).norm() == 0.0);
    double error = 0.0;
    for (int k = 0; k <= 1000; ++k) {
      const double t = 2e-3 * k;
      error = std::max(error, (reference.position(t) - Vector<2>(std::sin(t), std::exp(t))).norm());
    }
    return error;
  };
  const double coarse = largest_error(40);
  const double fine = largest_error(80);
  CHECK(coarse <= std::exp(2.0) * std::pow(0.05, 4) / 384.0 * 1.1);  // the bound, and a tenth for the first component
  CHECK(coarse / fine > 15.0);                                       // 16 = 2^4 but for where the 1000 times fall
}

TEST_CASE("a reference trajectory across a jump of the velocity is off by the jump times h / 8 at most",
          "[reference]") {
  ReferenceTrajectory<1> reference;
  State<1> node;
  node.u(0) = -1.0;
  reference.add(node);
  node.t = 1e-3;
  node.q(0) = 0.0;  // a bounce in the middle of the step
  node.u(0) = 1.0;
  reference.add(node);
  for (int k = 0; k <= 100; ++k) {
    const double t = 1e-5 * k;
    const double bounce = t < 5e-4 ? -t : t - 1e-3;
    CHECK(std::abs(reference.position(t)(0) - bounce) <= 2.0 * 1e-3 / 8.0 * (1.0 + 1e-12));
  }
  CHECK(reference.position(-1.0)(0) == 0.0);
  CHECK(reference.position(1.0)(0) == 0.0);
  CHECK(nsdbench::testing::complaint_of([&] { reference.add(node); }).find("must lie after") != std::string::npos);
}
