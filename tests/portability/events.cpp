#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/event_driven/event_driven.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/portability/golden_motions.hpp"

namespace nsdbench::portability {

namespace {

template <class S, class Parameters>
void print_events_of(std::string_view name, const Parameters& parameters, double t_end) {
  const auto solver = make_contact_solver("lemke");
  const S system(parameters);
  EventDriven<S> integrator(system, *solver, {});
  print_motion(name, system, integrator, t_end);
}

}  // namespace

void print_events() {
  print_events_of<problems::SliderCrank>("slider_crank/event_driven", testing::slider_crank_parameters(), 0.1);
  print_events_of<problems::Woodpecker>("woodpecker/event_driven", testing::woodpecker_parameters(), 0.5);
  print_events_of<problems::BouncingBall>("bouncing_ball/event_driven", testing::bouncing_ball_parameters(), 2.0);
  print_events_of<problems::ImpactOscillator>("impact_oscillator/event_driven", testing::impact_oscillator_parameters(),
                                              1.0);
  print_events_of<problems::SlidingPointMass>("sliding_point_mass/event_driven",
                                              testing::sliding_point_mass_parameters(), 4.0);
}

}  // namespace nsdbench::portability
