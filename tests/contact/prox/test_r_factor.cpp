// Factors r_i: formulas by hand, estimates against eigenvalues, and what they do to the iteration.
#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "solvers/contact/prox/prox_solver.hpp"
#include "solvers/contact/prox/r_factor.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_algebra.hpp"

using namespace nsdbench;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::DenseContactProblem;

namespace {

// Spectral radius of the iteration matrix I - R G of eq. (22) without projections for symmetric G, that is
// max |1 - lambda(R G)|, by the eigenvalues of a dense copy.
double jacobi_spectral_radius(const ContactProblemView& problem, std::span<const double> inverse_r) {
  const int n = problem.size;
  // R^(1/2) G R^(1/2) has the eigenvalues of R G.
  Eigen::MatrixXd scaled(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      scaled(i, j) = 0.5 * (problem.g(i, j) + problem.g(j, i)) /
                     std::sqrt(inverse_r[static_cast<std::size_t>(i)] * inverse_r[static_cast<std::size_t>(j)]);
    }
  }
  if (n == 0) return 0.0;
  return (1.0 - testing::symmetric_eigenvalues(scaled).array()).abs().maxCoeff();
}

// The estimate of the largest eigenvalue comes from below and 2 % are added: it may lie 2 % on either side.
constexpr double margin = 0.02 + 1e-12;  // and its rounding

std::vector<double> factors(const ContactProblemView& view, RFactor strategy, double given = 1.0) {
  ContactBlocks blocks;
  blocks.build(view);
  std::vector<double> inverse_r(static_cast<std::size_t>(view.size), -1.0);
  RFactors r;
  r.compute(view, blocks, strategy, given, inverse_r);
  return inverse_r;
}

using Numbers = std::vector<double>;

DenseContactProblem frictionless(const MatrixXd& g) {
  DenseContactProblem problem;
  for (Eigen::Index i = 0; i < g.rows(); ++i) problem.add_unilateral();
  problem.g = g;
  problem.c = VectorXd::Constant(g.rows(), -1.0);
  return problem;
}

MatrixXd second_difference(int n) {
  MatrixXd g = 2.0 * MatrixXd::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) g(i, i + 1) = g(i + 1, i) = -1.0;
  return g;
}

// Of a symmetric matrix, by a power iteration long enough to be exact to `converged`.
constexpr double converged = 1e-6;
double largest_eigenvalue(const MatrixXd& g) {
  VectorXd v = VectorXd::LinSpaced(g.rows(), 1.0, 2.0).normalized();
  for (int k = 0; k < 3000; ++k) v = (g * v).normalized();
  return v.dot(g * v);
}

ProxOptions jacobi(RFactor strategy, double r = 1.0) {
  ProxOptions options;
  options.scheme = ProxScheme::pjor;
  options.r_factor = strategy;
  options.r = r;
  return options;
}

}  // namespace

TEST_CASE("factors by hand: three laws, sums over rows and not over columns", "[prox][r]") {
  // Row sums of |G|: 5, 3.5, 9; its columns would give 6, 6, 5.5.
  MatrixXd g(3, 3);
  g << 4.0, -1.0, 0.0, -1.0, 2.0, 0.5, 1.0, -3.0, 5.0;
  const DenseContactProblem problem = frictionless(g);
  for (const bool sparse : {false, true}) {
    CAPTURE(sparse);
    const ContactProblem stored = testing::sparse_form(problem, 1);
    const ContactProblemView view = sparse ? stored.view() : problem.view();
    CHECK(factors(view, RFactor::given, 0.25) == Numbers{4.0, 4.0, 4.0});
    CHECK(factors(view, RFactor::global_norm) == Numbers{9.0, 9.0, 9.0});
    CHECK(factors(view, RFactor::local_diagonal) == Numbers{4.0, 2.0, 5.0});
    CHECK(factors(view, RFactor::local_row_sum) == Numbers{5.0, 3.5, 9.0});
  }
}

TEST_CASE("factors by hand: the two directions of a disc share theirs", "[prox][r]") {
  DenseContactProblem problem;
  problem.add_frictional(0.5, 2);
  problem.g.resize(3, 3);
  problem.g << 4.0, -1.0, 0.0, -1.0, 2.0, 0.5, 1.0, -3.0, 5.0;
  problem.c = Eigen::Vector3d(-1.0, 0.0, 0.0);
  for (const int block_size : {0, 1, 3}) {
    CAPTURE(block_size);
    ContactProblem stored;
    if (block_size > 0) stored = testing::sparse_form(problem, block_size);
    const ContactProblemView view = block_size > 0 ? stored.view() : problem.view();
    CHECK(factors(view, RFactor::local_diagonal) == Numbers{4.0, 3.5, 3.5});
    CHECK(factors(view, RFactor::local_row_sum) == Numbers{5.0, 9.0, 9.0});
    CHECK(factors(view, RFactor::global_norm) == Numbers{9.0, 9.0, 9.0});
  }
}

TEST_CASE("laws whose rule gives nothing take the factors of the residual", "[prox][r]") {
  MatrixXd g = MatrixXd::Zero(3, 3);
  g(1, 2) = -4.0;
  const DenseContactProblem problem = frictionless(g);
  Numbers residual;
  for (std::size_t l = 0; l < 3; ++l) residual.push_back(inverse_prox_parameter(problem.view(), l));
  CHECK(factors(problem.view(), RFactor::local_diagonal) == residual);
  CHECK(factors(problem.view(), RFactor::local_row_sum) == Numbers{residual[0], 4.0, residual[2]});
  for (const RFactor strategy : {RFactor::global_norm, RFactor::global_spectral, RFactor::local_spectral}) {
    CHECK(factors(frictionless(MatrixXd::Zero(3, 3)).view(), strategy) == Numbers{1.0, 1.0, 1.0});
  }
}

TEST_CASE("spectral factors lie within their margin of the largest eigenvalue", "[prox][r]") {
  // lambda_max of the second difference of n unknowns: 2 + 2 cos(pi / (n + 1)).
  for (const int n : {1, 2, 3, 10}) {
    const double exact = 2.0 + 2.0 * std::cos(3.14159265358979323846 / (n + 1));
    for (const double estimate : factors(frictionless(second_difference(n)).view(), RFactor::global_spectral)) {
      CHECK(std::abs(estimate - exact) <= margin * exact);
    }
  }
  testing::Random random(41);
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + trial % 20;
    const MatrixXd scale = random.vector(n, 0.01, 10.0).asDiagonal();
    const MatrixXd g = scale * random.positive_definite(n, 0.1) * scale;
    const DenseContactProblem problem = frictionless(g);
    const double exact = largest_eigenvalue(g);
    const double estimate = factors(problem.view(), RFactor::global_spectral).front();
    CAPTURE(trial, exact, estimate);
    CHECK(estimate <= (1.0 + margin) * exact * (1.0 + converged));  // |G v| <= lambda_max |v|
    CHECK(estimate >= (1.0 - margin) * exact);
    // Never above the norm.
    CHECK(factors(problem.view(), RFactor::global_norm).front() >= exact * (1.0 - converged));

    // local_spectral: diag(G) times lambda_max of D^-1/2 G D^-1/2.
    const VectorXd root = g.diagonal().cwiseSqrt().cwiseInverse();
    const double scaled = largest_eigenvalue(root.asDiagonal() * g * root.asDiagonal());
    const Numbers local = factors(problem.view(), RFactor::local_spectral);
    for (int i = 0; i < n; ++i) {
      CHECK(std::abs(local[static_cast<std::size_t>(i)] / g(i, i) - scaled) <= 2.0 * margin * scaled);
    }
  }
}

TEST_CASE("the spectral radius of the iteration matrix, on diagonal examples", "[prox][r]") {
  const DenseContactProblem problem = frictionless(Eigen::Vector3d(1.0, 2.0, 3.0).asDiagonal());
  constexpr double rounding = 1e-15;
  CHECK(std::abs(jacobi_spectral_radius(problem.view(), Numbers{2.0, 2.0, 2.0}) - 0.5) <= rounding);
  CHECK(std::abs(jacobi_spectral_radius(problem.view(), Numbers{1.0, 2.0, 3.0}) - 0.0) <= rounding);
  CHECK(std::abs(jacobi_spectral_radius(problem.view(), Numbers{1.0, 1.0, 1.0}) - 2.0) <= 4.0 * rounding);
  CHECK(std::abs(jacobi_spectral_radius(problem.view(), Numbers{1.0, 4.0, 12.0}) - 0.75) <= rounding);
  CHECK(jacobi_spectral_radius(DenseContactProblem{}.view(), {}) == 0.0);
}

TEST_CASE("PJOR contracts by the spectral radius of I - R G where all contacts are closed", "[prox][r]") {
  testing::Random random(42);
  for (int trial = 0; trial < 5; ++trial) {
    const int n = 6;
    // Eigenvalues far enough apart that the slowest mode is soon alone.
    const MatrixXd scale = random.vector(n, 0.9, 1.1).asDiagonal();
    DenseContactProblem problem = frictionless(scale * second_difference(n) * scale);
    // Far from opening.
    problem.c = -problem.g * VectorXd::Constant(n, 10.0);
    for (const RFactor strategy : {RFactor::local_row_sum, RFactor::global_norm, RFactor::global_spectral}) {
      const Numbers inverse_r = factors(problem.view(), strategy);
      const double expected = jacobi_spectral_radius(problem.view(), inverse_r);
      REQUIRE(expected < 1.0);
      const VectorXd guess = VectorXd::Constant(n, 10.0) + 1e-3 * random.vector(n);
      const auto residual_after = [&](int iterations) {
        ProxOptions options = jacobi(strategy);
        options.solver.max_iterations = iterations;
        options.solver.tolerance = 1e-300;
        ProxSolver solver(options);
        return testing::solve_from(solver, problem, guess).result.residual;
      };
      // From where the slowest mode is alone to where rounding begins to show: factors of 1e-3 and 1e-6.
      const int far = static_cast<int>(std::log(1e-6) / std::log(expected));
      const int near = far / 2;
      const double observed = std::pow(residual_after(far) / residual_after(near), 1.0 / (far - near));
      CAPTURE(trial, static_cast<int>(strategy), expected, observed, far);
      // Residuals of some 1e-12 at the end, of which rounding is a few 1e-15, over some 70 iterations.
      CHECK(std::abs(observed - expected) <= 1e-4);
    }
  }
}

TEST_CASE("PJOR with row sums never diverges on symmetric positive definite problems", "[prox][r]") {
  testing::Random random(43);
  for (int trial = 0; trial < 60; ++trial) {
    // Unilateral laws and Tresca friction: a convex problem, 1/2 P^T G P + c^T P falls in every iteration.
    DenseContactProblem problem;
    for (int i = 0; i < 6; ++i) problem.add_unilateral();
    for (int i = 0; i < 3; ++i) problem.add(LawKind::tresca, 1, random.uniform(0.0, 1.0));
    for (int i = 0; i < 3; ++i) problem.add(LawKind::tresca, 2, random.uniform(0.0, 1.0));
    problem.g = random.positive_definite(15, 0.2);
    problem.c = random.vector(15);
    ProxOptions options = jacobi(RFactor::local_row_sum);
    options.solver.max_iterations = 20000;
    ProxSolver solver(options);
    CAPTURE(trial);
    CHECK(testing::solve(solver, problem).result.solved());

    // Coulomb friction is no convex problem; with moderate friction it converges all the same.
    const DenseContactProblem rough = testing::random_contacts(random, 5, 1 + trial % 2, 0.3, 0.5);
    CHECK(testing::solve(solver, rough).result.solved());
  }
}

TEST_CASE("the strategy decides: factors from the diagonal alone diverge where contacts act together", "[prox][r]") {
  // G = I + ones: lambda_max = n + 1, and 1 / r = 2 makes |1 - 7/2| > 1.
  const int n = 6;
  DenseContactProblem problem = frictionless(MatrixXd::Identity(n, n) + MatrixXd::Ones(n, n));
  ProxSolver diagonal(jacobi(RFactor::local_diagonal));
  CHECK_FALSE(testing::solve(diagonal, problem).result.solved());
  for (const RFactor strategy :
       {RFactor::local_row_sum, RFactor::global_norm, RFactor::global_spectral, RFactor::local_spectral}) {
    CAPTURE(static_cast<int>(strategy));
    ProxSolver solver(jacobi(strategy));
    const testing::Answer answer = testing::solve(solver, problem);
    CHECK(answer.result.solved());
    // All alike: P (1 + n) = 1.
    CHECK((answer.percussions - VectorXd::Constant(n, 1.0 / (n + 1))).norm() <= 1e-9);  // tolerance 1e-10 / lambda_min
  }
  // The adaptive factor finds out.
  ProxOptions options = jacobi(RFactor::local_diagonal);
  options.adaptive = true;
  ProxSolver adaptive(options);
  const testing::Answer answer = testing::solve(adaptive, problem);
  CHECK(answer.result.solved());
  CHECK((answer.percussions - VectorXd::Constant(n, 1.0 / (n + 1))).norm() <= 1e-9);
}
