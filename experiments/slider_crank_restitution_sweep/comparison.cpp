#include "experiments/slider_crank_restitution_sweep/comparison.hpp"

#include <cmath>
#include <limits>

#include "experiments/slider_crank_restitution_sweep/ideal_joint.hpp"
#include "experiments/support/refinement.hpp"
#include "solvers/analysis/order_fit.hpp"

namespace nsdbench::experiments::slider_crank {

namespace {

double spread(const std::vector<double>& values) {
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  return *largest - *smallest;
}

// Smallest increase from one restitution coefficient to the next higher.
double least_increase(const std::vector<double>& values) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t e = 1; e < values.size(); ++e) least = std::min(least, values[e] - values[e - 1]);
  return least;
}

// Of the difference of two neighbours: twice the largest uncertainty.
Uncertainty difference_of(const std::vector<std::optional<double>>& uncertainties) {
  const std::optional<double> largest = largest_of(uncertainties);
  return largest ? Uncertainty(2.0 * *largest) : Uncertainty::unknown(finer_runs_disagree);
}

// Of the spread of values: the sum of the two largest uncertainties.
double spread_error(const std::vector<Estimate>& values) {
  std::vector<double> errors;
  for (const Estimate& value : values) errors.push_back(*value.uncertainty);
  std::sort(errors.rbegin(), errors.rend());
  return errors[0] + errors[1];
}

// Of the quotient of two widths.
std::optional<double> widening_error(const SweepStatistics& seen) {
  const std::optional<double> low = seen.portrait_errors.front();
  const std::optional<double> high = seen.portrait_errors.back();
  if (!low || !high) return std::nullopt;
  const double widening = seen.portrait_widths.back() / seen.portrait_widths.front();
  return (*high + widening * *low) / seen.portrait_widths.front();
}

}  // namespace

std::optional<double> largest_of(const std::vector<std::optional<double>>& uncertainties) {
  double largest = 0.0;
  for (const std::optional<double>& uncertainty : uncertainties) {
    if (!uncertainty) return std::nullopt;
    largest = std::max(largest, *uncertainty);
  }
  return largest;
}

void compare_restitutions(Experiment& experiment, const SweepStatistics& seen) {
  experiment.quantity("energy_growth_max", seen.energy_growth, "J", Uncertainty::of_one_run(),
                      "largest growth of the total mechanical energy in one step, all restitutions, at the nominal "
                      "dt (an error of the discretization)");
  if (seen.all_by_events) {
    experiment.quantity("impact_energy_growth_max", seen.impact_energy_growth, "J", Uncertainty::residual(1e-10),
                        "largest growth of the total mechanical energy at an impact, all restitutions, printed start "
                        "and tilted motion, by events");
  }
  if (seen.orders.size() == seen.second_times.size()) {
    experiment.quantity(
        "order_revolution_time", median(seen.orders), "1",
        Uncertainty::or_unknown(largest_of(seen.order_errors), "The study has too few octaves of step sizes."),
        "order in dt of the time of two revolutions: median over the four restitutions, with "
        "the largest of their uncertainties");
  }
  experiment.quantity("first_impact_time_spread", spread(seen.first_times), "s", Uncertainty::residual(1e-12),
                      "difference of the first contact's time between the four restitutions, at the nominal dt");
  experiment.quantity("first_impact_velocity_spread", spread(seen.first_speeds), "m/s", Uncertainty::residual(1e-12),
                      "difference of the first contact's approach speed between the four restitutions");
  experiment.quantity("impacts_above_0p1_increase", seen.impacts.back() - seen.impacts.front(), "1",
                      Uncertainty::count(), "impacts_above_0p1 at restitution 0.9 minus that at 0.1");
  experiment.quantity("impacts_above_0p05_increase", seen.lower_impacts.back() - seen.lower_impacts.front(), "1",
                      Uncertainty::count(), "impacts_above_0p05 at restitution 0.9 minus that at 0.1");
  if (seen.contact_fractions.size() != seen.second_times.size()) return;
  std::vector<double> flight_fractions;
  for (const double fraction : seen.contact_fractions) flight_fractions.push_back(-fraction);
  experiment.quantity("contact_fraction_least_decrease", least_increase(flight_fractions), "1",
                      difference_of(seen.contact_fraction_errors),
                      "smallest decrease of contact_fraction from one restitution coefficient to the next higher");
}

// Whether restitution still matters when the slider may tilt, and the tilt vanishes.
void compare_tilts(Experiment& experiment, const SweepStatistics& seen) {
  for (const auto& times : seen.tilted_times) {
    if (times.size() != equal_when_tilted) return;
  }
  const double symmetric = spread({seen.second_times.begin(), seen.second_times.begin() + equal_when_tilted});
  const std::array<const char*, vanishing_omega_3.size()> keys{"restitution_share_tilt_1", "restitution_share_tilt_0p1",
                                                               "restitution_share_tilt_0p01"};
  for (std::size_t k = 0; k < keys.size(); ++k) {
    std::vector<double> times;
    for (const Estimate& time : seen.tilted_times[k]) times.push_back(time.value);
    experiment.quantity(keys[k], spread(times) / symmetric, "1", spread_error(seen.tilted_times[k]) / symmetric,
                        "difference of the time of two revolutions between restitution 0.1, 0.4 and 0.6 in "
                        "the tilted motion, over that from the printed start; omega_3 = -0.01 rad/s times the "
                        "number of the key");
  }
}

void compare_with_ideal_joint(Experiment& experiment, const SweepStatistics& seen,
                              const problems::SliderCrankParameters& parameters) {
  const double time = ideal_revolution_time(parameters, 2);
  if (!std::isfinite(time)) return;
  experiment.quantity("revolution_2_time_ideal_joint", time, "s", rounding_of(time),
                      "time at which the crank completes its second revolution with an ideal joint without friction");
  if (seen.frictionless_times.size() != seen.second_times.size()) return;
  double least = std::numeric_limits<double>::infinity(), error = 0.0;
  for (const Estimate& with_clearance : seen.frictionless_times) {
    least = std::min(least, std::abs(with_clearance.value / time - 1.0));
    error = std::max(error, *with_clearance.uncertainty / time);
  }
  experiment.quantity("revolution_2_time_least_change", least, "1", error + rounding_of(1.0),
                      "smallest relative difference of the time of two revolutions from that with an ideal "
                      "joint, of the four restitutions, both without friction");
}

void record_extremes(Experiment& experiment, const SweepStatistics& seen) {
  const auto deepest = std::max_element(seen.penetrations.begin(), seen.penetrations.end());
  const auto place = static_cast<std::size_t>(deepest - seen.penetrations.begin());
  experiment.quantity("max_penetration", *deepest, "m",
                      Uncertainty::or_unknown(seen.penetration_errors[place], finer_runs_disagree),
                      "deepest penetration of a corner, all restitutions, printed start, limit for dt -> 0");
  experiment.quantity("slider_portrait_widening", seen.portrait_widths.back() / seen.portrait_widths.front(), "1",
                      Uncertainty::or_unknown(widening_error(seen), finer_runs_disagree),
                      "root mean square of the slider's speed across the guide at restitution 0.9 relative to 0.1");
  // The four of Fig. 8: three or four corners at once, the last entry, are not among them.
  const auto count = [](const std::array<bool, joint_count>& flags) {
    return static_cast<double>(std::count(flags.begin(), flags.end() - 1, true));
  };
  experiment.quantity("joint_configurations_seen", count(seen.nominal_seen), "1", Uncertainty::count(),
                      "how many of the four configurations of Fig. 8 the printed start visits");
  experiment.quantity("joint_configurations_seen_tilted", count(seen.tilted_seen), "1", Uncertainty::count(),
                      "how many of the four configurations of Fig. 8 the tilted motion visits");
  experiment.quantity("theta_3_max_tilted", seen.tilted_angle, "rad",
                      Uncertainty::or_unknown(seen.tilted_angle_error, finer_runs_disagree),
                      "largest tilt of the slider in the tilted motion, all restitutions (two opposite corners touch "
                      "where a sin theta_3 = c + b (1 - cos theta_3), at 0.0201 rad)");
  experiment.quantity(
      "study_runs_with_tilt", seen.asymmetric_runs, "1", Uncertainty::count(),
      "runs of the study in which rounding grew to a tilt above 1e-9 rad although the start has none; they are "
      "left out of the limits");
  experiment.quantity("lcp_residual_max", seen.residual, "1", Uncertainty::residual(1e-10),
                      "largest recomputed residual of a contact problem in all runs");
}

}  // namespace nsdbench::experiments::slider_crank
