// Accelerated and adaptive iterations against their plain versions.
#include <Eigen/Core>
#include <vector>

#include "solvers/contact/prox/prox_solver.hpp"
#include "tests/contact/prox/problem_forms.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using Eigen::VectorXd;
using testing::Answer;
using testing::DenseContactProblem;

namespace {

constexpr double iteration_tolerance = 1e-8;

ProxOptions options(ProxScheme scheme, RFactor r_factor, Acceleration acceleration, bool adaptive = false) {
  ProxOptions made;
  made.scheme = scheme;
  made.r_factor = r_factor;
  made.acceleration = acceleration;
  made.adaptive = adaptive;
  made.solver.tolerance = iteration_tolerance;
  made.solver.max_iterations = 100000;
  return made;
}

ProxOptions jacobi(Acceleration acceleration) {
  return options(ProxScheme::pjor, RFactor::local_spectral, acceleration);
}
ProxOptions exact_blocks(Acceleration acceleration) {
  return options(ProxScheme::psor_block, RFactor::local_diagonal, acceleration);
}

// A tower of equal blocks: the condition of G grows with the square of its height, 178 and 681 for 10 and 20.
constexpr double weight = 9.81e-3;  // [N s], of a block of 1 kg in a step of 1 ms
std::vector<double> equal_blocks(int count) { return std::vector<double>(static_cast<std::size_t>(count), 1.0); }

// A tower with friction: two planar contacts on either side of every block. Four percussions for three freedoms of each
// block: percussions are not unique, velocities are.
DenseContactProblem rough_tower(int count) {
  DenseContactProblem problem;
  // Velocities (x, y, phi) of each block; width 1, height 1, mass 1, J = 1/6.
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(3 * count, 4 * count);
  VectorXd free = VectorXd::Zero(3 * count);
  VectorXd inverse_mass = VectorXd::Ones(3 * count);
  for (int k = 0; k < count; ++k) {
    free(3 * k) = k + 1 == count ? 0.2 * weight : 0.0;  // the topmost is pushed sideways
    free(3 * k + 1) = -weight;
    inverse_mass(3 * k + 2) = 6.0;
    for (int side = 0; side < 2; ++side) {
      const double x = side - 0.5;
      const int j = 4 * k + 2 * side;
      problem.add_frictional(0.3);
      w(3 * k + 1, j) = 1.0;
      w(3 * k + 2, j) = x;
      w(3 * k, j + 1) = 1.0;
      w(3 * k + 2, j + 1) = 0.5;
      if (k == 0) continue;
      w(3 * k - 2, j) = -1.0;
      w(3 * k - 1, j) = -x;
      w(3 * k - 3, j + 1) = -1.0;
      w(3 * k - 1, j + 1) = 0.5;
    }
  }
  problem.g = w.transpose() * inverse_mass.asDiagonal() * w;
  problem.c = w.transpose() * free;
  return problem;
}

Answer solve(const ProxOptions& chosen, const DenseContactProblem& problem) {
  ProxSolver solver(chosen);
  return testing::solve(solver, problem);
}

// Both solved, with the same velocities. A residual of 1e-8 is an error of that size in the percussions' share of the
// velocities, times the condition left in them.
void check_same_velocities(const DenseContactProblem& problem, const Answer& one, const Answer& two) {
  CHECK(one.result.solved());
  CHECK(two.result.solved());
  const double largest = problem.c.cwiseAbs().maxCoeff();
  const double difference = (problem.xi(one.percussions) - problem.xi(two.percussions)).norm() / largest;
  CAPTURE(difference, one.result.iterations, two.result.iterations);
  CHECK(difference <= 20.0 * iteration_tolerance);
}

}  // namespace

TEST_CASE("Nesterov's momentum: iterations grow with the root of the condition, not with it", "[prox][acceleration]") {
  // Plain: some 2600 and 10 500 iterations. Accelerated: some 180 and 330; a third more is allowed.
  for (const auto& [count, most] : {std::pair{10, 240}, std::pair{20, 440}}) {
    CAPTURE(count);
    const DenseContactProblem problem = testing::tower(equal_blocks(count), weight);
    const Answer plain = solve(jacobi(Acceleration::none), problem);
    const Answer fast = solve(jacobi(Acceleration::nesterov), problem);
    check_same_velocities(problem, plain, fast);
    CHECK(fast.result.iterations <= most);
    CHECK(plain.result.iterations >= 10 * fast.result.iterations);
  }
}

TEST_CASE("Nesterov's momentum on a rough tower", "[prox][acceleration]") {
  const DenseContactProblem problem = rough_tower(5);
  const Answer plain = solve(jacobi(Acceleration::none), problem);
  const Answer fast = solve(jacobi(Acceleration::nesterov), problem);
  check_same_velocities(problem, plain, fast);
  CHECK(plain.result.iterations >= 10 * fast.result.iterations);
}

TEST_CASE("Anderson's combinations: few iterations where the slow modes are few", "[prox][acceleration]") {
  // Plain: some 690 and 2600 sweeps. Accelerated: 7 and 44.
  for (const auto& [count, most] : {std::pair{10, 15}, std::pair{20, 80}}) {
    CAPTURE(count);
    const DenseContactProblem problem = testing::tower(equal_blocks(count), weight);
    const Answer plain = solve(exact_blocks(Acceleration::none), problem);
    const Answer fast = solve(exact_blocks(Acceleration::anderson), problem);
    check_same_velocities(problem, plain, fast);
    CHECK(fast.result.iterations <= most);
    CHECK(plain.result.iterations >= 20 * fast.result.iterations);
  }
}

TEST_CASE("Anderson's combinations on a rough tower", "[prox][acceleration]") {
  const DenseContactProblem problem = rough_tower(5);
  const Answer plain = solve(exact_blocks(Acceleration::none), problem);
  const Answer fast = solve(exact_blocks(Acceleration::anderson), problem);
  check_same_velocities(problem, plain, fast);
  CHECK(plain.result.iterations >= 10 * fast.result.iterations);
}

TEST_CASE("Anderson's combinations are left out where they do not help", "[prox][acceleration]") {
  // Planar contacts with much friction change their modes on the way: combinations across a change lead astray, by up
  // to ten sweeps if they are taken all the same.
  for (const int contacts : {4, 10}) {
    testing::Random random(9);
    int fewer = 0;
    for (int trial = 0; trial < 40; ++trial) {
      CAPTURE(contacts, trial);
      const DenseContactProblem problem = testing::random_contacts(random, contacts, 1, 1.5, 0.05);
      const Answer plain = solve(exact_blocks(Acceleration::none), problem);
      const Answer fast = solve(exact_blocks(Acceleration::anderson), problem);
      CHECK(fast.result.solved());
      CHECK(fast.result.iterations <= plain.result.iterations + 1);
      fewer += fast.result.iterations < plain.result.iterations ? 1 : 0;
    }
    CHECK(fewer >= 20);
  }
}

TEST_CASE("the adaptive multiplier finds an over-relaxation that helps", "[prox][adaptive]") {
  // Plain: some 690 and 2600 sweeps, and 1400 and 5500 iterations of PJOR.
  for (const int count : {10, 20}) {
    CAPTURE(count);
    const DenseContactProblem problem = testing::tower(equal_blocks(count), weight);
    for (const ProxScheme scheme : {ProxScheme::psor, ProxScheme::psor_block}) {
      const Answer plain = solve(options(scheme, RFactor::local_diagonal, Acceleration::none), problem);
      const Answer adaptive = solve(options(scheme, RFactor::local_diagonal, Acceleration::none, true), problem);
      check_same_velocities(problem, plain, adaptive);
      CHECK(plain.result.iterations >= 3 * adaptive.result.iterations);
    }
    const Answer plain = solve(options(ProxScheme::pjor, RFactor::local_diagonal, Acceleration::none), problem);
    const Answer adaptive =
        solve(options(ProxScheme::pjor, RFactor::local_diagonal, Acceleration::none, true), problem);
    check_same_velocities(problem, plain, adaptive);
    CHECK(plain.result.iterations >= adaptive.result.iterations);
  }
}

TEST_CASE("the adaptive multiplier comes back from where it leads to cycles", "[prox][adaptive]") {
  // With friction, sweeps over-relaxed by 1.9 may run in circles; PJOR by the diagonal alone does with factor 1.
  testing::Random random(52);
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const DenseContactProblem problem = testing::random_contacts(random, 8, 1 + trial % 2, 1.0, 0.5);
    const Answer plain = solve(exact_blocks(Acceleration::none), problem);
    for (const ProxScheme scheme : {ProxScheme::pjor, ProxScheme::psor, ProxScheme::psor_block}) {
      const Answer adaptive = solve(options(scheme, RFactor::local_diagonal, Acceleration::none, true), problem);
      check_same_velocities(problem, plain, adaptive);
      CHECK(adaptive.result.iterations <= 1000);  // 54 and less on average
    }
  }
}
