// Field cases by their numbers: how many sweeps, what a capped iteration leaves, what stays as it is from step to step.
// (That every solver has their right answers, or says that it has not, is tested with the problem sets.)
#include <Eigen/Core>
#include <cmath>
#include <string>
#include <vector>

#include "solvers/contact/newton/newton_solver.hpp"
#include "solvers/contact/prox/block_relaxation.hpp"
#include "solvers/contact/prox/prox_solver.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using Eigen::VectorXd;
using testing::Answer;
using testing::DenseContactProblem;

namespace {

constexpr double g_dt = 9.81e-3;  // a step of 1 ms

// Projected Gauss-Seidel: psor with r_i = 1 / G_ii.
ProxOptions gauss_seidel(double tolerance, int sweeps) {
  ProxOptions options;
  options.solver.tolerance = tolerance;
  options.solver.max_iterations = sweeps;
  return options;
}

// Sweeps until the residual, recomputed after every one, is within the tolerance.
int count_sweeps(const DenseContactProblem& problem, double tolerance) {
  BlockRelaxation relaxation;
  const VectorXd zero = VectorXd::Zero(problem.size());
  relaxation.begin(problem.view(), {zero.data(), static_cast<std::size_t>(zero.size())});
  std::vector<double> diagonal;
  for (int i = 0; i < problem.size(); ++i) diagonal.push_back(problem.g(i, i));
  int sweeps = 0;
  while (relaxation.residual() > tolerance && sweeps < 1000000) {
    relaxation.prox_sweep(diagonal, 1.0);
    ++sweeps;
  }
  return sweeps;
}

DenseContactProblem parallel_contacts() {
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.add_unilateral();
  problem.g.resize(2, 2);
  problem.g << 1.0, 0.9999, 0.9999, 1.0;
  problem.c = Eigen::Vector2d(-1.0, -1.0);
  return problem;
}

// The iterative solvers of the contact problem itself, not of an LCP made from it.
std::vector<std::string> iterative_solvers() {
  std::vector<std::string> names;
  for (const std::string& name : contact_solver_names()) {
    const bool by_lcp = name == "lemke" || name == "enumeration" || name.find("lcp_") == 0;
    if (!by_lcp && name != "portfolio") names.push_back(name);
  }
  return names;
}

// Planar block, m = 2, J = 1, on three contacts in a row at x = -1, 0, 1, its center 1 above them; W over (x, y, phi).
struct RestingBlock {
  Eigen::Matrix<double, 3, 6> w;
  Eigen::Vector3d inverse_mass{0.5, 0.5, 1.0};
  DenseContactProblem problem;

  explicit RestingBlock(double mu) {
    w << 0, 1, 0, 1, 0, 1,  //
        1, 0, 1, 0, 1, 0,   //
        -1, 1, 0, 1, 1, 1;
    for (int i = 0; i < 3; ++i) problem.add_frictional(mu);
    problem.g = w.transpose() * inverse_mass.asDiagonal() * w;
    problem.c = VectorXd::Zero(6);
  }
};

}  // namespace

TEST_CASE("A4: a degenerate index does not make Newton's method flip-flop", "[field][newton]") {
  DenseContactProblem problem;
  const int n = 8;
  problem.g = 2.0 * Eigen::MatrixXd::Identity(n, n);
  for (int i = 0; i < n; ++i) {
    problem.add_unilateral();
    if (i > 0) problem.g(i, i - 1) = problem.g(i - 1, i) = -1.0;
  }
  problem.c.resize(n);
  problem.c << -1, 2, -3, 1, -1, 4, -2, 1;
  VectorXd expected(n);
  expected << 5.0 / 6, 2.0 / 3, 5.0 / 2, 4.0 / 3, 7.0 / 6, 0, 1, 0;
  for (const char* name : {"newton", "newton_sparse"}) {
    SolverOptions options;
    options.tolerance = 1e-14;
    const Answer answer = testing::solve(*make_contact_solver(name, options), problem);
    CHECK(answer.result.solved());
    CHECK(answer.result.iterations <= 16 + 8);  // sweeps at the beginning, then a step for each index at most
    CHECK((answer.percussions - expected).norm() <= 1e-12);
  }
}

TEST_CASE("A6: small increments are not convergence", "[field][prox]") {
  const DenseContactProblem problem = parallel_contacts();
  SECTION("after two sweeps the residual is 1e-4, the error one half, and nobody says solved") {
    ProxSolver solver(gauss_seidel(1e-5, 2));
    const Answer answer = testing::solve(solver, problem);
    CHECK(answer.result.status == SolverStatus::iteration_limit);
    CHECK(answer.result.residual == Catch::Approx(1e-4).epsilon(1e-3));
    CHECK(std::abs(answer.percussions(0) - 1.0 / 1.9999) == Catch::Approx(0.49988).epsilon(1e-4));
  }
  SECTION("92 100 sweeps to a natural residual of 1e-12") {
    // |min(z, w)| is the residual of the suite here: 1 / r_i = G_ii = 1 and max |c| = 1. A sweep contracts by 0.9999^2.
    CHECK(std::abs(count_sweeps(problem, 1e-12) - 92100) <= 921);
    ProxSolver solver(gauss_seidel(1e-12, 200000));
    const Answer answer = testing::solve(solver, problem);
    CHECK(answer.result.solved());
    CHECK(std::abs(answer.result.iterations - 92100) <= 921);
    CHECK((answer.percussions - VectorXd::Constant(2, 1.0 / 1.9999)).norm() <= 1e-7);  // 1e-12 ||G^-1||, rounded up
  }
  SECTION("a Newton step does it at once") {
    NewtonSolver solver;
    const Answer answer = testing::solve(solver, problem);
    CHECK(answer.result.solved());
    CHECK(answer.result.iterations <= 16 + 3);
    CHECK((answer.percussions - VectorXd::Constant(2, 1.0 / 1.9999)).norm() <= 1e-6);
  }
}

TEST_CASE("A7: the sweeps a mass ratio costs", "[field][prox]") {
  // Light block below, R above: after k sweeps P = (1 - q^k) times the answer with q = R / (1 + R), and xi = (-q^k g
  // dt, 0): the residual, xi_1 / max |c|, is the relative error of the percussions. To 1e-8 it takes k = ln 1e-8 / ln
  // q.
  struct Count {
    double ratio;
    int sweeps;
  };
  for (const auto& [ratio, sweeps] : {Count{1.0, 27}, Count{10.0, 194}, Count{100.0, 1852}, Count{1000.0, 18430}}) {
    CAPTURE(ratio);
    const DenseContactProblem problem = testing::tower({1.0, ratio}, g_dt);
    const VectorXd exact = testing::tower_percussions({1.0, ratio}, g_dt);
    CHECK(sweeps == static_cast<int>(std::ceil(std::log(1e-8) / std::log(ratio / (1.0 + ratio)))));
    CHECK(count_sweeps(problem, 1e-8) == sweeps);
    // The solver looks at the residual when the change of a sweep, q^(k - 1) g dt, is within the tolerance: one later.
    ProxSolver solver(gauss_seidel(1e-8, 100000));
    const Answer answer = testing::solve(solver, problem);
    CHECK(answer.result.solved());
    CHECK(answer.result.iterations >= sweeps);
    CHECK(answer.result.iterations <= sweeps + 1);
    CHECK((answer.percussions - exact).norm() <= 1e-8 * exact.norm() * (1.0 + 1e-6));
    CHECK((answer.percussions - exact).norm() == Catch::Approx(answer.result.residual * exact.norm()).epsilon(1e-4));
  }
}

TEST_CASE("A7: fifty sweeps on a ratio of 100 leave 0.3884 of 0.9908, and say so", "[field][prox]") {
  const DenseContactProblem problem = testing::tower({1.0, 100.0}, g_dt);
  ProxSolver solver(gauss_seidel(1e-10, 50));
  const Answer answer = testing::solve(solver, problem);
  CHECK(answer.result.status == SolverStatus::iteration_limit);
  CHECK(answer.result.iterations == 50);
  // (1 - (100/101)^50) 101 g dt.
  CHECK(answer.percussions(0) == Catch::Approx((1.0 - std::pow(100.0 / 101.0, 50)) * 101.0 * g_dt).epsilon(1e-13));
  CHECK(std::abs(answer.percussions(0) - 0.3884) <= 5e-5);
  CHECK(std::abs(testing::tower_percussions({1.0, 100.0}, g_dt)(0) - 0.9908) <= 5e-5);
}

TEST_CASE("A9: a block on three contacts in a row: rest and resultants, not single percussions", "[field]") {
  const double dt = 0.01;
  const double g = 10.0;
  for (const double mu : {0.0, 0.5}) {
    for (const std::string& name : contact_solver_names()) {
      CAPTURE(name, mu);
      RestingBlock block(mu);
      const Eigen::Vector3d free(0.0, -g * dt, 0.0);
      block.problem.c = block.w.transpose() * free;
      SolverOptions options;
      options.tolerance = 1e-14;  // of a velocity of 0.1 m/s: u = 0 to 1e-15, twice the rounding of c
      options.max_iterations = name == "enumeration" || name == "portfolio" ? 0 : 20000;
      const Answer answer = testing::solve(*make_contact_solver(name, options), block.problem);
      if (answer.result.status == SolverStatus::not_applicable) continue;  // divides by a diagonal that vanishes
      REQUIRE(answer.result.solved());
      const Eigen::Vector3d u = free + block.inverse_mass.cwiseProduct(block.w * answer.percussions);
      CHECK(u.norm() <= 1e-13);
      const Eigen::Vector3d resultant = block.w * answer.percussions;
      CHECK((resultant - Eigen::Vector3d(0.0, 0.2, 0.0)).norm() <= 1e-13);
    }
  }
}

TEST_CASE("A10: a body at rest is not solved anew in every step", "[field][warm]") {
  const double dt = 5e-4;
  const double g = 10.0;
  for (const std::string& name : iterative_solvers()) {
    CAPTURE(name);
    RestingBlock block(0.5);
    SolverOptions options;
    options.tolerance = 1e-8;
    const auto solver = make_contact_solver(name, options);
    Eigen::Vector3d u = Eigen::Vector3d::Zero();
    Answer answer{{}, VectorXd::Zero(6), std::vector<Mode>(6)};
    VectorXd first;
    int iterations = 0;  // after the first step
    double change = 0.0;
    bool solved = true;
    for (int step = 0; step < 1000; ++step) {
      const Eigen::Vector3d free = u + Eigen::Vector3d(0.0, -g * dt, 0.0);
      block.problem.c = block.w.transpose() * free;
      answer.result = solver->solve(block.problem.view(), {answer.percussions.data(), 6}, answer.modes);
      solved = solved && answer.result.solved();
      u = free + block.inverse_mass.cwiseProduct(block.w * answer.percussions);
      if (step == 0) continue;
      if (step == 1) first = answer.percussions;
      iterations += answer.result.iterations;
      change = std::max(change, (answer.percussions - first).lpNorm<Eigen::Infinity>());
    }
    CAPTURE(iterations, change / (g * dt), u.norm() / (g * dt));
    CHECK(solved);
    // What a residual of 1e-8 leaves of the velocity is in the next step's c: about one iteration per step answers to
    // it.
    CHECK(iterations <= 2 * 999);
    CHECK(change <= 1e-7 * g * dt);
    CHECK(u.norm() <= 1e-7 * g * dt);
  }
}

TEST_CASE("C2: friction slows down a sliding mass in its own direction, whatever that is", "[field][spatial]") {
  // m = 1, mu = 0.3, speed 2, one step of 1 ms: the change of velocity is mu g dt against it.
  for (const std::string& name : contact_solver_names()) {
    CAPTURE(name);
    const auto solver = make_contact_solver(name);
    for (int k = 0; k < 24; ++k) {
      const double angle = 0.2617993877991494 * k + 0.1;
      const Eigen::Vector2d direction(std::cos(angle), std::sin(angle));
      DenseContactProblem problem;
      problem.add_frictional(0.3, 2);
      problem.g = Eigen::Matrix3d::Identity();
      problem.c.resize(3);
      problem.c << -g_dt, 2.0 * direction;
      const Answer answer = testing::solve(*solver, problem);
      if (answer.result.status == SolverStatus::not_applicable) continue;  // an LCP method has no disc
      REQUIRE(answer.result.solved());
      // A residual of 1e-10, relative to 2 m/s.
      CHECK(std::abs(answer.percussions(0) - g_dt) <= 2e-10);
      CHECK((answer.percussions.tail(2) + 0.3 * g_dt * direction).norm() <= 3e-10);
    }
  }
}
