#include "experiments/slider_crank_restitution_sweep/events.hpp"

#include <algorithm>

#include "experiments/support/refinement.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::slider_crank {

namespace {

// Steps are at most 1000 times as long (integrator_settings.hpp).
constexpr double dt_of_events = 1e-5;  // s

}  // namespace

std::optional<RevolutionStatistics> EventRuns::run(const problems::SliderCrankParameters& parameters, double omega_3,
                                                   int level, const std::function<void(const Part&)>& observe) {
  problems::SliderCrankParameters tilted = parameters;
  tilted.omega_3_0 = omega_3;
  return follow(problems::SliderCrank(tilted),
                {solver_, "event_driven", experiments::refined_step(dt_of_events, level), omega_3}, revolutions_,
                observe);
}

std::optional<RevolutionStatistics> EventRuns::run_symmetric(const problems::SliderCrankParameters& parameters,
                                                             int level) {
  return follow(problems::SliderCrank(parameters),
                {solver_, "event_driven", experiments::refined_step(dt_of_events, level)}, std::max(revolutions_, 2),
                {});
}

std::optional<RevolutionStatistics> EventRuns::follow(const problems::SliderCrank& system, const Method& method,
                                                      int revolutions,
                                                      const std::function<void(const Part&)>& observe) {
  try {
    return revolve(system, method, revolutions, observe);
  } catch (const support::ComputationFailed& failure) {
    experiment_.note("A motion could not be followed by events, and its quantities are left out: " +
                     std::string(failure.what()));
    return std::nullopt;
  }
}

}  // namespace nsdbench::experiments::slider_crank
