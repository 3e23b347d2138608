// Cases that made other people's LCP solvers fail, each with its exact answer, for every LCP method.
#include <Eigen/Dense>
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/lcp/lcp_newton.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/lcp/projected_relaxation.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/lcp.hpp"

using namespace nsdbench;
using testing::DenseContactProblem;
using testing::Lcp;

namespace {

std::unique_ptr<LcpSolver> make(const std::string& name, const SolverOptions& options = {}) {
  if (name == "lemke") return std::make_unique<Lemke>(options);
  if (name == "enumeration") return std::make_unique<Enumeration>(options);
  if (name == "lcp_newton") return std::make_unique<LcpNewton>(options);
  return std::make_unique<ProjectedRelaxation>(options);
}

// A pivot or a factorization of numbers of order one.
constexpr double field_rounding = 1e-14;
// What an iterative method leaves at the default tolerance of 1e-10.
double accuracy(const std::string& name) { return name == "lcp_relaxation" ? 1e-9 : field_rounding; }

const std::vector<std::string> direct = {"lemke", "enumeration", "lcp_newton"};
const std::vector<std::string> all = {"lemke", "enumeration", "lcp_newton", "lcp_relaxation"};

Lcp scalar(double m, double q) { return {Eigen::MatrixXd::Constant(1, 1, m), Eigen::VectorXd::Constant(1, q)}; }

Lcp two_blocks(double mass_ratio) {
  Eigen::Matrix2d g;
  g << 1, -1, -1, 1 + 1 / mass_ratio;
  return {g, Eigen::Vector2d(-9.81e-3, 0)};
}

}  // namespace

TEST_CASE("A1: scalar problems", "[field_case][lcp]") {
  const std::string name = GENERATE(from_range(all));
  CAPTURE(name);
  const auto method = make(name);
  const auto pushed = testing::solve(*method, scalar(1.0, -9.8));
  CHECK(pushed.result.solved());
  CHECK(pushed.x(0) == Catch::Approx(9.8).epsilon(accuracy(name)));
  const auto pulled = testing::solve(*method, scalar(1.0, 9.8));
  CHECK(pulled.result.solved());
  CHECK(pulled.x(0) == 0.0);

  const auto impossible = testing::solve(*method, scalar(-1.0, -1.0));
  CHECK_FALSE(impossible.result.solved());
  if (name == "lemke" || name == "enumeration") CHECK(impossible.result.status == SolverStatus::infeasible);
  const auto anything = testing::solve(*method, scalar(0.0, 0.0));
  if (name == "lcp_relaxation") {
    CHECK(anything.result.status == SolverStatus::not_applicable);
  } else {
    CHECK(anything.result.solved());
    CHECK(anything.x(0) == 0.0);
  }
}

TEST_CASE("A2: ties in every row", "[field_case][lcp]") {
  const std::string name = GENERATE(from_range(direct));
  Eigen::Matrix3d m;
  m << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  const auto answer = testing::solve(*make(name), Lcp(m, Eigen::Vector3d::Constant(-1.0)));
  CAPTURE(name);
  CHECK(answer.result.solved());
  CHECK(answer.result.iterations <= 8);
  CHECK((answer.x.array() - 1.0 / 3.0).abs().maxCoeff() <= field_rounding);
}

TEST_CASE("A3: rays, solutions and proofs", "[field_case][lcp]") {
  Eigen::Matrix3d hopeless;
  hopeless << -1, 0, -3, 1, -2, -5, -2, -1, -2;
  Eigen::Matrix2d tricky;
  tricky << -1.5, 2, -4, 4;
  for (const std::string& name : direct) {
    CAPTURE(name);
    const auto none = testing::solve(*make(name), Lcp(hopeless, Eigen::Vector3d(-3, -2, -1)));
    CHECK_FALSE(none.result.solved());
    if (name != "lcp_newton") CHECK(none.result.status == SolverStatus::infeasible);
    const auto one = testing::solve(*make(name), Lcp(tricky, Eigen::Vector2d(-5, 17)));
    CHECK(one.result.solved());
    CHECK((one.x - Eigen::Vector2d(27, 22.75)).cwiseAbs().maxCoeff() <= 27 * field_rounding);
  }
  // No diagonal entry is positive, or not all of them: nothing to relax.
  CHECK(testing::solve(*make("lcp_relaxation"), Lcp(hopeless, Eigen::Vector3d(-3, -2, -1))).result.status ==
        SolverStatus::not_applicable);
}

TEST_CASE("A4: z_8 and w_8 vanish together", "[field_case][lcp]") {
  const std::string name = GENERATE(from_range(all));
  Eigen::MatrixXd m = 2.0 * Eigen::MatrixXd::Identity(8, 8);
  for (int i = 0; i < 7; ++i) m(i, i + 1) = m(i + 1, i) = -1.0;
  Eigen::VectorXd q(8);
  q << -1, 2, -3, 1, -1, 4, -2, 1;
  Eigen::VectorXd expected(8);
  expected << 5.0 / 6, 2.0 / 3, 5.0 / 2, 4.0 / 3, 7.0 / 6, 0, 1, 0;
  const auto answer = testing::solve(*make(name), Lcp(m, q));
  CAPTURE(name);
  CHECK(answer.result.solved());
  CHECK((answer.x - expected).cwiseAbs().maxCoeff() <= 10 * accuracy(name));
  if (name == "lcp_newton") CHECK(answer.result.iterations <= 8);
}

TEST_CASE("A6: nearly parallel contacts", "[field_case][lcp]") {
  Eigen::Matrix2d m;
  m << 1, 0.9999, 0.9999, 1;
  const Lcp lcp(m, Eigen::Vector2d::Constant(-1.0));
  for (const std::string& name : direct) {
    const auto answer = testing::solve(*make(name), lcp);
    CAPTURE(name);
    CHECK(answer.result.solved());
    // The condition number 2e4 amplifies the rounding of one pivot.
    CHECK((answer.x.array() - 1.0 / 1.9999).abs().maxCoeff() <= 1e-11);
    if (name != "enumeration") CHECK(answer.result.iterations <= 3);
  }
  // Sweeps report the residual they have, and it is recomputed.
  SolverOptions few;
  few.max_iterations = 2;
  const auto swept = testing::solve(*make("lcp_relaxation", few), lcp);
  CHECK(swept.result.status == SolverStatus::iteration_limit);
  CHECK(swept.result.residual == Catch::Approx(1e-4).epsilon(0.01));
}

TEST_CASE("A7: mass ratios", "[field_case][lcp]") {
  const double ratio = GENERATE(1.0, 10.0, 100.0, 1000.0);
  for (const std::string& name : all) {
    CAPTURE(name, ratio);
    const auto answer = testing::solve(*make(name), two_blocks(ratio));
    CHECK(answer.result.solved());
    const double tolerance = name == "lcp_relaxation" ? 1e-10 * (1.0 + ratio) : field_rounding + 4e-16 * ratio;
    CHECK(answer.x(0) == Catch::Approx((1.0 + ratio) * 9.81e-3).epsilon(tolerance));
    CHECK(answer.x(1) == Catch::Approx(ratio * 9.81e-3).epsilon(tolerance));
  }
  SolverOptions capped;
  capped.max_iterations = 50;
  const auto sunk = testing::solve(*make("lcp_relaxation", capped), two_blocks(1000.0));
  CHECK(sunk.result.status == SolverStatus::iteration_limit);
}

TEST_CASE("A9: three contacts in a row carry a block", "[field_case][lcp]") {
  // Normals only: m = 2 kg, J = 1 kg m^2, g = 10 m/s^2, dt = 10 ms, contacts at x = -1, 0, 1.
  const std::string name = GENERATE(from_range(all));
  Eigen::Matrix<double, 2, 3> w;
  w << 1, 1, 1, -1, 0, 1;
  const Eigen::DiagonalMatrix<double, 2> inverse_mass(0.5, 1.0);
  const Eigen::Vector2d free_velocity(-0.1, 0.0);
  const Lcp lcp(w.transpose() * inverse_mass * w, w.transpose() * free_velocity);
  const auto answer = testing::solve(*make(name), lcp);
  CAPTURE(name);
  CHECK(answer.result.solved());
  // Velocities of 0.1 m/s: some rounding errors, or the tolerance of the sweeps.
  const double tolerance = name == "lcp_relaxation" ? 1e-10 : 1e-13;
  CHECK((free_velocity + inverse_mass * (w * answer.x)).norm() <= tolerance);
  CHECK(std::abs(answer.x.sum() - 0.2) <= 2.0 * tolerance);
  CHECK(std::abs(answer.x(2) - answer.x(0)) <= 2.0 * tolerance);
}

TEST_CASE("A11: input that is not finite", "[field_case][lcp]") {
  const std::string name = GENERATE(from_range(all));
  const double bad = GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
  Lcp in_q = two_blocks(1.0);
  in_q.b(0) = bad;
  Lcp in_m = two_blocks(1.0);
  in_m.a(1, 0) = bad;
  CAPTURE(name, bad);
  for (const Lcp* lcp : {&in_q, &in_m}) {
    const auto answer = testing::solve(*make(name), *lcp);
    CHECK(answer.result.status == SolverStatus::invalid_input);
    CHECK(answer.x == Eigen::Vector2d(0, 0));
  }
  Lcp vanishing = two_blocks(1.0);
  vanishing.a(0, 0) = 0.0;  // y_1 = -x_2 - g dt: no solution
  const auto answer = testing::solve(*make(name), vanishing);
  CHECK_FALSE(answer.result.solved());
  CHECK(answer.x.allFinite());
}
