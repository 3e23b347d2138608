// The damped Newton method: where the undamped one cycles, where Jacobians are singular, and against enumeration.
#include <Eigen/Dense>
#include <vector>

#include "solvers/contact/lcp/active_set_step.hpp"
#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/lcp_newton.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/lcp.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::Lcp;

namespace {

// P-matrices on which Newton's method for min(x, A x + q) = 0, q = (1, ..., 1), cycles (Ben Gharbia & Gilbert 2012,
// theorems 3.2 and 4.1).
struct CyclingExample {
  Lcp lcp;
  Eigen::VectorXd start;
};

CyclingExample cycling_example(int n) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(n, n);
  for (int i = 0; i < n; ++i) {
    if (n == 3) {
      a((i + 1) % n, i) = 2.0;
    } else {
      a((i + 1) % n, i) = 4.0 / 3.0;
      a((i + 2) % n, i) = 0.5;
    }
  }
  return {Lcp(a, Eigen::VectorXd::Ones(n)), -Eigen::VectorXd::Unit(n, 0)};
}

// Largest residual |min(d x, y)| over `steps` undamped steps, the first ones left out; zero if they converge.
double smallest_residual_of_plain_newton(const CyclingExample& example, int steps) {
  const int n = example.lcp.size();
  ActiveSetStep step;
  step.start(example.lcp.view());
  Eigen::VectorXd x = example.start;
  double smallest = 1e300;
  for (int k = 0; k < steps; ++k) {
    const Eigen::VectorXd y = example.lcp.a * x + example.lcp.b;
    Eigen::VectorXd next(n);
    const auto span = [n](Eigen::VectorXd& v) { return std::span<double>(v.data(), static_cast<std::size_t>(n)); };
    const std::span<const double> slack(y.data(), static_cast<std::size_t>(n));
    REQUIRE(step.compute(example.lcp.view(), 0.0, span(x), span(x), slack, span(next)) > 0.0);
    x = next;
    smallest = std::min(smallest, lcp_residual(example.lcp.view(), span(x)));
  }
  return smallest;
}

}  // namespace

TEST_CASE("the plain Newton-min method cycles, the damped method does not", "[lcp_newton]") {
  const int n = GENERATE(3, 4);
  const CyclingExample example = cycling_example(n);
  CHECK(smallest_residual_of_plain_newton(example, 100) > 0.1);
  LcpNewton newton;
  const auto answer = testing::solve(newton, example.lcp, example.start);
  CHECK(answer.result.solved());
  CHECK(answer.x.cwiseAbs().maxCoeff() <= 1e-12);  // the solution is zero
  CHECK(answer.result.iterations <= 20);
}

TEST_CASE("with and without min-map steps", "[lcp_newton]") {
  LcpNewtonOptions options;
  options.min_map_steps = GENERATE(true, false);
  LcpNewton newton(options);
  testing::Random random(21);
  for (const int n : {1, 2, 5, 20, 60}) {
    for (int trial = 0; trial < 5; ++trial) {
      // A P-matrix: positive definite plus skew, rows and columns scaled.
      const Eigen::MatrixXd skew = random.matrix(n, n);
      Eigen::MatrixXd a = random.positive_definite(n) + skew - skew.transpose();
      for (int i = 0; i < n; ++i) {
        a.row(i) *= std::exp(random.uniform(-2.0, 2.0));
        a.col(i) *= std::exp(random.uniform(-2.0, 2.0));
      }
      CAPTURE(n, trial, options.min_map_steps);
      CHECK(testing::solve(newton, Lcp(a, random.vector(n))).result.solved());
    }
  }
}

TEST_CASE("singular Jacobians: statically indeterminate contacts", "[lcp_newton]") {
  testing::Random random(22);
  LcpNewton newton;
  for (const int n : {4, 10, 40}) {
    const Eigen::MatrixXd w = random.matrix(n / 2, n);
    CAPTURE(n);
    CHECK(testing::solve(newton, Lcp(w.transpose() * w, w.transpose() * random.vector(n / 2))).result.solved());
  }
  SECTION("a vanishing row") {
    Eigen::Matrix2d a;
    a << 0, 0, 1, 1;
    CHECK(testing::solve(newton, Lcp(a, Eigen::Vector2d(0, -1))).result.solved());
    CHECK_FALSE(testing::solve(newton, Lcp(a, Eigen::Vector2d(-1, -1))).result.solved());
  }
}

TEST_CASE("Newton agrees with enumeration", "[lcp_newton][oracle]") {
  testing::Random random(23);
  LcpNewton newton;
  Enumeration oracle;
  int solvable = 0;
  int solved = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const int n = 1 + random.index(8);
    const Lcp lcp(random.matrix(n, n), random.vector(n));
    const auto truth = testing::solve(oracle, lcp);
    const auto answer = testing::solve(newton, lcp);
    CHECK(answer.x.allFinite());
    if (truth.result.status == SolverStatus::infeasible) CHECK_FALSE(answer.result.solved());
    if (!truth.result.solved()) continue;
    ++solvable;
    if (answer.result.solved()) ++solved;
  }
  // Matrices of no class at all: stationary points of the merit function need not solve.
  CHECK(solvable > 150);
  CHECK(solved > 0.8 * solvable);
}

TEST_CASE("limits of steps and time are kept", "[lcp_newton]") {
  testing::Random random(24);
  const Lcp lcp(random.positive_definite(50), random.vector(50));
  LcpNewtonOptions options;
  options.solver.max_iterations = 1;
  LcpNewton hasty(options);
  const auto answer = testing::solve(hasty, lcp);
  CHECK(answer.result.status == SolverStatus::iteration_limit);
  CHECK(answer.result.iterations == 1);
  options.solver.max_iterations = 0;
  options.solver.time_limit = 1e-9;
  LcpNewton hurried(options);
  CHECK(testing::solve(hurried, lcp).result.status == SolverStatus::time_limit);
}
