// LDL^T of mass matrices against Eigen's Cholesky factorization.
#include <Eigen/Dense>
#include <limits>

#include "solvers/linear_algebra/ldl_factorization.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;

namespace {

template <int Dof>
void check_against_cholesky(testing::Random& random) {
  // Eigenvalues between 0.1 and Dof^2: the condition number amplifies rounding to some 1e-13.
  constexpr double tolerance = 1e-12;
  LdlFactorization<Dof> factorization;
  for (int trial = 0; trial < 50; ++trial) {
    const Matrix<Dof> m = random.positive_definite(Dof);
    const Vector<Dof> b = random.vector(Dof);
    factorization.compute(m);
    REQUIRE(factorization.positive_definite());
    Vector<Dof> x = b;
    factorization.solve_in_place(x);
    const Vector<Dof> expected = testing::solve_positive_definite(m, b);
    CHECK((x - expected).norm() <= tolerance * expected.norm());
  }
}

}  // namespace

TEST_CASE("M^-1 x agrees with a Cholesky factorization", "[mass]") {
  testing::Random random(11);
  check_against_cholesky<2>(random);
  check_against_cholesky<3>(random);
  check_against_cholesky<6>(random);
}

TEST_CASE("one degree of freedom is a division", "[mass]") {
  LdlFactorization<1> factorization;
  factorization.compute(Matrix<1>(4.0));
  REQUIRE(factorization.positive_definite());
  Vector<1> x(3.0);
  factorization.solve_in_place(x);
  CHECK(x(0) == 0.75);
}

TEST_CASE("inertias of very different size do not matter", "[mass]") {
  // Slider-crank: the slider's 2.7e-6 kg m^2 beside the crank's 4e-3; scaled by 1e-6 and 1e6 as well.
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  Matrix<3> m;
  m << 4e-3, 3e-3, 0.0, 3e-3, 1e-2, 0.0, 0.0, 0.0, 2.7e-6;
  m *= scale;
  LdlFactorization<3> factorization;
  factorization.compute(m);
  REQUIRE(factorization.positive_definite());
  const Vector<3> expected(1.0, -2.0, 3.0);
  Vector<3> x = m * expected;
  factorization.solve_in_place(x);
  CHECK((x - expected).norm() <= 1e-14);  // a dozen roundings; the rows do not mix sizes
}

TEST_CASE("only the lower triangle is read", "[mass]") {
  Matrix<2> m;
  m << 2.0, 99.0, 1.0, 2.0;
  LdlFactorization<2> factorization;
  factorization.compute(m);
  Vector<2> x(3.0, 3.0);
  factorization.solve_in_place(x);
  CHECK((x - Vector<2>(1.0, 1.0)).norm() <= 1e-15);
}

TEST_CASE("a matrix that is not positive definite is noticed", "[mass]") {
  LdlFactorization<2> factorization;
  const auto positive_definite = [&](double m11, double m21, double m22) {
    Matrix<2> m;
    m << m11, m21, m21, m22;
    factorization.compute(m);
    return factorization.positive_definite();
  };
  CHECK(positive_definite(1.0, 0.5, 1.0));
  CHECK_FALSE(positive_definite(0.0, 0.0, 1.0));   // a massless body
  CHECK_FALSE(positive_definite(1.0, 0.0, -1.0));  // a negative one
  CHECK_FALSE(positive_definite(1.0, 1.0, 1.0));   // singular
  CHECK_FALSE(positive_definite(1.0, 2.0, 1.0));   // indefinite, though its diagonal is positive
  CHECK_FALSE(positive_definite(std::numeric_limits<double>::quiet_NaN(), 0.0, 1.0));
  CHECK_FALSE(positive_definite(1.0, 0.0, std::numeric_limits<double>::infinity()));
  CHECK(positive_definite(1.0, 0.5, 1.0));  // a failure leaves no trace

  LdlFactorization<2> never_computed;
  CHECK_FALSE(never_computed.positive_definite());
}
