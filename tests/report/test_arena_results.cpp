// Summaries of the arena by hand: two problems that are solved by somebody, one that is by nobody.
#include <cmath>

#include "tests/helpers/catch.hpp"
#include "tools/report/arena_results.hpp"

using namespace nsdbench::report;
using Catch::Approx;

namespace {

ArenaRow row(const char* problem, const char* solver, const char* verdict, double seconds) {
  return {"planar", problem, solver, true, 1e-8, verdict, seconds};
}

ArenaResults sample_results() {
  ArenaResults results;
  results.time_limit = 1.0;
  results.rows = {row("p1", "fast", "solved", 1e-3),         row("p2", "fast", "unsolved", 1e-6),
                  row("p3", "fast", "unsolved", 1e-6),       row("p1", "slow", "solved", 0.1),
                  row("p2", "slow", "solved", 0.1),          row("p3", "slow", "claimed_but_wrong", 1e-6),
                  row("p1", "other", "not_applicable", 0.0), row("p2", "other", "not_applicable", 0.0),
                  row("p3", "other", "not_applicable", 0.0)};
  return results;
}

}  // namespace

TEST_CASE("a failure costs the time limit, and a problem that nobody solves does not count", "[report]") {
  const auto all = summaries(sample_results(), "planar", 1e-8);
  REQUIRE(all.size() == 2);  // "other" can represent none of these problems
  // Least times: 1e-3 and 0.1 s, the upper of which is the median of two, so that s = 0.1.
  CHECK(typical_time(sample_results(), "planar", 1e-8) == Approx(0.1));
  CHECK(all[0].solver == "slow");
  CHECK(all[0].mean_seconds == Approx(0.1));
  CHECK(all[1].solver == "fast");
  CHECK(all[1].mean_seconds == Approx(std::sqrt(0.101 * 1.1) - 0.1));
  CHECK(all[1].correct_rate == Approx(0.5));
  CHECK(all[0].correct_rate == Approx(1.0));
  CHECK(all[1].unsolved == 2);
  CHECK(all[0].claimed_but_wrong == 1);
}

TEST_CASE("the counts of a solver add up to the problems, also where one has no solution", "[report]") {
  ArenaResults results = sample_results();
  for (const char* verdict : {"unsolved", "proven_infeasible", "accepted_without_solution", "not_applicable"}) {
    results.rows.push_back({"planar", std::string("none ") + verdict, "fast", false, 1e-8, verdict, 1e-6});
  }
  const auto all = summaries(results, "planar", 1e-8);
  const SolverSummary& fast = all[0].solver == "fast" ? all[0] : all[1];
  CHECK(fast.problems == 7);
  CHECK(fast.solved == 1);
  CHECK(fast.unsolved == 2);
  CHECK(fast.without_answer == 1);
  CHECK(fast.claimed_but_wrong == 1);
  for (const SolverSummary& one : all) {
    CHECK(one.problems == one.solved + one.unsolved + one.claimed_but_wrong + one.not_applicable +
                              one.proven_infeasible + one.without_answer);
  }
}

TEST_CASE("machines are compared on the problems that all have", "[report]") {
  ArenaResults other = sample_results();
  other.rows.resize(2);
  const auto common = with_common_problems({sample_results(), other});
  CHECK(common[0].rows.size() == 6);  // p1 and p2 of three solvers
  CHECK(common[1].rows.size() == 2);
}

TEST_CASE("kinds and tolerances stand in the order of their appearance", "[report]") {
  CHECK(kinds_of(sample_results()) == std::vector<std::string>{"planar"});
  CHECK(tolerances_of(sample_results()) == std::vector<double>{1e-8});
  CHECK(summaries(sample_results(), "spatial", 1e-8).empty());
}
