#include "tools/solve/solve_problem.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "contact_data/contact_problem.hpp"
#include "solvers/contact/selection/registry.hpp"

namespace nsdbench::tools {

namespace {

// Each continuation asks for at least a digit more.
constexpr int most_continuations = 3;
constexpr double tightening = 0.1;
// Aims below the tolerance, so that one continuation is enough where the two residuals go down together.
constexpr double margin = 0.5;

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

Answer solve(const contact_data::ContactData& data, const std::string& solver, const SolverOptions& options,
             std::vector<double> guess) {
  const ContactProblem problem = contact_data::to_contact_problem(data);
  const ContactProblemView view = problem.view();
  if (const char* wrong = defect(view)) throw std::invalid_argument("problem " + data.name + ": " + wrong);

  Answer best;
  best.solution = guess;
  best.residuals = contact_data::residuals(data, guess);
  std::vector<Mode> modes(problem.laws.size());
  std::vector<double> percussions = std::move(guess);
  SolverOptions current = options;
  for (int continuation = 0;; ++continuation) {
    const std::unique_ptr<ContactSolver> method = make_contact_solver(solver, current);
    const Stopwatch stopwatch;
    const SolverResult result = method->solve(view, percussions, modes);
    best.time += stopwatch.seconds();
    best.iterations += result.iterations;
    const contact_data::Residuals judged = contact_data::residuals(data, percussions);
    const bool first_solution = continuation == 0 && result.solved();
    if (first_solution || judged.component < best.residuals.component) {
      best.solution = percussions;
      best.residuals = judged;
    }
    if (continuation == 0) best.status = result.status;
    // Nothing is to be gained from an answer without a finite residual, and none is asked for less than doubles tell.
    const bool hopeless = !std::isfinite(best.residuals.component);
    const bool out_of_time = options.time_limit > 0.0 && best.time >= options.time_limit;
    const bool enough = best.residuals.component <= options.tolerance || continuation == most_continuations;
    if (!result.solved() || enough || hopeless || out_of_time) break;
    const double missed_by = options.tolerance / best.residuals.component;
    current.tolerance =
        std::max(current.tolerance * std::min(tightening, margin * missed_by), std::numeric_limits<double>::min());
    if (options.time_limit > 0.0) current.time_limit = options.time_limit - best.time;
  }

  best.prox_residual = contact_residual(view, best.solution);
  const double worst = std::max({best.prox_residual, best.residuals.scaled, best.residuals.component});
  if (best.status == SolverStatus::solved && !(worst <= options.tolerance)) best.status = SolverStatus::iteration_limit;
  return best;
}

}  // namespace nsdbench::tools
