// Contact problems of many round bodies without a matrix: the same problem, the same residual and the same answers as
// with one, and the same bytes for any number of threads.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/random.hpp"
#include "tests/helpers/same_bytes.hpp"

using namespace nsdbench;

namespace {

// Some twenty sums and products of numbers of order one in each velocity.
constexpr double rounding = 1e-13;

// Equal disks in rows that touch, pressed onto the wall below with random velocities: rows * columns bodies, each with
// up to six contacts.
RoundContactProblem packing(int rows, int columns, double friction, std::uint64_t seed) {
  testing::Random random(seed);
  RoundContactProblem problem;
  problem.friction = friction;
  problem.wall_friction = 0.7 * friction;
  problem.moving_bodies = rows * columns;
  for (int i = 0; i < problem.moving_bodies; ++i) {
    problem.free_bodies.push_back(
        {random.uniform(-0.1, 0.1), random.uniform(-1.1, -0.9), random.uniform(-0.1, 0.1), random.uniform(0.5, 2.0)});
  }
  problem.free_bodies.push_back({});
  const auto contact = [&](int first, int second, double nx, double ny) {
    RoundContact c;
    c.first = first;
    c.second = second;
    const double length = std::sqrt(nx * nx + ny * ny);
    c.nx = nx / length;
    c.ny = ny / length;
    c.constant_n = random.uniform(-0.1, 0.0);
    c.constant_t = second == problem.moving_bodies ? 0.2 : 0.0;
    problem.contacts.push_back(c);
  };
  const double height = std::sqrt(3.0) / 2.0;
  for (int row = 0; row < rows; ++row) {
    const int shift = row % 2;
    for (int column = 0; column < columns; ++column) {
      const int body = column + row * columns;
      if (column + 1 < columns) contact(body, body + 1, 1.0, 0.0);
      if (row == 0) contact(body, problem.moving_bodies, 0.0, -1.0);
      if (row + 1 == rows) continue;
      const int left = column + shift - 1;
      if (left >= 0) contact(body, left + (row + 1) * columns, -0.5, height);
      if (left + 1 < columns) contact(body, left + 1 + (row + 1) * columns, 0.5, height);
    }
  }
  problem.seal();
  return problem;
}

std::vector<double> percussions_of(const RoundContactProblem& problem) {
  std::vector<double> percussions;
  for (const RoundContact& c : problem.contacts) {
    percussions.insert(percussions.end(), {c.percussion_n, c.percussion_t});
  }
  return percussions;
}

void draw_percussions(RoundContactProblem& problem, std::uint64_t seed) {
  testing::Random random(seed);
  for (RoundContact& c : problem.contacts) {
    c.percussion_n = random.chance(0.3) ? 0.0 : random.uniform(0.0, 1.0);
    c.percussion_t = random.uniform(-0.5, 0.5);
  }
}

RoundSolverOptions plain(RoundMethod method, double tolerance, int sweeps) {
  RoundSolverOptions options;
  options.method = method;
  options.tolerance = tolerance;
  options.max_sweeps = sweeps;
  return options;
}

}  // namespace

TEST_CASE("a percussion moves the bodies as the columns of the assembled Delassus matrix say", "[round_bodies]") {
  RoundContactProblem problem = packing(4, 5, 0.4, 1);
  const ContactProblem assembled = problem.assembled();
  REQUIRE(defect(assembled.view()) == nullptr);
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    for (int row = 0; row < 2; ++row) {
      std::vector<RoundBody> bodies = problem.free_bodies;
      press(problem.contacts[k], problem.kappa, problem.moving_bodies, row == 0 ? 1.0 : 0.0, row == 1 ? 1.0 : 0.0,
            bodies.data());
      for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
        const RoundContact& c = problem.contacts[i];
        const auto a = static_cast<std::size_t>(c.first);
        const auto b = static_cast<std::size_t>(c.second);
        const std::array<double, 2> free = contact_velocity(c, problem.free_bodies[a], problem.free_bodies[b]);
        const std::array<double, 2> moved = contact_velocity(c, bodies[a], bodies[b]);
        for (int p = 0; p < 2; ++p) {
          const auto at = static_cast<std::size_t>(p);
          const double g = assembled.sparse.entry(static_cast<int>(2 * i) + p, static_cast<int>(2 * k) + row);
          REQUIRE(std::abs(moved[at] - free[at] - g) < rounding);
        }
      }
    }
  }
}

TEST_CASE("the residual without a matrix is that of the assembled problem", "[round_bodies]") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    RoundContactProblem problem = packing(6, 7, 0.3, seed);
    draw_percussions(problem, seed);
    const ContactProblem assembled = problem.assembled();
    const double expected = contact_residual(assembled.view(), percussions_of(problem));
    std::vector<RoundBody> bodies = problem.free_bodies;
    const double found = round_contact_residual(problem, bodies);
    CAPTURE(seed, expected);
    CHECK(std::abs(found - expected) < rounding * expected);
  }
}

TEST_CASE("what a method calls solved is solved by the residual of the assembled problem", "[round_bodies]") {
  const RoundMethod method = GENERATE(from_range(all_round_methods));
  for (const double tolerance : {1e-4, 1e-8}) {
    RoundContactProblem problem = packing(8, 8, 0.3, 7);
    RoundContactSolver solver(plain(method, tolerance, 20000));
    const SolverResult result = solver.solve(problem);
    CAPTURE(to_string(method), tolerance, result.iterations);
    REQUIRE(result.solved());
    const ContactProblem assembled = problem.assembled();
    CHECK(contact_residual(assembled.view(), percussions_of(problem)) <= tolerance * (1.0 + 1e-6));
    // One more sweep of an answer changes nothing that counts: it is a fixed point, and is taken as it is.
    const SolverResult again = solver.solve(problem);
    CHECK(again.iterations == 0);
  }
}

TEST_CASE("too few sweeps are not called solved, and the fallback goes on from them", "[round_bodies]") {
  RoundContactProblem problem = packing(6, 6, 0.3, 3);
  RoundContactProblem same = problem;
  RoundContactSolver few(plain(RoundMethod::psor, 1e-8, 3));
  const SolverResult stopped = few.solve(problem);
  CHECK(stopped.status == SolverStatus::iteration_limit);
  CHECK(stopped.residual > 1e-8);
  CHECK(stopped.iterations == 3);
  CHECK_FALSE(few.fell_back());

  SolverOptions portfolio;
  portfolio.tolerance = 1e-8;
  const auto fallback = make_contact_solver("portfolio", portfolio);
  RoundContactSolver both(plain(RoundMethod::psor, 1e-8, 3), fallback.get());
  const SolverResult solved = both.solve(same);
  CHECK(both.fell_back());
  CHECK(solved.solved());
  CHECK(solved.residual <= 1e-8);
}

// The Delassus matrix of a packing has three zero eigenvalues and more for each body: most contacts can hold each
// other.
TEST_CASE("Newton's method finds its way where contacts stick, slide and open", "[round_bodies]") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    for (const double friction : {0.0, 0.2}) {
      RoundContactProblem problem = packing(10, 10, friction, seed);
      RoundContactSolver solver(plain(RoundMethod::newton, 1e-10, 1));
      const SolverResult result = solver.solve(problem);
      CAPTURE(seed, friction, result.iterations, result.residual);
      REQUIRE(result.solved());
      CHECK(solver.sweep_count() == 0);
      CHECK(solver.newton_steps() == result.iterations);
      std::vector<RoundBody> bodies = problem.free_bodies;
      CHECK(round_contact_residual(problem, bodies) == result.residual);
      CHECK(std::ranges::equal(bodies, solver.bodies(), {}, &RoundBody::vx, &RoundBody::vx));
    }
  }
}

// Beyond a friction coefficient of 0.4 neither method nor both in turn solve all of these packings, whose velocities
// are drawn at random: the iteration then wanders, and says so.
TEST_CASE("the portfolio goes on where sweeps and Newton's method stop", "[round_bodies]") {
  long newton_steps = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    for (const double friction : {0.25, 0.3}) {
      RoundContactProblem problem = packing(10, 10, friction, seed);
      RoundContactSolver solver(plain(RoundMethod::portfolio, 1e-10, 200));
      const SolverResult result = solver.solve(problem);
      CAPTURE(seed, friction, result.iterations, result.residual);
      CHECK(result.solved());
      CHECK(result.iterations == solver.sweep_count() + solver.newton_steps());
      newton_steps += solver.newton_steps();
    }
  }
  CHECK(newton_steps > 0);
}

TEST_CASE("Newton's method that is stopped leaves the best percussions it has seen", "[round_bodies]") {
  for (const int steps : {1, 2, 5, 10}) {
    RoundContactProblem problem = packing(10, 10, 0.3, 2);
    std::vector<RoundBody> bodies = problem.free_bodies;
    const double before = round_contact_residual(problem, bodies);
    RoundContactNewton newton;
    const SolverResult result = newton.solve(problem, bodies, 1e-14, steps);
    CAPTURE(steps);
    CHECK(result.status == SolverStatus::iteration_limit);
    CHECK(result.iterations == steps);
    CHECK(result.residual <= before);
    CHECK(round_contact_residual(problem, bodies) == result.residual);
  }
}

TEST_CASE("contacts of one colour share no body that moves", "[round_bodies]") {
  RoundContactProblem problem = packing(9, 9, 0.3, 4);
  CHECK(problem.colors() <= 11);  // a disk has six neighbours, so that five and five may be taken
  for (int color = 0; color < problem.colors(); ++color) {
    REQUIRE_FALSE(problem.one_after_the_other(color));
    std::set<int> bodies;
    for (int k = problem.color_begin(color); k < problem.color_end(color); ++k) {
      const RoundContact& c = problem.contacts[static_cast<std::size_t>(k)];
      REQUIRE(bodies.insert(c.first).second);
      if (c.second < problem.moving_bodies) REQUIRE(bodies.insert(c.second).second);
    }
  }
}

// A large disk with many small ones around it, which have no other contact. A colour holds one of these contacts, and
// the colours do not suffice.
TEST_CASE("a body with more contacts than there are colours has them treated one after the other", "[round_bodies]") {
  constexpr int small = 200;
  RoundContactProblem problem;
  problem.moving_bodies = small + 1;
  problem.free_bodies.push_back({0.0, 0.0, 0.0, 1e-3});
  for (int i = 0; i < small; ++i) {
    const double angle = 2.0 * 3.14159265358979323846 * i / small;
    RoundContact c;
    c.first = 0;
    c.second = i + 1;
    c.nx = std::cos(angle);
    c.ny = std::sin(angle);
    problem.free_bodies.push_back({-c.nx, -c.ny, 0.0, 1.0});
    problem.contacts.push_back(c);
  }
  problem.seal();
  const int last = problem.colors() - 1;
  REQUIRE(problem.one_after_the_other(last));
  CHECK(problem.color_end(last) - problem.color_begin(last) == small - 63);
  // What the residual adds for rounding is 1e-10 with so many percussions on one body.
  RoundContactSolver solver(plain(RoundMethod::conjugate_gradient, 1e-9, 1000));
  REQUIRE(solver.solve(problem).solved());
  // By symmetry the large disk rests, and each small one is stopped by a percussion of its momentum, 1 N s.
  for (const RoundContact& c : problem.contacts) CHECK(std::abs(c.percussion_n - 1.0) < 1e-8);
}

TEST_CASE("the percussions are the same, to the last bit, for one to seven threads", "[round_bodies]") {
  const RoundMethod method = GENERATE(from_range(all_round_methods));
  const bool with_newton = method == RoundMethod::newton || method == RoundMethod::portfolio;
  std::vector<double> of_one_thread;
  for (int threads = 1; threads <= 7; ++threads) {
    RoundContactProblem problem = with_newton ? packing(16, 16, 0.2, 11) : packing(40, 40, 0.3, 11);
    RoundSolverOptions options = plain(method, 1e-10, 60);
    options.threads = threads;
    options.contacts_for_threads = 1;
    RoundContactSolver solver(options);
    const SolverResult result = solver.solve(problem);
    CHECK((solver.sweep_count() > 0) == (method != RoundMethod::newton));
    CHECK((solver.newton_steps() > 0) == with_newton);
    std::vector<double> percussions = percussions_of(problem);
    percussions.push_back(result.residual);
    if (threads == 1) of_one_thread = percussions;
    CAPTURE(to_string(method), threads);
    CHECK(testing::same_bytes(percussions, of_one_thread));
  }
}

// A guess whose percussions overflow the velocities is not gone on from.
TEST_CASE("a guess that overflows is replaced by zero", "[round_bodies]") {
  const RoundMethod method = GENERATE(from_range(all_round_methods));
  RoundContactProblem problem = packing(4, 4, 0.2, 5);
  for (RoundContact& c : problem.contacts) c.percussion_n = 1e308;
  RoundContactSolver solver(plain(method, 1e-6, 20000));
  CAPTURE(to_string(method));
  CHECK(solver.solve(problem).solved());
}

TEST_CASE("wrong problems and options are refused with one sentence", "[round_bodies]") {
  const RoundContactProblem good = packing(2, 2, 0.3, 1);
  const auto complaint = [&](auto&& spoil) {
    RoundContactProblem problem = good;
    spoil(problem);
    return testing::complaint_of([&] { problem.seal(); });
  };
  CHECK(complaint([](RoundContactProblem&) {}).empty());
  CHECK(complaint([](RoundContactProblem& p) { p.contacts[1].second = 99; }) ==
        "contact 1 of the round bodies is not allowed: its bodies do not exist");
  CHECK(complaint([](RoundContactProblem& p) { p.contacts[0].first = p.moving_bodies; }) ==
        "contact 0 of the round bodies is not allowed: its first body must be one that moves");
  CHECK(complaint([](RoundContactProblem& p) { p.contacts[2].nx += 0.5; }) ==
        "contact 2 of the round bodies is not allowed: its normal has no unit length");
  CHECK(complaint([](RoundContactProblem& p) { p.contacts[2].constant_n = std::nan(""); }) ==
        "contact 2 of the round bodies is not allowed: one of its numbers is not finite");
  CHECK(testing::complaint_of([] { RoundContactSolver(plain(RoundMethod::psor, 0.0, 1)); }) ==
        "tolerance = 0 is not allowed: it must be positive and finite");
  CHECK(testing::complaint_of([] { RoundContactSolver(plain(RoundMethod::psor, 1e-6, 0)); }) ==
        "max_sweeps = 0 is not allowed: it must be at least 1");
  RoundSolverOptions no_steps;
  no_steps.max_newton_steps = 0;
  CHECK(testing::complaint_of([&] { RoundContactSolver{no_steps}; }) ==
        "max_newton_steps = 0 is not allowed: it must be at least 1");
}
