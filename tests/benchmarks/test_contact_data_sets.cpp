// Every registered solver on the problem files of NSDBENCH_CONTACT_DATA, if that names a directory.
#include <cstdlib>
#include <string>

#include "contact_data/contact_problem.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/benchmarks/solver_run.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using contact_data::ContactData;
using contact_data::Solvable;
using testing::SolverRun;

namespace {

// Larger ones belong in the arena: this test has some seconds for each solver.
constexpr int largest_size = 400;
constexpr double time_limit = 0.2;

const std::vector<ContactData>& data_problems() {
  static const std::vector<ContactData> problems = [] {
    std::vector<ContactData> read;
    const char* directory = std::getenv("NSDBENCH_CONTACT_DATA");
    if (directory == nullptr || *directory == '\0') return read;
    for (const auto& file : contact_data::list_contact_data(directory)) {
      ContactData data = contact_data::read_contact_data(file);
      if (data.size() <= largest_size) read.push_back(std::move(data));
    }
    return read;
  }();
  return problems;
}

}  // namespace

TEST_CASE("no solver says solved where the residuals of a problem file contradict", "[every_solver][data]") {
  if (data_problems().empty()) {
    WARN("NSDBENCH_CONTACT_DATA names no directory of problem files: nothing to test");
    return;
  }
  const std::string name = GENERATE(from_range(contact_solver_names()));
  const double tolerance = GENERATE(1e-4, 1e-8);
  CAPTURE(name, tolerance);
  SolverOptions options;
  options.tolerance = tolerance;
  options.time_limit = time_limit;
  const auto solver = make_contact_solver(name, options);
  for (const ContactData& data : data_problems()) {
    CAPTURE(data.name);
    const ContactProblem problem = contact_data::to_contact_problem(data);
    const SolverRun made = testing::run(*solver, problem);
    CHECK(made.finite());
    CHECK_FALSE(testing::contradicted(made, problem, tolerance));
    // A problem without a solution may lie that near to one with a solution that 1e-4 does not tell them apart.
    if (data.solvable == Solvable::no && tolerance <= 1e-8) CHECK_FALSE(made.result.solved());
    if (data.solvable == Solvable::yes) CHECK(made.result.status != SolverStatus::infeasible);
    if (!made.result.solved()) continue;
    // The file's own measure takes the law as one cone. Where normal and tangential scales agree it differs from the
    // suite's by a small factor, which friction coefficients above one and unequal diagonal entries enlarge.
    const double scaled = contact_data::residuals(data, made.percussions).scaled;
    constexpr double largest_ratio = 1e3;
    CHECK(scaled <= largest_ratio * tolerance);
  }
}

TEST_CASE("the portfolio solves every problem file that is known to be solvable", "[portfolio][data]") {
  const char* directory = std::getenv("NSDBENCH_CONTACT_DATA");
  if (directory == nullptr || *directory == '\0') {
    WARN("NSDBENCH_CONTACT_DATA names no directory of problem files: nothing to test");
    return;
  }
  SolverOptions options;
  // By the solver's residual, which may differ by a small factor from the file's own; that one is held to 1e-8.
  options.tolerance = 3e-9;
  options.time_limit = 60.0;  // the slowest takes a second or two
  const auto solver = make_contact_solver("portfolio", options);
  int solvable = 0;
  for (const auto& file : contact_data::list_contact_data(directory)) {
    const ContactData data = contact_data::read_contact_data(file);
    if (data.solvable != Solvable::yes) continue;
    CAPTURE(data.name);
    ++solvable;
    const SolverRun made = testing::run(*solver, contact_data::to_contact_problem(data));
    CHECK(made.result.solved());
    CHECK(contact_data::residuals(data, made.percussions).scaled <= 1e-8);
  }
  CHECK(solvable > 0);
}
