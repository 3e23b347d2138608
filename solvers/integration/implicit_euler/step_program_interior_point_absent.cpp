// In place of step_program_interior_point.cpp in a build without Ipopt.
#include <stdexcept>

#include "solvers/integration/implicit_euler/step_program_interior_point.hpp"

namespace nsdbench {

bool interior_point_available() { return false; }

std::string interior_point_version() { return "absent"; }

std::unique_ptr<StepProgramSolver> make_interior_point(const StepProgramOptions& /*options*/) {
  throw std::invalid_argument("formulation 'interior_point' is not allowed: this build has no Ipopt");
}

}  // namespace nsdbench
