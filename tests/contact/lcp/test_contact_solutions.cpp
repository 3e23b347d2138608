// All solutions of small planar contact problems, and how many there are.
#include <algorithm>
#include <cmath>

#include "solvers/contact/lcp/contact_solutions.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"

using namespace nsdbench;
using testing::DenseContactProblem;

namespace {

DenseContactProblem one_contact(double g, double c) {
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.g = Eigen::MatrixXd::Constant(1, 1, g);
  problem.c = Eigen::VectorXd::Constant(1, c);
  return problem;
}

}  // namespace

TEST_CASE("a contact that is pulled in has none or two solutions", "[contact_solutions]") {
  CHECK(solvability(one_contact(0.5, -3.0).view()) == Solvability::one);
  CHECK(solvability(one_contact(0.5, 3.0).view()) == Solvability::one);
  CHECK(solvability(one_contact(-0.5, -3.0).view()) == Solvability::none);
  CHECK(all_contact_solutions(one_contact(-0.5, -3.0).view()).empty());
  const DenseContactProblem pulled = one_contact(-0.5, 3.0);
  CHECK(solvability(pulled.view()) == Solvability::several);
  auto solutions = all_contact_solutions(pulled.view());
  REQUIRE(solutions.size() == 2);
  std::ranges::sort(solutions);
  CHECK(solutions[0][0] == 0.0);
  CHECK(std::abs(solutions[1][0] - 6.0) <= 1e-15);
}

TEST_CASE("percussions that have no effect are no further solutions", "[contact_solutions]") {
  DenseContactProblem twice;
  twice.add_unilateral();
  twice.add_unilateral();
  twice.g = Eigen::MatrixXd::Constant(2, 2, 1.0);
  twice.c = Eigen::VectorXd::Constant(2, -1.0);
  CHECK(all_contact_solutions(twice.view()).size() > 1);
  CHECK(solvability(twice.view()) == Solvability::one);
}

TEST_CASE("friction splits its normal force off", "[contact_solutions]") {
  DenseContactProblem block;
  block.add_frictional(0.3);
  block.g = Eigen::MatrixXd::Identity(2, 2);
  block.c.resize(2);
  block.c << -2.0, 1.0;
  const auto solutions = all_contact_solutions(block.view());
  REQUIRE(solutions.size() == 1);
  CHECK(std::abs(solutions[0][0] - 2.0) <= 1e-15);
  CHECK(std::abs(solutions[0][1] + 0.6) <= 1e-15);
}

TEST_CASE("discs and many contacts are not enumerated", "[contact_solutions]") {
  DenseContactProblem disc;
  disc.add_frictional(0.3, 2);
  disc.g = Eigen::MatrixXd::Identity(3, 3);
  disc.c = Eigen::VectorXd::Constant(3, -1.0);
  CHECK(solvability(disc.view()) == Solvability::unknown);
  CHECK(all_contact_solutions(disc.view()).empty());
  DenseContactProblem many;
  for (int i = 0; i <= largest_enumerated; ++i) many.add_unilateral();
  many.g = Eigen::MatrixXd::Identity(largest_enumerated + 1, largest_enumerated + 1);
  many.c = Eigen::VectorXd::Constant(largest_enumerated + 1, -1.0);
  CHECK(solvability(many.view()) == Solvability::unknown);
}
