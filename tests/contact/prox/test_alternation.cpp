// The alternation of Woesle & Pfeiffer 1996: by hand, against Newton's method on the prox equations, where G is
// singular, and where it must not say solved.
#include <Eigen/Dense>
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "solvers/contact/newton/newton_solver.hpp"
#include "solvers/contact/prox/alternation.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/dense_problems.hpp"

using namespace nsdbench;
using Eigen::VectorXd;
using testing::Answer;
using testing::DenseContactProblem;

namespace {

AlternationOptions options(double factor, int steps = 0, double tolerance = 1e-10) {
  AlternationOptions made;
  made.factor = factor;
  made.solver.max_iterations = steps;
  made.solver.tolerance = tolerance;
  return made;
}

// 0 <= P, 2 P - 3 >= 0
DenseContactProblem single_contact() {
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.g = Eigen::MatrixXd::Constant(1, 1, 2.0);
  problem.c = VectorXd::Constant(1, -3.0);
  return problem;
}

Answer by_newton(const DenseContactProblem& problem) {
  NewtonOptions newton;
  newton.solver.tolerance = 1e-13;
  NewtonSolver solver(newton);
  return testing::solve(solver, problem);
}

}  // namespace

TEST_CASE("one contact by hand: P = 3/2 (1 - (1 + r G)^-l) after l alternations", "[prox][alternation]") {
  // 1/(1 + r G) is 1/2 and 1/4, and Newton's method needs one step for each alternation: xi is linear in P.
  for (const double factor : {1.0, 3.0}) {
    double left = 1.0;
    for (int steps = 1; steps <= 4; ++steps) {
      left /= 1.0 + factor;
      Alternation solver(options(factor, steps));
      const Answer answer = testing::solve(solver, single_contact());
      CAPTURE(factor, steps);
      CHECK(answer.percussions(0) == Catch::Approx(1.5 * (1.0 - left)).epsilon(1e-15));
      CHECK(answer.result.iterations == steps);
      CHECK(answer.result.status == SolverStatus::iteration_limit);
      CHECK(answer.result.residual == Catch::Approx(left).epsilon(1e-12));  // |xi|/|c|
    }
  }
}

TEST_CASE("a stage of friction by hand: the bound is that of the new normal", "[prox][alternation]") {
  // G = 1, mu = 1/2, c = (-1, 2), factor 1: xi_N = -1 + (-xi_N) gives -1/2, P_N = 1/2; the friction slides at its bound
  // P_T = -1/4, xi_T = 7/4. tau_T = -7/4 is beyond it, so this solves the inner problem.
  DenseContactProblem problem;
  problem.add_frictional(0.5);
  problem.g = Eigen::Matrix2d::Identity();
  problem.c = Eigen::Vector2d(-1.0, 2.0);
  Alternation solver(options(1.0, 1));
  const Answer answer = testing::solve(solver, problem);
  CHECK(answer.percussions == Eigen::Vector2d(0.5, -0.25));
}

TEST_CASE("random planar and spatial problems are those of Newton's method", "[prox][alternation]") {
  testing::Random random(601);
  Alternation solver(options(100.0, 0, 1e-12));
  int most = 0;
  long all = 0;
  constexpr int trials = 200;
  for (int trial = 0; trial < trials; ++trial) {
    const int contacts = 1 + trial % 8;
    const DenseContactProblem problem = testing::random_contacts(random, contacts, 1 + trial % 2, 0.6, 0.5);
    const Answer expected = by_newton(problem);
    const Answer answer = testing::solve(solver, problem);
    CAPTURE(trial, contacts, answer.result.residual);
    REQUIRE(expected.result.solved());
    CHECK(answer.result.solved());
    // Residuals of 1e-12 times the condition of G, some 1e2. Spatial friction of mu < 0.6 leaves it unique here.
    CHECK((answer.percussions - expected.percussions).norm() <= 1e-9);
    CHECK(answer.modes == expected.modes);
    most = std::max(most, answer.result.iterations);
    all += answer.result.iterations;
  }
  CHECK(most <= 60);
  CHECK(all <= 20 * trials);
}

TEST_CASE("laws of all kinds, dense and sparse", "[prox][alternation]") {
  testing::Random random(602);
  Alternation solver(options(100.0));
  for (int trial = 0; trial < 50; ++trial) {
    const DenseContactProblem problem = testing::every_law(random);
    const Answer expected = by_newton(problem);
    CAPTURE(trial);
    REQUIRE(expected.result.solved());
    // Residuals of 1e-10 and a condition of some 10.
    constexpr double tolerance = 1e-8;
    const Answer dense = testing::solve(solver, problem);
    CHECK(dense.result.solved());
    CHECK((dense.percussions - expected.percussions).norm() <= tolerance);
    for (const int block_size : {1, 2, 3}) {
      const Answer sparse = testing::solve(solver, testing::sparse_form(problem, block_size));
      CHECK(sparse.result.solved());
      CHECK((sparse.percussions - expected.percussions).norm() <= tolerance);
    }
  }
}

TEST_CASE("where G is singular the velocities are right", "[prox][alternation]") {
  // Bodies of three degrees of freedom on four contacts with friction in the plane, eight percussions.
  testing::Random random(603);
  Alternation solver(options(100.0));
  int closed = 0;
  for (int trial = 0; trial < 100; ++trial) {
    DenseContactProblem problem;
    // With one coefficient the bound of the resultant friction does not depend on the split of the normal forces.
    const double mu = random.uniform(0.1, 0.5);
    for (int i = 0; i < 4; ++i) problem.add_frictional(mu);
    Eigen::MatrixXd w(3, 8);
    for (int i = 0; i < 4; ++i) {
      const double x = random.uniform(-1.0, 1.0);
      w.col(2 * i) << 0.0, 1.0, x;
      w.col(2 * i + 1) << 1.0, 0.0, 0.5;
    }
    const VectorXd velocity = random.vector(3) - Eigen::Vector3d(0.0, 1.0, 0.0);
    problem.g = w.transpose() * w;
    problem.c = w.transpose() * velocity;
    const Answer expected = by_newton(problem);
    const Answer answer = testing::solve(solver, problem);
    CAPTURE(trial);
    REQUIRE(expected.result.solved());
    CHECK(answer.result.solved());
    // Velocities are those of the residual, 1e-10; percussions are not unique.
    CHECK((problem.g * (answer.percussions - expected.percussions)).norm() <= 1e-8);
    if (answer.percussions.norm() > 0.0) ++closed;
  }
  CHECK(closed > 50);
}

TEST_CASE("sliding friction in the normal columns makes G nonsymmetric", "[prox][alternation]") {
  testing::Random random(604);
  Alternation solver(options(100.0));
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + trial % 6;
    DenseContactProblem problem;
    for (int i = 0; i < n; ++i) problem.add_unilateral();
    const Eigen::MatrixXd w_n = random.matrix(n, n) + 2.0 * Eigen::MatrixXd::Identity(n, n);
    const Eigen::MatrixXd w_t = random.matrix(n, n);
    problem.g = w_n.transpose() * (w_n - 0.1 * w_t);  // mu = 0.1 leaves the normal parts dominant
    problem.c = random.vector(n);
    const Answer expected = by_newton(problem);
    const Answer answer = testing::solve(solver, problem);
    CAPTURE(trial);
    REQUIRE(expected.result.solved());
    CHECK(answer.result.solved());
    CHECK((answer.percussions - expected.percussions).norm() <= 1e-7);  // 1e-10 times the condition
  }
}

TEST_CASE("a hard inner problem and a slow outer one change the factor", "[prox][alternation]") {
  DenseContactProblem parallel;
  parallel.add_unilateral();
  parallel.add_unilateral();
  parallel.g.resize(2, 2);
  parallel.g << 1.0, 0.9999, 0.9999, 1.0;  // eigenvalue 1e-4: 1/(1 + r lambda) = 0.99 with the factor as given
  parallel.c = Eigen::Vector2d(-1.0, -0.9999);
  Alternation solver(options(100.0));
  const Answer answer = testing::solve(solver, parallel);
  CHECK(answer.result.solved());
  CHECK(answer.result.iterations <= 20);                                   // some 2300 at that rate
  CHECK((answer.percussions - Eigen::Vector2d(1.0, 0.0)).norm() <= 1e-5);  // 1e-10 over the eigenvalue
}

TEST_CASE("a problem without solution is not solved, and ends", "[prox][alternation]") {
  DenseContactProblem problem = single_contact();
  problem.g(0, 0) = 0.0;
  Alternation solver(options(100.0));
  const Answer answer = testing::solve(solver, problem);
  CHECK(answer.result.status == SolverStatus::iteration_limit);
  CHECK(answer.result.residual > 0.1);
}

TEST_CASE("a factor that is not positive is refused", "[prox][alternation]") {
  for (const double factor : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    CHECK(testing::complaint_of([&] { const Alternation solver(options(factor)); }).starts_with("factor "));
  }
}
