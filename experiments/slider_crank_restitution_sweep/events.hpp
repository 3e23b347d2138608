// Motions of the slider-crank by events: the printed start's, and that of a slider that is tilted a little before every
// impact.
//
// A start with omega_3 <> 0 is not enough: its first impacts, of two corners in turns, end in rest of a whole face,
// from which the slider leaves without any tilt, and from there on the motion is as symmetric as that of the printed
// start. That a tilt of exactly zero is met again and again is as little a property of a real slider as the printed
// start is. So the slider is given the same small angular velocity again whenever its centre passes the middle of the
// guide.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"
#include "experiments/support/experiment.hpp"
#include "experiments/support/refinement.hpp"

namespace nsdbench::experiments::slider_crank {

// [rad/s], at the start and in the middle of the guide.
inline constexpr double tilted_omega_3 = -0.01;
// Of a study of vanishing tilts: that of the figures, a tenth and a hundredth of it.
inline constexpr std::array<double, 3> vanishing_omega_3{tilted_omega_3, 0.1 * tilted_omega_3, 0.01 * tilted_omega_3};

// Of one motion, by level.
using EventLevels = std::array<RevolutionStatistics, refinement_levels>;

// Runs by events, which alone follow impacts in turns to their end: fixed steps of 1e-5 s do not even see them.
// Nothing, with a note in the record, if the motion could not be followed.
class EventRuns {
 public:
  // Keeps references to all arguments.
  EventRuns(Experiment& experiment, ContactSolver& solver, int revolutions)
      : experiment_(experiment), solver_(solver), revolutions_(revolutions) {}

  // The motion with `omega_3`, and `level` times finer steps (refinement.hpp). `parameters` are those of the start
  // without tilt.
  std::optional<RevolutionStatistics> run(const problems::SliderCrankParameters& parameters, double omega_3, int level,
                                          const std::function<void(const Part&)>& observe = {});

  // The motion without tilt by the same method.
  std::optional<RevolutionStatistics> run_symmetric(const problems::SliderCrankParameters& parameters, int level);

 private:
  std::optional<RevolutionStatistics> follow(const problems::SliderCrank& system, const Method& method, int revolutions,
                                             const std::function<void(const Part&)>& observe);

  Experiment& experiment_;
  ContactSolver& solver_;
  int revolutions_;
};

}  // namespace nsdbench::experiments::slider_crank
