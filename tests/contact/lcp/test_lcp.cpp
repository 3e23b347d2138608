// The residual all LCP answers are judged by, and the contract of the solvers.
#include <Eigen/Core>
#include <limits>

#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/lcp_newton.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/lcp/projected_relaxation.hpp"
#include "solvers/linear_algebra/vector_loops.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/lcp.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::Lcp;

namespace {

double residual(const Lcp& lcp, Eigen::VectorXd x) {
  return lcp_residual(lcp.view(), {x.data(), static_cast<std::size_t>(x.size())});
}

}  // namespace

TEST_CASE("the row scale is the diagonal, or the largest entry of the row, or one", "[lcp]") {
  Eigen::Matrix4d a;
  a << 2, -7, 0, 0,  //
      0, -3, 5, 0,   //
      0, 0, 0, -4,   //
      0, 0, 0, 0;
  const Lcp lcp(a, Eigen::Vector4d(-8, 1, 1, 1));
  CHECK(row_scale(lcp.view(), 0) == 2.0);
  CHECK(row_scale(lcp.view(), 1) == 5.0);
  CHECK(row_scale(lcp.view(), 2) == 4.0);
  CHECK(row_scale(lcp.view(), 3) == 1.0);
}

TEST_CASE("the residual has the unit of y and is relative to max |b|", "[lcp]") {
  Eigen::Matrix2d a;
  a << 2, 0, 0, 0;
  const Lcp lcp(a, Eigen::Vector2d(-4, 8));
  CHECK(residual(lcp, Eigen::Vector2d(2, 0)) == 0.0);
  CHECK(residual(lcp, Eigen::Vector2d(1, 0)) == 0.25);      // min(2, -2) / 8
  CHECK(residual(lcp, Eigen::Vector2d(2, 0.5)) == 0.0625);  // min(1 * 0.5, 8) / 8
  CHECK(residual(lcp, Eigen::Vector2d(2, -4)) == 0.5);
  SECTION("scaling x or y leaves it as it is") {
    const Lcp lighter(8.0 * a, lcp.b);
    CHECK(residual(lighter, Eigen::Vector2d(1.0 / 8, 0)) == 0.25);
    const Lcp faster(a, 8.0 * lcp.b);
    CHECK(residual(faster, Eigen::Vector2d(8, 0)) == 0.25);
  }
  SECTION("b = 0 is measured against one") {
    CHECK(residual(Lcp(a, Eigen::Vector2d::Zero()), Eigen::Vector2d(0, 0)) == 0.0);
    CHECK(residual(Lcp(a, Eigen::Vector2d::Zero()), Eigen::Vector2d(3, 0)) == 6.0);
  }
  SECTION("what is not finite is infinitely wrong") {
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(), 1e308}) {
      CHECK(residual(lcp, Eigen::Vector2d(bad, 0)) == std::numeric_limits<double>::infinity());
    }
  }
}

TEST_CASE("a slack that overflows counts as wrong", "[lcp]") {
  // y_0 = -1 + 1e400 - 1e400 must not be negative; x_0 = 0 says nothing of it.
  Eigen::Matrix3d a;
  a << 0, 1e200, -1e200,  //
      0, 0, 0,            //
      0, 0, 0;
  CHECK(residual(Lcp(a, Eigen::Vector3d(-1, 0, 0)), Eigen::Vector3d(0, 1e200, 1e200)) >= 1.0);
}

TEMPLATE_TEST_CASE("every method refuses a guess that is not finite and takes any other", "[lcp]", Lemke, Enumeration,
                   LcpNewton, ProjectedRelaxation) {
  testing::Random random(1);
  TestType method;
  const Lcp lcp(random.positive_definite(5), random.vector(5));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const auto answer = testing::solve(method, lcp, Eigen::VectorXd::Constant(5, bad));
    CHECK(answer.result.status == SolverStatus::invalid_input);
    CHECK(answer.x == Eigen::VectorXd::Zero(5));
  }
  const auto reference = testing::solve(method, lcp);
  REQUIRE(reference.result.solved());
  for (const double guess : {-3.0, 1.0, 1e6}) {
    const auto answer = testing::solve(method, lcp, Eigen::VectorXd::Constant(5, guess));
    CHECK(answer.result.solved());
    // The tolerance of 1e-10 times a condition number of at most some hundred.
    CHECK((answer.x - reference.x).cwiseAbs().maxCoeff() <= 1e-7);
  }
}

TEST_CASE("the vector loops do what they say, for every length", "[lcp]") {
  testing::Random random(2);
  for (int n = 0; n <= 40; ++n) {
    CAPTURE(n);
    const Eigen::VectorXd x = random.vector(n);
    const Eigen::VectorXd y = random.vector(n);
    CHECK(vector_loops::dot(x.data(), y.data(), n) == Catch::Approx(x.dot(y)).margin(1e-14));
    Eigen::VectorXd sum = y;
    vector_loops::add_multiple(sum.data(), x.data(), 2.5, n);
    CHECK(sum == Eigen::VectorXd(y + 2.5 * x));

    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m = random.matrix(7, 45);
    const Eigen::MatrixXd before = m;
    const Eigen::VectorXd factors = random.vector(7);
    vector_loops::add_outer_product(m.data(), 45, 7, factors.data(), x.data(), n);
    CHECK((m.leftCols(n) - (before.leftCols(n) + factors * x.transpose())).cwiseAbs().sum() <= 1e-13);
    CHECK(m.rightCols(45 - n) == before.rightCols(45 - n));

    m = before;
    const Eigen::VectorXd values = random.vector(7);
    const Eigen::VectorXd other = random.vector(n + 1);
    Eigen::VectorXd products(7);
    vector_loops::add_outer_product_and_multiply(m.data(), 45, 7, factors.data(), x.data(), n, n, values.data(),
                                                 other.data(), n + 1, products.data());
    CHECK(m.col(n) == values);
    CHECK((products - m.leftCols(n + 1) * other).cwiseAbs().maxCoeff() <= 1e-13);

    std::vector<const double*> columns;
    for (int k = 0; k < 7; ++k) columns.push_back(m.data() + 45 * k);
    Eigen::VectorXd total = Eigen::VectorXd::Zero(n);
    vector_loops::add_columns(total.data(), columns.data(), factors.data(), 7, n);
    CHECK((total - m.leftCols(n).transpose() * factors).cwiseAbs().sum() <= 1e-13);
  }
}
