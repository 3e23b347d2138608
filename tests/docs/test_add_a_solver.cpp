// docs/add-a-solver.md: its example compiles, keeps the promises of a registered solver, and is what the page shows.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/problem_sets/problem_set.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/benchmarks/solver_run.hpp"
#include "tests/docs/symmetric_sweeps.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

using namespace nsdbench;
using testing::SolverRun;

namespace {

// The page's line in a table like that of registry.cpp.
const std::vector<ContactSolverEntry>& table() {
  static const std::vector<ContactSolverEntry> entries = {
#include "tests/docs/registry_line.inc"
  };
  return entries;
}

std::string text_of(const std::string& file) {
  std::ifstream stream(testing::source_directory() / file);
  REQUIRE(stream.good());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The contents of all blocks marked ```cpp.
std::vector<std::string> code_blocks(const std::string& page) {
  const std::string open = "```cpp\n";
  const std::string close = "```";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at)) {
    at += open.size();
    const std::size_t end = page.find(close, at);
    blocks.push_back(page.substr(at, end - at));
    at = end;
  }
  return blocks;
}

}  // namespace

TEST_CASE("the page shows the files that are compiled here", "[docs]") {
  const std::vector<std::string> blocks = code_blocks(text_of("docs/add-a-solver.md"));
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0] == text_of("tests/docs/symmetric_sweeps.hpp"));
  CHECK(blocks[1] == text_of("tests/docs/registry_line.inc"));
}

TEST_CASE("the example answers to its name and solves what is well conditioned", "[docs]") {
  REQUIRE(table().size() == 1);
  const ContactSolverEntry& entry = table().front();
  SolverOptions options;
  options.tolerance = 1e-8;
  const auto solver = entry.make(entry.name, options);
  CHECK(solver->name() == entry.name);
  int solved = 0;
  int problems = 0;
  for (const char* set_name : {"spd", "coupling", "harvested", "mixed_laws", "redundant"}) {
    const problem_sets::ProblemSet& set = problem_sets::set_named(set_name);
    for (const int i : set.selection(problem_sets::Extent::quick)) {
      const problem_sets::NamedProblem named = set.make(i);
      CAPTURE(named.name);
      const SolverRun made = testing::run(*solver, named.problem);
      CHECK_FALSE(testing::contradicted(made, named.problem, options.tolerance));
      CHECK(made.finite());
      solved += made.result.solved() ? 1 : 0;
      ++problems;
    }
  }
  CAPTURE(solved, problems);
  CHECK(solved >= 0.9 * problems);
}

TEST_CASE("the example starts from its guess, heeds its limits and keeps its workspace", "[docs]") {
  const problem_sets::ProblemSet& set = problem_sets::set_named("coupling");
  const problem_sets::NamedProblem named = set.make(set.size - 1);
  SolverOptions options;
  options.tolerance = 1e-8;
  const auto solver = table().front().make("symmetric_sweeps", options);
  SolverRun made = testing::run(*solver, named.problem);
  REQUIRE(made.result.solved());
  REQUIRE(made.result.iterations > 3);
  const std::vector<double> answer = made.percussions;
  const SolverResult again = solver->solve(named.problem.view(), made.percussions, made.modes);
  CHECK(again.solved());
  CHECK(again.iterations == 1);
  CHECK(testing::run(*solver, named.problem).percussions == answer);

  options.max_iterations = 2;
  const SolverRun stopped = testing::run(*table().front().make("symmetric_sweeps", options), named.problem);
  CHECK(stopped.result.status == SolverStatus::iteration_limit);
  CHECK(stopped.result.iterations == 2);
}
