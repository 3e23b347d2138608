// The program of a step by the interior point method of Ipopt, in builds that have it.
#pragma once

#include <memory>
#include <string>

#include "solvers/integration/implicit_euler/step_program_solver.hpp"

namespace nsdbench {

// The shared library of Ipopt that was found when this build was configured; empty if there was none. Nothing is linked
// with it: the functions below load it.
std::string interior_point_library();

// Why the interior point method cannot be used, in words that may end a sentence; empty if it can.
std::string interior_point_obstacle(const std::string& library = interior_point_library());

// The version of Ipopt's headers when this was compiled, or "absent"; the library may have been exchanged
// since.
std::string interior_point_version();

// min |action(z)|^2 / 2 subject to F = 0, a >= 0, b >= 0, a_k b_k <= t by Ipopt (Waechter & Biegler 2006), with exact
// first derivatives and a Gauss-Newton Hessian, with t small and fixed: the modes are then clear. Friction:
// `not_applicable`, as by StepProgramRelaxation.
// Throws std::invalid_argument with the obstacle, if there is one.
std::unique_ptr<StepProgramSolver> make_interior_point(const StepProgramOptions& options,
                                                       const std::string& library = interior_point_library());

}  // namespace nsdbench
