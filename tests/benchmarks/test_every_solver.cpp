// What every registered solver must do, on every problem of the quick sets; a new solver joins by being registered.
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "benchmarks/problem_sets/field_cases.hpp"
#include "benchmarks/problem_sets/problem_set.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/benchmarks/solver_run.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::problem_sets;
using testing::SolverRun;

namespace {

// Keeps hopeless iterations short; what a solver says at its time limit is tested all the same.
constexpr double time_limit = 0.05;

const std::vector<NamedProblem>& quick_problems() {
  static const std::vector<NamedProblem> problems = [] {
    std::vector<NamedProblem> made;
    for (const ProblemSet& set : all_sets()) {
      for (const int i : set.selection(Extent::quick)) made.push_back(set.make(i));
    }
    return made;
  }();
  return problems;
}

bool same_bytes(const SolverRun& a, const SolverRun& b) {
  // Compared as numbers that are equal, signs of zeros included.
  if (a.result.status != b.result.status || a.result.iterations != b.result.iterations || a.modes != b.modes)
    return false;
  for (std::size_t i = 0; i < a.percussions.size(); ++i) {
    if (a.percussions[i] != b.percussions[i] || std::signbit(a.percussions[i]) != std::signbit(b.percussions[i])) {
      return false;
    }
  }
  return a.result.residual == b.result.residual;
}

// The value of a statement about the percussions.
double value_of(const StatedValue& stated, const std::vector<double>& percussions) {
  double value = stated.offset;
  for (std::size_t i = 0; i < percussions.size(); ++i) value += stated.weights[i] * percussions[i];
  return value;
}

}  // namespace

TEST_CASE("no solver says solved where the residual contradicts, or of a problem without solution", "[every_solver]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  const double tolerance = GENERATE(1e-4, 1e-8, 1e-12);
  SolverOptions options;
  options.tolerance = tolerance;
  options.time_limit = time_limit;
  const auto solver = make_contact_solver(name, options);
  CAPTURE(name, tolerance);
  for (const NamedProblem& named : quick_problems()) {
    CAPTURE(named.name);
    const SolverRun made = testing::run(*solver, named.problem);
    CHECK_FALSE(testing::contradicted(made, named.problem, tolerance));
    CHECK(made.finite());
    if (named.solvable == Solvable::no) CHECK_FALSE(made.result.solved());
    if (named.solvable == Solvable::yes) CHECK(made.result.status != SolverStatus::infeasible);
    CHECK(made.result.status != SolverStatus::invalid_input);
  }
}

TEST_CASE("the default solver solves every problem that is known to have a solution", "[every_solver]") {
  SolverOptions options;
  options.tolerance = 1e-8;
  const auto solver = make_contact_solver(default_contact_solver(), options);
  for (const NamedProblem& named : quick_problems()) {
    if (named.solvable != Solvable::yes) continue;
    CAPTURE(named.name);
    const SolverRun made = testing::run(*solver, named.problem);
    CAPTURE(to_string(made.result.status), made.result.residual);
    CHECK(made.result.solved());
  }
}

TEST_CASE("field cases: who says solved has the right answer", "[every_solver][field]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  SolverOptions options;
  options.time_limit = 1.0;
  const auto solver = make_contact_solver(name, options);
  CAPTURE(name);
  int right = 0;
  for (const FieldCase& field_case : field_cases()) {
    CAPTURE(field_case.problem.name);
    const SolverRun made = testing::run(*solver, field_case.problem.problem);
    CHECK(made.finite());
    if (field_case.malformed) {
      CHECK(made.result.status == SolverStatus::invalid_input);
      continue;
    }
    if (field_case.problem.solvable == Solvable::no) CHECK_FALSE(made.result.solved());
    if (!made.result.solved()) continue;
    ++right;
    for (const StatedValue& stated : field_case.stated) {
      CAPTURE(stated.what);
      // A residual at the tolerance, amplified as the case says, and the rounding of the percussions themselves.
      const double error = (stated.amplification * options.tolerance + 1e-14) * stated.magnitude;
      CHECK(std::abs(value_of(stated, made.percussions) - stated.value) <= error);
    }
  }
  // Every method solves the easy ones.
  CHECK(right >= 10);
}

TEST_CASE("A7: fifty iterations on a mass ratio of 100 never pass off a sinking block as solved",
          "[every_solver][field]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  SolverOptions options;
  options.max_iterations = 50;
  for (const FieldCase& field_case : field_cases()) {
    if (field_case.problem.name != "field-A7-ratio-100") continue;
    const SolverRun made = testing::run(*make_contact_solver(name, options), field_case.problem.problem);
    CAPTURE(name, made.percussions[0], to_string(made.result.status));
    const double weight = 101.0 * 9.81e-3;
    const bool carries = std::abs(made.percussions[0] - weight) <= 1e-8 * weight;
    CHECK(made.result.solved() == carries);
  }
}

TEST_CASE("A10: a body at rest is solved again at once from its last percussions", "[every_solver][field]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  SolverOptions options;
  options.tolerance = 1e-8;
  const auto solver = make_contact_solver(name, options);
  for (const FieldCase& field_case : field_cases()) {
    if (field_case.problem.name != "field-A10-rest") continue;
    SolverRun made = testing::run(*solver, field_case.problem.problem);
    CAPTURE(name);
    if (made.result.status == SolverStatus::not_applicable) continue;
    REQUIRE(made.result.solved());
    const int cold = made.result.iterations;
    std::vector<double> before = made.percussions;
    int repeated = 0;
    for (int step = 0; step < 1000; ++step) {
      made.result = solver->solve(field_case.problem.problem.view(), made.percussions, made.modes);
      if (!made.result.solved() || made.result.iterations > std::max(5, cold)) break;
      double change = 0.0;
      for (std::size_t i = 0; i < before.size(); ++i)
        change = std::max(change, std::abs(made.percussions[i] - before[i]));
      // Percussions of 0.01 N s; identical, or within the rounding of one more sweep.
      if (step > 0 && change > 1e-12) break;
      before = made.percussions;
      ++repeated;
    }
    CHECK(made.result.solved());
    CHECK(repeated == 1000);
    // Iterative methods stop at once; pivoting takes the same path from any start.
    CHECK((made.result.iterations <= 5 || made.result.iterations == cold));
  }
}

TEST_CASE("malformed problems are refused, with finite percussions", "[every_solver]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto solver = make_contact_solver(name);
  CAPTURE(name);

  ContactProblem good;
  good.add_frictional(0.5, 1);
  good.add_frictional(0.3, 1);
  good.c = {-1.0, 0.2, -0.5, 0.1};
  good.dense = {2, 0, 1, 0, 0, 2, 0, 1, 1, 0, 2, 0, 0, 1, 0, 2};
  const auto refused = [&](const ContactProblem& problem) {
    const SolverRun made = testing::run(*solver, problem);
    return made.result.status == SolverStatus::invalid_input && made.finite();
  };
  for (const double bad : {not_a_number, infinity, -infinity}) {
    CAPTURE(bad);
    for (std::size_t i = 0; i < good.c.size(); ++i) {
      ContactProblem problem = good;
      problem.c[i] = bad;
      CHECK(refused(problem));
    }
    for (std::size_t i = 0; i < good.dense.size(); ++i) {
      ContactProblem problem = good;
      problem.dense[i] = bad;
      CHECK(refused(problem));
    }
    ContactProblem problem = good;
    problem.laws[1].bound = bad;
    CHECK(refused(problem));
    ContactProblem sparse = good;
    sparse.dense.clear();
    sparse.sparse = BlockSparseMatrix(4, 2, std::vector<BlockSparseMatrix::Entry>{{0, 0, 1.0}, {3, 3, bad}});
    CHECK(refused(sparse));
  }
  ContactProblem problem = good;
  SECTION("a negative friction coefficient") { problem.laws[1].bound = -0.1; }
  SECTION("a Coulomb law without its normal") { problem.laws[1].normal = -1; }
  SECTION("a Coulomb law carried by friction") { problem.laws[1].normal = 3; }
  SECTION("a gap between the laws") { problem.laws[2].offset = 3; }
  SECTION("a law of three dimensions") { problem.laws[3].dimension = 3; }
  SECTION("a law of no dimension") { problem.laws[3].dimension = 0; }
  SECTION("no Delassus matrix") {
    problem.dense.clear();
    std::vector<double> percussions(4, 1.0);
    std::vector<Mode> modes(4);
    ContactProblemView view = problem.view();
    view.delassus = nullptr;
    CHECK(solver->solve(view, percussions, modes).status == SolverStatus::invalid_input);
    CHECK(percussions == std::vector<double>(4, 0.0));
    return;
  }
  SECTION("a start that is not finite") {
    std::vector<double> percussions = {0.0, not_a_number, 0.0, 0.0};
    std::vector<Mode> modes(4);
    CHECK(solver->solve(problem.view(), percussions, modes).status == SolverStatus::invalid_input);
    CHECK(percussions == std::vector<double>(4, 0.0));
    return;
  }
  CHECK(refused(problem));
}

TEST_CASE("numbers near the limits of the format do no harm", "[every_solver]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  const double g = GENERATE(1e-300, 1e-12, 1e12, 1e300);
  const double c = GENERATE(1e-300, 1e300);
  SolverOptions options;
  options.time_limit = time_limit;
  ContactProblem problem;
  problem.add_frictional(0.5, 1);
  problem.dense = {g, 0.2 * g, 0.2 * g, g};
  problem.c = {-c, 0.5 * c};
  const SolverRun made = testing::run(*make_contact_solver(name, options), problem);
  CAPTURE(name, g, c, to_string(made.result.status));
  CHECK(made.finite());
  CHECK_FALSE(testing::contradicted(made, problem, options.tolerance));
}

TEST_CASE("the same problem gives the same bytes, again and from two threads at once", "[every_solver]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  CAPTURE(name);
  SolverOptions options;
  options.tolerance = 1e-8;
  // A limit of iterations and none of time: what the clock cuts short is not reproducible.
  options.max_iterations = name == "enumeration" ? 1 << 12 : (name == "portfolio" ? 5 : 300);  // of the last, rounds
  const auto solve_all = [&](std::vector<SolverRun>& runs) {
    const auto solver = make_contact_solver(name, options);
    for (const NamedProblem& named : quick_problems()) runs.push_back(testing::run(*solver, named.problem));
  };
  std::vector<SolverRun> here;
  solve_all(here);
  std::vector<SolverRun> first;
  std::vector<SolverRun> second;
  std::thread one([&] { solve_all(first); });
  std::thread two([&] { solve_all(second); });
  one.join();
  two.join();
  REQUIRE(first.size() == here.size());
  REQUIRE(second.size() == here.size());
  for (std::size_t i = 0; i < here.size(); ++i) {
    CAPTURE(quick_problems()[i].name);
    CHECK(same_bytes(here[i], first[i]));
    CHECK(same_bytes(here[i], second[i]));
  }
}
