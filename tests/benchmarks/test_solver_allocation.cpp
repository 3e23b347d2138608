// Every registered solver allocates nothing from the second solve of a problem on, whatever its answer. Exempt are, as
// documented, sparse factorizations, whose fill-in is not known beforehand: newton_sparse, and the default solver where
// it resorts to them, on problems in block-sparse storage.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "benchmarks/problem_sets/problem_set.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/allocation_counter.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using testing::allocations;
using namespace nsdbench::problem_sets;

TEST_CASE("the counter counts", "[allocation]") {
  const long before = allocations;
  const std::vector<double> numbers(100, 1.0);
  CHECK(allocations > before);
  CHECK(numbers.size() == 100);
}

TEST_CASE("the second solve of the same size does not allocate", "[allocation]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  if (name == "newton_sparse") return;
  SolverOptions options;
  options.tolerance = 1e-8;
  options.max_iterations = name == "enumeration" ? 1 << 12 : 200;
  for (const ProblemSet& set : all_sets()) {
    for (const int i : set.selection(Extent::quick)) {
      const NamedProblem named = set.make(i);
      if (name == default_contact_solver() && named.problem.dense.empty()) continue;
      // A solver of its own: workspaces that a larger problem left behind would hide something.
      const auto solver = make_contact_solver(name, options);
      const ContactProblemView view = named.problem.view();
      std::vector<double> percussions(named.problem.c.size(), 0.0);
      std::vector<Mode> modes(named.problem.laws.size());
      solver->solve(view, percussions, modes);
      std::fill(percussions.begin(), percussions.end(), 0.0);
      const long before = allocations;
      solver->solve(view, percussions, modes);
      const long counted = allocations - before;
      CAPTURE(name, named.name);
      CHECK(counted == 0);
    }
  }
}
