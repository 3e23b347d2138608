// The program of a step by sequential quadratic programming on relaxed complementarity conditions.
#pragma once

#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/integration/implicit_euler/step_program_solver.hpp"

namespace nsdbench {

// min |action(z)|^2 subject to F(z) = 0, a(z) >= 0, b(z) >= 0, a_k(z) b_k(z) <= t, for t falling to zero (Scholtes
// 2001; sequential quadratic programming with it: Fletcher, Leyffer, Ralph & Scholtes 2006). Every quadratic program
// has the Gauss-Newton Hessian of the objective; through its multipliers it becomes a linear complementarity problem,
// which Lemke's method solves. Steps are shortened until they reduce the exact penalty function
//   |action|^2 / 2 + rho (|F|_1 + |a^-|_1 + |b^-|_1 + |(a b - t)^+|_1).
// A program with friction is `not_applicable`: the paper has none, and friction does not follow from a minimum.
class StepProgramRelaxation : public StepProgramSolver {
 public:
  explicit StepProgramRelaxation(const StepProgramOptions& options);

 protected:
  SolverStatus attempt(StepProgram& program, Eigen::VectorXd& z, ProgramValues& values, Result& result) override;

 private:
  // Violation of the constraints, in sum.
  static double violation(const ProgramValues& values, double t);
  // Step of the quadratic program at `values` to direction_; false if its constraints contradict each other.
  bool solve_quadratic_program(const ProgramValues& values, double t);

  ProgramValues trial_values_;
  Eigen::MatrixXd constraints_;  // one row per inequality constraints_ d + offsets_ >= 0
  Eigen::VectorXd offsets_;
  Eigen::MatrixXd images_;  // K^-1 applied to their rows
  Eigen::VectorXd free_;    // step without inequalities
  Eigen::VectorXd direction_, trial_, multipliers_, slack_;
  Eigen::MatrixXd matrix_;  // of the linear complementarity problem, row-major where it is read: symmetric
  DenseLu lu_;
  Lemke lemke_;
};

}  // namespace nsdbench
