// The portfolio: its paths agree, each failure has a fallback, and its status is right.
#include <Eigen/Core>
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "solvers/contact/selection/portfolio.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_problems.hpp"

using namespace nsdbench;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::Answer;
using testing::DenseContactProblem;

namespace {

Answer solve(const DenseContactProblem& problem, const SolverOptions& options = {}) {
  Portfolio portfolio(options);
  return testing::solve(portfolio, problem);
}

// `copies` of a problem side by side, without coupling: what is true of one is true of all of them.
DenseContactProblem side_by_side(const DenseContactProblem& problem, int copies) {
  DenseContactProblem many;
  const int n = problem.size();
  many.g = MatrixXd::Zero(copies * n, copies * n);
  many.c.resize(copies * n);
  for (int k = 0; k < copies; ++k) {
    const int first = static_cast<int>(many.laws.size());
    for (const SetValuedLaw& law : problem.laws) {
      many.add(law.kind, law.dimension, law.bound, law.kind == LawKind::coulomb ? first + law.normal : -1);
    }
    many.g.block(k * n, k * n, n, n) = problem.g;
    many.c.segment(k * n, n) = problem.c;
  }
  return many;
}

// Nothing lifts the contact, whatever is tried; friction in a disc keeps pivoting methods, and their proofs, away.
DenseContactProblem hopeless(int contacts) {
  DenseContactProblem problem;
  for (int i = 0; i < contacts; ++i) problem.add_frictional(0.5, 2);
  const int n = 3 * contacts;
  problem.g = MatrixXd::Identity(n, n);
  problem.c = VectorXd::Constant(n, -1.0);
  for (int i = 0; i < contacts; ++i) {
    problem.g(3 * i, 3 * i) = 0.0;
    problem.g(3 * i, (3 * i + 3) % n) = -1.0;
  }
  return problem;
}

// Two contacts, not a Delassus matrix, large friction: of the sort at which pivoting with a single covering vector ends
// on rays although there is a solution. All numbers are multiples of 1/4.
DenseContactProblem two_rough_contacts(double mu_1, double mu_2, const Eigen::Matrix4d& g, const Eigen::Vector4d& c) {
  DenseContactProblem problem;
  problem.add_frictional(mu_1);
  problem.add_frictional(mu_2);
  problem.g = g;
  problem.c = c;
  return problem;
}

// The answer of the fast path is replaced by a bad one.
class FailingFastPath : public Portfolio {
 public:
  static constexpr int pivots = 7;
  explicit FailingFastPath(SolverStatus status, const SolverOptions& options = {})
      : Portfolio(options), status_(status) {}

 protected:
  SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) override {
    Portfolio::attempt(problem, percussions);
    for (double& percussion : percussions) percussion = 1e3;
    return {status_, 0.0, pivots};
  }

 private:
  SolverStatus status_;
};

}  // namespace

TEST_CASE("the fast path and the rounds agree", "[portfolio]") {
  testing::Random random(81);
  for (int trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    // Standard form of 3 * 3 = 9 unknowns: Lemke's method. Five of it: 45 unknowns, the rounds.
    const DenseContactProblem few = testing::random_contacts(random, 3, 1, 0.4, 1.0);
    const DenseContactProblem many = side_by_side(few, 5);
    const Answer one = solve(few);
    const Answer all = solve(many);
    REQUIRE(one.result.solved());
    REQUIRE(all.result.solved());
    const VectorXd velocities = many.xi(all.percussions);
    for (int k = 0; k < 5; ++k) {
      // Residuals of 1e-10, times the condition.
      CHECK((velocities.segment(6 * k, 6) - few.xi(one.percussions)).norm() <= 1e-8);
    }
    CHECK(std::vector<Mode>(all.modes.begin(), all.modes.begin() + 6) == one.modes);
  }
}

TEST_CASE("where covering vectors of ones end on a ray, the portfolio finds the solution", "[portfolio]") {
  std::vector<DenseContactProblem> problems;
  problems.push_back(two_rough_contacts(
      3.5, 2.25,
      (Eigen::Matrix4d() << 1, 0, 0, -0.5, -0.5, -0.25, 0.75, -0.75, 0.5, 0.5, -0.75, 0.5, -0.5, 0, 1, 0.75).finished(),
      Eigen::Vector4d(-0.75, 0.0, -1.5, 0.0)));
  DenseContactProblem single;
  single.add_frictional(3.75);
  single.g = (Eigen::Matrix2d() << -0.75, 0.5, 0.0, -0.5).finished();
  single.c = Eigen::Vector2d(-0.25, 1.0);
  problems.push_back(single);
  single.laws[1].bound = 3.0;
  single.g << 0.0, 0.5, 0.75, -0.75;
  single.c << -1.0, 0.0;
  problems.push_back(single);

  for (const DenseContactProblem& problem : problems) {
    // All complementary bases: there is a solution.
    REQUIRE(testing::solve(*make_contact_solver("enumeration"), problem).result.solved());
    CHECK(solve(problem).result.solved());
    CHECK(solve(side_by_side(problem, 5)).result.solved());
  }
}

TEST_CASE("where the fast path fails, the rounds take over", "[portfolio]") {
  testing::Random random(85);
  for (int trial = 0; trial < 20; ++trial) {
    CAPTURE(trial);
    DenseContactProblem problem = testing::random_contacts(random, 3, 1, 0.4, 1.0);
    problem.c(0) = -1.0;  // zero percussions, the start, are no answer
    const Answer expected = solve(problem);
    FailingFastPath portfolio(SolverStatus::ray);
    const Answer answer = testing::solve(portfolio, problem);
    CHECK(answer.result.solved());
    CHECK(answer.result.iterations > FailingFastPath::pivots);  // those of the fast path, and what came after them
    CHECK((problem.xi(answer.percussions) - problem.xi(expected.percussions)).norm() <= 1e-8);
    // A proof is a proof: nothing follows it.
    FailingFastPath proven(SolverStatus::infeasible);
    CHECK(testing::solve(proven, problem).result.status == SolverStatus::infeasible);
    CHECK(testing::solve(proven, problem).result.iterations == FailingFastPath::pivots);
  }
  // Where the rounds do not succeed either, the ray is what is reported: it says more than a limit.
  SolverOptions options;
  options.max_iterations = 1;
  FailingFastPath portfolio(SolverStatus::ray, options);
  const DenseContactProblem nothing_lifts = testing::lcp(MatrixXd::Zero(1, 1), VectorXd::Constant(1, -1.0));
  CHECK(testing::solve(portfolio, nothing_lifts).result.status == SolverStatus::ray);
}

TEST_CASE("a proof of infeasibility is reported as such, on every path", "[portfolio]") {
  // A row that is nowhere positive and whose c is negative.
  const DenseContactProblem scalar = testing::lcp(MatrixXd::Constant(1, 1, -1.0), VectorXd::Constant(1, -1.0));
  const DenseContactProblem three = testing::lcp((Eigen::Matrix3d() << -1, 0, -3, 1, -2, -5, -2, -1, -2).finished(),
                                                 Eigen::Vector3d(-3.0, -2.0, -1.0));
  for (const DenseContactProblem& problem : {scalar, three}) {
    CHECK(solve(problem).result.status == SolverStatus::infeasible);
    CHECK(solve(side_by_side(problem, 15)).result.status == SolverStatus::infeasible);
  }
}

TEST_CASE("a hopeless problem ends with the rounds, or with the time", "[portfolio]") {
  SolverOptions options;
  options.max_iterations = 1;
  const Answer ended = solve(hopeless(2), options);
  CHECK(ended.result.status == SolverStatus::iteration_limit);
  // xi_N = -1 - P_N of the other contact: half of it may be hidden by a negative percussion, no more.
  CHECK(ended.result.residual >= 0.5 - 1e-6);

  // All seven rounds on forty contacts would take minutes.
  options.max_iterations = 0;
  options.time_limit = 0.05;
  const auto start = std::chrono::steady_clock::now();
  const Answer stopped = solve(hopeless(40), options);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  CHECK(stopped.result.status == SolverStatus::time_limit);
  // Between two looks at the clock there are at most sixteen sweeps, or one Newton step, of some ten microseconds each;
  // the rest is for a busy machine.
  CHECK(taken.count() >= 0.05);
  CHECK(taken.count() <= 2.0);
}

TEST_CASE("never worse than the start", "[portfolio]") {
  testing::Random random(82);
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    // Problems it solves, some it cannot, small and large ones.
    DenseContactProblem problem;
    switch (trial % 5) {
      case 0:
        problem = testing::random_contacts(random, 3, 1, 0.5, 0.5);
        break;
      case 1:
        problem = testing::random_contacts(random, 6, 2, 0.5, 0.5);
        break;
      case 2:
        problem = hopeless(2);
        break;
      case 3:  // xi_1 = -1e-3 whatever P
        problem = testing::lcp((Eigen::Matrix2d() << 0.0, 0.0, 1.0, 1.0).finished(), Eigen::Vector2d(-1e-3, -1.0));
        break;
      default:
        problem = side_by_side(
            testing::lcp((Eigen::Matrix2d() << 0.0, 0.0, 1.0, 1.0).finished(), Eigen::Vector2d(-1e-3, -1.0)), 9);
        break;
    }
    SolverOptions options;
    options.max_iterations = 2;
    const VectorXd guess = random.vector(problem.size(), 0.0, 1.0);
    const double before = contact_residual(problem.view(), {guess.data(), static_cast<std::size_t>(guess.size())});
    Portfolio portfolio(options);
    const Answer answer = testing::solve_from(portfolio, problem, guess);
    CHECK(answer.result.residual <= before);
    // From its own answer it does not go astray either.
    const Answer again = testing::solve_from(portfolio, problem, answer.percussions);
    CHECK(again.result.residual <= std::max(answer.result.residual, options.tolerance));
  }
}

TEST_CASE("a proof of infeasibility leaves the better of start and answer", "[portfolio]") {
  // 2 w_1 + w_2 = -2 whatever z: no solution. The best are the z with w_1 = w_2 = -2/3.
  const DenseContactProblem problem =
      testing::lcp((Eigen::Matrix2d() << 1.0, -2.0, -2.0, 4.0).finished(), Eigen::Vector2d(-1.0, 0.0));
  const Eigen::Vector2d guess(6.0 + 1.0 / 3.0, 3.0);
  REQUIRE(testing::solve(*make_contact_solver("lemke"), problem).result.residual > 0.7);
  Portfolio portfolio;
  const Answer answer = testing::solve_from(portfolio, problem, guess);
  CHECK(answer.result.status == SolverStatus::infeasible);
  CHECK(answer.result.residual <= 2.0 / 3.0 + 1e-12);
}

TEST_CASE("an answer by pivots that is worse is not taken", "[portfolio]") {
  // 2 w_1 + w_2 = -2 whatever z: no solution, and Lemke's method ends far off. The best are the z with w_1 = w_2 =
  // -2/3.
  const DenseContactProblem pair =
      testing::lcp((Eigen::Matrix2d() << 1.0, -2.0, -2.0, 4.0).finished(), Eigen::Vector2d(-1.0, 0.0));
  const DenseContactProblem problem = side_by_side(pair, 10);
  VectorXd guess = VectorXd::Constant(20, 3.0);
  for (int i = 0; i < 20; i += 2) guess(i) = 6.0 + 1.0 / 3.0;
  const Answer pivots = testing::solve(*make_contact_solver("lemke"), problem);
  REQUIRE_FALSE(pivots.result.solved());
  REQUIRE(pivots.result.residual > 0.7);
  SolverOptions options;
  options.max_iterations = 2;
  Portfolio portfolio(options);
  const Answer answer = testing::solve_from(portfolio, problem, guess);
  CHECK_FALSE(answer.result.solved());
  CHECK(answer.result.residual <= 2.0 / 3.0 + 1e-12);  // of the guess
}

TEST_CASE("from any finite start, however large, the answer is that of the problem", "[portfolio]") {
  testing::Random random(501);
  Portfolio portfolio;
  for (int trial = 0; trial < 200; ++trial) {
    CAPTURE(trial);
    const int tangents = trial % 2 + 1;
    const DenseContactProblem problem = testing::random_contacts(random, 1 + trial % 12, tangents, 0.8, 0.5);
    const double size = std::pow(10.0, 3 * (trial % 34));
    const VectorXd guess = random.vector(problem.size(), -size, size);
    const Answer answer = testing::solve_from(portfolio, problem, guess);
    REQUIRE(answer.result.solved());
    // Velocities are unique where G is positive definite and friction moderate.
    const Answer cold = testing::solve(portfolio, problem);
    REQUIRE(cold.result.solved());
    CHECK((problem.xi(answer.percussions) - problem.xi(cold.percussions)).norm() <= 1e-6);
  }
}

TEST_CASE("numbers near the limits: a spatial contact of immense mobility", "[portfolio]") {
  DenseContactProblem problem;
  problem.add_frictional(0.5, 2);
  problem.g = 1e308 * Eigen::Matrix3d::Identity();
  problem.c = Eigen::Vector3d(-1.0, 0.0, 0.0);
  const Answer answer = solve(problem);
  CHECK(answer.result.solved());
  CHECK(std::abs(answer.percussions(0) * 1e308 - 1.0) <= 1e-12);
}

TEST_CASE("friction coefficients beyond all measure are solved, or honestly not", "[portfolio]") {
  testing::Random random(500);
  Portfolio portfolio;
  for (const double mu : {1e3, 1e6, 1e8, 1e10}) {
    for (int trial = 0; trial < 40; ++trial) {
      CAPTURE(mu, trial);
      DenseContactProblem problem = testing::random_contacts(random, 1 + trial % 4, 1, 1.0, 0.3);
      for (SetValuedLaw& law : problem.laws) {
        if (law.kind == LawKind::coulomb) law.bound = mu;
      }
      CHECK(testing::solve(portfolio, problem).result.solved());
      for (const char* name : {"lemke", "enumeration"}) {
        CHECK(testing::solve(*make_contact_solver(name), problem).result.status != SolverStatus::infeasible);
      }
    }
  }
}

TEST_CASE("spatial, planar and frictionless problems, dense and sparse, all in one solver", "[portfolio]") {
  testing::Random random(83);
  Portfolio portfolio;
  for (int trial = 0; trial < 30; ++trial) {
    CAPTURE(trial);
    const int contacts = 1 + trial % 9;
    const int tangents = trial % 3;
    DenseContactProblem problem;
    if (tangents == 0) {
      problem = testing::lcp(random.positive_definite(contacts, 0.5), random.vector(contacts));
    } else {
      problem = testing::random_contacts(random, contacts, tangents, 0.4, 1.0);
    }
    const Answer dense = testing::solve(portfolio, problem);
    const Answer sparse = testing::solve(portfolio, testing::sparse_form(problem, 1 + tangents));
    REQUIRE(dense.result.solved());
    REQUIRE(sparse.result.solved());
    CHECK((problem.xi(dense.percussions) - problem.xi(sparse.percussions)).norm() <= 1e-8);
  }
}
