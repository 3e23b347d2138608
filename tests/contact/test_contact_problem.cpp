// The contact problem's residual, modes and defects, and what ContactSolver::solve promises for any method.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contact/contact_problem.hpp"
#include "solvers/contact/fixed_contact_problem.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::DenseContactProblem;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
// A handful of operations on numbers of order one.
constexpr double rounding = 1e-15;

double residual(const DenseContactProblem& problem, const Eigen::VectorXd& p, std::span<Mode> modes = {}) {
  return contact_residual(problem.view(), {p.data(), static_cast<std::size_t>(p.size())}, modes);
}

// One unilateral contact: G = 2/kg.
DenseContactProblem ball(double c) {
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.g = Eigen::MatrixXd::Constant(1, 1, 2.0);
  problem.c = Eigen::VectorXd::Constant(1, c);
  return problem;
}

// A unit mass on a plane with uncoupled directions: mu = 0.5, c_N = -1 m/s, hence P_N = 1 N s.
DenseContactProblem block(const Eigen::VectorXd& c_T) {
  DenseContactProblem problem;
  problem.add_frictional(0.5, static_cast<int>(c_T.size()));
  problem.g = Eigen::MatrixXd::Identity(1 + c_T.size(), 1 + c_T.size());
  problem.c.resize(1 + c_T.size());
  problem.c << -1.0, c_T;
  return problem;
}

Eigen::VectorXd numbers(std::initializer_list<double> list) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(list.size()));
  std::copy(list.begin(), list.end(), v.data());
  return v;
}

bool contains(const char* sentence, std::string_view word) {
  return sentence != nullptr && std::string_view(sentence).find(word) != std::string_view::npos;
}

}  // namespace

TEST_CASE("residual of a single unilateral contact, by hand", "[contact][residual]") {
  std::array<Mode, 1> mode{};
  SECTION("it closes: P = -c / G") {
    CHECK(residual(ball(-3.0), numbers({1.5}), mode) == 0.0);
    CHECK(mode[0] == Mode::constraint);
  }
  SECTION("too small a percussion leaves the velocity xi = 2 * 1 - 3 = -1, of v_ref = 3") {
    CHECK(residual(ball(-3.0), numbers({1.0})) == Catch::Approx(1.0 / 3.0).epsilon(rounding));
  }
  SECTION("too large a percussion leaves xi = +1 with P > 0") {
    CHECK(residual(ball(-3.0), numbers({2.0})) == Catch::Approx(1.0 / 3.0).epsilon(rounding));
  }
  SECTION("it opens: P = 0") {
    CHECK(residual(ball(3.0), numbers({0.0}), mode) == 0.0);
    CHECK(mode[0] == Mode::impressed);
  }
  SECTION("adhesion is not allowed: P = -1.5 would hold xi = 0, and is wrong by G |P| = 3 of v_ref = 3") {
    CHECK(residual(ball(3.0), numbers({-1.5})) == Catch::Approx(1.0).epsilon(rounding));
  }
  SECTION("c = 0: velocities are measured against 1 m/s") {
    CHECK(residual(ball(0.0), numbers({0.0})) == 0.0);
    CHECK(residual(ball(0.0), numbers({0.25})) == Catch::Approx(0.5).epsilon(rounding));
  }
}

TEST_CASE("residual of Coulomb friction in the plane, by hand", "[contact][residual]") {
  std::array<Mode, 2> modes{};
  SECTION("stick: P_T = -c_T within the bound 0.5") {
    CHECK(residual(block(numbers({0.2})), numbers({1.0, -0.2}), modes) <= rounding);
    CHECK(modes[1] == Mode::constraint);
  }
  SECTION("slip to the right: friction to the left at its bound") {
    CHECK(residual(block(numbers({2.0})), numbers({1.0, -0.5}), modes) <= rounding);
    CHECK(modes[0] == Mode::constraint);
    CHECK(modes[1] == Mode::impressed);
  }
  SECTION("slip to the left: friction to the right") {
    CHECK(residual(block(numbers({-2.0})), numbers({1.0, 0.5}), modes) <= rounding);
    CHECK(modes[1] == Mode::impressed);
  }
  SECTION("friction along the slip: off by the whole width 1 N s of the interval, of v_ref = 2 m/s") {
    CHECK(residual(block(numbers({2.0})), numbers({1.0, 0.5})) == Catch::Approx(0.5).epsilon(rounding));
  }
  SECTION("friction beyond its bound") {
    CHECK(residual(block(numbers({2.0})), numbers({1.0, -0.7})) == Catch::Approx(0.1).epsilon(4 * rounding));
  }
  SECTION("an adhesive normal percussion carries no friction: bound mu max(P_N, 0)") {
    DenseContactProblem problem = block(numbers({2.0}));
    problem.c(0) = 1.0;
    CHECK(residual(problem, numbers({0.0, 0.0})) == 0.0);
    // P_N = -1 is itself wrong by 1 m/s; that friction is refused shows in the larger deviation of P_T =
    // -1.5.
    CHECK(residual(problem, numbers({-1.0, -1.5})) == Catch::Approx(1.5 / 2.0).epsilon(rounding));
  }
}

TEST_CASE("residual of the friction disc, by hand", "[contact][residual]") {
  std::array<Mode, 2> modes{};
  SECTION("slip along (3, 4): friction against it with length mu P_N = 0.5") {
    CHECK(residual(block(numbers({3.0, 4.0})), numbers({1.0, -0.3, -0.4}), modes) <= rounding);
    CHECK(modes[1] == Mode::impressed);
  }
  SECTION("a box instead of a disc: (-0.5, -0.5) is off by hypot(0.2, 0.1), of v_ref = 4") {
    CHECK(residual(block(numbers({3.0, 4.0})), numbers({1.0, -0.5, -0.5})) ==
          Catch::Approx(std::hypot(0.2, 0.1) / 4.0).epsilon(4 * rounding));
  }
  SECTION("stick inside the disc, though a box of half the width would not hold it") {
    CHECK(residual(block(numbers({0.3, -0.39})), numbers({1.0, -0.3, 0.39}), modes) <= rounding);
    CHECK(modes[1] == Mode::constraint);
  }
}

TEST_CASE("residual of Tresca friction, by hand", "[contact][residual]") {
  DenseContactProblem problem;
  problem.add(LawKind::tresca, 1, 0.3);
  problem.g = Eigen::MatrixXd::Identity(1, 1);
  std::array<Mode, 1> mode{};
  SECTION("stick") {
    problem.c = numbers({0.2});
    CHECK(residual(problem, numbers({-0.2}), mode) == 0.0);
    CHECK(mode[0] == Mode::constraint);
  }
  SECTION("slip") {
    problem.c = numbers({1.0});
    CHECK(residual(problem, numbers({-0.3}), mode) <= rounding);
    CHECK(mode[0] == Mode::impressed);
    CHECK(residual(problem, numbers({0.3})) == Catch::Approx(0.6).epsilon(rounding));
  }
  SECTION("a disc") {
    problem.laws[0].dimension = 2;
    problem.g = Eigen::MatrixXd::Identity(2, 2);
    problem.c = numbers({-3.0, 4.0});
    CHECK(residual(problem, numbers({0.18, -0.24}), mode) <= rounding);
  }
}

TEST_CASE("a vanishing diagonal borrows the largest entry of its column, or 1 if there is none",
          "[contact][residual]") {
  DenseContactProblem problem = ball(-1.0);
  problem.g(0, 0) = 0.0;
  CHECK(residual(problem, numbers({0.0})) == 1.0);  // xi = -1 whatever P
  CHECK(residual(problem, numbers({7.0})) == 1.0);
  problem.c(0) = 1.0;
  CHECK(residual(problem, numbers({0.0})) == 0.0);
  CHECK(residual(problem, numbers({0.5})) == 0.5);  // P / r with 1/r = 1

  problem.add_unilateral();
  problem.g = Eigen::Vector2d(0.0, 4.0).asDiagonal();
  problem.g(1, 0) = -2.0;
  problem.c = numbers({1.0, 1.0});
  CHECK(residual(problem, numbers({0.125, 0.0})) == 0.25);  // the first contact's 1/r is now 2
  CHECK(residual(problem, numbers({0.5, 0.0})) == 1.0);
}

TEST_CASE("a diagonal entry that hardly differs from zero does not switch a law off", "[contact][residual]") {
  // xi_1 = 1e-17 P_1 + 1 > 0 asks for P_1 = 0; then xi_2 = -1 whatever P_2: no solution.
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.add_unilateral();
  problem.g = (Eigen::Matrix2d() << 1e-17, 0.0, 1.0, 0.0).finished();
  problem.c = numbers({1.0, -1.0});
  CHECK(residual(problem, numbers({1.0, 0.0})) == 1.0);
  for (const char* name : {"portfolio", "lemke", "enumeration", "lcp_newton", "newton"}) {
    CAPTURE(name);
    CHECK_FALSE(testing::solve(*make_contact_solver(name), problem).result.solved());
  }
}

TEST_CASE("the residual is +infinity for percussions that are not finite", "[contact][residual]") {
  for (const double bad : {not_a_number, infinity, -infinity}) {
    CHECK(residual(ball(-3.0), numbers({bad})) == infinity);
    CHECK(residual(block(numbers({0.2})), numbers({1.0, bad})) == infinity);
  }
}

TEST_CASE("a law whose numbers overflow hides no other law", "[contact][residual]") {
  // Law 0 fails by xi = -2.0625 whatever the percussions of the first two laws are. Friction, P / r and its bound,
  // overflows.
  ContactProblem problem;
  problem.add_frictional(2.8125, 1);
  problem.add(LawKind::unilateral);
  problem.c = {-2.0625, -0.375, 2.625};
  problem.dense = {0.0, 0.0, -1e-173, 0.0, 0.0, 2e142, -1e-173, -1e-173, 2e300};
  CHECK(contact_residual(problem.view(), std::vector{3e174, 6e173, 0.0}) >= 2.0625 / 2.625);
}

TEST_CASE("a velocity that overflows has no sign", "[contact][residual]") {
  // xi_0 = -1 + 1e400 - 1e400, so that the first law, without a percussion, fails by 1; the others hold.
  ContactProblem problem;
  problem.add(LawKind::unilateral);
  for (int k = 0; k < 2; ++k) problem.add(LawKind::bilateral, 1, std::numeric_limits<double>::infinity());
  problem.c = {-1.0, 0.0, 0.0};
  problem.dense = {0.0, 0.0, 0.0, 1e200, 0.0, 0.0, -1e200, 0.0, 0.0};
  const std::vector percussions = {0.0, 1e200, 1e200};
  CHECK(contact_residual(problem.view(), percussions) >= 1.0);
  // Products of 1e307 swallow the -1, and are too large for their rounding errors to be computed.
  problem.dense[3] = 1e304;
  problem.dense[6] = -1e304;
  CHECK(contact_residual(problem.view(), std::vector{0.0, 1e3, 1e3}) >= 1.0);
}

TEST_CASE("a velocity whose length overflows is not taken for one that friction has stopped", "[contact][residual]") {
  // Friction of up to 3/4 of the velocities, which a percussion of 0 does not use.
  ContactProblem problem;
  problem.add(LawKind::tresca, 2, 0.75);
  problem.c = {1.7e308, 1.7e308};
  problem.dense = {1.7e308, 0.0, 0.0, 1.7e308};
  CHECK(contact_residual(problem.view(), std::vector{0.0, 0.0}) >= 0.7);
}

TEST_CASE("block-sparse storage leaves the residual as it is", "[contact][residual][sparse]") {
  testing::Random random(11);
  for (const int block_size : {1, 2, 3}) {
    ContactProblem dense;
    std::vector<BlockSparseMatrix::Entry> entries;
    const int contacts = 7;
    for (int i = 0; i < contacts; ++i) {
      if (block_size == 1) dense.add(LawKind::unilateral);
      if (block_size > 1) dense.add_frictional(random.uniform(0.0, 1.0), block_size - 1);
    }
    const int n = block_size * contacts;
    dense.dense.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
    for (int i = 0; i < n; ++i) dense.c.push_back(random.uniform(-1.0, 1.0));
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        if ((i / block_size + 2 * (j / block_size)) % 3 == 1 && i != j) continue;  // empty blocks
        const double value = i == j ? 3.0 : random.uniform(-1.0, 1.0);
        dense.dense[static_cast<std::size_t>(i + j * n)] = value;
        entries.push_back({i, j, value});
      }
    }
    std::reverse(entries.begin(), entries.end());  // any order will do
    ContactProblem sparse = dense;
    sparse.dense.clear();
    sparse.sparse = BlockSparseMatrix(n, block_size, entries);
    REQUIRE(defect(dense.view()) == nullptr);
    REQUIRE(defect(sparse.view()) == nullptr);
    std::vector<double> percussions;
    for (int i = 0; i < n; ++i) percussions.push_back(random.uniform(-0.5, 1.0));
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) CHECK(sparse.view().g(i, j) == dense.view().g(i, j));
    }
    // The same sums in the same order.
    CHECK(contact_residual(sparse.view(), percussions) == contact_residual(dense.view(), percussions));
  }
}

TEST_CASE("a block-sparse matrix refuses what is not one", "[contact][sparse]") {
  using Entry = BlockSparseMatrix::Entry;
  CHECK_THROWS_AS(BlockSparseMatrix(4, 4, {}), std::invalid_argument);
  CHECK_THROWS_AS(BlockSparseMatrix(4, 3, {}), std::invalid_argument);
  CHECK_THROWS_AS(BlockSparseMatrix(2, 1, std::array{Entry{0, 2, 1.0}}), std::invalid_argument);
  CHECK_THROWS_AS(BlockSparseMatrix(2, 1, std::array{Entry{-1, 0, 1.0}}), std::invalid_argument);
  CHECK_THROWS_AS(BlockSparseMatrix(2, 2, std::array{Entry{0, 1, 1.0}, Entry{0, 1, 2.0}}), std::invalid_argument);
  const BlockSparseMatrix matrix(2, 1, std::array{Entry{1, 0, 5.0}});
  CHECK(matrix.entry(1, 0) == 5.0);
  CHECK(matrix.entry(0, 1) == 0.0);
  CHECK(matrix.block_count() == 1);
}

TEST_CASE("units do not change the residual", "[contact][residual]") {
  testing::Random random(1);
  // Each of some 20 operations an entry may round differently after the scaling, which is not by powers of
  // two.
  constexpr double tolerance = 1e-12;
  for (int trial = 0; trial < 50; ++trial) {
    DenseContactProblem problem;
    problem.add_frictional(random.uniform(0.0, 1.0));
    problem.add_frictional(random.uniform(0.0, 1.0), 2);
    problem.add(LawKind::tresca, 1, random.uniform(0.0, 1.0));
    problem.g = random.positive_definite(6);
    problem.c = random.vector(6);
    const Eigen::VectorXd p = random.vector(6);
    std::array<Mode, 5> modes{};
    const double expected = residual(problem, p, modes);
    REQUIRE(expected > 1e-3);  // a random P solves nothing

    const double mass = 1e6;
    const double velocity = 1e-6;
    DenseContactProblem scaled = problem;
    scaled.g /= mass;
    scaled.c *= velocity;
    scaled.laws[4].bound *= mass * velocity;
    std::array<Mode, 5> scaled_modes{};
    CHECK(residual(scaled, mass * velocity * p, scaled_modes) == Catch::Approx(expected).epsilon(tolerance));
    CHECK(scaled_modes == modes);
  }
}

TEST_CASE("percussions so large that c is lost in G P pass for no solution", "[contact][residual]") {
  // 0 <= P, G P + c >= 0 asks for P_1 - P_2 >= 1 and P_2 - P_1 >= 1. In double precision P + c = P from 1e16 on.
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.add_unilateral();
  problem.g.resize(2, 2);
  problem.g << 1.0, -1.0, -1.0, 1.0;
  problem.c = Eigen::Vector2d(-1.0, -1.0);
  const ContactProblem sparse = testing::sparse_form(problem, 2);
  for (const double size : {1e3, 1e9, 1e15, 1e17, 1e25}) {
    CAPTURE(size);
    const Eigen::VectorXd p = Eigen::VectorXd::Constant(2, size);
    CHECK(contact_residual(problem.view(), {p.data(), 2}) >= 1.0);
    CHECK(contact_residual(sparse.view(), {p.data(), 2}) >= 1.0);
    for (const std::string& name : contact_solver_names()) {
      CAPTURE(name);
      SolverOptions options;
      options.time_limit = 0.2;
      const testing::Answer answer = testing::solve_from(*make_contact_solver(name, options), problem, p);
      CHECK_FALSE(answer.result.solved());
    }
  }
}

TEST_CASE("in higher precision the residual sees what cancels in double precision", "[contact][residual]") {
  // G P is of size 1, its terms are of size L = 2^40. P solves exactly: xi = 0.
  const double large = 1099511627776.0;
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.add_unilateral();
  problem.g.resize(2, 2);
  problem.g << 1.0 + 1.0 / large, -1.0, -1.0, 1.0 + 1.0 / large;
  problem.c = Eigen::Vector2d(-4.0, 2.0 + 3.0 / large);
  const Eigen::Vector2d p(large, large - 3.0);
  constexpr double remainder = 1e-17;  // (n epsilon)^2 L and more, which the residual adds
  CHECK(contact_residual(problem.view(), {p.data(), 2}) <= remainder);
  const double off = 1.0 / 1024.0;
  const Eigen::Vector2d moved(large, large - 3.0 + off);  // xi = (-1, 1 + 1 / L) / 1024
  CHECK(std::abs(contact_residual(problem.view(), {moved.data(), 2}) - 0.25 * off * (1.0 + 1.0 / large)) <= remainder);
}

TEST_CASE("every kind of malformed problem is called by its defect", "[contact][defect]") {
  DenseContactProblem problem;
  problem.add_frictional(0.5);
  problem.add(LawKind::tresca, 2, 0.3);
  problem.g = Eigen::MatrixXd::Identity(4, 4);
  problem.c = Eigen::VectorXd::Constant(4, -1.0);
  REQUIRE(defect(problem.view()) == nullptr);

  SECTION("dimensions") {
    const int dimension = GENERATE(0, 3, -1);
    problem.laws[2].dimension = dimension;
    CHECK(contains(defect(problem.view()), "dimension other than 1 or 2"));
  }
  SECTION("a unilateral law of dimension 2") {
    problem.laws[0].dimension = 2;
    CHECK(contains(defect(problem.view()), "unilateral law has a dimension"));
  }
  SECTION("offsets") {
    const int offset = GENERATE(0, 2, -1);
    problem.laws[1].offset = offset;
    CHECK(contains(defect(problem.view()), "offsets"));
  }
  SECTION("a Coulomb law whose normal law does not exist or is none") {
    const int normal = GENERATE(-1, 1, 2, 3, 99);
    problem.laws[1].normal = normal;
    CHECK(contains(defect(problem.view()), "carries it"));
  }
  SECTION("bounds") {
    const int law = GENERATE(1, 2);
    const double bound = GENERATE(-0.1, not_a_number, infinity);
    problem.laws[static_cast<std::size_t>(law)].bound = bound;
    CHECK(contains(defect(problem.view()), "bound"));
  }
  SECTION("the size") {
    problem.laws.pop_back();
    CHECK(contains(defect(problem.view()), "size"));
  }
  SECTION("storage") {
    ContactProblemView view = problem.view();
    view.stride = view.size - 1;
    CHECK(contains(defect(view), "stride"));
    view = problem.view();
    view.c = nullptr;
    CHECK(contains(defect(view), "no c"));
    view = problem.view();
    view.delassus = nullptr;
    CHECK(contains(defect(view), "no Delassus matrix"));
    ContactProblem owning;
    owning.laws = problem.laws;
    owning.c.assign(problem.c.data(), problem.c.data() + problem.size());
    owning.dense.assign(problem.g.data(), problem.g.data() + problem.g.size());
    REQUIRE(defect(owning.view()) == nullptr);
    owning.dense.pop_back();
    CHECK(contains(defect(owning.view()), "no Delassus matrix"));
  }
  SECTION("numbers that are not finite") {
    for (const double bad : {not_a_number, infinity, -infinity}) {
      DenseContactProblem broken = problem;
      broken.g(2, 1) = bad;
      CHECK(contains(defect(broken.view()), "not finite"));
      broken = problem;
      broken.c(3) = bad;
      CHECK(contains(defect(broken.view()), "not finite"));
    }
  }
}

TEST_CASE("a malformed problem is invalid input for every solver and leaves zero percussions", "[contact][solver]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  const auto solver = make_contact_solver(name);
  DenseContactProblem problem = block(numbers({0.2}));
  Eigen::VectorXd p = numbers({5.0, 6.0});
  std::array<Mode, 2> modes{Mode::constraint, Mode::constraint};
  std::span<Mode> modes_given(modes);
  std::span<double> p_given(p.data(), 2);
  SECTION("NaN in c") { problem.c(1) = not_a_number; }
  SECTION("infinity in c") { problem.c(0) = infinity; }
  SECTION("NaN in G") { problem.g(0, 1) = not_a_number; }
  SECTION("negative friction") { problem.laws[1].bound = -0.5; }
  SECTION("NaN as warm start") { p(0) = not_a_number; }
  SECTION("modes for another number of laws") { modes_given = modes_given.first(1); }
  const SolverResult result = solver->solve(problem.view(), p_given, modes_given);
  CHECK(result.status == SolverStatus::invalid_input);
  CHECK(result.residual == infinity);
  CHECK(p == Eigen::VectorXd::Zero(2));
  for (const Mode mode : modes_given) CHECK(mode == Mode::impressed);
}

TEST_CASE("only the residual grants `solved`", "[contact][solver]") {
  const DenseContactProblem problem = ball(-3.0);  // P = 1.5
  SECTION("a method that lies is found out") {
    testing::ScriptedSolver liar(SolverStatus::solved, 1.4);
    const testing::Answer answer = testing::solve(liar, problem);
    CHECK(answer.result.status == SolverStatus::iteration_limit);
    CHECK(answer.result.residual == Catch::Approx(0.2 / 3.0).epsilon(1e-14));
  }
  SECTION("an error just above the tolerance is an error") {
    testing::ScriptedSolver almost(SolverStatus::solved, 1.5 * (1.0 + 2.0 * SolverOptions{}.tolerance));
    CHECK_FALSE(testing::solve(almost, problem).result.solved());
  }
  SECTION("a method that is too modest is corrected") {
    const SolverStatus status =
        GENERATE(SolverStatus::ray, SolverStatus::infeasible, SolverStatus::iteration_limit, SolverStatus::singular);
    testing::ScriptedSolver modest(status, 1.5);
    CHECK(testing::solve(modest, problem).result.solved());
  }
  SECTION("a failure keeps its name") {
    const SolverStatus status = GENERATE(SolverStatus::ray, SolverStatus::infeasible, SolverStatus::singular);
    testing::ScriptedSolver failure(status, 0.0);
    CHECK(testing::solve(failure, problem).result.status == status);
  }
  SECTION("percussions that are not finite do not leave the solver") {
    const double bad = GENERATE(not_a_number, infinity);
    testing::ScriptedSolver wild(SolverStatus::solved, bad);
    const testing::Answer answer = testing::solve(wild, problem);
    CHECK(answer.result.status == SolverStatus::singular);
    CHECK(answer.percussions(0) == 0.0);
  }
}

TEST_CASE("a component whose residual underflows beside a fast one is not solved", "[contact][solver]") {
  // The joint moves by 1e-150 m/s and no percussion changes that; relative to 1e300 m/s this is 0 in double precision.
  ContactProblem problem;
  problem.add(LawKind::unilateral);
  problem.add(LawKind::bilateral, 1, infinity);
  problem.c = {1e300, 1e-150};
  problem.dense = {1.0, 0.0, 0.0, 0.0};
  for (const std::string& name : contact_solver_names()) {
    CAPTURE(name);
    std::vector percussions = {0.0, 0.0};
    std::vector<Mode> modes(2);
    CHECK_FALSE(make_contact_solver(name)->solve(problem.view(), percussions, modes).solved());
  }
}

TEST_CASE("a disc is not applicable to an LCP, and says so", "[contact][solver]") {
  const std::string name = GENERATE("lemke", "enumeration");
  const auto solver = make_contact_solver(name);
  const testing::Answer answer = testing::solve(*solver, block(numbers({3.0, 4.0})));
  CHECK(answer.result.status == SolverStatus::not_applicable);
  CHECK(answer.percussions == Eigen::VectorXd::Zero(3));
}

TEST_CASE("every status has a name of its own", "[contact][solver]") {
  std::set<std::string_view> names;
  for (const SolverStatus status :
       {SolverStatus::solved, SolverStatus::iteration_limit, SolverStatus::ray, SolverStatus::infeasible,
        SolverStatus::singular, SolverStatus::not_applicable, SolverStatus::invalid_input}) {
    names.insert(to_string(status));
  }
  CHECK(names.size() == 7);
  CHECK(names.count("unknown") == 0);
}

TEST_CASE("a fixed contact problem is filled in, viewed and filled in again", "[contact]") {
  FixedContactProblem<4, 6> problem;
  const int normal = problem.add(LawKind::unilateral, 1, 0.0);
  const int friction = problem.add(LawKind::coulomb, 2, 0.5, normal);
  for (int i = 0; i < 3; ++i) {
    problem.c(i) = i + 1.0;
    for (int j = 0; j < 3; ++j) problem.g(i, j) = 10.0 * i + j;
  }
  const ContactProblemView view = problem.view();
  CHECK(view.size == 3);
  CHECK(view.laws.size() == 2);
  CHECK(view.laws[static_cast<std::size_t>(friction)].offset == 1);
  CHECK(view.laws[static_cast<std::size_t>(friction)].normal == normal);
  CHECK(view.g(2, 1) == 21.0);
  CHECK(view.c[2] == 3.0);
  CHECK(defect(view) == nullptr);

  problem.clear();
  CHECK(problem.size() == 0);
  CHECK(problem.add(LawKind::unilateral, 1, 0.0) == 0);
  CHECK(problem.law(0).offset == 0);
  CHECK(problem.view().size == 1);
}
