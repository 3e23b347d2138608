// LU factorization against Eigen's, for all sizes around the width of its panels.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/linear_algebra/dense_lu.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double factorize(DenseLu& lu, const MatrixXd& a) {
  const int n = static_cast<int>(a.rows());
  std::copy_n(a.data(), a.size(), lu.matrix(n));
  return lu.factorize();
}

VectorXd solve(const DenseLu& lu, const VectorXd& b) {
  VectorXd x = b;
  lu.solve(x.data());
  return x;
}

// |A x - b| relative to what its terms can round to.
double residual(const MatrixXd& a, const VectorXd& x, const VectorXd& b) {
  return (a * x - b).lpNorm<Eigen::Infinity>() /
         (epsilon * (a.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs()).lpNorm<Eigen::Infinity>());
}

void check_against_eigen(DenseLu& lu, const MatrixXd& a, const VectorXd& b) {
  const double ratio = factorize(lu, a);
  CHECK(ratio > 0.0);
  CHECK(ratio <= 1.0);
  const VectorXd x = solve(lu, b);
  const Eigen::PartialPivLU<MatrixXd> reference(a);
  const double expected = residual(a, reference.solve(b), b);
  // Both round some n times; neither has a reason to be much better. The pivots are the same but for ties.
  const double n = static_cast<double>(a.rows());
  CHECK(residual(a, x, b) <= 3.0 * expected + n);
  const VectorXd pivots = reference.matrixLU().diagonal().cwiseAbs();
  CHECK(ratio == Catch::Approx(pivots.minCoeff() / pivots.maxCoeff()).epsilon(1e-6));
}

}  // namespace

TEST_CASE("solutions as good as Eigen's, n = 1 to 70 and 150", "[newton][lu]") {
  testing::Random random(61);
  DenseLu lu;  // one for all: storage is kept, smaller and larger
  std::vector<int> sizes = {150};
  for (int n = 1; n <= 70; ++n) sizes.push_back(n);
  for (const int n : sizes) {
    CAPTURE(n);
    const MatrixXd a = random.matrix(n, n);
    const VectorXd b = random.vector(n);
    check_against_eigen(lu, a, b);
    // Rows of very different size, and a zero diagonal: pivoting is needed.
    const VectorXd scale = random.vector(n, -6.0, 6.0).array().exp();
    MatrixXd scaled = scale.asDiagonal() * a;
    if (n > 1) scaled.diagonal().setZero();
    check_against_eigen(lu, scaled, scale.cwiseProduct(b));
  }
}

TEST_CASE("exact where nothing rounds: permutations and triangles of powers of two", "[newton][lu]") {
  DenseLu lu;
  for (const int n : {1, 7, 8, 9, 16, 17, 40}) {
    CAPTURE(n);
    MatrixXd shift = MatrixXd::Zero(n, n);
    VectorXd expected(n);
    for (int i = 0; i < n; ++i) {
      shift((i + 3) % n, i) = 2.0;
      expected(i) = i - 5;
    }
    CHECK(factorize(lu, shift) == 1.0);
    CHECK(solve(lu, shift * expected) == expected);
  }
  MatrixXd diagonal = Eigen::Vector3d(4.0, 1.0, 2.0).asDiagonal();
  CHECK(factorize(lu, diagonal) == 0.25);
  CHECK(solve(lu, Eigen::Vector3d(4.0, -3.0, 8.0)) == Eigen::Vector3d(1.0, -3.0, 4.0));
  CHECK(lu.matrix(0) == lu.matrix(0));
  CHECK(lu.factorize() == 1.0);  // no equations, nothing singular
}

TEST_CASE("the smallest to the largest pivot tells a nearly singular matrix", "[newton][lu]") {
  testing::Random random(62);
  DenseLu lu;
  for (const int n : {2, 8, 9, 20}) {
    CAPTURE(n);
    MatrixXd a = random.matrix(n, n);
    a.col(n - 1) = a.leftCols(n - 1) * VectorXd::Ones(n - 1) / n;
    CHECK(factorize(lu, a) <= 1e-14);  // rounding of n products, relative to pivots of order one
    const double tilt = 1e-6;
    a(n / 2, n - 1) += tilt;
    const double ratio = factorize(lu, a);
    CHECK(ratio > 1e-3 * tilt);
    CHECK(ratio < 10.0 * tilt);
  }
}

TEST_CASE("singular and non-finite matrices return zero", "[newton][lu]") {
  DenseLu lu;
  for (const int n : {1, 2, 8, 9, 20}) {
    CAPTURE(n);
    CHECK(factorize(lu, MatrixXd::Zero(n, n)) == 0.0);
    MatrixXd a = MatrixXd::Identity(n, n);
    a.col(n / 2).setZero();
    CHECK(factorize(lu, a) == 0.0);
    a = MatrixXd::Identity(n, n);
    a.row(n / 2).setZero();
    CHECK(factorize(lu, a) == 0.0);
    if (n > 1) CHECK(factorize(lu, MatrixXd::Ones(n, n)) == 0.0);
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      a = MatrixXd::Identity(n, n);
      a(n - 1, n - 1) = bad;
      CHECK(factorize(lu, a) == 0.0);
    }
    // And a regular one after it.
    CHECK(factorize(lu, MatrixXd::Identity(n, n)) == 1.0);
  }
}
