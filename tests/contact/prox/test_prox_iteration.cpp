// One iteration by hand, many iterations by plain loops, and the effect of starts and options on both schemes.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/contact/prox/prox_solver.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_problems.hpp"

using namespace nsdbench;
using Eigen::VectorXd;
using testing::Answer;
using testing::DenseContactProblem;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

ProxOptions options(ProxScheme scheme, double r, int iterations) {
  ProxOptions made;
  made.scheme = scheme;
  made.r_factor = RFactor::given;
  made.r = r;
  made.solver.max_iterations = iterations;
  made.solver.tolerance = 1e-300;  // never reached: all iterations are done
  return made;
}

// Two planar contacts, coordinates N1 T1 N2 T2, in numbers that do not round.
DenseContactProblem two_contacts() {
  DenseContactProblem problem;
  problem.add_frictional(0.5);
  problem.add_frictional(0.25);
  problem.g.resize(4, 4);
  problem.g << 2.0, 0.5, 0.5, 0.0,  //
      0.5, 2.0, 0.0, -0.5,          //
      0.5, 0.0, 2.0, 0.5,           //
      0.0, -0.5, 0.5, 2.0;
  problem.c = Eigen::Vector4d(-2.0, 1.0, -1.0, -3.0);
  return problem;
}

const Eigen::Vector4d start(1.0, 0.0, 0.5, 0.0);

// prox_i of all laws, as written in Studer, Leine & Glocker 2008, eqs (22) and (23): the laws in the given order, from
// one set of percussions or from the latest.
VectorXd plain_iteration(const DenseContactProblem& problem, const std::vector<std::size_t>& order, const VectorXd& p,
                         double r, bool latest) {
  VectorXd next = p;
  for (const std::size_t l : order) {
    const SetValuedLaw& law = problem.laws[l];
    const VectorXd& source = latest ? next : p;
    VectorXd argument(law.dimension);
    for (int k = 0; k < law.dimension; ++k) {
      const int i = law.offset + k;
      argument(k) = source(i) - r * (problem.g.row(i).dot(source) + problem.c(i));
    }
    if (law.kind == LawKind::unilateral) {
      next(law.offset) = std::max(argument(0), 0.0);
      continue;
    }
    double bound = law.bound;
    if (law.kind == LawKind::coulomb) {
      bound *= std::max(source(problem.laws[static_cast<std::size_t>(law.normal)].offset), 0.0);
    }
    const double length = argument.norm();
    next.segment(law.offset, law.dimension) = length > bound ? VectorXd(bound / length * argument) : argument;
  }
  return next;
}

// Contact by contact: a unilateral law and the first friction it carries; then the friction laws that are left.
const std::vector<std::size_t> order_of_visits = {0, 1, 2, 5, 3, 4, 6, 7, 8};

std::string refusal(const ProxOptions& refused) {
  try {
    const ProxSolver solver(refused);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("PJOR, eq. (22), by hand: all laws from the percussions of the last iteration", "[prox][iteration]") {
  // From P = (1, 0, 1/2, 0): xi = G P + c = (1/4, 3/2, 1/2, -11/4), r = 1/4.
  //   N1: prox(1 - 1/16) = 15/16            T1: argument -3/8, bound 1/2 * 1: -3/8
  //   N2: prox(1/2 - 1/8) = 3/8             T2: argument 11/16, bound 1/4 * 1/2 (of the old P_N2): 1/8
  ProxSolver solver(options(ProxScheme::pjor, 0.25, 1));
  const Answer answer = testing::solve_from(solver, two_contacts(), start);
  CHECK(answer.percussions == Eigen::Vector4d(0.9375, -0.375, 0.375, 0.125));
  CHECK(answer.result.iterations == 1);
  CHECK(answer.result.status == SolverStatus::iteration_limit);
}

TEST_CASE("PSOR, eq. (23), by hand: each law from the latest percussions", "[prox][iteration]") {
  // The same start and r.
  //   N1: 15/16 as before                   T1: xi = 3/2 - 1/32: argument -47/128, bound 15/32: -47/128
  //   N2: xi = 1/2 - 1/32: 49/128           T2: xi = -11/4 + 47/256 - 15/256: argument 21/32, bound 1/4 * 49/128:
  //   49/512
  ProxSolver solver(options(ProxScheme::psor, 0.25, 1));
  const Answer answer = testing::solve_from(solver, two_contacts(), start);
  CHECK(answer.percussions == Eigen::Vector4d(0.9375, -0.3671875, 0.3828125, 0.095703125));
  CHECK(answer.result.iterations == 1);
  CHECK(answer.result.status == SolverStatus::iteration_limit);
}

TEST_CASE("one iteration in space by hand: friction by the old or by the new normal percussion", "[prox][iteration]") {
  // r = 1/2, mu = 5/4, from zero: P_N = 2. PJOR: the bound is still 0. PSOR: xi_T = (4, 6) + (1, 1) P_N = (6, 8),
  // argument (-3, -4), bound 5/2: (-3/2, -2).
  DenseContactProblem problem;
  problem.add_frictional(1.25, 2);
  problem.g.resize(3, 3);
  problem.g << 2.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0;  // not symmetric, so that friction leaves xi_N as it is
  problem.c = Eigen::Vector3d(-4.0, 4.0, 6.0);
  ProxSolver psor(options(ProxScheme::psor, 0.5, 1));
  CHECK(testing::solve(psor, problem).percussions == Eigen::Vector3d(2.0, -1.5, -2.0));
  ProxSolver pjor(options(ProxScheme::pjor, 0.5, 1));
  CHECK(testing::solve(pjor, problem).percussions == Eigen::Vector3d(2.0, 0.0, 0.0));
  // A second iteration of PJOR sees the bound: xi = (0, 6, 8) and the same percussions as PSOR.
  CHECK(testing::solve_from(pjor, problem, Eigen::Vector3d(2.0, 0.0, 0.0)).percussions ==
        Eigen::Vector3d(2.0, -1.5, -2.0));
}

TEST_CASE("the first iteration with Nesterov's momentum, by hand", "[prox][iteration]") {
  // No momentum yet. Friction is bounded by the new normal percussions, those of a prox step as a whole:
  // T2: argument 11/16, bound 1/4 * 3/8.
  ProxOptions accelerated = options(ProxScheme::pjor, 0.25, 1);
  accelerated.acceleration = Acceleration::nesterov;
  ProxSolver solver(accelerated);
  const Answer answer = testing::solve_from(solver, two_contacts(), start);
  CHECK(answer.percussions == Eigen::Vector4d(0.9375, -0.375, 0.375, 0.09375));
}

TEST_CASE("over-relaxation multiplies the factors r_i", "[prox][iteration]") {
  for (const ProxScheme scheme : {ProxScheme::pjor, ProxScheme::psor}) {
    for (const double omega : {0.5, 1.5}) {
      ProxOptions relaxed = options(scheme, 0.25, 1);
      relaxed.relaxation = omega;
      ProxSolver one(relaxed);
      ProxSolver two(options(scheme, 0.25 * omega, 1));
      CHECK(testing::solve_from(one, two_contacts(), start).percussions ==
            testing::solve_from(two, two_contacts(), start).percussions);
    }
  }
}

TEST_CASE("over-relaxed exact steps: omega times the step, then onto the sets", "[prox][iteration]") {
  // One contact, G = I: the exact answer from zero is (1, -1/4) (sticking), of omega = 3/2: (3/2, -3/8).
  DenseContactProblem problem;
  problem.add_frictional(0.5);
  problem.g = Eigen::Matrix2d::Identity();
  problem.c = Eigen::Vector2d(-1.0, 0.25);
  ProxOptions relaxed = options(ProxScheme::psor_block, 1.0, 1);
  relaxed.relaxation = 1.5;
  ProxSolver over(relaxed);
  CHECK(testing::solve(over, problem).percussions == Eigen::Vector2d(1.5, -0.375));
  // From (2, -1) it goes beyond the boundary: (2, -1) + 3/2 (-1, 3/4) = (1/2, 1/8).
  CHECK(testing::solve_from(over, problem, Eigen::Vector2d(2.0, -1.0)).percussions == Eigen::Vector2d(0.5, 0.125));
  // From (8, 0) beyond zero: 8 + 3/2 (-7) < 0, which is put at 0, and the friction with it.
  CHECK(testing::solve_from(over, problem, Eigen::Vector2d(8.0, 0.0)).percussions == Eigen::Vector2d(0.0, 0.0));
  // Sliding: the answer is (1, -1/2), and from (1/2, 1/4) the step ends at (5/4, -7/8), which is put at -5/8.
  problem.c(1) = 1.0;
  CHECK(testing::solve_from(over, problem, Eigen::Vector2d(0.5, 0.25)).percussions == Eigen::Vector2d(1.25, -0.625));
}

TEST_CASE("many iterations follow the plain loops of eqs (22) and (23)", "[prox][iteration]") {
  // Sums in another order; some 30 products an iteration on numbers of order one.
  constexpr double rounding = 1e-13;
  testing::Random random(21);
  for (int trial = 0; trial < 40; ++trial) {
    const DenseContactProblem problem = testing::every_law(random);
    const double r = 0.9 / problem.g.trace();
    for (const bool latest : {false, true}) {
      const VectorXd guess = random.vector(12, 0.0, 0.3);
      VectorXd expected = guess;
      for (int k = 0; k < 12; ++k) expected = plain_iteration(problem, order_of_visits, expected, r, latest);
      ProxSolver solver(options(latest ? ProxScheme::psor : ProxScheme::pjor, r, 12));
      const Answer answer = testing::solve_from(solver, problem, guess);
      CAPTURE(trial, latest);
      CHECK((answer.percussions - expected).norm() <= rounding);
      CHECK((expected - guess).norm() > 1e-3);
    }
  }
}

TEST_CASE("psor with r_i = 1 / G_ii is Gauss-Seidel on a frictionless problem", "[prox][iteration]") {
  testing::Random random(22);
  for (int trial = 0; trial < 20; ++trial) {
    DenseContactProblem problem;
    constexpr int n = 8;
    for (int i = 0; i < n; ++i) problem.add_unilateral();
    problem.g = random.positive_definite(n, 0.2);
    problem.c = random.vector(n);
    VectorXd expected = VectorXd::Zero(n);
    for (int sweep = 0; sweep < 5; ++sweep) {
      for (int i = 0; i < n; ++i) {
        const double rest = problem.c(i) + problem.g.row(i).dot(expected) - problem.g(i, i) * expected(i);
        expected(i) = std::max(0.0, -rest / problem.g(i, i));
      }
    }
    for (const ProxScheme scheme : {ProxScheme::psor, ProxScheme::psor_block}) {
      ProxOptions made = options(scheme, 1.0, 5);
      made.r_factor = RFactor::local_diagonal;
      ProxSolver solver(made);
      // Sums in another order, 40 of them, on numbers of order one.
      CHECK((testing::solve(solver, problem).percussions - expected).norm() <= 1e-13);
    }
  }
}

TEST_CASE("the exact answer as a start is left as it is, by every iterative solver", "[prox][warm]") {
  // A sticking, a sliding and an open contact, in numbers that do not round: xi = G P + c = (0, 0; 0, 1/2; 1, 2).
  DenseContactProblem problem;
  for (int i = 0; i < 3; ++i) problem.add_frictional(0.5);
  problem.g = 2.0 * Eigen::MatrixXd::Identity(6, 6);
  problem.g(0, 2) = problem.g(2, 0) = 0.5;
  problem.g(1, 3) = problem.g(3, 1) = -0.25;
  problem.g(2, 4) = problem.g(4, 2) = 0.5;
  VectorXd exact(6);
  exact << 1.0, 0.25, 2.0, -1.0, 0.0, 0.0;
  VectorXd xi(6);
  xi << 0.0, 0.0, 0.0, 0.5, 1.0, 2.0;
  problem.c = xi - problem.g * exact;
  REQUIRE(contact_residual(problem.view(), {exact.data(), 6}) == 0.0);
  for (const std::string& name : contact_solver_names()) {
    // Direct methods, and those of an LCP made from the problem, have starts of their own.
    if (name == "lemke" || name == "enumeration" || name.find("lcp_") == 0) continue;
    CAPTURE(name);
    const auto solver = make_contact_solver(name);
    const Answer answer = testing::solve_from(*solver, problem, exact);
    CHECK(answer.result.solved());
    if (name == "portfolio") {
      // Lemke's method first, which takes no start.
      CHECK((answer.percussions - exact).norm() <= 1e-14);
      continue;
    }
    CHECK(answer.result.iterations <= 1);
    CHECK(answer.percussions == exact);
    // A start that is nearly right needs no more iterations than none, but for the first ones of an acceleration, which
    // has to learn.
    const Answer near = testing::solve_from(*solver, problem, exact + VectorXd::Constant(6, 1e-7));
    CHECK(near.result.solved());
    CHECK(near.result.iterations <= testing::solve(*solver, problem).result.iterations + 1);
  }
}

TEST_CASE("the answer is the best one looked at: a diverging iteration returns its start", "[prox][iteration]") {
  ProxSolver solver(options(ProxScheme::pjor, 100.0, 50));
  const Answer answer = testing::solve_from(solver, two_contacts(), start);
  CHECK(answer.percussions == start);
  CHECK(answer.result.status == SolverStatus::iteration_limit);
  CHECK(answer.result.iterations == 50);
  // Percussions that overflow end it, and do not come out.
  ProxSolver wild(options(ProxScheme::pjor, 1e200, 50));
  const Answer ended = testing::solve_from(wild, two_contacts(), start);
  CHECK(ended.percussions == start);
  CHECK(ended.result.iterations < 50);
}

TEST_CASE("the time limit ends the sweeps", "[prox][time]") {
  // xi = -1 whatever the percussion: without a limit of time this takes all of its sweeps.
  DenseContactProblem problem;
  problem.add_unilateral();
  problem.g = Eigen::MatrixXd::Zero(1, 1);
  problem.c = VectorXd::Constant(1, -1.0);
  for (const ProxScheme scheme : {ProxScheme::pjor, ProxScheme::psor, ProxScheme::psor_block}) {
    ProxOptions limited = options(scheme, 1.0, 20000000);
    limited.solver.time_limit = 0.005;
    ProxSolver solver(limited);
    const Answer answer = testing::solve(solver, problem);
    CHECK(answer.result.status == SolverStatus::time_limit);
    CHECK(answer.result.iterations < 20000000);
    CHECK(answer.result.residual == 1.0);
  }
}

TEST_CASE("impossible options are refused in a sentence", "[prox][options]") {
  for (const double bad : {0.0, -1.0, not_a_number, infinity}) {
    CAPTURE(bad);
    ProxOptions made;
    made.relaxation = bad;
    CHECK(refusal(made).find("relaxation factor " + std::to_string(bad) + " is not allowed") == 0);
    made = {};
    made.r = bad;
    CHECK(refusal(made).find("prox factor r " + std::to_string(bad) + " is not allowed") == 0);
  }
  for (const ProxScheme scheme : {ProxScheme::psor, ProxScheme::psor_block}) {
    ProxOptions made;
    made.scheme = scheme;
    made.acceleration = Acceleration::nesterov;
    CHECK(refusal(made).find("Nesterov") == 0);
    made.acceleration = Acceleration::anderson;
    CHECK(refusal(made).empty());
  }
  ProxOptions made;
  made.scheme = ProxScheme::pjor;
  made.acceleration = Acceleration::nesterov;
  CHECK(refusal(made).empty());
}
