// Projected relaxation: rates that are known, and what it must refuse.
#include <Eigen/Dense>
#include <limits>
#include <stdexcept>
#include <string>

#include "solvers/contact/lcp/projected_relaxation.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/lcp.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::Lcp;

TEST_CASE("relaxation solves symmetric positive definite problems", "[relaxation]") {
  testing::Random random(31);
  ProjectedRelaxationOptions options;
  options.omega = GENERATE(0.5, 1.0, 1.5);
  ProjectedRelaxation method(options);
  for (const int n : {1, 3, 10, 40}) {
    const Lcp lcp(random.positive_definite(n, 1.0), random.vector(n));
    CAPTURE(n, options.omega);
    const auto answer = testing::solve(method, lcp);
    CHECK(answer.result.solved());
    const auto again = testing::solve(method, lcp, answer.x);
    CHECK(again.result.iterations == 1);
  }
}

TEST_CASE("it does not divide by a diagonal that is not positive", "[relaxation]") {
  const double diagonal = GENERATE(0.0, -1.0);
  Eigen::Matrix2d a;
  a << 1, 1, 1, diagonal;
  ProjectedRelaxation method;
  const auto answer = testing::solve(method, Lcp(a, Eigen::Vector2d(-1, -1)));
  CHECK(answer.result.status == SolverStatus::not_applicable);
  CHECK(answer.x == Eigen::Vector2d(0, 0));
}

TEST_CASE("small increments are not convergence", "[relaxation]") {
  // Gauss-Seidel contracts by 0.9999^2 a sweep; after two sweeps increments and residual are 1e-4, the error is 0.5.
  Eigen::Matrix2d a;
  a << 1, 0.9999, 0.9999, 1;
  const Lcp lcp(a, Eigen::Vector2d(-1, -1));
  SECTION("a tight tolerance takes its 92 100 sweeps, or says that it did not get there") {
    ProjectedRelaxationOptions options;
    options.solver.tolerance = 1e-11;  // a tenth of which is the residual of the count
    ProjectedRelaxation method(options);
    const auto answer = testing::solve(method, lcp);
    CHECK(answer.result.solved());
    CHECK(answer.result.iterations == Catch::Approx(92100).epsilon(0.01));
    CHECK(answer.x(0) == Catch::Approx(1.0 / 1.9999).epsilon(1e-7));
    options.solver.max_iterations = 50;
    ProjectedRelaxation hasty(options);
    const auto stopped = testing::solve(hasty, lcp);
    CHECK(stopped.result.status == SolverStatus::iteration_limit);
    CHECK(stopped.result.residual > 1e-5);
  }
}

TEST_CASE("mass ratios slow it down as they must", "[relaxation]") {
  // Two blocks on top of each other, masses 1 and R: the error contracts by R / (1 + R) a sweep.
  const double ratio = GENERATE(1.0, 10.0, 100.0);
  Eigen::Matrix2d a;
  a << 1, -1, -1, 1 + 1 / ratio;
  const Lcp lcp(a, Eigen::Vector2d(-9.81e-3, 0));
  ProjectedRelaxationOptions options;
  options.solver.tolerance = 1e-7;
  ProjectedRelaxation method(options);
  const auto answer = testing::solve(method, lcp);
  CHECK(answer.result.solved());
  // The residual falls as the error does, to a tenth of the tolerance.
  const double sweeps = std::log(1e-8) / std::log(ratio / (1.0 + ratio));
  CHECK(answer.result.iterations == Catch::Approx(sweeps).epsilon(0.3).margin(3.0));
  options.solver.max_iterations = 50;
  if (ratio == 100.0) {
    ProjectedRelaxation capped(options);
    const auto stopped = testing::solve(capped, lcp);
    CHECK(stopped.result.status == SolverStatus::iteration_limit);
    CHECK(stopped.x(0) == Catch::Approx(0.3884).epsilon(1e-3));
  }
}

TEST_CASE("divergence is not hidden", "[relaxation]") {
  Eigen::Matrix2d a;
  a << 1, -3, -3, 1;  // not positive definite: sweeps grow without bound
  ProjectedRelaxation method;
  const auto answer = testing::solve(method, Lcp(a, Eigen::Vector2d(-1, -1)));
  CHECK_FALSE(answer.result.solved());
  CHECK(answer.x.allFinite());
}

TEST_CASE("relaxation factors outside (0, 2) are refused", "[relaxation]") {
  const double omega = GENERATE(0.0, 2.0, -1.0, std::numeric_limits<double>::quiet_NaN());
  std::string sentence;
  ProjectedRelaxationOptions options;
  options.omega = omega;
  try {
    const ProjectedRelaxation method(options);
  } catch (const std::invalid_argument& error) {
    sentence = error.what();
  }
  CHECK(sentence.find("omega") != std::string::npos);
  CHECK(sentence.find("between 0 and 2") != std::string::npos);
}
