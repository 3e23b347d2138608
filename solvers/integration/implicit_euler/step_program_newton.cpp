#include "solvers/integration/implicit_euler/step_program_newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench {

namespace {

// phi(a, b) without cancellation where both partners are positive: a + b - |(a, b)| = 2ab / (a + b + |(a, b)|).
double fischer_burmeister(double a, double b) {
  const double length = elementary::hypot(a, b);
  const double sum = a + b;
  return sum > 0.0 ? 2.0 * a * b / (sum + length) : sum - length;
}

// An element of its generalised gradient. At the kink any (1 - x, 1 - y) with x^2 + y^2 <= 1 belongs to it; this one
// treats both partners alike.
std::array<double, 2> fischer_burmeister_gradient(double a, double b) {
  const double length = elementary::hypot(a, b);
  if (!(length > 0.0)) return {1.0 - std::sqrt(0.5), 1.0 - std::sqrt(0.5)};
  return {1.0 - a / length, 1.0 - b / length};
}

}  // namespace

double StepProgramNewton::merit(const ProgramValues& values) {
  const Eigen::Index e = values.equations.size();
  const Eigen::Index m = values.a.size();
  phi_.resize(e + m + values.slip.size());
  phi_.head(e) = values.equations;
  for (Eigen::Index k = 0; k < m; ++k) phi_(e + k) = fischer_burmeister(values.a(k), values.b(k));
  for (Eigen::Index k = 0; k < values.slip.size(); ++k) {
    phi_(e + m + k) = fischer_burmeister(values.lower(k), -fischer_burmeister(values.upper(k), -values.slip(k)));
  }
  const double square = 0.5 * phi_.squaredNorm();
  return std::isfinite(square) ? square : std::numeric_limits<double>::infinity();
}

void StepProgramNewton::jacobian(const ProgramValues& values) {
  const Eigen::Index e = values.equations.size();
  const Eigen::Index m = values.a.size();
  jacobian_.resize(values.equations_z.cols(), values.equations_z.cols());
  jacobian_.topRows(e) = values.equations_z;
  for (Eigen::Index k = 0; k < m; ++k) {
    const auto [x, y] = fischer_burmeister_gradient(values.a(k), values.b(k));
    jacobian_.row(e + k) = x * values.a_z.row(k) + y * values.b_z.row(k);
  }
  for (Eigen::Index k = 0; k < values.slip.size(); ++k) {
    const auto [inner_upper, inner_slip] = fischer_burmeister_gradient(values.upper(k), -values.slip(k));
    const auto [x, y] =
        fischer_burmeister_gradient(values.lower(k), -fischer_burmeister(values.upper(k), -values.slip(k)));
    jacobian_.row(e + m + k) =
        x * values.lower_z.row(k) - y * inner_upper * values.upper_z.row(k) + y * inner_slip * values.slip_z.row(k);
  }
}

SolverStatus StepProgramNewton::attempt(StepProgram& program, Eigen::VectorXd& z, ProgramValues& values,
                                        Result& result) {
  const Eigen::Index n = program.unknowns();
  trial_values_.resize(program);
  double square = merit(values);
  while (values.residual() > std::max(options().tolerance, values.rounding)) {
    if (result.iterations >= options().max_iterations) return SolverStatus::iteration_limit;
    ++result.iterations;
    jacobian(values);
    merit(values);
    gradient_.noalias() = jacobian_.transpose() * phi_;
    direction_ = -phi_;
    Eigen::Map<Eigen::MatrixXd>(lu_.matrix(static_cast<int>(n)), n, n) = jacobian_;
    constexpr double regular = 1e-14;  // |smallest| / |largest| pivot
    bool newton = lu_.factorize() > regular;
    if (newton) lu_.solve(direction_.data());
    bool advanced = false;
    for (int attempt = 0; attempt < 2 && !advanced; ++attempt) {
      if (!newton) {
        Eigen::Map<Eigen::MatrixXd> normal(lu_.matrix(static_cast<int>(n)), n, n);
        normal.noalias() = jacobian_.transpose() * jacobian_;
        // As large as |Phi|: vanishes towards a solution (Fan & Yuan 2005).
        normal.diagonal().array() += std::sqrt(2.0 * square);
        direction_ = -gradient_;
        if (!(lu_.factorize() > 0.0)) return SolverStatus::singular;
        lu_.solve(direction_.data());
      }
      const double slope = gradient_.dot(direction_);
      constexpr double sufficient = 1e-4;
      constexpr int halvings = 20;
      double step = 1.0;
      for (int halving = 0; halving < halvings && slope < 0.0; ++halving, step *= 0.5) {
        trial_ = z + step * direction_;
        ++result.evaluations;
        if (!program.evaluate(trial_, trial_values_)) continue;
        const double trial_square = merit(trial_values_);
        if (trial_square <= square + sufficient * step * slope) {
          square = trial_square;
          std::swap(z, trial_);
          std::swap(values, trial_values_);
          advanced = true;
          break;
        }
      }
      if (!newton) break;
      newton = false;
    }
    if (!advanced) return SolverStatus::iteration_limit;  // rounding, or a stationary point that is no solution
  }
  return SolverStatus::solved;
}

}  // namespace nsdbench
