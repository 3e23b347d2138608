// Small contact problems, solved by every solver of the registry and judged by other means: see check().
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "tests/fuzz/planted_solution.hpp"
#include "tests/fuzz/reference_solution.hpp"
#include "tests/fuzz/small_problem.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/wide_judge.hpp"

using namespace nsdbench;

namespace {

// What contact_residual may not see: velocities are computed in double precision as long as rounding stays below 1e-13
// of max |c|, and so is the residual itself.
constexpr long double unseen = 4e-13L;
// Sanitizers cost up to 26 times as much, where Eigen's functions are no longer inlined.
#ifdef NSDBENCH_SANITIZED
constexpr double largest_time = 150.0;  // s
#else
constexpr double largest_time = 5.0;  // s
#endif

void check_solved(const std::string& solver, const ContactProblemView& problem, const SolverResult& result,
                  const std::vector<double>& percussions, double tolerance) {
  const fuzz::WideVerdict verdict = fuzz::judge_widely(problem, percussions);
  const auto check = [&](const char* what, long double residual) {
    fuzz::require(residual <= tolerance * (1.0L + 1e-9L) + unseen,
                  solver + " says solved with " + what + " " +
                      std::to_string(static_cast<double>(residual / tolerance)) + " tolerances, tolerance " +
                      std::to_string(tolerance * 1e14) + "e-14");
  };
  fuzz::require(result.residual <= tolerance, solver + " says solved and states a residual above the tolerance");
  check("a residual of", verdict.residual);
  check("the residual of a component of", verdict.component_residual);
}

// `planted` may be empty.
void check_infeasible(const std::string& solver, const ContactProblemView& problem,
                      const std::vector<double>& planted) {
  const std::vector<double> none(static_cast<std::size_t>(problem.size), 0.0);
  // SolverStatus: solutions beyond 1e13 natural sizes are not excluded.
  const long double largest = 1e13L * fuzz::judge_widely(problem, none).natural_percussion;
  fuzz::require(planted.empty() || !fuzz::solves_exactly(problem, planted, largest),
                solver + " says infeasible, and the problem was made for a solution");
  fuzz::require(!fuzz::exact_solution(problem, largest), solver + " says infeasible, and there is a solution");
}

void check(const ContactSolverEntry& entry, const ContactProblem& owned, const std::vector<double>& planted,
           const std::vector<double>& guess, const SolverOptions& options) {
  const ContactProblemView problem = owned.view();
  const std::string name(entry.name);
  const std::unique_ptr<ContactSolver> solver = entry.make(entry.name, options);
  std::vector<double> percussions = guess;
  std::vector<Mode> modes(problem.laws.size());
  const std::clock_t start = std::clock();  // the processor's time: other programs do not count
  const SolverResult result = solver->solve(problem, percussions, modes);
  const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;

  fuzz::require(time < largest_time, name + " takes " + std::to_string(time) + " s");
  for (const double percussion : percussions) {
    fuzz::require(std::isfinite(percussion), name + " returns a percussion that is not finite");
  }
  fuzz::require((result.status == SolverStatus::invalid_input) == (defect(problem) != nullptr),
                name + " takes a malformed problem for a proper one, or the other way round");
  if (result.solved()) check_solved(name, problem, result, percussions, options.tolerance);
  if (result.status == SolverStatus::infeasible) check_infeasible(name, problem, planted);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes({data, size});
  // Most inputs are for one solver with its own limits; the others are for all, with few iterations.
  constexpr int for_all = 240;
  const int choice = bytes.next();
  const int setting = bytes.next();
  ContactProblem problem = fuzz::small_problem(bytes);
  std::vector<double> guess(problem.c.size(), 0.0);
  if (setting % 4 == 0) {
    for (double& each : guess) each = bytes.number();
  }
  std::vector<double> planted;
  if (setting / 16 % 4 == 3) planted = fuzz::plant_solution(problem, bytes);
  SolverOptions options;
  options.tolerance = setting / 4 % 4 == 0 ? 1e-6 : 1e-10;
  const std::vector<ContactSolverEntry>& solvers = contact_solvers();
  if (choice < for_all) {
    check(solvers[static_cast<std::size_t>(choice) % solvers.size()], problem, planted, guess, options);
    return 0;
  }
  for (const ContactSolverEntry& entry : solvers) {
    options.max_iterations = entry.name == default_contact_solver() ? 2 : 64;
    check(entry, problem, planted, guess, options);
  }
  return 0;
}
