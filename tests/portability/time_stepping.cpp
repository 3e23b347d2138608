#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/portability/golden_motions.hpp"

namespace nsdbench::portability {

void print_time_stepping() {
  const auto lemke = make_contact_solver("lemke");
  const auto portfolio = make_contact_solver("portfolio");
  {
    const problems::Woodpecker woodpecker(testing::woodpecker_parameters());
    FixedStep<problems::Woodpecker> fixed(woodpecker, *lemke, 1e-4);
    print_motion("woodpecker/moreau", woodpecker, fixed, 0.3);
    StepSizeAdjustment<problems::Woodpecker> adjusted(woodpecker, *lemke, {.dt_min = 1e-6, .dt_max = 1e-2},
                                                      {.order = 0});
    print_motion("woodpecker/moreau_adjusted", woodpecker, adjusted, 0.15);
  }
  {
    const problems::SliderCrank slider_crank(testing::slider_crank_parameters());
    FixedStep<problems::SliderCrank> fixed(slider_crank, *lemke, 1e-5);
    print_motion("slider_crank/moreau", slider_crank, fixed, 0.02);
  }
  {
    const problems::InclinedPlaneOscillator oscillator(testing::inclined_plane_oscillator_parameters());
    FixedStep<problems::InclinedPlaneOscillator> fixed(oscillator, *portfolio, 1e-3);
    print_motion("inclined_plane/moreau", oscillator, fixed, 1.0);
  }
  {
    const problems::DampedOscillator oscillator(testing::damped_oscillator_parameters());
    StepSizeAdjustment<problems::DampedOscillator> adjusted(oscillator, *lemke, {.dt_min = 1e-6, .dt_max = 1e-2},
                                                            {.order = 0});
    print_motion("damped_oscillator/moreau_adjusted", oscillator, adjusted, 2.0);
  }
  {
    const problems::ImpactOscillator oscillator(testing::impact_oscillator_parameters());
    StepSizeAdjustment<problems::ImpactOscillator> adjusted(oscillator, *lemke, {.dt_min = 1e-9, .dt_max = 1e-2},
                                                            {.order = 6});
    print_motion("impact_oscillator/moreau_adjusted", oscillator, adjusted, 1.0);
  }
  {
    const problems::SlidingPointMass mass(testing::sliding_point_mass_parameters());
    StepSizeAdjustment<problems::SlidingPointMass> adjusted(mass, *portfolio, {.dt_min = 1e-5, .dt_max = 5e-2},
                                                            {.order = 0});
    print_motion("sliding_point_mass/moreau_adjusted", mass, adjusted, 4.0);
  }
}

}  // namespace nsdbench::portability
