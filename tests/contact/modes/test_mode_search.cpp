// The searches for the modes of a few contacts: right, or the percussions as they were.
#include <cmath>

#include "solvers/contact/modes/mode_search.hpp"
#include "solvers/contact/modes/spatial_mode_search.hpp"
#include "solvers/linear_algebra/small_system.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using Eigen::VectorXd;
using testing::DenseContactProblem;

namespace {

// Both searches promise velocities of a hundredth of the tolerance; the sum over the laws stays below this.
constexpr double mode_tolerance = 1e-10;

struct Found {
  bool found = false;
  VectorXd percussions;
  int sweeps = 0;
};

template <class Search>
Found search_from(const Search& search, const DenseContactProblem& problem, const VectorXd& guess) {
  Found result{false, guess, 0};
  const std::span<double> percussions(result.percussions.data(), static_cast<std::size_t>(guess.size()));
  result.found = search(problem.view(), percussions, mode_tolerance, result.sweeps);
  return result;
}

double residual(const DenseContactProblem& problem, const VectorXd& percussions) {
  return contact_residual(problem.view(), {percussions.data(), static_cast<std::size_t>(percussions.size())});
}

// `columns` of G overwritten, which makes it unsymmetric and singular at times.
template <class Search>
void check_right_or_untouched(const Search& search, int tangents, int most_contacts, int columns, int most_sweeps) {
  testing::Random random(84);
  int found = 0;
  int left = 0;
  for (int trial = 0; trial < 300; ++trial) {
    CAPTURE(trial);
    DenseContactProblem problem = testing::random_contacts(random, 1 + trial % most_contacts, tangents, 1.5, 0.2);
    if (trial % 3 == 0) problem.g.rightCols(columns).setOnes();
    const double guess_size = std::pow(10.0, trial % 7 == 0 ? trial % 21 : 0);  // garbage at times, up to 1e20
    const VectorXd guess = random.vector(problem.size(), 0.0, guess_size);
    const Found result = search_from(search, problem, guess);
    if (result.found) {
      ++found;
      CHECK(residual(problem, result.percussions) <= mode_tolerance);
    } else {
      ++left;
      CHECK(result.percussions == guess);
    }
    CHECK(result.sweeps <= most_sweeps);
  }
  CHECK(found >= 150);
  CHECK(left >= 5);
}

}  // namespace

TEST_CASE("planar contacts by their modes: right, or left as they were", "[modes]") {
  check_right_or_untouched(mode_search, 1, 10, 2, 12);
}

TEST_CASE("spatial contacts by their modes: right, or left as they were", "[modes]") {
  check_right_or_untouched(spatial_mode_search, 2, 4, 3, 24 * 5);
}

TEST_CASE("spatial contacts: nearly all mechanical problems by their modes, few sweeps and steps", "[modes]") {
  testing::Random random(85);
  constexpr int trials = 400;
  int found = 0;
  int sweeps = 0;
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const DenseContactProblem problem = testing::random_contacts(random, 1 + trial % 4, 2, 1.0, 0.3);
    const Found result = search_from(spatial_mode_search, problem, VectorXd::Zero(problem.size()));
    sweeps += result.sweeps;
    if (!result.found) continue;
    ++found;
    REQUIRE(residual(problem, result.percussions) <= mode_tolerance);
    // From the answer: nothing is left to do but to see it.
    const Found again = search_from(spatial_mode_search, problem, result.percussions);
    CHECK(again.found);
    CHECK(again.sweeps <= 2);
  }
  CHECK(found >= trials * 95 / 100);
  CHECK(sweeps <= 8 * trials);
}

TEST_CASE("spatial contacts without friction, and with mu = 0", "[modes]") {
  testing::Random random(86);
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.add_frictional(0.0, 2);
  problem.add_frictional(0.5, 2);
  problem.g = random.positive_definite(7, 0.5);
  problem.c = random.vector(7, -1.0, -0.2);
  const Found result = search_from(spatial_mode_search, problem, VectorXd::Constant(7, 0.3));
  REQUIRE(result.found);
  CHECK(residual(problem, result.percussions) <= mode_tolerance);
  CHECK(result.percussions(2) == 0.0);
  CHECK(result.percussions(3) == 0.0);
}

TEST_CASE("a block that slides: percussion and direction in closed form", "[modes]") {
  // A unit mass that hits with velocity -1 and slides with (2, 1) sqrt(0.2): P_N = 1, P_T = -mu (2, 1) / sqrt 5.
  DenseContactProblem problem;
  constexpr double mu = 0.4;
  problem.add_frictional(mu, 2);
  problem.g = Eigen::Matrix3d::Identity();
  problem.c = Eigen::Vector3d(-1.0, 2.0 * std::sqrt(0.2), std::sqrt(0.2));
  const Found result = search_from(spatial_mode_search, problem, VectorXd::Zero(3));
  REQUIRE(result.found);
  CHECK(result.sweeps == 1);
  constexpr double rounding = 4e-16;  // of a few operations with numbers of size 1
  CHECK(std::abs(result.percussions(0) - 1.0) <= rounding);
  CHECK(std::abs(result.percussions(1) + 2.0 * mu / std::sqrt(5.0)) <= rounding);
  CHECK(std::abs(result.percussions(2) + mu / std::sqrt(5.0)) <= rounding);
}

TEST_CASE("what is not of the kind is left alone", "[modes]") {
  testing::Random random(87);
  const auto untouched = [](const auto& search, const DenseContactProblem& problem) {
    const VectorXd guess = VectorXd::Constant(problem.size(), 0.25);
    const Found result = search_from(search, problem, guess);
    return !result.found && result.percussions == guess;
  };
  CHECK(untouched(spatial_mode_search, testing::random_contacts(random, 5, 2, 0.5, 1.0)));
  CHECK(untouched(spatial_mode_search, testing::random_contacts(random, 3, 1, 0.5, 1.0)));
  CHECK(untouched(mode_search, testing::random_contacts(random, 2, 2, 0.5, 1.0)));
  CHECK(untouched(mode_search, testing::random_contacts(random, 11, 1, 0.5, 1.0)));
  DenseContactProblem disc;
  disc.add(LawKind::tresca, 2, 0.3);
  disc.add_unilateral();
  disc.g = random.positive_definite(3, 1.0);
  disc.c = random.vector(3);
  CHECK(untouched(spatial_mode_search, disc));
  const ContactProblem sparse = testing::sparse_form(testing::random_contacts(random, 2, 2, 0.5, 1.0), 3);
  std::vector<double> percussions(6, 0.25);
  int sweeps = 0;
  CHECK_FALSE(spatial_mode_search(sparse.view(), percussions, mode_tolerance, sweeps));
}

TEST_CASE("a box at rest on more contacts than hold it is found in one sweep", "[modes]") {
  // A unit mass with unit moment of inertia on contacts in a row, 0.5 below its centre; gravity in a step of 1 ms.
  for (const bool frictional : {true, false}) {
    for (int contacts = 3; contacts <= 4; ++contacts) {
      CAPTURE(frictional, contacts);
      DenseContactProblem problem;
      const int each = frictional ? 2 : 1;
      Eigen::MatrixXd w(3, contacts * each);
      for (int k = 0; k < contacts; ++k) {
        if (frictional) {
          problem.add_frictional(0.5, 1);
          w.col(2 * k + 1) = Eigen::Vector3d(1.0, 0.0, 0.5);
        } else {
          problem.add_unilateral();
        }
        w.col(each * k) = Eigen::Vector3d(0.0, 1.0, k - 0.5 * (contacts - 1));
      }
      problem.g = w.transpose() * w;
      problem.c = w.transpose() * Eigen::Vector3d(0.0, -9.81e-3, 0.0);
      const Found result = search_from(mode_search, problem, VectorXd::Zero(problem.size()));
      REQUIRE(result.found);
      CHECK(result.sweeps == 1);
      CHECK(residual(problem, result.percussions) <= mode_tolerance);
      double support = 0.0;
      for (int k = 0; k < contacts; ++k) support += result.percussions(each * k);
      CHECK(std::abs(support - 9.81e-3) <= 9.81e-3 * mode_tolerance);
    }
  }
}

TEST_CASE("without friction, modes that a solution contradicts change until one confirms them", "[modes]") {
  testing::Random random(89);
  constexpr int trials = 300;
  int first_sweep = 0;
  int found = 0;
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    DenseContactProblem problem;
    for (int k = 0; k < 8; ++k) problem.add_unilateral();
    problem.g = random.positive_definite(8, 0.05);
    problem.c = random.vector(8);
    const Found result = search_from(mode_search, problem, VectorXd::Zero(8));
    if (!result.found) continue;
    ++found;
    first_sweep += result.sweeps == 1 ? 1 : 0;
    CHECK(residual(problem, result.percussions) <= mode_tolerance);
  }
  CHECK(found >= trials * 9 / 10);
  CHECK(first_sweep >= trials * 9 / 10);
}

TEST_CASE("of a singular system that has solutions, one is found, with zeros where there are no pivots", "[modes]") {
  testing::Random random(90);
  constexpr int size = 6;
  constexpr double solution_tolerance = 1e-11;  // rounding times the condition of these matrices
  for (int rank = 1; rank <= size; ++rank) {
    CAPTURE(rank);
    const Eigen::MatrixXd a = random.matrix(size, rank) * random.matrix(rank, size);
    const VectorXd b = a * random.vector(size);
    SmallSystem<size> system;
    system.size = size;
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) system.entry(i, j) = a(i, j);
      system.entry(i, size) = b(i);
    }
    system.solve_what_is_regular([](int) { return 1e-11; });
    VectorXd x(size);
    int zeros = 0;
    for (int k = 0; k < size; ++k) {
      x(k) = system.unknown(k);
      zeros += x(k) == 0.0 ? 1 : 0;
    }
    CHECK((a * x - b).cwiseAbs().maxCoeff() <= solution_tolerance);
    CHECK(zeros == size - rank);
  }
}

TEST_CASE("a small system is solved, a singular one refused", "[modes]") {
  testing::Random random(88);
  for (int size = 1; size <= 8; ++size) {
    const Eigen::MatrixXd a = random.matrix(size, size) + 2.0 * Eigen::MatrixXd::Identity(size, size);
    const VectorXd x = random.vector(size);
    const VectorXd b = a * x;
    SmallSystem<8> system;
    system.size = size;
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) system.entry(i, j) = a(i, j);
      system.entry(i, size) = b(i);
    }
    REQUIRE(system.solve([](int) { return 1e-12; }));
    constexpr double solution_tolerance = 1e-12;  // rounding times the condition of these matrices
    for (int k = 0; k < size; ++k) CHECK(std::abs(system.unknown(k) - x(k)) <= solution_tolerance);
  }
  SmallSystem<2> singular;
  singular.size = 2;
  singular.rows = {{{1.0, 2.0, 1.0}, {2.0, 4.0, 1.0}}};
  CHECK_FALSE(singular.solve([](int) { return 1e-12; }));
}
