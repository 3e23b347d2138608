// The copositive form against its definition, and where it is needed: Painleve's regime.
#include <Eigen/Dense>
#include <vector>

#include "solvers/contact/lcp/copositive_form.hpp"
#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/random.hpp"
#include "tests/helpers/seeded_problems.hpp"

using namespace nsdbench;
using testing::DenseContactProblem;

namespace {

DenseContactProblem unit_contact(double mu) {
  DenseContactProblem problem;
  problem.add_frictional(mu);
  problem.g.resize(2, 2);
  problem.g << 1.0, 0.25, 0.25, 1.0;  // scale one
  problem.c = Eigen::Vector2d(-1.0, 0.5);
  return problem;
}

Eigen::MatrixXd matrix_of(const LcpView& lcp) {
  Eigen::MatrixXd a(lcp.size, lcp.size);
  for (int i = 0; i < lcp.size; ++i) {
    for (int j = 0; j < lcp.size; ++j) a(i, j) = lcp.entry(i, j);
  }
  return a;
}

}  // namespace

TEST_CASE("the copositive form of one contact", "[copositive_form]") {
  const DenseContactProblem problem = unit_contact(0.5);
  CopositiveForm form;
  REQUIRE(form.build(problem.view()));
  Eigen::Matrix4d expected;
  expected << 1, 0.25, -0.25, 0,  //
      0.25, 1, -1, 1,             //
      -0.25, -1, 1, 1,            //
      0.5, -1, -1, 0;
  CHECK(matrix_of(form.view()) == expected);
  CHECK(Eigen::Map<const Eigen::Vector4d>(form.view().b) == Eigen::Vector4d(-1, 0.5, -0.5, 0));
  // Slip to the right after the impact: P = (1 / (1 - mu / 4), -mu P_N), sigma = xi_T.
  const double normal = 1.0 / 0.875;
  const double slip = 0.5 + 0.25 * normal - 0.5 * normal;
  const std::vector<double> x = {normal, 0.0, 0.5 * normal, slip};
  CHECK(lcp_residual(form.view(), x) <= 1e-15);
  Eigen::Vector2d p;
  form.split(problem.view(), x, {p.data(), 2});
  CHECK(contact_residual(problem.view(), {p.data(), 2}) <= 1e-15);
}

TEST_CASE("it is copositive for any friction", "[copositive_form]") {
  testing::Random random(41);
  CopositiveForm form;
  for (int trial = 0; trial < 50; ++trial) {
    const auto family = trial % 2 == 0 ? testing::SeededFamily::regular : testing::SeededFamily::redundant;
    const auto seeded = testing::seeded_planar_problem(static_cast<std::uint64_t>(trial), 1 + trial % 5, family);
    REQUIRE(form.build(seeded.problem.view()));
    const Eigen::MatrixXd a = matrix_of(form.view());
    for (int k = 0; k < 20; ++k) {
      const Eigen::VectorXd x = random.vector(form.size(), 0.0, 1.0);
      CHECK(x.dot(a * x) >= -1e-13 * x.squaredNorm());
    }
  }
}

TEST_CASE("both forms have the same percussions among their solutions", "[copositive_form]") {
  for (int seed = 0; seed < 100; ++seed) {
    const auto seeded =
        testing::seeded_planar_problem(static_cast<std::uint64_t>(seed), 1 + seed % 3, testing::SeededFamily::regular);
    CopositiveForm form;
    REQUIRE(form.build(seeded.problem.view()));
    for (const auto& x : all_lcp_solutions(form.view(), 1e-10)) {
      std::vector<double> p(seeded.problem.c.size());
      form.split(seeded.problem.view(), x, p);
      CAPTURE(seed);
      CHECK(contact_residual(seeded.problem.view(), p) <= 1e-8);
    }
  }
}

TEST_CASE("Tresca friction", "[copositive_form]") {
  DenseContactProblem problem;
  problem.add(LawKind::tresca, 1, 0.3);
  problem.g = Eigen::MatrixXd::Constant(1, 1, 4.0);
  const auto [velocity, friction] = GENERATE(table<double, double>({{5.0, -0.3}, {-5.0, 0.3}, {1.0, -0.25}}));
  problem.c = Eigen::VectorXd::Constant(1, velocity);
  CopositiveForm form;
  REQUIRE(form.build(problem.view()));
  Lemke lemke;
  std::vector<double> x(3);
  REQUIRE(lemke.solve(form.view(), x).solved());
  double p = 0.0;
  form.split(problem.view(), x, {&p, 1});
  CHECK(p == Catch::Approx(friction).epsilon(1e-14));
}

TEST_CASE("it has nothing to offer without friction, and refuses a disc", "[copositive_form]") {
  DenseContactProblem smooth;
  smooth.add_unilateral();
  smooth.g = Eigen::MatrixXd::Identity(1, 1);
  smooth.c = Eigen::VectorXd::Constant(1, -1.0);
  CopositiveForm form;
  CHECK_FALSE(form.build(smooth.view()));
  DenseContactProblem disc;
  disc.add_frictional(0.5, 2);
  disc.g = Eigen::Matrix3d::Identity();
  disc.c = Eigen::Vector3d(-1, 1, 1);
  CHECK_FALSE(form.build(disc.view()));
}

TEST_CASE("where the standard form ends on a ray, the copositive form does not", "[copositive_form]") {
  LemkeOptions options;
  options.covering_vectors = 1;
  options.last_resort = false;
  options.crash_start = false;
  Lemke lemke(options);
  const auto solver = make_contact_solver("lemke");
  StandardForm standard;
  CopositiveForm copositive;
  int rays = 0;
  for (int seed = 0; seed < 10000; ++seed) {
    const auto family = seed % 2 == 0 ? testing::SeededFamily::regular : testing::SeededFamily::redundant;
    const auto seeded = testing::seeded_planar_problem(static_cast<std::uint64_t>(seed), 1 + seed % 4, family);
    if (!seeded.paradoxical) continue;
    REQUIRE(standard.build(seeded.problem.view()));
    std::vector<double> x(static_cast<std::size_t>(standard.size()));
    if (lemke.solve(standard.view(), x).status != SolverStatus::ray) continue;
    ++rays;
    CAPTURE(seed);
    REQUIRE(copositive.build(seeded.problem.view()));
    std::vector<double> z(static_cast<std::size_t>(copositive.size()));
    CHECK(lemke.solve(copositive.view(), z).solved());
    std::vector<double> p(seeded.problem.c.size());
    std::vector<Mode> modes(seeded.problem.laws.size());
    CHECK(solver->solve(seeded.problem.view(), p, modes).solved());
  }
  CHECK(rays >= 5);
}
