// Sweeps over the contacts: percussions and velocities belong together, whatever the order of laws and the storage.
#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "solvers/contact/contact_blocks.hpp"
#include "solvers/contact/prox/block_relaxation.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using Eigen::VectorXd;
using testing::DenseContactProblem;

namespace {

// Some 20 products for each velocity and sweep, numbers of order one.
constexpr double relaxation_rounding = 1e-13;

VectorXd vector_of(std::span<const double> numbers) {
  return Eigen::Map<const VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

std::span<const double> numbers_of(const VectorXd& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

// 1 / r_i of the residual, a coordinate each.
std::vector<double> residual_factors(const ContactProblemView& problem) {
  std::vector<double> inverse_r;
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    for (int k = 0; k < problem.laws[l].dimension; ++k) inverse_r.push_back(inverse_prox_parameter(problem, l));
  }
  return inverse_r;
}

// Contacts of one sort, some of them far from each other, and Tresca friction if the blocks are single laws.
DenseContactProblem chain(testing::Random& random, int contacts, int tangents) {
  DenseContactProblem problem;
  for (int i = 0; i < contacts; ++i) {
    if (tangents == 0) problem.add_unilateral();
    if (tangents > 0) problem.add_frictional(random.uniform(0.1, 0.8), tangents);
  }
  const int size = 1 + tangents;
  const int n = contacts * size;
  problem.g = random.positive_definite(n, 0.5);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      if (std::abs(i / size - j / size) > 1) problem.g(i, j) = 0.0;
    }
  }
  problem.g += 3.0 * Eigen::MatrixXd::Identity(n, n);
  problem.c = random.vector(n);
  for (int i = 0; i < contacts; ++i) problem.c(i * size) = random.uniform(-1.0, 0.1);
  return problem;
}

// Sweeps of both kinds; `after` receives the percussions.
void check_sweeps(const ContactProblemView& view, const DenseContactProblem& problem, const VectorXd& guess,
                  VectorXd& after) {
  BlockRelaxation relaxation;
  relaxation.begin(view, numbers_of(guess));
  const std::vector<double> inverse_r = residual_factors(view);
  for (int sweep = 0; sweep < 6; ++sweep) {
    const VectorXd before = vector_of(relaxation.percussions());
    const double change = sweep % 2 == 0 ? relaxation.exact_sweep(1.0) : relaxation.prox_sweep(inverse_r, 0.7);
    after = vector_of(relaxation.percussions());
    // Velocities carried over are those of the percussions.
    CHECK((vector_of(relaxation.velocities()) - problem.xi(after)).norm() <= relaxation_rounding);
    // The change is the largest one, as a velocity relative to max |c|.
    double expected = 0.0;
    for (int i = 0; i < problem.size(); ++i) {
      expected = std::max(expected, inverse_r[static_cast<std::size_t>(i)] * std::abs(after(i) - before(i)));
    }
    CHECK(change ==
          Catch::Approx(expected / problem.c.cwiseAbs().maxCoeff()).epsilon(1e-9).margin(relaxation_rounding));
    if (sweep < 2) CHECK(change > 1e-3);
  }
  CHECK(relaxation.residual() == Catch::Approx(contact_residual(view, numbers_of(after))).epsilon(1e-9).margin(1e-15));
}

}  // namespace

TEST_CASE("velocities follow the percussions in dense and in sparse storage", "[prox][relaxation]") {
  testing::Random random(31);
  for (const int tangents : {0, 1, 2}) {
    for (int trial = 0; trial < 10; ++trial) {
      CAPTURE(tangents, trial);
      const int contacts = 6;  // sizes 6, 12, 18: divisible by every block size
      const DenseContactProblem problem = chain(random, contacts, tangents);
      const VectorXd guess = random.vector(problem.size(), 0.0, 0.1);
      VectorXd dense;
      check_sweeps(problem.view(), problem, guess, dense);
      // Blocks of the contacts, of single coordinates, and some that cut across the contacts.
      for (const int block_size : {1, 2, 3}) {
        CAPTURE(block_size);
        const ContactProblem sparse = testing::sparse_form(problem, block_size);
        VectorXd answer;
        check_sweeps(sparse.view(), problem, guess, answer);
        CHECK((answer - dense).norm() <= relaxation_rounding);
      }
    }
  }
}

TEST_CASE("the order of the laws does not change what the sweeps do", "[prox][relaxation]") {
  testing::Random random(32);
  for (const int tangents : {1, 2}) {
    const DenseContactProblem usual = chain(random, 6, tangents);
    std::vector<int> place;
    const DenseContactProblem moved = testing::normals_first(usual, place);
    const VectorXd guess = random.vector(usual.size(), 0.0, 0.1);
    VectorXd moved_guess(usual.size());
    for (int i = 0; i < usual.size(); ++i) moved_guess(i) = guess(place[static_cast<std::size_t>(i)]);
    VectorXd expected;
    check_sweeps(usual.view(), usual, guess, expected);
    const auto check_moved = [&](const ContactProblemView& view) {
      VectorXd answer;
      check_sweeps(view, moved, moved_guess, answer);
      for (int i = 0; i < usual.size(); ++i) {
        CHECK(std::abs(answer(i) - expected(place[static_cast<std::size_t>(i)])) <= relaxation_rounding);
      }
    };
    check_moved(moved.view());
    for (const int block_size : {1, 2, 3}) check_moved(testing::sparse_form(moved, block_size).view());
  }
}

TEST_CASE("an exact sweep leaves every contact it visits solved", "[prox][relaxation]") {
  testing::Random random(33);
  for (const int tangents : {0, 1, 2}) {
    // Contacts without coupling: one sweep solves all of them.
    DenseContactProblem problem = chain(random, 5, tangents);
    const int size = 1 + tangents;
    for (int j = 0; j < problem.size(); ++j) {
      for (int i = 0; i < problem.size(); ++i) {
        if (i / size != j / size) problem.g(i, j) = 0.0;
      }
    }
    BlockRelaxation relaxation;
    const VectorXd zero = VectorXd::Zero(problem.size());
    relaxation.begin(problem.view(), numbers_of(zero));
    CHECK(relaxation.residual() > 1e-3);
    relaxation.exact_sweep(1.0);
    CHECK(relaxation.residual() <= relaxation_rounding);
  }
}

TEST_CASE("a contact without an exact solution takes a prox step", "[prox][relaxation]") {
  // G = 0 in the first contact, whose percussion does nothing to itself: 1/r is its largest entry, 1/2.
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.add_unilateral();
  problem.add(LawKind::tresca, 1, 3.0);
  problem.g.resize(3, 3);
  problem.g << 0.0, 0.5, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0;
  problem.c = Eigen::Vector3d(-1.0, -1.0, -2.0);
  BlockRelaxation relaxation;
  const VectorXd zero = VectorXd::Zero(3);
  relaxation.begin(problem.view(), numbers_of(zero));
  relaxation.exact_sweep(1.0);
  // P_1 = 1 / (1/2) = 2; then xi_2 = 0; the friction, 1/r = 1 for want of entries, goes to 2.
  CHECK(vector_of(relaxation.percussions()) == Eigen::Vector3d(2.0, 0.0, 2.0));
}

TEST_CASE("set_percussions recomputes the velocities", "[prox][relaxation]") {
  testing::Random random(34);
  const DenseContactProblem problem = chain(random, 4, 2);
  BlockRelaxation relaxation;
  const VectorXd zero = VectorXd::Zero(problem.size());
  relaxation.begin(problem.view(), numbers_of(zero));
  CHECK(vector_of(relaxation.velocities()) == problem.c);
  const VectorXd p = random.vector(problem.size());
  relaxation.set_percussions(numbers_of(p));
  CHECK(vector_of(relaxation.percussions()) == p);
  CHECK((vector_of(relaxation.velocities()) - problem.xi(p)).norm() <= relaxation_rounding);
}

TEST_CASE("blocks: a unilateral law with the first friction it carries, others on their own", "[prox][blocks]") {
  DenseContactProblem problem;
  const int first = problem.add_unilateral();                        // coordinate 0
  problem.add(LawKind::tresca, 2, 0.25);                             // 1, 2
  const int second = problem.add_unilateral();                       // 3
  problem.add(LawKind::coulomb, 2, 0.5, second);                     // 4, 5
  problem.add(LawKind::coulomb, 1, 0.75, first);                     // 6
  problem.add(LawKind::coulomb, 1, 0.125, first);                    // 7
  problem.g = Eigen::VectorXd::LinSpaced(8, 1.0, 8.0).asDiagonal();  // 1 .. 8
  problem.c = Eigen::VectorXd::LinSpaced(8, -3.0, 0.5);
  ContactBlocks blocks;
  blocks.build(problem.view());
  REQUIRE(blocks.blocks().size() == 4);
  CHECK(blocks.reference_velocity() == 3.0);

  const ContactBlock& a = blocks.blocks()[0];
  CHECK(a.frictional());
  CHECK((a.normal == 0 && a.tangential == 6 && a.dimension == 1 && a.normal_law == 0 && a.bound == 0.75));
  CHECK((a.inverse_r_normal == 1.0 && a.inverse_r_tangential == 7.0));
  const ContactBlock& b = blocks.blocks()[1];
  CHECK((b.normal == 3 && b.tangential == 4 && b.dimension == 2 && b.normal_law == 3 && b.bound == 0.5));
  CHECK((b.inverse_r_normal == 4.0 && b.inverse_r_tangential == 5.5));
  const ContactBlock& c = blocks.blocks()[2];
  CHECK_FALSE(c.frictional());
  CHECK((c.normal == -1 && c.tangential == 1 && c.dimension == 2 && c.normal_law == -1 && c.bound == 0.25));
  const ContactBlock& d = blocks.blocks()[3];
  CHECK((d.normal == -1 && d.tangential == 7 && d.dimension == 1 && d.normal_law == 0 && d.bound == 0.125));
}

TEST_CASE("the residual from velocities at hand is that of the problem", "[prox][blocks]") {
  testing::Random random(35);
  for (int trial = 0; trial < 100; ++trial) {
    DenseContactProblem problem;
    const int first = problem.add_unilateral();
    problem.add_frictional(random.uniform(0.0, 1.0), 2);
    problem.add_frictional(random.uniform(0.0, 1.0), 1);
    problem.add(LawKind::coulomb, 2, random.uniform(0.0, 1.0), first);
    problem.add(LawKind::tresca, 1, random.uniform(0.0, 1.0));
    problem.add(LawKind::tresca, 2, random.uniform(0.0, 1.0));
    problem.g = random.positive_definite(11);
    if (trial % 4 == 0) problem.g.diagonal()(trial % 11) = 0.0;
    problem.c = trial % 10 == 0 ? VectorXd::Zero(11).eval() : random.vector(11);
    const VectorXd p = random.vector(11);
    ContactBlocks blocks;
    blocks.build(problem.view());
    const VectorXd xi = problem.xi(p);
    CHECK(block_residual(blocks, p.data(), xi.data()) ==
          Catch::Approx(contact_residual(problem.view(), numbers_of(p))).epsilon(1e-12));  // sums in another order
  }
}
