// Lemke's method in revised form, against the dictionary and where the dictionary has nothing to say.
#include <Eigen/Dense>
#include <vector>

#include "solvers/contact/deadline.hpp"
#include "solvers/contact/lcp/crash_start.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/lcp/revised_lemke.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/lcp.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::Lcp;

namespace {

struct Path {
  SolverStatus status;
  int pivots = 0;
  Eigen::VectorXd x;
};

std::span<double> span_of(Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

Path revised(const Lcp& lcp) {
  RevisedLemke method;
  const std::vector<double> ones(static_cast<std::size_t>(lcp.size()), 1.0);
  method.build(lcp.view(), ones);
  Path path{SolverStatus::solved, 0, Eigen::VectorXd::Zero(lcp.size())};
  path.status = method.run(1000, Deadline(0.0), path.pivots);
  method.read_solution(span_of(path.x));
  return path;
}

template <int Size>
Path dictionary(const Lcp& lcp) {
  LemkeDictionary<Size> method;
  method.build(lcp.view(), [](int) { return 1.0; });
  Path path{SolverStatus::solved, 0, Eigen::VectorXd::Zero(Size)};
  path.status = method.run(1000, path.pivots);
  method.read_solution(span_of(path.x));
  return path;
}

double residual(const Lcp& lcp, Eigen::VectorXd& x) { return lcp_residual(lcp.view(), span_of(x)); }

// Without sweeps, block pivots, further covering vectors and last resort.
Lemke pivots_only() {
  LemkeOptions options;
  options.crash_start = false;
  options.covering_vectors = 1;
  options.last_resort = false;
  return Lemke(options);
}

// Some hundred pivots on numbers of order one.
constexpr double pivot_rounding = 1e-12;

}  // namespace

TEST_CASE("without ties, the revised method takes the dictionary's pivots", "[revised_lemke]") {
  testing::Random random(11);
  for (int trial = 0; trial < 300; ++trial) {
    const Eigen::MatrixXd skew = random.matrix(12, 12);
    const Lcp lcp(random.positive_definite(12) + skew - skew.transpose(), random.vector(12));
    const Path one = revised(lcp);
    const Path other = dictionary<12>(lcp);
    REQUIRE(one.status == SolverStatus::solved);
    REQUIRE(other.status == SolverStatus::solved);
    CHECK(one.pivots == other.pivots);
    CHECK((one.x - other.x).cwiseAbs().maxCoeff() <= pivot_rounding * (1.0 + other.x.cwiseAbs().maxCoeff()));
  }
}

TEST_CASE("both end on the same rays", "[revised_lemke]") {
  testing::Random random(12);
  int rays = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Lcp lcp(random.matrix(6, 6), random.vector(6));
    const Path one = revised(lcp);
    const Path other = dictionary<6>(lcp);
    CHECK(one.status == other.status);
    CHECK(one.pivots == other.pivots);
    if (one.status == SolverStatus::ray) ++rays;
  }
  CHECK(rays > 30);
}

TEST_CASE("ties in every row do not make the revised method cycle", "[revised_lemke]") {
  // Circulant blocks with all principal minors positive, and the same right-hand side in every row.
  const int blocks = GENERATE(5, 20);
  Eigen::Matrix3d block;
  block << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(3 * blocks, 3 * blocks);
  for (int i = 0; i < blocks; ++i) a.block<3, 3>(3 * i, 3 * i) = block;
  const Lcp lcp(a, Eigen::VectorXd::Constant(3 * blocks, -1.0));
  const Path path = revised(lcp);
  CHECK(path.status == SolverStatus::solved);
  CHECK((path.x.array() - 1.0 / 3.0).abs().maxCoeff() <= pivot_rounding);
  CHECK(path.pivots <= 8 * blocks);
}

TEST_CASE("statically indeterminate: duplicated rows and columns", "[revised_lemke]") {
  testing::Random random(13);
  for (const int n : {20, 60, 120}) {
    // Rank n / 4, every contact four times over; c in the range of W^T.
    const Eigen::MatrixXd w = random.matrix(n / 4, n / 4);
    const Eigen::MatrixXd doubled = w.replicate(1, 4);
    const Lcp lcp(doubled.transpose() * doubled, doubled.transpose() * random.vector(n / 4));
    CAPTURE(n);
    Lemke pivots = pivots_only();
    CHECK(testing::solve(pivots, lcp).result.solved());
    Lemke all;
    CHECK(testing::solve(all, lcp).result.solved());
  }
}

TEST_CASE("examples made to be hard for pivoting", "[revised_lemke]") {
  const int n = GENERATE(16, 64, 256);
  Eigen::MatrixXd lower = 2.0 * Eigen::MatrixXd::Ones(n, n).triangularView<Eigen::StrictlyLower>().toDenseMatrix();
  lower += Eigen::MatrixXd::Identity(n, n);
  const Eigen::VectorXd b = -Eigen::VectorXd::Ones(n);
  const Eigen::VectorXd expected = Eigen::VectorXd::Unit(n, 0);
  // Murty's and Fathi's matrices: with d = 1 and ties resolved in the order of the rows, 2^n pivots.
  for (const Eigen::MatrixXd& a : {lower, Eigen::MatrixXd(lower * lower.transpose())}) {
    const Lcp lcp(a, b);
    Lemke pivots = pivots_only();
    const auto answer = testing::solve(pivots, lcp);
    CHECK(answer.result.solved());
    CHECK(answer.result.iterations <= 10 * n);
    CHECK((answer.x - expected).cwiseAbs().maxCoeff() <= pivot_rounding);
    Lemke all;
    CHECK(testing::solve(all, lcp).result.solved());
  }
}

TEST_CASE("the pivots alone solve what the block pivots solve", "[revised_lemke]") {
  testing::Random random(14);
  for (const int n : {64, 100, 200}) {
    const Lcp lcp(random.positive_definite(n), random.vector(n));
    CAPTURE(n);
    Lemke pivots = pivots_only();
    const auto slow = testing::solve(pivots, lcp);
    Lemke all;
    const auto fast = testing::solve(all, lcp);
    REQUIRE(slow.result.solved());
    REQUIRE(fast.result.solved());
    CHECK(slow.result.iterations > n / 4);
    CHECK(fast.result.iterations <= 8);
    // Condition numbers of some 1e5.
    CHECK((slow.x - fast.x).cwiseAbs().maxCoeff() <= 1e-9 * (1.0 + slow.x.cwiseAbs().maxCoeff()));
  }
}

TEST_CASE("a good guess saves the pivots", "[revised_lemke]") {
  testing::Random random(15);
  const int n = 80;
  // A vanishing diagonal entry: no start without a guess.
  Eigen::MatrixXd a = random.positive_definite(n);
  a(n - 1, n - 1) = 0.0;
  a.row(n - 1).head(n - 1).setConstant(1.0);
  const Lcp lcp(a, random.vector(n));
  Lemke method;
  const auto cold = testing::solve(method, lcp);
  REQUIRE(cold.result.solved());
  CHECK(cold.result.iterations > 10);
  const auto warm = testing::solve(method, lcp, cold.x);
  REQUIRE(warm.result.solved());
  CHECK(warm.result.iterations <= 2);
  SECTION("a bad one does no harm") {
    const auto misled = testing::solve(method, lcp, Eigen::VectorXd::Constant(n, 1e200));
    CHECK(misled.result.solved());
  }
}

TEST_CASE("infeasibility is proven for large problems too", "[revised_lemke]") {
  testing::Random random(16);
  const int n = 70;
  // Positive semidefinite of rank n - 1 with v >= 0 in its null space, b^T v < 0.
  const Eigen::VectorXd v = random.vector(n, 0.5, 1.5);
  const Eigen::MatrixXd projector = Eigen::MatrixXd::Identity(n, n) - v * v.transpose() / v.squaredNorm();
  const Eigen::VectorXd b = random.vector(n) - v;
  REQUIRE(b.dot(v) < 0.0);
  const Lcp lcp(projector, b);
  Lemke method;
  const auto status = testing::solve(method, lcp).result.status;
  CHECK(status != SolverStatus::solved);
  SECTION("with exact zeros, the ray is a certificate") {
    Eigen::MatrixXd chain = Eigen::MatrixXd::Zero(n, n);  // bodies in a row, pushed together from both ends
    for (int i = 0; i + 1 < n; ++i) {
      chain(i, i) += 1.0;
      chain(i + 1, i + 1) += 1.0;
      chain(i, i + 1) -= 1.0;
      chain(i + 1, i) -= 1.0;
    }
    Eigen::VectorXd push = Eigen::VectorXd::Zero(n);
    push(0) = push(n - 1) = -1.0;  // sum of all rows: 0 >= 2
    CHECK(testing::solve(method, Lcp(chain, push)).result.status == SolverStatus::infeasible);
    push(0) = 1.0;
    CHECK(testing::solve(method, Lcp(chain, push)).result.solved());
  }
}

TEST_CASE("a time limit ends the pivoting", "[revised_lemke]") {
  testing::Random random(17);
  const int n = 150;
  Eigen::MatrixXd a = random.positive_definite(n);
  a(0, 0) = 0.0;
  LemkeOptions options;
  options.solver.time_limit = 1e-9;
  Lemke method(options);
  const auto answer = testing::solve(method, Lcp(a, random.vector(n)));
  CHECK(answer.result.status == SolverStatus::time_limit);
  CHECK(answer.x.allFinite());
}

TEST_CASE("the crash start proceeds to proximal problems where the contacts are statically indeterminate",
          "[revised_lemke]") {
  testing::Random random(18);
  const int n = 100;
  const Eigen::MatrixXd w = random.matrix(30, n);
  Eigen::MatrixXd a = w.transpose() * w;
  const Lcp lcp(a, w.transpose() * random.vector(30));
  CrashStart start;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  int steps = 0;
  // Rounding decides whether the singular systems of the plain start are noticed.
  if (start.run(lcp.view(), 1e-10, Deadline(0.0), span_of(x), steps)) {
    CHECK(residual(lcp, x) <= 1e-10);
  } else {
    CHECK(x == Eigen::VectorXd::Zero(n));
  }
  x.setZero();
  CHECK(start.run_proximal(lcp.view(), 1e-10, Deadline(0.0), span_of(x), steps));
  CHECK(residual(lcp, x) <= 1e-10);
  CHECK(steps > 0);
  SECTION("and leaves x alone where it does not succeed") {
    a(0, 0) = -1.0;
    x.setZero();
    const Lcp indefinite(a, lcp.b);
    CHECK_FALSE(start.run(indefinite.view(), 1e-10, Deadline(0.0), span_of(x), steps));
    CHECK_FALSE(start.run_proximal(indefinite.view(), 1e-10, Deadline(0.0), span_of(x), steps));
    CHECK(x == Eigen::VectorXd::Zero(n));
  }
}
