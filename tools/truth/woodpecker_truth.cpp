#include "tools/truth/woodpecker_truth.hpp"

#include <stdexcept>
#include <string>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"

namespace nsdbench::truth {

WoodpeckerMotion woodpecker_motion(const problems::WoodpeckerParameters& parameters, const Resolution& resolution) {
  using System = problems::BasicWoodpecker<Quadruple>;
  const System woodpecker(parameters);
  const auto solver = make_contact_solver("lemke");
  ExtrapolationOptions extrapolation;
  extrapolation.order = resolution.order;
  extrapolation.powers = resolution.powers;
  StepSizeAdjustment<System> integrator(woodpecker, *solver, {resolution.dt_min, resolution.dt_max}, extrapolation);
  SwitchingPoints<System> switching;
  WoodpeckerMotion motion;
  motion.end = woodpecker.initial_state();
  const Outcome result = integrator.integrate(
      motion.end, {woodpecker_end}, [](const Step<System>&) {},
      [&](const Event<System>& event) { switching.observe(event); });
  if (!result.completed()) {
    throw std::runtime_error("the woodpecker's contact problem at " +
                             std::to_string(static_cast<double>(motion.end.t)) + " s ended as " +
                             std::string(to_string(result.solver)));
  }
  motion.switching_points = switching.points();
  return motion;
}

}  // namespace nsdbench::truth
