// The oracle must be right by inspection: every problem here is small enough to solve by hand.
#include <Eigen/Core>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/contact/lcp/enumeration.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/lcp.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::Lcp;

namespace {

// Solutions are sorted so that they can be compared one by one.
std::vector<std::vector<double>> sorted_solutions(const Lcp& lcp) {
  auto solutions = all_lcp_solutions(lcp.view(), 1e-12);
  std::sort(solutions.begin(), solutions.end());
  return solutions;
}

}  // namespace

TEST_CASE("enumeration tries all 2^n bases", "[enumeration]") {
  testing::Random random(2);
  Enumeration enumeration;
  for (int n = 1; n <= 10; ++n) {
    const Lcp lcp(random.positive_definite(n), random.vector(n));
    const auto answer = testing::solve(enumeration, lcp);
    CHECK(answer.result.iterations == (1 << n));
    CHECK(answer.result.solved());  // positive definite: exactly one solution
    CHECK(sorted_solutions(lcp).size() == 1);
  }
}

TEST_CASE("enumeration finds every solution of an LCP that has several", "[enumeration]") {
  SECTION("y_i = 1 - x_i: every corner of the unit square") {
    const Lcp lcp(-Eigen::Matrix2d::Identity(), Eigen::Vector2d(1.0, 1.0));
    const std::vector<std::vector<double>> corners = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    CHECK(sorted_solutions(lcp) == corners);
  }
  SECTION("coupling stronger than the diagonal: one body, the other, or both") {
    Eigen::Matrix2d a;
    a << 1, 2, 2, 1;
    const auto solutions = sorted_solutions(Lcp(a, Eigen::Vector2d(-1.0, -1.0)));
    REQUIRE(solutions.size() == 3);
    CHECK(solutions[0] == std::vector<double>{0, 1});
    CHECK(solutions[1][0] == Catch::Approx(1.0 / 3.0).epsilon(1e-14));
    CHECK(solutions[1][1] == Catch::Approx(1.0 / 3.0).epsilon(1e-14));
    CHECK(solutions[2] == std::vector<double>{1, 0});
  }
  SECTION("no diagonal: x = (1, 1) is the only way to lift both rows") {
    Eigen::Matrix2d a;
    a << 0, 1, 1, 0;
    const std::vector<std::vector<double>> only = {{1, 1}};
    CHECK(sorted_solutions(Lcp(a, Eigen::Vector2d(-1.0, -1.0))) == only);
  }
}

TEST_CASE("enumeration proves infeasibility", "[enumeration]") {
  Enumeration enumeration;
  SECTION("w = -z - 1") {
    const Lcp lcp(Eigen::MatrixXd::Constant(1, 1, -1.0), Eigen::VectorXd::Constant(1, -1.0));
    CHECK(testing::solve(enumeration, lcp).result.status == SolverStatus::infeasible);
    CHECK(sorted_solutions(lcp).empty());
  }
  SECTION("w = 0 z - 1: the equation of the basis contradicts itself") {
    const Lcp lcp(Eigen::MatrixXd::Zero(1, 1), Eigen::VectorXd::Constant(1, -1.0));
    CHECK(testing::solve(enumeration, lcp).result.status == SolverStatus::infeasible);
  }
  SECTION("a row that is negative for every z >= 0") {
    Eigen::Matrix3d a;
    a << -1, 0, -3, 1, -2, -5, -2, -1, -2;
    CHECK(testing::solve(enumeration, Lcp(a, Eigen::Vector3d(-3, -2, -1))).result.status == SolverStatus::infeasible);
  }
}

TEST_CASE("enumeration does not claim a proof that it does not have", "[enumeration]") {
  // y_1 = 0, y_2 = x_1 - 2 x_2 - 1: (1, 0) solves, but lies on a singular basis, of which the elimination takes the
  // point (0, -1/2).
  Eigen::Matrix2d a;
  a << 0, 0, 1, -2;
  Enumeration enumeration;
  CHECK(testing::solve(enumeration, Lcp(a, Eigen::Vector2d(0, -1))).result.status == SolverStatus::singular);
}

TEST_CASE("an ill-conditioned basis is no proof of infeasibility", "[enumeration]") {
  // Positive definite, hence solvable, with a condition number of 2/d: x is of the order 1/d, and rounding of A x may
  // exceed any tolerance relative to b.
  for (const double d : {1e-3, 1e-6, 1e-8, 1e-10, 1e-12, 1e-15}) {
    CAPTURE(d);
    Eigen::Matrix2d a;
    a << 1.0, -1.0 + d, -1.0 + d, 1.0;
    Enumeration enumeration;
    const auto status = testing::solve(enumeration, Lcp(a, Eigen::Vector2d(-1.0, -1.3))).result.status;
    CHECK(status != SolverStatus::infeasible);
    if (d >= 1e-3) CHECK(status == SolverStatus::solved);
  }
}

TEST_CASE("enumeration finds a solution on a singular basis where its vertex qualifies", "[enumeration]") {
  // y_1 = 0, y_2 = x_1 - x_2 - 1, solved by (1, 0).
  Eigen::Matrix2d a;
  a << 0, 0, 1, -1;
  Enumeration enumeration;
  const auto answer = testing::solve(enumeration, Lcp(a, Eigen::Vector2d(0, -1)));
  CHECK(answer.result.solved());
  CHECK(answer.x == Eigen::Vector2d(1, 0));
}

TEST_CASE("enumeration knows its limit", "[enumeration]") {
  const int n = Enumeration::max_size + 1;
  const Lcp lcp(Eigen::MatrixXd::Identity(n, n), Eigen::VectorXd::Constant(n, -1.0));
  Enumeration enumeration;
  const auto answer = testing::solve(enumeration, lcp);
  CHECK(answer.result.status == SolverStatus::not_applicable);
  CHECK(answer.x == Eigen::VectorXd::Zero(n));
  std::string sentence;
  try {
    all_lcp_solutions(lcp.view(), 1e-12);
  } catch (const std::invalid_argument& error) {
    sentence = error.what();
  }
  CHECK(sentence.find("21") != std::string::npos);
  CHECK(sentence.find("at most 20") != std::string::npos);
}
