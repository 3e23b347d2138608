#include "solvers/contact/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsdbench {

std::string_view to_string(SolverStatus status) {
  switch (status) {
    case SolverStatus::solved:
      return "solved";
    case SolverStatus::iteration_limit:
      return "iteration_limit";
    case SolverStatus::time_limit:
      return "time_limit";
    case SolverStatus::ray:
      return "ray";
    case SolverStatus::infeasible:
      return "infeasible";
    case SolverStatus::singular:
      return "singular";
    case SolverStatus::not_applicable:
      return "not_applicable";
    case SolverStatus::invalid_input:
      return "invalid_input";
  }
  return "unknown";
}

SolverResult judge(SolverResult attempt, double residual, double tolerance) {
  attempt.residual = residual;
  if (residual <= tolerance) {
    attempt.status = SolverStatus::solved;
  } else if (attempt.status == SolverStatus::solved) {
    attempt.status = SolverStatus::iteration_limit;
  }
  return attempt;
}

ContactSolver::~ContactSolver() = default;

SolverResult ContactSolver::solve(const ContactProblemView& problem, std::span<double> percussions,
                                  std::span<Mode> modes) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto give_up = [&](SolverStatus status, int iterations) {
    std::fill(percussions.begin(), percussions.end(), 0.0);
    std::fill(modes.begin(), modes.end(), Mode::impressed);
    return SolverResult{status, infinity, iterations};
  };
  if (defect(problem) != nullptr || percussions.size() != static_cast<std::size_t>(problem.size) ||
      modes.size() != problem.laws.size()) {
    return give_up(SolverStatus::invalid_input, 0);
  }
  for (const double warm_start : percussions) {
    if (!std::isfinite(warm_start)) return give_up(SolverStatus::invalid_input, 0);
  }

  const SolverResult result = attempt(problem, percussions);
  if (result.status == SolverStatus::not_applicable) return give_up(result.status, 0);
  if (velocities_.size() < percussions.size()) velocities_.resize(percussions.size());
  const double residual = contact_residual(problem, percussions, {velocities_.data(), percussions.size()}, modes);
  if (residual == infinity) return give_up(SolverStatus::singular, result.iterations);
  return judge(result, residual, options_.tolerance);
}

}  // namespace nsdbench
