#include "solvers/integration/implicit_euler/step_program_relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace nsdbench {

namespace {

// A program without an answer is one of too small a t: no long search is worth while.
LemkeOptions lemke_options() {
  LemkeOptions options;
  options.covering_vectors = 2;
  options.last_resort = false;
  return options;
}

}  // namespace

StepProgramRelaxation::StepProgramRelaxation(const StepProgramOptions& options)
    : StepProgramSolver(options), lemke_(lemke_options()) {}

double StepProgramRelaxation::violation(const ProgramValues& values, double t) {
  double sum = values.equations.lpNorm<1>();
  for (Eigen::Index k = 0; k < values.a.size(); ++k) {
    sum += std::max(0.0, -values.a(k)) + std::max(0.0, -values.b(k)) + std::max(0.0, values.a(k) * values.b(k) - t);
  }
  return sum;
}

bool StepProgramRelaxation::solve_quadratic_program(const ProgramValues& values, double t) {
  const Eigen::Index n = values.equations_z.cols();
  const Eigen::Index e = values.equations.size();
  const Eigen::Index m = values.a.size();
  const Eigen::Index size = n + e;
  // K = [H J^T; J 0], with a multiple of the identity in H that makes the step unique.
  Eigen::Map<Eigen::MatrixXd> k(lu_.matrix(static_cast<int>(size)), size, size);
  k.setZero();
  auto hessian = k.topLeftCorner(n, n);
  hessian.noalias() = values.action_z.transpose() * values.action_z;
  constexpr double proximity = 1e-6;
  hessian.diagonal().array() += proximity * std::max(1.0, hessian.diagonal().maxCoeff());
  k.topRightCorner(n, e) = values.equations_z.transpose();
  k.bottomLeftCorner(e, n) = values.equations_z;
  if (!(lu_.factorize() > 0.0)) return false;

  free_.resize(size);
  free_.head(n).noalias() = -values.action_z.transpose() * values.action;
  free_.tail(e) = -values.equations;
  lu_.solve(free_.data());

  const Eigen::Index inequalities = 3 * m;
  constraints_.resize(inequalities, n);
  offsets_.resize(inequalities);
  constraints_.topRows(m) = values.a_z;
  offsets_.head(m) = values.a;
  constraints_.middleRows(m, m) = values.b_z;
  offsets_.segment(m, m) = values.b;
  for (Eigen::Index pair = 0; pair < m; ++pair) {
    const double a = values.a(pair);
    const double b = values.b(pair);
    // In the unit of a velocity, as the others.
    const double scale = 1.0 / std::max({std::abs(a), std::abs(b), std::sqrt(t), 1e-12});
    constraints_.row(2 * m + pair) = -scale * (b * values.a_z.row(pair) + a * values.b_z.row(pair));
    offsets_(2 * m + pair) = scale * (t - a * b);
  }
  images_.resize(size, inequalities);
  for (Eigen::Index i = 0; i < inequalities; ++i) {
    images_.col(i).head(n) = constraints_.row(i).transpose();
    images_.col(i).tail(e).setZero();
    lu_.solve(images_.col(i).data());
  }
  // Multipliers y >= 0 of the inequalities: 0 <= y perpendicular to C d(y) + c >= 0, d(y) = d_free + K^-1 C^T y.
  matrix_.resize(inequalities, inequalities);
  matrix_.noalias() = constraints_ * images_.topRows(n);
  slack_ = offsets_;
  slack_.noalias() += constraints_ * free_.head(n);
  multipliers_.setZero(inequalities);
  // Symmetric but for rounding: column-major is row-major.
  const LcpView lcp{static_cast<int>(inequalities), matrix_.data(), static_cast<int>(inequalities), slack_.data()};
  const SolverResult answer =
      lemke_.attempt(lcp, std::span<double>(multipliers_.data(), static_cast<std::size_t>(inequalities)));
  if (answer.status != SolverStatus::solved || !multipliers_.allFinite()) return false;
  direction_ = free_.head(n);
  direction_.noalias() += images_.topRows(n) * multipliers_;
  return direction_.allFinite();
}

SolverStatus StepProgramRelaxation::attempt(StepProgram& program, Eigen::VectorXd& z, ProgramValues& values,
                                            Result& result) {
  if (program.boxes() > 0) return SolverStatus::not_applicable;
  trial_values_.resize(program);
  // From the product of the partners at the guess down to what no pair of velocities can be told apart from.
  double t = 1e-4;
  for (Eigen::Index k = 0; k < values.a.size(); ++k) t = std::max(t, std::abs(values.a(k) * values.b(k)));
  const double tolerance = std::max(options().tolerance, values.rounding);
  double penalty = 10.0;
  int restorations = 0;
  constexpr int most_restorations = 20;
  constexpr double widening = 30.0;
  while (true) {
    // Iterations at one t: until the constraints hold and the step no longer moves.
    for (bool moved = true; moved;) {
      if (result.iterations >= options().max_iterations) return SolverStatus::iteration_limit;
      ++result.iterations;
      if (!solve_quadratic_program(values, t)) {
        // Linearised, the products leave no room for the others: a wider t does.
        if (++restorations > most_restorations) return SolverStatus::ray;
        t *= widening;
        continue;
      }
      const auto penalised = [&](const ProgramValues& at) {
        return 0.5 * at.action.squaredNorm() + penalty * violation(at, t);
      };
      // Multipliers below the penalty make the direction one of descent.
      penalty = std::max(penalty, 2.0 * multipliers_.lpNorm<Eigen::Infinity>());
      const double before = penalised(values);
      double step = 1.0;
      bool accepted = false;
      constexpr int halvings = 12;
      for (int halving = 0; halving < halvings && !accepted; ++halving, step *= 0.5) {
        trial_ = z + step * direction_;
        ++result.evaluations;
        if (!program.evaluate(trial_, trial_values_)) continue;
        constexpr double sufficient = 1e-4;
        accepted = penalised(trial_values_) <= before - sufficient * step * penalty * violation(values, t) ||
                   violation(trial_values_, t) <= tolerance;
      }
      if (!accepted) break;
      constexpr double negligible = 1e-3;  // of the width sqrt(t) that the relaxation leaves
      moved =
          violation(trial_values_, t) > tolerance && direction_.lpNorm<Eigen::Infinity>() > negligible * std::sqrt(t);
      std::swap(z, trial_);
      std::swap(values, trial_values_);
    }
    if (values.modes_are_clear(tolerance)) return SolverStatus::solved;
    constexpr double smallest = 1e-26;  // of the square of a velocity [m^2/s^2]
    if (t <= smallest) return SolverStatus::iteration_limit;
    constexpr double reduction = 1e-3;
    t *= reduction;
  }
}

}  // namespace nsdbench
