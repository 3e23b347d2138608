// The standard form against Glocker & Studer 2005, eq. (33), written down block by block with W, M, mu and
// eps.
#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::DenseContactProblem;

namespace {

// A random planar system with k frictional contacts and what eqs (18)-(33) call its parts.
struct RandomContacts {
  Eigen::MatrixXd w_N, w_T, inverse_mass;
  Eigen::VectorXd mu, c_N, c_T;

  RandomContacts(testing::Random& random, int k) {
    const int f = 3 + random.index(4);
    w_N = random.matrix(f, k);
    w_T = random.matrix(f, k);
    inverse_mass = testing::inverse(random.positive_definite(f));
    mu = random.vector(k, 0.0, 1.5);
    const Eigen::VectorXd u_A = random.vector(f);
    const Eigen::VectorXd h_dt = random.vector(f, -0.1, 0.1);
    const Eigen::VectorXd epsilon_N = random.vector(k, 0.0, 1.0);
    const Eigen::VectorXd epsilon_T = random.vector(k, 0.0, 1.0);
    const Eigen::VectorXd ones = Eigen::VectorXd::Ones(k);
    c_N = w_N.transpose() * inverse_mass * h_dt + (ones + epsilon_N).asDiagonal() * (w_N.transpose() * u_A);
    c_T = w_T.transpose() * inverse_mass * h_dt + (ones + epsilon_T).asDiagonal() * (w_T.transpose() * u_A);
  }

  int k() const { return static_cast<int>(mu.size()); }

  // Laws in the integrators' order: N and T of the first contact, then of the second, ...
  DenseContactProblem problem() const {
    DenseContactProblem problem;
    Eigen::MatrixXd w(w_N.rows(), 2 * k());
    problem.c.resize(2 * k());
    for (int i = 0; i < k(); ++i) {
      problem.add_frictional(mu(i));
      w.col(2 * i) = w_N.col(i);
      w.col(2 * i + 1) = w_T.col(i);
      problem.c(2 * i) = c_N(i);
      problem.c(2 * i + 1) = c_T(i);
    }
    problem.g = w.transpose() * inverse_mass * w;
    return problem;
  }

  // Eq. (33) as printed.
  Eigen::MatrixXd a() const {
    const Eigen::MatrixXd mu_matrix = mu.asDiagonal();
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(k(), k());
    const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(k(), k());
    Eigen::MatrixXd a(3 * k(), 3 * k());
    a << w_N.transpose() * inverse_mass * (w_N - w_T * mu_matrix), w_N.transpose() * inverse_mass * w_T, zero,
        w_T.transpose() * inverse_mass * (w_N - w_T * mu_matrix), w_T.transpose() * inverse_mass * w_T, identity,
        2.0 * mu_matrix, -identity, zero;
    return a;
  }
  Eigen::VectorXd b() const {
    Eigen::VectorXd b(3 * k());
    b << c_N, c_T, Eigen::VectorXd::Zero(k());
    return b;
  }
};

// d with g d^2 in [1, 4), a power of two.
double law_scale(double g) { return std::exp2(-std::floor(0.5 * std::log2(g))); }

// The scaling of x = (P_N, P_R, xi_L) and, the other way round, of y = (xi_N, xi_R, P_L): a column of A is multiplied
// by its entry, and so is a row.
Eigen::VectorXd scaling(const RandomContacts& contacts) {
  Eigen::VectorXd d(3 * contacts.k());
  for (int i = 0; i < contacts.k(); ++i) {
    d(i) = law_scale(contacts.w_N.col(i).dot(contacts.inverse_mass * contacts.w_N.col(i)));
    d(contacts.k() + i) = law_scale(contacts.w_T.col(i).dot(contacts.inverse_mass * contacts.w_T.col(i)));
    d(2 * contacts.k() + i) = 1.0 / d(contacts.k() + i);
  }
  return d;
}

Eigen::MatrixXd matrix_of(const LcpView& lcp) {
  Eigen::MatrixXd a(lcp.size, lcp.size);
  for (int i = 0; i < lcp.size; ++i) {
    for (int j = 0; j < lcp.size; ++j) a(i, j) = lcp.entry(i, j);
  }
  return a;
}

Eigen::VectorXd vector_of(const LcpView& lcp) { return Eigen::Map<const Eigen::VectorXd>(lcp.b, lcp.size); }

// Entries are sums of some ten products of numbers of order one, in another order of summation.
constexpr double form_rounding = 1e-13;

// A unit mass that slides to the right at 2 m/s and hits a rough plane (mu = 0.5) at 1 m/s, e = 0.
DenseContactProblem sliding_block() {
  DenseContactProblem problem;
  problem.add_frictional(0.5);
  problem.g = Eigen::Matrix2d::Identity();
  problem.c = Eigen::Vector2d(-1.0, 2.0);
  return problem;
}

}  // namespace

TEST_CASE("the standard form is eq. (33)", "[standard_form]") {
  testing::Random random(3);
  StandardForm form;  // one form for problems of changing size
  for (int trial = 0; trial < 200; ++trial) {
    const RandomContacts contacts(random, 1 + random.index(4));
    REQUIRE(form.build(contacts.problem().view()));
    REQUIRE(form.size() == 3 * contacts.k());
    const double scale = contacts.inverse_mass.norm();
    const Eigen::VectorXd unscale = scaling(contacts).cwiseInverse();
    const Eigen::MatrixXd a = unscale.asDiagonal() * matrix_of(form.view()) * unscale.asDiagonal();
    const Eigen::VectorXd b = unscale.asDiagonal() * vector_of(form.view());
    CHECK((a - contacts.a()).cwiseAbs().maxCoeff() <= form_rounding * std::max(scale, 1.0));
    CHECK((b - contacts.b()).cwiseAbs().maxCoeff() <= form_rounding * scale);
  }
}

TEST_CASE("Tresca friction moves into b", "[standard_form]") {
  // Remark after eq. (33): mu P_N is replaced by a. With P_T = P_R - a and P_L = 2 a - P_R, and y = (xi_R,
  // P_L).
  DenseContactProblem problem;
  problem.add(LawKind::tresca, 1, 0.3);
  problem.g = Eigen::MatrixXd::Constant(1, 1, 4.0);
  problem.c = Eigen::VectorXd::Constant(1, 5.0);
  StandardForm form;
  REQUIRE(form.build(problem.view()));
  Eigen::Matrix2d a;
  a << 1.0, 1.0, -1.0, 0.0;  // d = 1/2: percussions doubled, velocities halved
  const Eigen::Vector2d b(0.5 * (5.0 - 4.0 * 0.3), 2.0 * 0.3 * 2.0);
  CHECK(matrix_of(form.view()) == a);
  CHECK((vector_of(form.view()) - b).cwiseAbs().maxCoeff() <= form_rounding);

  SECTION("bisymmetric: the Kuhn-Tucker conditions of a quadratic program") {
    CHECK(matrix_of(form.view())(0, 1) == -matrix_of(form.view())(1, 0));
  }
  SECTION("its solution is the friction of the law") {
    const std::string name = GENERATE(as<std::string>{}, "lemke", "enumeration", "lcp_newton");
    const auto [velocity, friction] =
        GENERATE(table<double, double>({{5.0, -0.3}, {-5.0, 0.3}, {1.0, -0.25}, {-1.0, 0.25}, {0.0, 0.0}}));
    problem.c(0) = velocity;
    const testing::Answer answer = testing::solve(*make_contact_solver(name), problem);
    CHECK(answer.result.solved());
    CHECK(answer.percussions(0) == Catch::Approx(friction).margin(form_rounding));
  }
}

TEST_CASE("laws in any order, with and without friction, give the same percussions", "[standard_form]") {
  // Contacts 1 (frictional), 2 (frictionless) and a friction element 3, as N1 T1 N2 T3 and as T3 N2 N1 T1.
  testing::Random random(4);
  const std::vector<int> permutation = {3, 2, 0, 1};
  for (int trial = 0; trial < 100; ++trial) {
    const double mu = random.uniform(0.0, 1.0);
    DenseContactProblem problem;
    problem.add_frictional(mu);
    problem.add_unilateral();
    problem.add(LawKind::tresca, 1, 0.2);
    problem.g = random.positive_definite(4);
    problem.c = random.vector(4);

    DenseContactProblem permuted;
    permuted.add(LawKind::tresca, 1, 0.2);
    permuted.add_unilateral();
    permuted.add_frictional(mu);
    permuted.g.resize(4, 4);
    permuted.c.resize(4);
    for (int i = 0; i < 4; ++i) {
      permuted.c(i) = problem.c(permutation[static_cast<std::size_t>(i)]);
      for (int j = 0; j < 4; ++j) {
        permuted.g(i, j) =
            problem.g(permutation[static_cast<std::size_t>(i)], permutation[static_cast<std::size_t>(j)]);
      }
    }
    const auto solver = make_contact_solver("enumeration");
    const testing::Answer one = testing::solve(*solver, problem);
    const testing::Answer other = testing::solve(*solver, permuted);
    REQUIRE(one.result.solved());
    REQUIRE(other.result.solved());
    for (int i = 0; i < 4; ++i) {
      // Ill-conditioned bases (eigenvalues down to 0.1) amplify rounding a hundredfold.
      CHECK(other.percussions(i) ==
            Catch::Approx(one.percussions(permutation[static_cast<std::size_t>(i)])).margin(1e-11));
    }
  }
}

TEST_CASE("friction opposes the slip: P_R stands in x and P_L in y", "[standard_form]") {
  const DenseContactProblem problem = sliding_block();
  StandardForm form;
  REQUIRE(form.build(problem.view()));
  // Slip to the right: xi_T = xi_R = 1.5 > 0, hence P_R = 0, P_L = 2 mu P_N = 1, xi_L = 0.
  const std::vector<double> x = {1.0, 0.0, 0.0};
  REQUIRE(lcp_residual(form.view(), x) == 0.0);
  Eigen::Vector2d p;
  form.split(problem.view(), x, {p.data(), 2});
  CHECK(p == Eigen::Vector2d(1.0, -0.5));
  CHECK(contact_residual(problem.view(), {p.data(), 2}) == 0.0);

  SECTION("step (vii) of Flores et al., sec. 5.3, with P_L from x and P_R from y, accelerates the slip") {
    const double p_L = x[1];
    const double p_R = 2.0 * 0.5 * x[0] - x[1];  // y of the third block
    const double p_T = p_R - 0.5 * x[0];
    CHECK(p_T == 0.5);
    CHECK(p_L == 0.0);
    const Eigen::Vector2d swapped(1.0, p_T);
    CHECK(contact_residual(problem.view(), {swapped.data(), 2}) == 0.5);  // the interval's width over v_ref = 2 m/s
    const double slip_before = 2.0;
    const double slip_after = slip_before + p_T;
    CHECK(slip_after * slip_after > slip_before * slip_before);  // friction that does positive work
  }
}

TEST_CASE("masses of any size leave the scaled problem as it is", "[standard_form]") {
  // A block on a block, masses 1 and 1e-12: every diagonal entry of the scaled matrix lies in [1, 4).
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.add_unilateral();
  problem.g = Eigen::Vector2d(1.0, 1e12).asDiagonal();
  problem.c = Eigen::Vector2d(-1.0, -2.0);
  StandardForm form;
  REQUIRE(form.build(problem.view()));
  for (int i = 0; i < 2; ++i) {
    CHECK(form.view().entry(i, i) >= 1.0);
    CHECK(form.view().entry(i, i) < 4.0);
  }
  const std::string name = GENERATE(as<std::string>{}, "lemke", "enumeration", "lcp_newton");
  const testing::Answer answer = testing::solve(*make_contact_solver(name), problem);
  CHECK(answer.result.solved());
  CHECK(answer.percussions(0) == Catch::Approx(1.0).epsilon(form_rounding));
  CHECK(answer.percussions(1) == Catch::Approx(2e-12).epsilon(form_rounding));
}

TEST_CASE("friction never does positive work in an inelastic impact", "[standard_form]") {
  testing::Random random(5);
  const std::string name = GENERATE(as<std::string>{}, "lemke", "enumeration", "lcp_newton");
  const auto solver = make_contact_solver(name);
  for (int trial = 0; trial < 200; ++trial) {
    const DenseContactProblem problem = RandomContacts(random, 1 + random.index(2)).problem();
    const testing::Answer answer = testing::solve(*solver, problem);
    if (!answer.result.solved()) continue;  // a random W may admit no solution; test_lemke counts those
    const Eigen::VectorXd xi = problem.xi(answer.percussions);
    for (const SetValuedLaw& law : problem.laws) {
      if (law.kind != LawKind::coulomb) continue;
      // The residual of 1e-10 times percussions of at most some hundred N s.
      CHECK(answer.percussions(law.offset) * xi(law.offset) <= 1e-8);
    }
  }
}

TEST_CASE("the standard form refuses a disc", "[standard_form]") {
  DenseContactProblem problem;
  problem.add_frictional(0.5, 2);
  problem.g = Eigen::Matrix3d::Identity();
  problem.c = Eigen::Vector3d(-1, 1, 1);
  StandardForm form;
  CHECK_FALSE(form.build(problem.view()));
}
