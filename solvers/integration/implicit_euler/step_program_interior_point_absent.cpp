// In place of step_program_interior_point.cpp in a build without Ipopt.
#include <stdexcept>

#include "solvers/integration/implicit_euler/step_program_interior_point.hpp"

namespace nsdbench {

std::string interior_point_library() { return {}; }

std::string interior_point_obstacle(const std::string& /*library*/) { return "this build has no Ipopt"; }

std::string interior_point_version() { return "absent"; }

std::unique_ptr<StepProgramSolver> make_interior_point(const StepProgramOptions& /*options*/,
                                                       const std::string& library) {
  throw std::invalid_argument("formulation 'interior_point' is not allowed: " + interior_point_obstacle(library));
}

}  // namespace nsdbench
