// Lemke's method on problems with known answers, and against enumeration where ties are the rule.
#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/lcp.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::DenseContactProblem;
using testing::Lcp;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
// A few pivots on numbers of order one.
constexpr double path_rounding = 1e-14;

Lcp scalar(double m, double q) { return {Eigen::MatrixXd::Constant(1, 1, m), Eigen::VectorXd::Constant(1, q)}; }

testing::LcpAnswer lemke(const Lcp& lcp) {
  Lemke method;
  return testing::solve(method, lcp);
}

void check_solution(const testing::LcpAnswer& answer, const Eigen::VectorXd& expected,
                    double tolerance = path_rounding) {
  CHECK(answer.result.solved());
  CHECK((answer.x - expected).cwiseAbs().maxCoeff() <= tolerance * expected.cwiseAbs().maxCoeff());
}

// Two blocks on top of each other at rest, masses 1 (below) and R, e = 0: percussions of a step dt = 1 ms are
// ((1 + R) g dt, R g dt).
DenseContactProblem two_blocks(double mass_ratio) {
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.add_unilateral();
  problem.g.resize(2, 2);
  problem.g << 1.0, -1.0, -1.0, 1.0 + 1.0 / mass_ratio;
  problem.c = Eigen::Vector2d(-9.81e-3, 0.0);
  return problem;
}

// Planar block, m = 2 kg, J = 1 kg m^2, at rest under g = 10 m/s^2 on three contacts in a row at x = -1, 0,
// 1; W has the columns N1 T1 N2 T2 N3 T3 over (x, y, phi), the contacts lying in the height of the centre of
// mass.
struct HyperstaticBlock {
  Eigen::Matrix<double, 3, 6> w;
  Eigen::DiagonalMatrix<double, 3> inverse_mass{0.5, 0.5, 1.0};
  DenseContactProblem problem;

  HyperstaticBlock(double mu, double dt) {
    w << 0, 1, 0, 1, 0, 1,  //
        1, 0, 1, 0, 1, 0,   //
        -1, 0, 0, 0, 1, 0;
    for (int i = 0; i < 3; ++i) problem.add_frictional(mu);
    problem.g = w.transpose() * inverse_mass * w;
    problem.c = w.transpose() * Eigen::Vector3d(0.0, -10.0 * dt, 0.0);
  }
  Eigen::Vector3d velocity(const Eigen::VectorXd& p, double dt) const {
    return Eigen::Vector3d(0.0, -10.0 * dt, 0.0) + inverse_mass * (w * p);
  }
};

// A frictional contact problem with the ties and rank deficiencies of real ones: some contacts are
// duplicates, some entries of c vanish, G may be rank-deficient.
DenseContactProblem degenerate_problem(testing::Random& random, int contacts, Eigen::MatrixXd& w) {
  const int dof = random.chance(0.5) ? 2 * contacts : std::max(1, contacts - random.index(2));
  w = random.matrix(dof, 2 * contacts);
  DenseContactProblem problem;
  std::vector<double> mu;
  for (int i = 0; i < contacts; ++i) {
    mu.push_back(random.chance(0.15) ? 0.0 : random.uniform(0.0, 1.5));
    if (i > 0 && random.chance(0.3)) {
      const int twin = random.index(i);
      w.col(2 * i) = w.col(2 * twin);
      w.col(2 * i + 1) = w.col(2 * twin + 1);
      mu.back() = mu[static_cast<std::size_t>(twin)];
    }
    problem.add_frictional(mu.back());
  }
  problem.g = w.transpose() * w;  // M = E
  const Eigen::VectorXd u = random.vector(dof);
  const double restitution = random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0);
  problem.c = w.transpose() * u;
  for (int i = 0; i < contacts; ++i) {
    problem.c(2 * i) *= 1.0 + restitution;
    if (random.chance(0.2)) problem.c(2 * i) = 0.0;
    if (random.chance(0.2)) problem.c(2 * i + 1) = 0.0;
  }
  return problem;
}

// Uniqueness of the velocities, decided by enumeration: all complementary solutions lead to the same W P.
bool velocity_is_unique(const DenseContactProblem& problem, const Eigen::MatrixXd& w, double tolerance) {
  StandardForm form;
  form.build(problem.view());
  const auto solutions = all_lcp_solutions(form.view(), 1e-10);
  Eigen::VectorXd first;
  for (const auto& x : solutions) {
    Eigen::VectorXd p(problem.size());
    form.split(problem.view(), x, {p.data(), static_cast<std::size_t>(p.size())});
    const Eigen::VectorXd change = w * p;
    if (first.size() == 0) first = change;
    if ((change - first).norm() > tolerance) return false;
  }
  return true;
}

// A tower of `floors` boxes of unit mass and unit side, two frictional contacts below each, at rest; g = 10,
// dt = 1e-2.
struct Tower {
  Eigen::MatrixXd w;
  Eigen::VectorXd free_velocity;
  DenseContactProblem problem;
  double inverse_inertia = 6.0;  // J = m (1 + 1) / 12

  explicit Tower(int floors, double mu) {
    const int contacts = 2 * floors;
    w = Eigen::MatrixXd::Zero(3 * floors, 2 * contacts);
    for (int floor = 0; floor < floors; ++floor) {
      for (int side = 0; side < 2; ++side) {
        const double x = side == 0 ? -0.5 : 0.5;
        const int normal = 2 * (2 * floor + side);
        problem.add_frictional(mu);
        // Bottom corner (x, -1/2) of the box above, and the point (x, 1/2) of the box below, in opposite
        // direction.
        w.block<3, 1>(3 * floor, normal) << 0.0, 1.0, x;
        w.block<3, 1>(3 * floor, normal + 1) << 1.0, 0.0, 0.5;
        if (floor == 0) continue;
        w.block<3, 1>(3 * (floor - 1), normal) << 0.0, -1.0, -x;
        w.block<3, 1>(3 * (floor - 1), normal + 1) << -1.0, 0.0, 0.5;
      }
    }
    free_velocity = Eigen::VectorXd::Zero(3 * floors);
    for (int floor = 0; floor < floors; ++floor) free_velocity(3 * floor + 1) = -0.1;
    problem.g = w.transpose() * inverse_mass() * w;
    problem.c = w.transpose() * free_velocity;
  }
  Eigen::MatrixXd inverse_mass() const {
    Eigen::VectorXd diagonal = Eigen::VectorXd::Ones(w.rows());
    for (Eigen::Index i = 2; i < diagonal.size(); i += 3) diagonal(i) = inverse_inertia;
    return diagonal.asDiagonal();
  }
};

}  // namespace

TEST_CASE("scalar problems", "[lemke]") {
  check_solution(lemke(scalar(1.0, -9.8)), Eigen::VectorXd::Constant(1, 9.8));
  SECTION("nothing to do: no pivot") {
    const auto answer = lemke(scalar(1.0, 9.8));
    CHECK(answer.result.solved());
    CHECK(answer.x(0) == 0.0);
    CHECK(answer.result.iterations == 0);
  }
  SECTION("w = -z - 1 and w = 0 z - 1 are infeasible") {
    const double m = GENERATE(-1.0, 0.0);
    CHECK(lemke(scalar(m, -1.0)).result.status == SolverStatus::infeasible);
  }
  SECTION("w = 0 z: z = 0 is accepted, nothing is divided") {
    const auto answer = lemke(scalar(0.0, 0.0));
    CHECK(answer.result.solved());
    CHECK(answer.x(0) == 0.0);
  }
}

TEST_CASE("ties do not make it cycle", "[lemke]") {
  // All principal minors are positive, the right-hand side ties in every row.
  Eigen::Matrix3d m;
  m << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  const auto answer = lemke(Lcp(m, Eigen::Vector3d::Constant(-1.0)));
  check_solution(answer, Eigen::Vector3d::Constant(1.0 / 3.0));
  CHECK(answer.result.iterations <= 8);
}

TEST_CASE("a ray is not a proof of infeasibility", "[lemke]") {
  SECTION("infeasible: the first row is negative for every z >= 0") {
    Eigen::Matrix3d m;
    m << -1, 0, -3, 1, -2, -5, -2, -1, -2;
    CHECK(lemke(Lcp(m, Eigen::Vector3d(-3, -2, -1))).result.status == SolverStatus::infeasible);
  }
  SECTION("feasible, but the covering vector decides whether it is found") {
    Eigen::Matrix2d m;
    m << -1.5, 2, -4, 4;
    const Lcp lcp(m, Eigen::Vector2d(-5, 17));
    const Eigen::Vector2d expected(27, 22.75);

    LemkeOptions options;
    options.covering_vectors = 1;
    options.last_resort = false;
    Lemke ones(options);
    check_solution(testing::solve(ones, lcp), expected);

    options.covering_vector = {5, 16};
    Lemke unlucky(options);
    const auto answer = testing::solve(unlucky, lcp);
    CHECK(answer.result.status == SolverStatus::ray);
    CHECK(answer.result.residual > 0.1);

    options.covering_vectors = LemkeOptions{}.covering_vectors;
    Lemke persistent(options);
    check_solution(testing::solve(persistent, lcp), expected);

    options.covering_vectors = 1;
    options.last_resort = true;
    Lemke resourceful(options);
    check_solution(testing::solve(resourceful, lcp), expected);
  }
}

TEST_CASE("degenerate but unique: z_8 and w_8 vanish together", "[lemke]") {
  Eigen::MatrixXd m = 2.0 * Eigen::MatrixXd::Identity(8, 8);
  for (int i = 0; i < 7; ++i) m(i, i + 1) = m(i + 1, i) = -1.0;
  Eigen::VectorXd q(8);
  q << -1, 2, -3, 1, -1, 4, -2, 1;
  Eigen::VectorXd expected(8);
  expected << 5.0 / 6, 2.0 / 3, 5.0 / 2, 4.0 / 3, 7.0 / 6, 0, 1, 0;
  const auto answer = lemke(Lcp(m, q));
  check_solution(answer, expected);
  CHECK((m * answer.x + q)(5) == Catch::Approx(11.0 / 6).epsilon(path_rounding));
}

TEST_CASE("nearly parallel contacts are solved in three pivots, not in 92 100 sweeps", "[lemke]") {
  Eigen::Matrix2d m;
  m << 1, 0.9999, 0.9999, 1;
  const auto answer = lemke(Lcp(m, Eigen::Vector2d::Constant(-1.0)));
  // The condition number 2e4 amplifies the rounding of one pivot.
  check_solution(answer, Eigen::Vector2d::Constant(1.0 / 1.9999), 1e-11);
  CHECK(answer.result.iterations <= 3);
}

TEST_CASE("uncoupled problems of very different size are both solved", "[lemke]") {
  const Lcp lcp(Eigen::Vector2d(1.0, 1e-12).asDiagonal(), Eigen::Vector2d(-1.0, -1.0));
  Lemke lemke;
  const auto answer = testing::solve(lemke, lcp);
  CHECK(answer.result.solved());
  CHECK(answer.x(0) == Catch::Approx(1.0));
  CHECK(answer.x(1) == Catch::Approx(1e12));
}

TEST_CASE("a heavy block on a light one weighs what it weighs", "[lemke]") {
  // At 1e6 the percussions' own rounding, 2e-12 N s, exceeds the tolerance on v_ref = g dt.
  const double mass_ratio = GENERATE(1.0, 1e1, 1e2, 1e3, 1e5);
  CAPTURE(mass_ratio);
  const std::string name = GENERATE(as<std::string>{}, "lemke", "enumeration", "lcp_newton");
  const testing::Answer answer = testing::solve(*make_contact_solver(name), two_blocks(mass_ratio));
  CHECK(answer.result.solved());
  // det G = 1 / R: 1 + 1/R rounds to a relative error of 1e-16 R in the percussions.
  const double tolerance = 1e-14 + 4e-16 * mass_ratio;
  CHECK(answer.percussions(0) == Catch::Approx((1.0 + mass_ratio) * 9.81e-3).epsilon(tolerance));
  CHECK(answer.percussions(1) == Catch::Approx(mass_ratio * 9.81e-3).epsilon(tolerance));
}

TEST_CASE("a block on three contacts in a row: forces are not unique, statics are", "[lemke]") {
  const std::string name = GENERATE(as<std::string>{}, "lemke", "enumeration", "lcp_newton");
  const double mu = GENERATE(0.0, 0.5);
  constexpr double dt = 0.01;
  const HyperstaticBlock block(mu, dt);
  const testing::Answer answer = testing::solve(*make_contact_solver(name), block.problem);
  constexpr double tolerance = 1e-13;  // field case; some hundred rounding errors of percussions of 0.2 N s
  CHECK(answer.result.solved());
  CHECK(answer.percussions.allFinite());
  CHECK(block.velocity(answer.percussions, dt).norm() <= tolerance);
  const Eigen::Vector3d resultant = block.w * answer.percussions;
  CHECK(resultant(1) == Catch::Approx(0.2).epsilon(tolerance));  // m g dt
  CHECK(std::abs(resultant(2)) <= tolerance);                    // no moment
}

TEST_CASE("numbers that are not finite are refused", "[lemke]") {
  Lcp lcp(two_blocks(1.0).g, two_blocks(1.0).c);
  SECTION("in b") {
    for (const double bad : {not_a_number, infinity, -infinity}) {
      lcp.b(0) = bad;
      CAPTURE(bad);
      CHECK(lemke(lcp).result.status == SolverStatus::invalid_input);
    }
  }
  SECTION("in A") {
    lcp.a(1, 0) = not_a_number;
    CHECK(lemke(lcp).result.status == SolverStatus::invalid_input);
  }
  SECTION("an answer of another size") {
    Lemke method;
    std::vector<double> x(3, 1.0);
    CHECK(method.solve(lcp.view(), x).status == SolverStatus::invalid_input);
    CHECK(x == std::vector<double>(3, 0.0));
  }
  SECTION("a vanishing diagonal is fine in itself, but then nothing lifts the first row: y_1 = -x_2 - g dt") {
    lcp.a(0, 0) = 0.0;
    const auto answer = lemke(lcp);
    CHECK(answer.result.status == SolverStatus::infeasible);
    CHECK(answer.x.allFinite());
  }
}

TEST_CASE("whatever enumeration solves, Lemke solves: the degenerate zero block of eq. (33)", "[lemke][oracle]") {
  // Numbers of instances for 1 to 4 contacts; with 4, enumeration tries 4096 bases.
  const auto [contacts, instances] = GENERATE(table<int, int>({{1, 1000}, {2, 1000}, {3, 400}, {4, 40}}));
  CAPTURE(contacts);
  testing::Random random(static_cast<std::uint64_t>(100 + contacts));
  const auto lemke_solver = make_contact_solver("lemke");
  const auto oracle = make_contact_solver("enumeration");
  // Velocities of order one; nearly singular bases amplify their rounding.
  constexpr double velocity_tolerance = 1e-8;
  int solvable = 0;
  int missed = 0;
  int compared = 0;
  for (int i = 0; i < instances; ++i) {
    CAPTURE(i);
    Eigen::MatrixXd w;
    const DenseContactProblem problem = degenerate_problem(random, contacts, w);
    const testing::Answer truth = testing::solve(*oracle, problem);
    const testing::Answer answer = testing::solve(*lemke_solver, problem);
    REQUIRE(answer.percussions.allFinite());
    if (!truth.result.solved()) {
      const bool proven_infeasible = truth.result.status == SolverStatus::infeasible;
      CHECK_FALSE((proven_infeasible && answer.result.solved()));
      continue;
    }
    ++solvable;
    CHECK(answer.result.status != SolverStatus::infeasible);
    if (!answer.result.solved()) {
      ++missed;
      continue;
    }
    const double difference = (w * (truth.percussions - answer.percussions)).norm();
    if (difference > velocity_tolerance) {
      CHECK_FALSE(velocity_is_unique(problem, w, velocity_tolerance));
    } else {
      ++compared;
    }
  }
  CAPTURE(solvable, missed, compared);
  // Also in Painleve's regime, a quarter of the instances, where the standard form has secondary rays.
  CHECK(missed == 0);
  // The instances are worth their name: most are solvable, and nearly all of those have unique velocities.
  CHECK(solvable > 0.9 * instances);
  CHECK(compared > 0.9 * solvable);
}

TEST_CASE("random P-matrices have one solution and it is found", "[lemke]") {
  testing::Random random(7);
  Lemke method;
  for (int n = 1; n <= 40; ++n) {
    for (int trial = 0; trial < 10; ++trial) {
      // Positive definite plus skew, rows and columns scaled by positive numbers: a P-matrix.
      const Eigen::MatrixXd skew = random.matrix(n, n);
      Eigen::MatrixXd a = random.positive_definite(n) + skew - skew.transpose();
      for (int i = 0; i < n; ++i) {
        a.row(i) *= std::exp(random.uniform(-2.0, 2.0));
        a.col(i) *= std::exp(random.uniform(-2.0, 2.0));
      }
      const auto answer = testing::solve(method, Lcp(a, random.vector(n)));
      CAPTURE(n, trial, answer.result.residual, to_string(answer.result.status));
      REQUIRE(answer.result.solved());
    }
  }
}

TEST_CASE("towers of boxes stand: n = 60 and more", "[lemke]") {
  const int floors = GENERATE(1, 2, 5, 10, 15);
  CAPTURE(floors);
  const Tower tower(floors, 0.5);
  const auto solver = make_contact_solver("lemke");
  const testing::Answer answer = testing::solve(*solver, tower.problem);
  REQUIRE(answer.result.solved());
  const Eigen::VectorXd u = tower.free_velocity + tower.inverse_mass() * (tower.w * answer.percussions);
  // Weights add up over the floors and some 10 n pivots round: 1e-10 of v_ref is what `solved` promises.
  CHECK(u.cwiseAbs().maxCoeff() <= 1e-10 * 0.1 * floors);
  for (int floor = 0; floor < floors; ++floor) {
    const double carried = answer.percussions(4 * floor) + answer.percussions(4 * floor + 2);
    CHECK(carried == Catch::Approx((floors - floor) * 0.1).epsilon(1e-9));  // m g dt for each box from here up
  }
}

TEST_CASE("options that make no sense are refused", "[lemke]") {
  const double bad = GENERATE(0.0, -1.0, not_a_number, infinity);
  LemkeOptions options;
  options.covering_vector = {1.0, bad};
  std::string sentence;
  try {
    const Lemke method(options);
  } catch (const std::invalid_argument& error) {
    sentence = error.what();
  }
  CHECK(sentence.find("covering vector entry") != std::string::npos);
  CHECK(sentence.find("positive and finite") != std::string::npos);
}

TEST_CASE("a covering vector for another size is not applicable", "[lemke]") {
  LemkeOptions options;
  options.covering_vector = {1.0, 2.0};
  Lemke method(options);
  CHECK(testing::solve(method, scalar(1.0, -1.0)).result.status == SolverStatus::not_applicable);
}

TEST_CASE("the pivot limit is respected and reported", "[lemke]") {
  Eigen::Matrix3d m;
  m << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  LemkeOptions options;
  options.solver.max_iterations = 2;
  options.covering_vectors = 1;
  options.last_resort = false;
  Lemke method(options);
  const auto answer = testing::solve(method, Lcp(m, Eigen::Vector3d::Constant(-1.0)));
  CHECK(answer.result.status == SolverStatus::iteration_limit);
  CHECK(answer.result.iterations == 2);
}
