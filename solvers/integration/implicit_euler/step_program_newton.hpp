// The program of a step as a system of equations: semismooth Newton on Fischer-Burmeister functions.
#pragma once

#include "solvers/integration/implicit_euler/step_program_solver.hpp"

namespace nsdbench {

// Solves Phi(z) = (F, phi(a_k, b_k)) = 0 with phi(a, b) = a + b - |(a, b)| (Fischer 1992), whose zeros are the
// complementary pairs, and phi(lower, -phi(upper, -slip)) = 0 of a box (Billups 1995): Newton steps on an element of
// the generalised Jacobian, with a line search on |Phi|^2 / 2, and Levenberg-Marquardt steps where a Newton step is
// none or does not descend (De Luca, Facchinei & Kanzow 1996).
class StepProgramNewton : public StepProgramSolver {
 public:
  using StepProgramSolver::StepProgramSolver;

 protected:
  SolverStatus attempt(StepProgram& program, Eigen::VectorXd& z, ProgramValues& values, Result& result) override;

 private:
  // Phi at the values and half its squared norm.
  double merit(const ProgramValues& values);
  void jacobian(const ProgramValues& values);

  ProgramValues trial_values_;
  Eigen::VectorXd phi_, gradient_, direction_, trial_;
  Eigen::MatrixXd jacobian_;
  DenseLu lu_;
};

}  // namespace nsdbench
