// Formulations of the program of one implicit Euler step, exchangeable by name.
#pragma once

#include <Eigen/QR>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "solvers/contact/solver.hpp"
#include "solvers/integration/implicit_euler/program_options.hpp"
#include "solvers/integration/implicit_euler/step_program.hpp"
#include "solvers/linear_algebra/dense_lu.hpp"

namespace nsdbench {

// A method owns its workspace and does not allocate once it has seen a program of the same size (Ipopt does).
class StepProgramSolver {
 public:
  explicit StepProgramSolver(const StepProgramOptions& options) : options_(options) {}
  virtual ~StepProgramSolver();
  StepProgramSolver(const StepProgramSolver&) = delete;
  StepProgramSolver& operator=(const StepProgramSolver&) = delete;

  // How a solve has ended.
  struct Result {
    SolverStatus status = SolverStatus::iteration_limit;
    double residual = 0.0;  // recomputed from the program at the answer, +infinity without one
    int iterations = 0;     // linear systems or quadratic programs; those of the last refinement, too
    int evaluations = 0;    // of the program
    bool solved() const { return status == SolverStatus::solved; }
  };

  // Solves `program`; z holds the guess on entry and the answer on return. The status is `solved` only if the
  // recomputed residual of the answer is within max(tolerance, rounding), where rounding is that of the largest values.
  // Otherwise z is the best answer met.
  Result solve(StepProgram& program, Eigen::VectorXd& z);

 protected:
  // The method itself, from z towards an answer whose modes are clear. `values` are those at z, on entry and on return.
  // Updates iterations and evaluations.
  virtual SolverStatus attempt(StepProgram& program, Eigen::VectorXd& z, ProgramValues& values, Result& result) = 0;
  const StepProgramOptions& options() const { return options_; }

 private:
  enum class BoxMode : std::uint8_t { inside, at_lower, at_upper };

  // From values_.
  void read_modes();
  // step_ that solves the equations of the modes, linearised at values_, the shortest one if they are dependent.
  bool newton_step_of_modes();

  StepProgramOptions options_;
  ProgramValues values_;
  std::vector<bool> pair_modes_;  // b_k = 0, otherwise a_k = 0
  std::vector<BoxMode> box_modes_;
  Eigen::VectorXd best_, trial_, step_;
  DenseLu lu_;
  Eigen::MatrixXd shortest_;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition_;
};

// Throws std::invalid_argument for a formulation that cannot be used here, or options outside their range.
std::unique_ptr<StepProgramSolver> make_step_program_solver(ComplementarityFormulation formulation,
                                                            const StepProgramOptions& options = {});

}  // namespace nsdbench
