// The program of a step by the interior point method of Ipopt, in builds that have it.
#pragma once

#include <memory>
#include <string>

#include "solvers/integration/implicit_euler/step_program_solver.hpp"

namespace nsdbench {

// Whether this build has Ipopt.
bool interior_point_available();

// The version of Ipopt that it was compiled with, or "absent".
std::string interior_point_version();

// min |action(z)|^2 / 2 subject to F = 0, a >= 0, b >= 0, a_k b_k <= t by Ipopt (Waechter & Biegler 2006), with exact
// first derivatives and a Gauss-Newton Hessian, with t small and fixed: the modes are then clear. Friction:
// `not_applicable`, as by StepProgramRelaxation.
// Throws std::invalid_argument in a build without Ipopt.
std::unique_ptr<StepProgramSolver> make_interior_point(const StepProgramOptions& options);

}  // namespace nsdbench
