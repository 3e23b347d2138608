// `infeasible` is a proof. These are problems that are nearly infeasible but have a solution, which no method may deny,
// and problems without one, whose proofs must still be found.
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <string>
#include <vector>

#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/infeasibility_proof.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_algebra.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/lcp.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::DenseContactProblem;
using testing::Lcp;

namespace {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

DenseContactProblem frictionless(const MatrixXd& g, const VectorXd& c) {
  DenseContactProblem problem;
  for (int i = 0; i < static_cast<int>(c.size()); ++i) problem.laws.push_back({LawKind::unilateral, i, 1, -1, 0.0});
  problem.g = g;
  problem.c = c;
  return problem;
}

// w - G p, with the digits of a long double for the sums.
VectorXd c_for(const MatrixXd& g, const VectorXd& p, const VectorXd& w) {
  const LongVector product = g.cast<long double>() * p.cast<long double>();
  return (w.cast<long double>() - product).cast<double>();
}

bool positive_definite(const MatrixXd& g) {
  return Eigen::LLT<LongMatrix>(g.cast<long double>()).info() == Eigen::Success;
}

// Eigenvalues 1 and, along a positive vector v, `smallest`.
MatrixXd nearly_singular(const VectorXd& v, double smallest) {
  const MatrixXd g = MatrixXd::Identity(v.size(), v.size()) - v * v.transpose() * ((1.0 - smallest) / v.squaredNorm());
  return 0.5 * (g + g.transpose());
}

const std::vector<std::string> claimants = {"lemke", "enumeration", "lcp_newton", "lcp_relaxation", "portfolio"};

void check_not_denied(const MatrixXd& g, const VectorXd& c) {
  for (const std::string& name : claimants) {
    CAPTURE(name);
    SolverOptions options;
    options.time_limit = 0.01;
    const auto solver = make_contact_solver(name, options);
    CHECK(testing::solve(*solver, frictionless(g, c)).result.status != SolverStatus::infeasible);
  }
  Lemke lemke;
  CHECK(testing::solve(lemke, Lcp(g, c)).result.status != SolverStatus::infeasible);
  Enumeration enumeration;
  if (c.size() > 10) return;  // 2^n bases
  CHECK(testing::solve(enumeration, Lcp(g, c)).result.status != SolverStatus::infeasible);
}

}  // namespace

TEST_CASE("a condition of 1e15 is no proof of infeasibility", "[infeasibility]") {
  testing::Random random(301);
  int definite = 0;
  for (const int n : {2, 3, 5, 8, 14, 30}) {
    CAPTURE(n);
    for (int trial = 0; trial < 4; ++trial) {
      CAPTURE(trial);
      VectorXd eigenvalues(n);
      for (int i = 0; i < n; ++i) eigenvalues(i) = std::pow(10.0, -15.0 * i / (n - 1));
      const MatrixXd q = testing::orthogonal_factor(random.matrix(n, n));
      const MatrixXd product = testing::product(q * eigenvalues.asDiagonal(), q.transpose());
      const MatrixXd g = 0.5 * (product + product.transpose());
      if (positive_definite(g)) ++definite;  // rounding may have taken the smallest eigenvalue below zero
      VectorXd p = VectorXd::Zero(n);
      VectorXd w = VectorXd::Zero(n);
      for (int i = 0; i < n; ++i) (random.chance(0.6) ? p : w)(i) = random.uniform(0.0, 1.0);
      check_not_denied(g, c_for(g, p, w));
    }
  }
  CHECK(definite > 8);
}

TEST_CASE("percussions of 1e7 to 1e10 times their natural size are no proof of infeasibility", "[infeasibility]") {
  testing::Random random(302);
  int definite = 0;
  for (const int n : {2, 5, 9, 20, 60}) {
    for (const double size : {1e7, 1e8, 1e9, 1e10}) {
      for (const double smallest : {1e-12, 1e-13, 1e-14, 1e-15}) {
        CAPTURE(n, size, smallest);
        const VectorXd v = random.vector(n, 0.5, 1.5).normalized();
        const MatrixXd g = nearly_singular(v, smallest);
        if (!positive_definite(g)) continue;
        ++definite;
        check_not_denied(g, c_for(g, size * v + random.vector(n), VectorXd::Zero(n)));
      }
    }
  }
  CHECK(definite > 40);
}

TEST_CASE("what is infeasible is still proven to be", "[infeasibility]") {
  testing::Random random(303);
  int tried = 0;
  for (const int n : {2, 4, 7, 10, 13, 30, 70}) {
    for (int trial = 0; trial < 5; ++trial) {
      CAPTURE(n, trial);
      // Positive semidefinite up to rounding, with G v = 0 and c^T v < 0.
      const VectorXd v = random.vector(n, 0.5, 1.5);
      const VectorXd c = random.vector(n) - v;
      if (c.dot(v) > -0.1 * v.squaredNorm()) continue;
      ++tried;
      const MatrixXd g = nearly_singular(v, 0.0);
      for (const std::string name : {"lemke", "enumeration", "portfolio"}) {
        if (name == "enumeration" && n > 10) continue;
        CAPTURE(name);
        const auto solver = make_contact_solver(name);
        CHECK(testing::solve(*solver, frictionless(g, c)).result.status == SolverStatus::infeasible);
      }
    }
  }
  CHECK(tried > 25);
}

TEST_CASE("what a certificate excludes depends on its size", "[infeasibility]") {
  // y = a x - 1, solved by x = 1 / a, with the natural size of x set to one.
  struct Unit : LcpSource {
    double one = 1.0;
    LcpBounds bounds() const override { return {{&one, 1}, {}, {}}; }
  };
  const Unit unit;
  const double minus_one = -1.0;
  const std::vector<double> z = {1.0};
  const std::vector<double> negative = {-1.0};
  InfeasibilityProof proof;
  for (const double a : {1.0, 1e-6, 1e-11, 1e-13}) {
    CAPTURE(a);
    proof.start({1, &a, 1, &minus_one, &unit});
    CHECK_FALSE(proof.excludes_all(z));
  }
  for (const double a : {1e-14, 1e-300, 0.0, -1.0}) {
    CAPTURE(a);
    proof.start({1, &a, 1, &minus_one, &unit});
    CHECK(proof.excludes_all(z));
    CHECK_FALSE(proof.excludes_all(negative));
  }
  SECTION("errors of the entries count") {
    struct Rounded : LcpSource {
      double one = 1.0;
      double a_error = 0.0;
      double b_error = 0.0;
      LcpBounds bounds() const override { return {{&one, 1}, {&a_error, 1}, {&b_error, 1}}; }
    };
    const double zero = 0.0;
    Rounded rounded;
    const LcpView lcp{1, &zero, 1, &minus_one, &rounded};
    proof.start(lcp);
    CHECK(proof.excludes_all(z));
    rounded.a_error = 1e-12;
    proof.start(lcp);
    CHECK_FALSE(proof.excludes_all(z));
    rounded.a_error = 0.0;
    rounded.b_error = 1.0;
    proof.start(lcp);
    CHECK_FALSE(proof.excludes_all(z));
  }
}

TEST_CASE("bounds of sums of products hold where plain sums cancel", "[infeasibility]") {
  // Exactly 2^-60: a plain sum returns zero.
  ProductSum sum;
  sum.add(1.0 + 0x1p-30, 1.0 + 0x1p-30);
  sum.add(-1.0, 1.0 + 0x1p-29);
  CHECK(sum.value() == 0x1p-60);
  CHECK(sum.upper_bound() >= 0x1p-60);
  CHECK(sum.upper_bound() <= 0x1p-59);
  sum.add(1e308, 1e308);
  CHECK_FALSE(std::isfinite(sum.upper_bound()));
}

TEST_CASE("friction: proofs are about percussions, not about unknowns of the standard form", "[infeasibility]") {
  // One contact, whose normal velocity friction alone could raise: xi_N = -1 + g P_T, |P_T| <= mu P_N. P_T >= 0 would
  // have to act against xi_T = -1 < 0; P_N = 1 / (g mu) does it.
  for (const double g : {0.5, 1e-4, 1e-8}) {
    CAPTURE(g);
    DenseContactProblem problem;
    problem.laws = {{LawKind::unilateral, 0, 1, -1, 0.0}, {LawKind::coulomb, 1, 1, 0, 0.5}};
    problem.g = (Eigen::Matrix2d() << 0.0, g, 0.0, 1e-3).finished();
    problem.c = Eigen::Vector2d(-1.0, -1e6);
    for (const std::string name : {"lemke", "enumeration", "portfolio"}) {
      CAPTURE(name);
      CHECK(testing::solve(*make_contact_solver(name), problem).result.status != SolverStatus::infeasible);
      DenseContactProblem hopeless = problem;
      hopeless.c(1) = 1.0;  // slides the other way: P_T = -mu P_N pulls the contact down
      CHECK(testing::solve(*make_contact_solver(name), hopeless).result.status == SolverStatus::infeasible);
    }
  }
}

TEST_CASE("a guess that overflows does not cost the answer", "[infeasibility]") {
  testing::Random random(304);
  const MatrixXd g = 1e150 * random.positive_definite(5);
  const VectorXd c = random.vector(5);
  for (const std::string& name : contact_solver_names()) {
    const auto solver = make_contact_solver(name);
    const auto from_zero = testing::solve(*solver, frictionless(g, c)).result.status;
    for (const double guess : {1e308, 1e200}) {
      CAPTURE(name, guess);
      const DenseContactProblem problem = frictionless(g, c);
      std::vector<double> percussions(5, guess);
      std::vector<Mode> modes(5);
      CHECK(solver->solve(problem.view(), percussions, modes).status == from_zero);
    }
  }
  Lemke lemke;
  CHECK(testing::solve(lemke, Lcp(g, c), VectorXd::Constant(5, 1e308)).result.solved());
}

TEST_CASE("denormal diagonals do not make the standard form overflow", "[infeasibility]") {
  for (const double tiny : {1e-310, 5e-324, 1e-300}) {
    CAPTURE(tiny);
    DenseContactProblem problem =
        frictionless((Eigen::Matrix2d() << tiny, 1.0, 1.0, tiny).finished(), Eigen::Vector2d(-1.0, -2.0));
    StandardForm form;
    REQUIRE(form.build(problem.view()));
    CHECK(well_formed(form.view()));
    for (const std::string name : {"lemke", "enumeration"}) {
      CAPTURE(name);
      const auto answer = testing::solve(*make_contact_solver(name), problem);
      // By (2, 1), and for 1e-300 also by a single percussion of 1 / tiny.
      CHECK(answer.result.solved());
      if (tiny < 1e-308) CHECK((answer.percussions - Eigen::Vector2d(2.0, 1.0)).norm() <= 1e-14);
    }
  }
}

TEST_CASE("enumeration honours a limit of bases", "[infeasibility]") {
  SolverOptions options;
  options.max_iterations = 3;
  Enumeration enumeration(options);
  const auto answer = testing::solve(enumeration, Lcp(MatrixXd::Identity(4, 4), VectorXd::Constant(4, -1.0)));
  CHECK(answer.result.status == SolverStatus::iteration_limit);  // the last of 16 bases would solve it
  CHECK(answer.result.iterations == 3);
}
