#include "solvers/integration/implicit_euler/complementarity_program.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/portability/golden_motions.hpp"

namespace nsdbench::portability {

void print_programs() {
  const problems::PrismaticJoint joint(testing::prismatic_joint_parameters());
  ComplementarityProgramOptions options;
  ComplementarityProgram<problems::PrismaticJoint> newton(joint, options);
  print_motion("prismatic_joint/newton", joint, newton, 0.03);
  options.formulation = ComplementarityFormulation::relaxation;
  ComplementarityProgram<problems::PrismaticJoint> relaxation(joint, options);
  print_motion("prismatic_joint/relaxation", joint, relaxation, 0.01);
}

}  // namespace nsdbench::portability
