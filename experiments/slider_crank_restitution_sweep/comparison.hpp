// What the motions of all restitution coefficients show together.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "experiments/slider_crank_restitution_sweep/events.hpp"
#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"
#include "experiments/support/experiment.hpp"

namespace nsdbench::experiments::slider_crank {

// How many restitution coefficients, from the lowest on, a vanishing tilt makes equal: 0.1, 0.4, 0.6.
inline constexpr std::size_t equal_when_tilted = 3;

struct SweepStatistics {
  double energy_growth = 0.0;
  double impact_energy_growth = 0.0;
  double residual = 0.0;
  double tilted_angle = 0.0;
  std::optional<double> tilted_angle_error = 0.0;
  int asymmetric_runs = 0;
  bool all_by_events = true;
  std::vector<std::optional<double>> contact_fraction_errors, portrait_errors, order_errors, penetration_errors;
  std::vector<double> impacts, lower_impacts, contact_fractions, portrait_widths, penetrations, first_times,
      first_speeds, orders, second_times;
  std::array<bool, joint_count> nominal_seen{};
  std::array<bool, joint_count> tilted_seen{};
  // Of tilts that vanish: times of the second revolution, by tilt and restitution.
  std::array<std::vector<Estimate>, vanishing_omega_3.size()> tilted_times;
  std::vector<Estimate> frictionless_times;  // of the second revolution, printed start without friction

  void add_nominal(const RevolutionStatistics& run) {
    for (std::size_t j = 0; j < joint_count; ++j) nominal_seen[j] = nominal_seen[j] || run.visited(j);
    energy_growth = std::max(energy_growth, run.energy_growth_max);
    first_times.push_back(run.first_impact_time);
    first_speeds.push_back(run.first_impact_speed);
  }
  void add_by_events(const std::optional<EventLevels>& runs) {
    all_by_events = all_by_events && runs;
    if (!runs) return;
    for (const RevolutionStatistics& run : *runs) {
      impact_energy_growth = std::max(impact_energy_growth, run.impact_energy_growth_max);
    }
  }
};

// The largest of them; nothing if one is unknown.
std::optional<double> largest_of(const std::vector<std::optional<double>>& uncertainties);

// Records what the restitution coefficients have in common, and how they differ. `seen` has an entry for each.
void compare_restitutions(Experiment& experiment, const SweepStatistics& seen);
// Whether restitution still matters when the slider may tilt, and the tilt vanishes.
void compare_tilts(Experiment& experiment, const SweepStatistics& seen);
void compare_with_ideal_joint(Experiment& experiment, const SweepStatistics& seen,
                              const problems::SliderCrankParameters& parameters);
void record_extremes(Experiment& experiment, const SweepStatistics& seen);

}  // namespace nsdbench::experiments::slider_crank
