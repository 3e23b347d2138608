// The judges of planted problems themselves: a judge that always said no would never find anything.
#include <algorithm>
#include <random>
#include <vector>

#include "tests/fuzz/planted_solution.hpp"
#include "tests/fuzz/reference_solution.hpp"
#include "tests/fuzz/small_problem.hpp"
#include "tests/fuzz/wide_judge.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;

namespace {

constexpr long double any_size = 1e300L;

// G = 1 + identity, c = velocities - G percussions: of small whole numbers, so that nothing is rounded.
void set_motion(ContactProblem& problem, const std::vector<double>& percussions,
                const std::vector<double>& velocities) {
  const std::size_t n = percussions.size();
  problem.dense.assign(n * n, 1.0);
  problem.c = velocities;
  for (std::size_t i = 0; i < n; ++i) {
    problem.dense[i + i * n] = 2.0;
    for (std::size_t j = 0; j < n; ++j) problem.c[i] -= problem.dense[i + j * n] * percussions[j];
  }
}

// True for these percussions, false if one of them is another.
void check(ContactProblem problem, std::vector<double> percussions, const std::vector<double>& velocities) {
  set_motion(problem, percussions, velocities);
  CHECK(fuzz::solves_exactly(problem.view(), percussions, any_size));
  for (double& percussion : percussions) {
    percussion += 0.5;
    CHECK_FALSE(fuzz::solves_exactly(problem.view(), percussions, any_size));
    percussion -= 0.5;
  }
}

ContactProblem frictional(double mu, int dimension) {
  ContactProblem problem;
  problem.add_frictional(mu, dimension);
  return problem;
}

ContactProblem of_one_law(LawKind kind, int dimension, double bound) {
  ContactProblem problem;
  problem.add(kind, dimension, bound);
  return problem;
}

}  // namespace

TEST_CASE("the judge in rational numbers knows solutions of all laws", "[fuzz]") {
  SECTION("sticking") {
    check(frictional(0.5, 1), {4, 1}, {0, 0});
    check(frictional(0.5, 2), {10, 3, -4}, {0, 0, 0});  // at its bound
  }
  SECTION("slipping") {
    check(frictional(0.5, 1), {4, -2}, {0, 1});
    check(frictional(0.5, 2), {10, -3, 4}, {0, 6, -8});
  }
  SECTION("open") {
    check(of_one_law(LawKind::unilateral, 1, 0.0), {0}, {1});
    check(frictional(0.5, 2), {0, 0, 0}, {1, 2, -1});
  }
  SECTION("bilateral") { check(of_one_law(LawKind::bilateral, 2, 0.0), {-7, 3}, {0, 0}); }
  SECTION("friction of a given bound") {
    check(of_one_law(LawKind::tresca, 1, 3.0), {2}, {0});
    check(of_one_law(LawKind::tresca, 2, 5.0), {-3, -4}, {3, 4});
  }
}

TEST_CASE("the judge in rational numbers knows friction that pushes, turns or is too large", "[fuzz]") {
  const std::vector<double> percussions = {10, -3, 4};
  const auto solved_with = [&](std::vector<double> velocities, double mu) {
    ContactProblem problem = frictional(mu, 2);
    set_motion(problem, percussions, velocities);
    return fuzz::solves_exactly(problem.view(), percussions, any_size);
  };
  CHECK(solved_with({0, 6, -8}, 0.5));
  CHECK_FALSE(solved_with({0, -6, 8}, 0.5));
  CHECK_FALSE(solved_with({0, 6, 8}, 0.5));
  CHECK_FALSE(solved_with({0, 6, -8}, 1.0));
  CHECK_FALSE(solved_with({0, 0, 0}, 0.25));
  CHECK_FALSE(solved_with({1, 6, -8}, 0.5));
}

TEST_CASE("many planted solutions are exact", "[fuzz]") {
  std::mt19937_64 random(1);
  int exact = 0;
  constexpr int problems = 2000;
  for (int k = 0; k < problems; ++k) {
    std::vector<std::uint8_t> data(200);
    for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random() >> 56U);
    fuzz::Bytes bytes(data);
    ContactProblem problem = fuzz::small_problem(bytes);
    const std::vector<double> planted = fuzz::plant_solution(problem, bytes);
    if (std::ranges::all_of(planted, [](double percussion) { return percussion == 0.0; })) continue;
    if (defect(problem.view()) != nullptr) continue;  // G is not finite
    const std::vector<double> none(planted.size(), 0.0);
    const long double largest = 1e13L * fuzz::judge_widely(problem.view(), none).natural_percussion;
    if (fuzz::solves_exactly(problem.view(), planted, largest)) ++exact;
  }
  INFO(exact << " of " << problems << " have an exact solution with a percussion that is not zero");
  CHECK(exact >= problems * 2 / 5);  // 889
}
