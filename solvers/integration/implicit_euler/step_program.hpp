// One implicit Euler step with complementarity constraints as a program (Chaturvedi, Sandu & Sandu, eq. 14, at a given
// step size): the unknowns, the equations of motion, the complementary pairs and the objective, for methods that do not
// know of mechanics.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

namespace nsdbench {

class StepProgram;

// The values of a program at some z, with exact derivatives (one row per entry, one column per unknown). All values are
// velocities (or angular velocities), so that they may be compared.
struct ProgramValues {
  Eigen::VectorXd equations;  // F
  Eigen::MatrixXd equations_z;
  Eigen::VectorXd a;  // first partner of every pair: percussions
  Eigen::MatrixXd a_z;
  Eigen::VectorXd b;  // second partner: gaps over the step size, relative velocities
  Eigen::MatrixXd b_z;
  // Distances of an intervally bounded unknown (a friction percussion) from its lower and its upper bound, and the
  // velocity that goes with it.
  Eigen::VectorXd lower, upper, slip;
  Eigen::MatrixXd lower_z, upper_z, slip_z;
  // Change of velocities through the constraint percussions, M^-1 W P in the metric of M: action^T action is twice the
  // objective.
  Eigen::VectorXd action;
  Eigen::MatrixXd action_z;
  // Residual that rounding alone may cause [m/s]: positions are known to their last digit only.
  double rounding = 0.0;

  void resize(const StepProgram& program);

  // Residual of a box condition: the slip clipped to [-upper, lower]; zero at a solution.
  double box_residual(Eigen::Index k) const { return std::min(std::max(slip(k), -upper(k)), lower(k)); }
  // max |F|, and max(|min(a_k, b_k)|, |box residuals|): both zero at a solution, and there only. +infinity if something
  // is not finite.
  double equation_residual() const;
  double law_residual() const;
  // Whether F is small, and one partner of every pair small beside the other, or both within the tolerance.
  bool modes_are_clear(double tolerance) const;
  double residual() const { return std::max(equation_residual(), law_residual()); }
};

// Find z such that
//   F(z) = 0,   0 <= a_k(z) perpendicular to b_k(z) >= 0,
//   lower_k(z) >= 0, upper_k(z) >= 0,   slip_k(z) = 0, or >= 0 if lower_k = 0, or <= 0 if upper_k = 0
// with as many unknowns as equations, pairs and boxes together.
class StepProgram {
 public:
  virtual ~StepProgram();
  virtual Eigen::Index equations() const = 0;
  virtual Eigen::Index pairs() const = 0;
  virtual Eigen::Index boxes() const = 0;
  Eigen::Index unknowns() const { return equations() + pairs() + boxes(); }
  // False if the program is not defined at z (a mass matrix that is not positive definite, a value that is not finite).
  virtual bool evaluate(const Eigen::VectorXd& z, ProgramValues& values) = 0;
};

}  // namespace nsdbench
