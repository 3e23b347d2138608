#include "solvers/contact/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

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

SolverResult judge(const SolverResult& attempt, double residual, double tolerance) {
  SolverStatus status = attempt.status;
  if (residual <= tolerance) {
    status = SolverStatus::solved;
  } else if (status == SolverStatus::solved) {
    status = SolverStatus::iteration_limit;
  }
  return {status, residual, attempt.iterations};
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

SolverResult refuse(std::span<double> percussions, std::span<Mode> modes, SolverStatus status) {
  std::fill(percussions.begin(), percussions.end(), 0.0);
  std::fill(modes.begin(), modes.end(), Mode::impressed);
  return {status, infinity, 0};
}

}  // namespace

ContactSolver::ContactSolver(SolverOptions options) : options_(options) {
  if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance)) {
    throw std::invalid_argument("tolerance " + std::to_string(options.tolerance) +
                                " is not allowed: it must be positive and finite");
  }
  if (options.max_iterations < 0) {
    throw std::invalid_argument("limit of " + std::to_string(options.max_iterations) +
                                " iterations is not allowed: it must not be negative");
  }
  if (!(options.time_limit >= 0.0)) {
    throw std::invalid_argument("time limit " + std::to_string(options.time_limit) +
                                " s is not allowed: it must not be negative");
  }
}

ContactSolver::~ContactSolver() = default;

bool ContactSolver::fall_back(const ContactProblemView& /*problem*/, std::span<double> /*percussions*/,
                              const SolverResult& /*first*/, SolverResult& /*second*/) {
  return false;
}

SolverResult ContactSolver::verdict(const ContactProblemView& problem, std::span<double> percussions,
                                    std::span<Mode> modes, const SolverResult& attempt) {
  if (velocities_.size() < percussions.size()) velocities_.resize(percussions.size());
  const double residual = contact_residual(problem, percussions, {velocities_.data(), percussions.size()}, modes);
  if (residual == infinity) {
    refuse(percussions, modes, SolverStatus::singular);
    return {SolverStatus::singular, residual, attempt.iterations};
  }
  return judge(attempt, residual, options_.tolerance);
}

SolverResult ContactSolver::solve(const ContactProblemView& problem, std::span<double> percussions,
                                  std::span<Mode> modes) {
  if (defect(problem) != nullptr || percussions.size() != static_cast<std::size_t>(problem.size) ||
      modes.size() != problem.laws.size()) {
    return refuse(percussions, modes, SolverStatus::invalid_input);
  }
  double largest_guess = 0.0;
  for (const double guess : percussions) {
    if (!std::isfinite(guess)) return refuse(percussions, modes, SolverStatus::invalid_input);
    largest_guess = std::max(largest_guess, std::abs(guess));
  }
  // Of a guess that large the residual may overflow, and then no method can start from it. What overflows in spite of
  // a smaller guess shows in the answer.
  constexpr double suspicious = 1e100;
  if (largest_guess > suspicious && verdict(problem, percussions, modes, {}).residual == infinity) largest_guess = 0.0;

  const SolverResult proposed = attempt(problem, percussions);
  if (proposed.status == SolverStatus::not_applicable) return refuse(percussions, modes, proposed.status);
  const SolverResult whole = checked(problem, percussions, modes, proposed, largest_guess > 0.0);
  if (!whole.solved() || !components_.find_suspects(problem, whole.residual, options_.tolerance)) return whole;
  return settle_components(problem, percussions, modes, whole);
}

// Of the components found last: judges them on their own, and solves them on their own where that fails.
SolverResult ContactSolver::settle_components(const ContactProblemView& problem, std::span<double> percussions,
                                              std::span<Mode> modes, const SolverResult& whole) {
  const ContactComponents::Part part = components_.extract(problem);
  const ContactProblemView view = part.problem.view();
  std::vector<double> own(part.coordinates.size());
  std::vector<Mode> own_modes(view.laws.size());
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = percussions[static_cast<std::size_t>(part.coordinates[k])];
  const double before = contact_residual(view, own);
  SolverResult slow{SolverStatus::solved, before, 0};
  if (!(before <= options_.tolerance)) {
    slow = solve(view, own, own_modes);
  } else if (components_.find_suspects(view, before, options_.tolerance)) {
    slow = settle_components(view, own, own_modes, slow);
  }
  if (slow.solved() || slow.residual < before) {
    for (std::size_t k = 0; k < own.size(); ++k) percussions[static_cast<std::size_t>(part.coordinates[k])] = own[k];
  }
  SolverResult result = verdict(problem, percussions, modes, whole);
  result.iterations += slow.iterations;
  if (!result.solved()) return result;
  result.status = slow.status;
  result.residual = std::max(result.residual, std::min(slow.residual, before));
  return result;
}

// Results are built in place here and in the functions above: of a few contacts, copies would take longer than the
// method.
SolverResult ContactSolver::checked(const ContactProblemView& problem, std::span<double> percussions,
                                    std::span<Mode> modes, const SolverResult& proposed, bool guessed) {
  SolverResult result = verdict(problem, percussions, modes, proposed);
  if (result.solved()) return result;
  if (result.residual == infinity && guessed) {
    const int iterations = result.iterations;
    result = attempt(problem, percussions);  // from the zeros that an overflow leaves
    result.iterations += iterations;
    result = verdict(problem, percussions, modes, result);
  }
  SolverResult second;
  if (!result.solved() && fall_back(problem, percussions, result, second)) {
    second.iterations += result.iterations;
    result = verdict(problem, percussions, modes, second);
  }
  return result;
}

}  // namespace nsdbench
