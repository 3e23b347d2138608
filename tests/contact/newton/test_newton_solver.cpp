// The semismooth Newton method: steps, answers, and problems that must not stop it.
#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/contact/newton/newton_solver.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_problems.hpp"

using namespace nsdbench;
using Eigen::VectorXd;
using testing::Answer;
using testing::DenseContactProblem;

namespace {

// Newton's method alone, without sweeps of block relaxation: iterations are steps.
NewtonOptions steps_only(NewtonStorage storage = NewtonStorage::dense, double tolerance = 1e-12) {
  NewtonOptions options;
  options.storage = storage;
  options.solver.tolerance = tolerance;
  options.solver.max_iterations = 100;
  options.initial_sweeps = 0;
  options.relaxation_sweeps = 0;
  return options;
}

Answer solve_from(const NewtonOptions& options, const DenseContactProblem& problem, const VectorXd& guess) {
  NewtonSolver solver(options);
  return testing::solve_from(solver, problem, guess);
}

Answer solve(const NewtonOptions& options, const DenseContactProblem& problem) {
  return solve_from(options, problem, VectorXd::Zero(problem.size()));
}

// Largest difference of velocities, relative to max |c|.
double difference(const DenseContactProblem& problem, const VectorXd& p, const VectorXd& other) {
  return (problem.xi(p) - problem.xi(other)).lpNorm<Eigen::Infinity>() / problem.c.lpNorm<Eigen::Infinity>();
}

// Every kind of law, and friction carried by a normal in another place.
DenseContactProblem laws_out_of_order(testing::Random& random) {
  DenseContactProblem problem;
  const int first = problem.add_unilateral();
  problem.add_frictional(random.uniform(0.1, 0.6), 2);
  problem.add_frictional(random.uniform(0.1, 0.6), 1);
  problem.add(LawKind::coulomb, 1, random.uniform(0.1, 0.6), first);
  problem.add(LawKind::coulomb, 2, random.uniform(0.1, 0.6), first);
  problem.add(LawKind::coulomb, 1, random.uniform(0.1, 0.6), 1);
  problem.add(LawKind::tresca, 1, random.uniform(0.0, 0.3));
  problem.add(LawKind::tresca, 2, random.uniform(0.0, 0.3));
  problem.g = random.positive_definite(13, 1.0);
  problem.c = random.vector(13);
  for (const int normal : {0, 1, 4}) problem.c(normal) -= 1.0;
  return problem;
}

std::string refusal(double regularization) {
  NewtonOptions options;
  options.regularization = regularization;
  try {
    const NewtonSolver solver(options);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("near the answer two steps end planar problems: the modes decide, the rest is linear", "[newton]") {
  testing::Random random(71);
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    const DenseContactProblem problem = testing::random_contacts(random, 6, 1, 0.5, 0.5);
    // By sweeps first, as an independent answer.
    SolverOptions options;
    options.tolerance = 1e-13;
    const Answer exact = testing::solve(*make_contact_solver("psor_block", options), problem);
    REQUIRE(exact.result.solved());
    const double size = exact.percussions.lpNorm<Eigen::Infinity>();
    const Answer near =
        solve_from(steps_only(), problem, exact.percussions + 1e-6 * size * random.vector(problem.size()));
    CHECK(near.result.solved());
    // One step with the right modes, and one against the regularization of the first.
    CHECK(near.result.iterations <= 2);
    CHECK(difference(problem, near.percussions, exact.percussions) <= 1e-11);  // both residuals, times the condition
  }
}

TEST_CASE("near the answer spatial problems converge quadratically", "[newton]") {
  testing::Random random(72);
  int quadratic = 0;
  for (int trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    const DenseContactProblem problem = testing::random_contacts(random, 4, 2, 0.5, 0.5);
    SolverOptions options;
    options.tolerance = 1e-13;
    const Answer exact = testing::solve(*make_contact_solver("psor_block", options), problem);
    REQUIRE(exact.result.solved());
    const VectorXd direction = exact.percussions.lpNorm<Eigen::Infinity>() * random.vector(problem.size());
    const auto error_after_a_step = [&](double distance) {
      NewtonOptions one = steps_only(NewtonStorage::dense, 1e-300);
      one.solver.max_iterations = 1;
      one.regularization = 0.0;
      const VectorXd guess = exact.percussions + distance * direction;
      return difference(problem, solve_from(one, problem, guess).percussions, exact.percussions);
    };
    // A hundredth of the distance: a ten-thousandth of the error, down to the rounding and the 1e-13 of the reference.
    const double far = error_after_a_step(1e-3);
    const double near = error_after_a_step(1e-5);
    CAPTURE(far, near);
    CHECK(near <= 1e-3 * far + 1e-11);
    quadratic += far > 1e-8 ? 1 : 0;
    CHECK(solve_from(steps_only(), problem, exact.percussions + 1e-3 * direction).result.iterations <= 3);
  }
  CHECK(quadratic >= 10);  // the others do not slide: they end in one step
}

TEST_CASE("from zero, the velocities are those of Lemke's method and of block relaxation", "[newton]") {
  testing::Random random(73);
  int most = 0;
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    const int tangents = trial % 3;
    DenseContactProblem problem;
    if (tangents == 0) problem = testing::lcp(random.positive_definite(12, 0.5), random.vector(12));
    if (tangents > 0) problem = testing::random_contacts(random, 5, tangents, 0.4, 1.0);
    const Answer newton = solve(steps_only(), problem);
    CHECK(newton.result.solved());
    most = std::max(most, newton.result.iterations);
    SolverOptions options;
    options.tolerance = 1e-12;
    const Answer sweeps = testing::solve(*make_contact_solver("psor_block", options), problem);
    REQUIRE(sweeps.result.solved());
    CHECK(difference(problem, newton.percussions, sweeps.percussions) <= 1e-10);  // residuals times the condition
    CHECK(newton.modes == sweeps.modes);
    if (tangents == 2) continue;
    const Answer pivots = testing::solve(*make_contact_solver("lemke"), problem);
    REQUIRE(pivots.result.solved());
    CHECK(difference(problem, newton.percussions, pivots.percussions) <= 1e-10);
  }
  CHECK(most <= 20);
}

TEST_CASE("sparse and dense linear systems give the same steps, whatever G is stored in", "[newton][sparse]") {
  testing::Random random(74);
  for (int trial = 0; trial < 30; ++trial) {
    const int tangents = 1 + trial % 2;
    const int size = 1 + tangents;
    DenseContactProblem problem = testing::random_contacts(random, 6, tangents, 0.5, 0.5);
    // Contacts of a ring: neighbours act on each other.
    for (int j = 0; j < problem.size(); ++j) {
      for (int i = 0; i < problem.size(); ++i) {
        const int apart = std::abs(i / size - j / size);
        if (apart > 1 && apart < 5) problem.g(i, j) = 0.0;
      }
    }
    problem.g += 2.0 * Eigen::MatrixXd::Identity(problem.size(), problem.size());
    const Answer expected = solve(steps_only(), problem);
    CAPTURE(trial);
    REQUIRE(expected.result.solved());
    for (const NewtonStorage storage : {NewtonStorage::dense, NewtonStorage::sparse, NewtonStorage::by_size}) {
      for (const int block_size : {0, 1, 2, 3}) {
        CAPTURE(static_cast<int>(storage), block_size);
        NewtonSolver solver(steps_only(storage));
        const Answer answer = block_size == 0 ? testing::solve(solver, problem)
                                              : testing::solve(solver, testing::sparse_form(problem, block_size));
        CHECK(answer.result.solved());
        CHECK(answer.result.iterations == expected.result.iterations);
        CHECK(difference(problem, answer.percussions, expected.percussions) <= 1e-11);
      }
    }
  }
}

TEST_CASE("storage by size: dense up to the limit, sparse above it where G is sparse", "[newton][sparse]") {
  // Which of the two was at work shows in the last digits.
  testing::Random random(75);
  int told_apart = 0;
  for (int trial = 0; trial < 10; ++trial) {
    const DenseContactProblem problem = testing::random_contacts(random, 8, 1, 0.5, 0.5);
    const ContactProblem sparse = testing::sparse_form(problem, 2);
    const auto by = [&](NewtonStorage storage, int limit) {
      NewtonOptions options = steps_only(storage);
      options.dense_limit = limit;
      NewtonSolver solver(options);
      return testing::solve(solver, sparse).percussions;
    };
    CHECK(by(NewtonStorage::by_size, 1000) == by(NewtonStorage::dense, 0));
    CHECK(by(NewtonStorage::by_size, 0) == by(NewtonStorage::sparse, 0));
    told_apart += by(NewtonStorage::dense, 0) != by(NewtonStorage::sparse, 0) ? 1 : 0;
    // A dense G stays dense.
    NewtonOptions options = steps_only(NewtonStorage::by_size);
    options.dense_limit = 0;
    CHECK(solve(options, problem).percussions == solve(steps_only(), problem).percussions);
  }
  CHECK(told_apart >= 5);
}

TEST_CASE("entries of the Jacobian where a sparse G has none", "[newton][sparse]") {
  for (const NewtonStorage storage : {NewtonStorage::dense, NewtonStorage::sparse}) {
    CAPTURE(static_cast<int>(storage));
    DenseContactProblem problem;
    const int normal = problem.add_unilateral();
    problem.add(LawKind::coulomb, 2, 0.3, normal);
    problem.add(LawKind::coulomb, 2, 0.5, normal);
    problem.g = Eigen::MatrixXd::Identity(5, 5);
    problem.c.resize(5);
    problem.c << -1.0, 3.0, 4.0, 8.0, -6.0;
    // P_N = 1 and full friction against the slip: (-3, -4) 0.3 / 5 and (-8, 6) 0.5 / 10.
    VectorXd expected(5);
    expected << 1.0, -0.18, -0.24, -0.4, 0.3;
    SECTION("friction carried from elsewhere, without coupling") {}
    SECTION("friction that does not act on its own slip") { problem.g.bottomRightCorner(2, 2).setZero(); }
    SECTION("no friction acts on any slip") { problem.g.bottomRightCorner(4, 4).setZero(); }
    NewtonSolver solver(steps_only(storage));
    const Answer dense = testing::solve(solver, problem);
    const Answer sparse = testing::solve(solver, testing::sparse_form(problem, 1));
    for (const Answer& answer : {dense, sparse}) {
      CHECK(answer.result.solved());
      CHECK((answer.percussions - expected).norm() <= 1e-12);
    }
    CHECK(sparse.result.iterations == dense.result.iterations);
    CHECK(dense.result.iterations <= 4);
  }
}

TEST_CASE("every kind of law, and friction carried by a normal in another place", "[newton][laws]") {
  testing::Random random(76);
  int slid = 0;
  int stuck = 0;
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const DenseContactProblem problem = laws_out_of_order(random);
    const Answer newton = solve(steps_only(), problem);
    CHECK(newton.result.solved());
    SolverOptions options;
    options.tolerance = 1e-13;
    const Answer sweeps = testing::solve(*make_contact_solver("psor_block", options), problem);
    REQUIRE(sweeps.result.solved());
    CHECK(difference(problem, newton.percussions, sweeps.percussions) <= 1e-11);
    CHECK(newton.modes == sweeps.modes);
    for (std::size_t l = 0; l < problem.laws.size(); ++l) {
      if (problem.laws[l].kind != LawKind::tresca) continue;
      const double carried = newton.percussions.segment(problem.laws[l].offset, problem.laws[l].dimension).norm();
      CHECK(carried <= problem.laws[l].bound + 1e-11);  // the tolerance, in percussions
      ++(newton.modes[l] == Mode::constraint ? stuck : slid);
    }
  }
  CHECK(slid >= 20);
  CHECK(stuck >= 5);
}

TEST_CASE("Tresca friction: stick below it, slip at it, interval and disc", "[newton][laws]") {
  for (const double bound : {0.0, 1.0, 100.0}) {
    CAPTURE(bound);
    DenseContactProblem problem;
    problem.add(LawKind::tresca, 1, bound);
    problem.add(LawKind::tresca, 2, bound);
    problem.g = 2.0 * Eigen::Matrix3d::Identity();
    problem.c = Eigen::Vector3d(-8.0, 6.0, 8.0);
    // Stick would take 4 and (-3, -4).
    const Eigen::Vector3d stick(4.0, -3.0, -4.0);
    const Eigen::Vector3d slip(bound, -0.6 * bound, -0.8 * bound);
    const Answer answer = solve(steps_only(), problem);
    CHECK(answer.result.solved());
    CHECK((answer.percussions - (bound > 50.0 ? stick : slip)).norm() <= 1e-12);
  }
}

TEST_CASE("the order of the laws does not matter to any solver", "[newton][prox][laws]") {
  testing::Random random(77);
  for (const std::string& name : contact_solver_names()) {
    for (int trial = 0; trial < 8; ++trial) {
      const int tangents = 1 + trial % 2;
      CAPTURE(name, trial);
      const DenseContactProblem usual = testing::random_contacts(random, 3, tangents, 0.4, 1.0);
      std::vector<int> place;
      const DenseContactProblem moved = testing::normals_first(usual, place);
      const auto solver = make_contact_solver(name);
      const Answer expected = testing::solve(*solver, usual);
      if (expected.result.status == SolverStatus::not_applicable) continue;  // an LCP method
      REQUIRE(expected.result.solved());
      std::vector<Answer> answers = {testing::solve(*solver, moved)};
      for (const int block_size : {1, 3})
        answers.push_back(testing::solve(*solver, testing::sparse_form(moved, block_size)));
      for (const Answer& answer : answers) {
        CHECK(answer.result.solved());
        VectorXd back(usual.size());
        for (int i = 0; i < usual.size(); ++i) back(place[static_cast<std::size_t>(i)]) = answer.percussions(i);
        CHECK(difference(usual, back, expected.percussions) <= 1e-9);  // residuals of 1e-10, times the condition
      }
    }
  }
}

TEST_CASE("the line search and the regularization do their part", "[newton][globalization]") {
  SECTION("full steps run in a circle on a matrix whose principal minors are all positive") {
    const DenseContactProblem problem =
        testing::lcp((Eigen::Matrix3d() << 1, 2, 0, 0, 1, 2, 2, 0, 1).finished(), Eigen::Vector3d(-1.0, -1.0, -1.0));
    for (const Eigen::Vector3d& guess :
         {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(5, 0, 0.1)}) {
      const Answer answer = solve_from(steps_only(), problem, guess);
      CHECK(answer.result.solved());
      CHECK((answer.percussions - Eigen::Vector3d::Constant(1.0 / 3.0)).norm() <= 1e-12);
    }
  }
  SECTION("a singular system is regularized") {
    // Three contacts under one body: rank 1.
    const DenseContactProblem problem = testing::lcp(Eigen::Matrix3d::Ones(), Eigen::Vector3d::Constant(-3.0));
    const Answer answer = solve(steps_only(), problem);
    CHECK(answer.result.solved());
    CHECK(answer.result.iterations <= 3);
    // The step is the shortest one, to the regularization.
    CHECK((answer.percussions - Eigen::Vector3d::Ones()).norm() <= 1e-6);
    // And without: the raise after the first failure does it.
    NewtonOptions plain = steps_only();
    plain.regularization = 0.0;
    CHECK(solve(plain, problem).result.solved());
  }
  SECTION("a singular system of sticking contacts is regularized") {
    // Two planar contacts in the same place: rank 2 of 4.
    DenseContactProblem problem;
    problem.add_frictional(0.5);
    problem.add_frictional(0.5);
    problem.g.resize(4, 4);
    problem.g << 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1;
    problem.c = Eigen::Vector4d(-2.0, 0.25, -2.0, 0.25);
    for (const double raise : {0.0, 1e3}) {
      // In the other unit of the tangential percussions, which the regularization follows.
      if (raise > 0.0) {
        for (const int t : {1, 3}) {
          problem.g.row(t) *= raise;
          problem.g.col(t) *= raise;
          problem.c(t) *= raise;
        }
        problem.laws[1].bound = problem.laws[3].bound = 0.5 / raise;
      }
      const Answer answer = solve_from(steps_only(), problem, Eigen::Vector4d(1.0, 0.0, 1.0, 0.0));
      CHECK(answer.result.solved());
      CHECK(answer.result.iterations <= 3);
      const double unit = raise > 0.0 ? raise : 1.0;
      CHECK((answer.percussions - Eigen::Vector4d(1.0, -0.125 / unit, 1.0, -0.125 / unit)).norm() <= 1e-6);
    }
  }
  SECTION("the best percussions met are returned") {
    // No solution: xi_1 + xi_2 = -1. Steps grow beyond all bounds with less and less regularization.
    const DenseContactProblem problem =
        testing::lcp((Eigen::Matrix2d() << 1.0, -1.0, -1.0, 1.0).finished(), Eigen::Vector2d(-1.0, 0.0));
    const Eigen::Vector2d guess(3.5, 3.0);
    const Answer answer = solve_from(steps_only(), problem, guess);
    CHECK_FALSE(answer.result.solved());
    CHECK(answer.result.residual <= 0.5 + 1e-12);  // of the guess
    NewtonSolver with_sweeps;
    CHECK(testing::solve_from(with_sweeps, problem, guess).result.residual <= 0.5 + 1e-12);
  }
}

TEST_CASE("a negative or non-finite regularization is refused in a sentence", "[newton][options]") {
  for (const double bad : {-1e-9, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    CAPTURE(bad);
    CHECK(refusal(bad).find("regularization " + std::to_string(bad) + " is not allowed") == 0);
  }
  CHECK(refusal(0.0).empty());
  CHECK(refusal(1e-3).empty());
}

TEST_CASE("a dense method declines what would not fit into memory", "[newton]") {
  DenseContactProblem problem;
  constexpr int n = 8001;
  for (int i = 0; i < n; ++i) problem.add_unilateral();
  std::vector<BlockSparseMatrix::Entry> entries;
  for (int i = 0; i < n; ++i) entries.push_back({i, i, 1.0});
  ContactProblem large;
  large.laws = problem.laws;
  large.c.assign(n, -1.0);
  large.sparse = BlockSparseMatrix(n, 1, entries);
  NewtonSolver dense(steps_only());
  CHECK(testing::solve(dense, large).result.status == SolverStatus::not_applicable);
  NewtonSolver sparse(steps_only(NewtonStorage::by_size));
  const Answer answer = testing::solve(sparse, large);
  CHECK(answer.result.solved());
  CHECK((answer.percussions - VectorXd::Ones(n)).norm() <= 1e-6);  // the regularization of one step
}

TEST_CASE("relaxation ends where percussions leave the range of double", "[newton]") {
  // P_N would be 1e400. 16, 32 ... 1024 sweeps at each of 200 steps would tell no more than the first.
  ContactProblem problem;
  problem.add_frictional(0.5, 2);
  problem.c = {-1e200, 1.0, 1.0};
  problem.dense = {1e-200, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  std::vector percussions = {0.0, 0.0, 0.0};
  std::vector<Mode> modes(2);
  const SolverResult result = NewtonSolver().solve(problem.view(), percussions, modes);
  CHECK_FALSE(result.solved());
  CHECK(result.iterations < 1000);
}
