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
  // sqrt((1e-3 + s)(1 + s)) - s = 0.0437 against sqrt((0.1 + s)^2) - s = 0.1, with s = 1e-3.
  CHECK(all[0].solver == "fast");
  CHECK(all[0].mean_seconds == Approx(std::sqrt(2e-3 * 1.001) - 1e-3));
  CHECK(all[1].mean_seconds == Approx(0.1));
  CHECK(all[0].correct_rate == Approx(0.5));
  CHECK(all[1].correct_rate == Approx(1.0));
  CHECK(all[0].unsolved == 2);
  CHECK(all[1].claimed_but_wrong == 1);
}

TEST_CASE("kinds and tolerances stand in the order of their appearance", "[report]") {
  CHECK(kinds_of(sample_results()) == std::vector<std::string>{"planar"});
  CHECK(tolerances_of(sample_results()) == std::vector<double>{1e-8});
  CHECK(summaries(sample_results(), "spatial", 1e-8).empty());
}
