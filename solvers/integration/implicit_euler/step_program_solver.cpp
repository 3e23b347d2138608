#include "solvers/integration/implicit_euler/step_program_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "solvers/integration/implicit_euler/step_program_interior_point.hpp"
#include "solvers/integration/implicit_euler/step_program_newton.hpp"
#include "solvers/integration/implicit_euler/step_program_relaxation.hpp"

namespace nsdbench {

namespace {

constexpr std::array formulations{ComplementarityFormulation::newton, ComplementarityFormulation::relaxation,
                                  ComplementarityFormulation::interior_point};

void check(const StepProgramOptions& options) {
  if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance)) {
    std::string sentence = "tolerance " + std::to_string(options.tolerance);
    sentence += " m/s of a step program is not allowed: it must be positive and finite";
    throw std::invalid_argument(sentence);
  }
  if (options.max_iterations < 1) {
    std::string sentence = "iteration limit " + std::to_string(options.max_iterations);
    sentence += " of a step program is not allowed: it must be at least 1";
    throw std::invalid_argument(sentence);
  }
}

}  // namespace

std::string_view to_string(ComplementarityFormulation formulation) {
  switch (formulation) {
    case ComplementarityFormulation::newton:
      return "newton";
    case ComplementarityFormulation::relaxation:
      return "relaxation";
    case ComplementarityFormulation::interior_point:
      return "interior_point";
  }
  return "unknown";
}

ComplementarityFormulation complementarity_formulation(std::string_view name) {
  for (const auto formulation : formulations) {
    if (to_string(formulation) == name) return formulation;
  }
  std::string sentence = "formulation '";
  sentence += name;
  sentence += "' is not known: choose one of newton, relaxation, interior_point";
  throw std::invalid_argument(sentence);
}

std::span<const ComplementarityFormulation> complementarity_formulations() { return formulations; }

bool available(ComplementarityFormulation formulation) {
  return formulation != ComplementarityFormulation::interior_point || interior_point_obstacle().empty();
}

StepProgramSolver::~StepProgramSolver() = default;

void StepProgramSolver::read_modes() {
  pair_modes_.resize(static_cast<std::size_t>(values_.a.size()));
  for (Eigen::Index k = 0; k < values_.a.size(); ++k) {
    pair_modes_[static_cast<std::size_t>(k)] = values_.a(k) > values_.b(k);
  }
  box_modes_.resize(static_cast<std::size_t>(values_.slip.size()));
  for (Eigen::Index k = 0; k < values_.slip.size(); ++k) {
    BoxMode mode = BoxMode::inside;
    if (values_.slip(k) >= values_.lower(k)) {
      mode = BoxMode::at_lower;
    } else if (values_.slip(k) <= -values_.upper(k)) {
      mode = BoxMode::at_upper;
    }
    box_modes_[static_cast<std::size_t>(k)] = mode;
  }
}

bool StepProgramSolver::newton_step_of_modes() {
  const Eigen::Index n = values_.equations_z.cols();
  const Eigen::Index e = values_.equations.size();
  const Eigen::Index m = values_.a.size();
  Eigen::Map<Eigen::MatrixXd> j(lu_.matrix(static_cast<int>(n)), n, n);
  step_.resize(n);
  j.topRows(e) = values_.equations_z;
  step_.head(e) = -values_.equations;
  for (Eigen::Index k = 0; k < m; ++k) {
    const bool constraint = pair_modes_[static_cast<std::size_t>(k)];
    j.row(e + k) = constraint ? values_.b_z.row(k) : values_.a_z.row(k);
    step_(e + k) = constraint ? -values_.b(k) : -values_.a(k);
  }
  for (Eigen::Index k = 0; k < values_.slip.size(); ++k) {
    const Eigen::Index row = e + m + k;
    switch (box_modes_[static_cast<std::size_t>(k)]) {
      case BoxMode::inside:
        j.row(row) = values_.slip_z.row(k);
        step_(row) = -values_.slip(k);
        break;
      case BoxMode::at_lower:
        j.row(row) = values_.lower_z.row(k);
        step_(row) = -values_.lower(k);
        break;
      case BoxMode::at_upper:
        j.row(row) = values_.upper_z.row(k);
        step_(row) = -values_.upper(k);
        break;
    }
  }
  constexpr double regular = 1e-13;  // |smallest| / |largest| pivot; dependent contacts leave rounding
  shortest_.resize(n, n);
  shortest_ = j;
  if (lu_.factorize() > regular) {
    lu_.solve(step_.data());
    return true;
  }
  // Forces of dependent contacts are not unique: the shortest step.
  decomposition_.setThreshold(1e-10);
  decomposition_.compute(shortest_);
  step_ = decomposition_.solve(step_).eval();
  return step_.allFinite();
}

StepProgramSolver::Result StepProgramSolver::solve(StepProgram& program, Eigen::VectorXd& z) {
  Result result;
  result.residual = std::numeric_limits<double>::infinity();
  values_.resize(program);
  ++result.evaluations;
  result.status = SolverStatus::invalid_input;
  if (!program.evaluate(z, values_)) return result;
  result.status = attempt(program, z, values_, result);
  if (!result.solved()) return result;
  best_ = z;
  trial_ = z;
  double rounding = 0.0;
  double equation_residual = std::numeric_limits<double>::infinity();
  double law_residual = std::numeric_limits<double>::infinity();
  constexpr int refinements = 4;  // quadratic convergence
  for (int k = 0; k <= refinements; ++k) {
    if (k > 0) {
      ++result.evaluations;
      if (!program.evaluate(trial_, values_)) break;
    }
    const double equations = values_.equation_residual();
    const double laws = values_.law_residual();
    if (k == 0) read_modes();
    // Of two answers within rounding the refined one: its modes hold to the last digit.
    const bool better = std::max(equations, laws) < result.residual;
    const bool within_rounding = std::max(equations, laws) <= std::max(options_.tolerance, values_.rounding);
    if (better || within_rounding) {
      result.residual = std::max(equations, laws);
      rounding = values_.rounding;
      best_ = trial_;
    }
    // Equations and laws round differently: either may still get better.
    const bool goes_on = k == 0 || equations < 0.5 * equation_residual || laws < 0.5 * law_residual;
    equation_residual = std::min(equation_residual, equations);
    law_residual = std::min(law_residual, laws);
    if (!goes_on || !(result.residual > 0.0) || k == refinements || !newton_step_of_modes()) break;
    ++result.iterations;
    trial_ += step_;
  }
  z = best_;
  const bool solved = result.residual <= std::max(options_.tolerance, rounding);
  result.status = solved ? SolverStatus::solved : SolverStatus::iteration_limit;
  return result;
}

std::unique_ptr<StepProgramSolver> make_step_program_solver(ComplementarityFormulation formulation,
                                                            const StepProgramOptions& options) {
  check(options);
  switch (formulation) {
    case ComplementarityFormulation::newton:
      return std::make_unique<StepProgramNewton>(options);
    case ComplementarityFormulation::relaxation:
      return std::make_unique<StepProgramRelaxation>(options);
    case ComplementarityFormulation::interior_point:
      return make_interior_point(options);
  }
  throw std::invalid_argument("this formulation is not known");
}

}  // namespace nsdbench
