#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/acceleration_level/contact_acceleration.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/portability/golden_motions.hpp"

namespace nsdbench::portability {

void print_acceleration_level() {
  const auto portfolio = make_contact_solver("portfolio");
  const problems::InclinedPlaneOscillator oscillator(testing::inclined_plane_oscillator_parameters());
  ContactAcceleration<problems::InclinedPlaneOscillator> integrator(oscillator, *portfolio, {});
  print_motion("inclined_plane/acceleration_level", oscillator, integrator, 0.2);
}

}  // namespace nsdbench::portability
