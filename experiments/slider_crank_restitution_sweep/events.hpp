// Motions of the slider-crank by events: the printed start's, and that of a slider that is tilted a little before every
// impact.
//
// A start with omega_3 <> 0 is not enough: its first impacts, of two corners in turns, end in rest of a whole face,
// from which the slider leaves without any tilt, and from there on the motion is as symmetric as that of the printed
// start. That a tilt of exactly zero is met again and again is as little a property of a real slider as the printed
// start is. So the slider is given the same small angular velocity again whenever its centre passes the middle of the
// guide.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"
#include "experiments/slider_crank_restitution_sweep/step_study.hpp"
#include "experiments/support/experiment.hpp"
#include "experiments/support/refinement.hpp"

namespace nsdbench::experiments::slider_crank {

// [s] Of runs by events: their steps are at most 1000 times as long (integrator_settings.hpp).
inline constexpr double dt_of_events = 1e-5;

// [rad/s], at the start and in the middle of the guide.
inline constexpr double tilted_omega_3 = -0.01;
// Of a study of vanishing tilts: that of the figures, a tenth and a hundredth of it.
inline constexpr std::array<double, 3> vanishing_omega_3{tilted_omega_3, 0.1 * tilted_omega_3, 0.01 * tilted_omega_3};

// Of one motion, by level.
using EventLevels = std::array<RevolutionStatistics, refinement_levels>;

// Flights below rounding, h = 2e-16 m, that the method by events leaves out at the end of an accumulation: with
// decelerations of 100 m/s^2 and a factor of 0.6 from flight to flight they take 2 sqrt(2 h / g) / 0.4 = 1e-8 s, in
// which the contact counts as closed, some ten times in two revolutions.
inline constexpr double time_resolution = 2e-8;  // s
inline constexpr double fraction_resolution = 1e-6;

// Runs by events do not converge but scatter, since all are exact to rounding: three times their largest difference
// (refinement.hpp), and `resolution`.
template <class Get>
Estimate estimate_of(const EventLevels& runs, Get get, double resolution) {
  const auto values = values_of(runs, get);
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  return {values[0], 3.0 * (*largest - *smallest) + resolution + rounding_of(values[0])};
}

// Runs by events, which alone follow impacts in turns to their end: fixed steps of 1e-5 s do not even see them.
// With the steps as they are and with finer ones (refinement.hpp); nothing, with a note in the record, if the motion
// could not be followed. `parameters` are those of the start without tilt.
class EventRuns {
 public:
  // Keeps references to all arguments.
  EventRuns(Experiment& experiment, ContactSolver& solver, int revolutions)
      : experiment_(experiment), solver_(solver), revolutions_(revolutions) {}

  // The motion without tilt by the same method, at all levels. `observe` is shown that of the first.
  std::optional<EventLevels> run_symmetric(const problems::SliderCrankParameters& parameters,
                                           const std::function<void(const Part&)>& observe = {});
  // The motion with `omega_3` at all levels.
  std::optional<EventLevels> run_levels(const problems::SliderCrankParameters& parameters, double omega_3,
                                        const std::function<void(const Part&)>& observe = {});

 private:
  // `renewed_omega_3` as in Method.
  std::optional<EventLevels> follow(const problems::SliderCrank& system, double renewed_omega_3, int revolutions,
                                    const std::function<void(const Part&)>& observe);

  Experiment& experiment_;
  ContactSolver& solver_;
  int revolutions_;
};

}  // namespace nsdbench::experiments::slider_crank
