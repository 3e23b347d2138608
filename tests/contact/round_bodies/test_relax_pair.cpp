// Contacts treated two at a time move to the same bytes as one after the other.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"
#include "tests/helpers/same_bytes.hpp"

using namespace nsdbench;

namespace {

// Contacts between bodies drawn at random, every fifth with a wall. With `crowded`, one body touches all others, so
// that there is a colour of contacts that share it.
RoundContactProblem random_contacts(std::uint64_t seed, bool crowded) {
  testing::Random random(seed);
  RoundContactProblem problem;
  problem.friction = 0.3;
  problem.wall_friction = 0.5;
  problem.moving_bodies = 101;
  for (int i = 0; i < problem.moving_bodies; ++i) {
    problem.free_bodies.push_back(
        {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(0.5, 2.0)});
  }
  problem.free_bodies.push_back({});
  for (int k = 0; k < 300; ++k) {
    RoundContact c;
    c.first = crowded ? 0 : random.index(100);
    c.second = k % 5 == 0 ? problem.moving_bodies : c.first + 1 + random.index(100 - c.first);
    const double angle = random.uniform(0.0, 6.0);
    c.nx = std::cos(angle);
    c.ny = std::sin(angle);
    c.constant_n = random.uniform(-0.2, 0.2);
    problem.contacts.push_back(c);
  }
  problem.seal();
  return problem;
}

// Eq. 23 of Studer, Leine & Glocker 2008 with r = 1 / G_ii, in the order of the contacts.
void relax_one_after_the_other(RoundContactProblem& problem, std::vector<RoundBody>& bodies) {
  for (RoundContact& c : problem.contacts) {
    const std::array<double, 2> xi =
        contact_velocity(c, bodies[static_cast<std::size_t>(c.first)], bodies[static_cast<std::size_t>(c.second)]);
    const double p_n = std::max(c.percussion_n - c.mass * xi[0], 0.0);
    const double bound = problem.friction_of(c) * p_n;
    const double p_t = std::clamp(c.percussion_t - c.mass / (1.0 + problem.kappa) * xi[1], -bound, bound);
    press(c, problem.kappa, problem.moving_bodies, p_n - c.percussion_n, p_t - c.percussion_t, bodies.data());
    c.percussion_n = p_n;
    c.percussion_t = p_t;
  }
}

// Without signs of zero, which no number depends on.
std::vector<double> numbers_of(const RoundContactProblem& problem, const std::vector<RoundBody>& bodies) {
  std::vector<double> numbers;
  for (const RoundContact& c : problem.contacts) {
    numbers.insert(numbers.end(), {c.percussion_n + 0.0, c.percussion_t + 0.0});
  }
  for (const RoundBody& b : bodies) numbers.insert(numbers.end(), {b.vx + 0.0, b.vy + 0.0, b.surface + 0.0});
  return numbers;
}

}  // namespace

TEST_CASE("contacts treated two at a time move to the bytes of one after the other", "[round_bodies]") {
  for (const bool crowded : {false, true}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      RoundContactProblem problem = random_contacts(seed, crowded);
      CHECK(problem.one_after_the_other(problem.colors() - 1) == crowded);
      RoundContactProblem expected = problem;
      RoundSolverOptions options;
      options.method = RoundMethod::psor;
      options.tolerance = 1e-300;
      options.max_sweeps = 3;
      RoundContactSolver solver(options);
      solver.solve(problem);
      std::vector<RoundBody> bodies = expected.free_bodies;
      for (int k = 0; k < options.max_sweeps; ++k) relax_one_after_the_other(expected, bodies);
      std::vector<RoundBody> moved = expected.free_bodies;
      round_contact_residual(problem, moved);
      std::vector<RoundBody> expected_moved = expected.free_bodies;
      round_contact_residual(expected, expected_moved);
      CAPTURE(crowded, seed);
      CHECK(testing::same_bytes(numbers_of(problem, moved), numbers_of(expected, expected_moved)));
    }
  }
}
