#include "experiments/slider_crank_restitution_sweep/events.hpp"

#include <algorithm>

#include "experiments/support/refinement.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::slider_crank {

std::optional<EventLevels> EventRuns::run_levels(const problems::SliderCrankParameters& parameters, double omega_3,
                                                 const std::function<void(const Part&)>& observe) {
  problems::SliderCrankParameters tilted = parameters;
  tilted.omega_3_0 = omega_3;
  return follow(problems::SliderCrank(tilted), omega_3, revolutions_, observe);
}

std::optional<EventLevels> EventRuns::run_symmetric(const problems::SliderCrankParameters& parameters,
                                                    const std::function<void(const Part&)>& observe) {
  return follow(problems::SliderCrank(parameters), 0.0, std::max(revolutions_, 2), observe);
}

std::optional<EventLevels> EventRuns::follow(const problems::SliderCrank& system, double renewed_omega_3,
                                             int revolutions, const std::function<void(const Part&)>& observe) {
  EventLevels levels;
  try {
    for (std::size_t level = 0; level < levels.size(); ++level) {
      const Method method{solver_, "event_driven", experiments::refined_step(dt_of_events, static_cast<int>(level)),
                          renewed_omega_3};
      levels[level] = revolve(system, method, revolutions, level == 0 ? observe : nullptr);
    }
  } catch (const support::ComputationFailed& failure) {
    experiment_.note("A motion could not be followed by events, and its quantities are left out: " +
                     std::string(failure.what()));
    return std::nullopt;
  }
  return levels;
}

}  // namespace nsdbench::experiments::slider_crank
