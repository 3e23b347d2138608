#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/adjusted_steps.hpp"
#include "experiments/support/refinement.hpp"
#include "experiments/woodpecker_step_size_adjustment/studies.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::experiments::woodpecker_steps {
namespace {

// Table VII, in the notation of incidents_of().
const std::vector<std::string> table_vii = {"F2 sticks", "F2 slips",  "U2 opens", "U3 closes", "U3 opens", "U1 closes",
                                            "U1 opens",  "U3 closes", "U3 opens", "U2 closes", "U2 opens", "U2 closes"};

// An incident such as "F2 sticks" as the numbers of a row of Table VII: law, contact, state before and after, mode
// after.
std::array<double, 5> as_numbers(const std::string& incident) {
  const bool friction = incident[0] == 'F';
  const bool constraint = incident.ends_with("closes") || incident.ends_with("sticks");
  const double released = friction ? 2.0 : 0.0;  // slip or open
  const double held = released + 1.0;            // stick or closed
  return {friction ? 1.0 : 0.0, static_cast<double>(incident[1] - '0'), constraint ? released : held,
          constraint ? held : released, constraint ? 1.0 : 0.0};
}

// As Table VII has them.
support::Table& incidents_table(Experiment& experiment) {
  const std::vector<std::string> states = {"Open", "Closed", "Slip", "Stick"};
  return experiment.table("incidents", {{"instant", "1"},
                                        {"t", "s"},
                                        {"law", "1", "of the contact", {"Unilateral contact", "Friction contact"}},
                                        {"contact", "1", "1 beak, 2 sleeve below, 3 sleeve above"},
                                        {"from", "1", "state before", states},
                                        {"to", "1", "state after", states},
                                        {"mode", "1", "of the law from then on", {"impressed", "constraint"}}});
}

// [s] Of instant k. The paper's method has one finer run, other methods have two.
std::optional<double> time_uncertainty_of(std::size_t k, const FirstPeriod& motion,
                                          const std::vector<FirstPeriod>& finer, double resolution) {
  const auto& points = motion.switching.points();
  RefinedValues times;
  times.fill(points[k].time);
  for (std::size_t level = 0; level < finer.size(); ++level) {
    const auto& others = finer[level].switching.points();
    if (!finer[level].outcome.completed() || others.size() != points.size()) return std::nullopt;
    times[level + 1] = others[k].time;
  }
  if (finer.size() == 1) return time_uncertainty(times[0], times[1], resolution);
  return uncertainty(times, std::max(resolution, rounding_of(times[0])));
}

}  // namespace

void tell_incidents(Experiment& experiment, const FirstPeriod& motion, const std::vector<FirstPeriod>& finer,
                    double resolution) {
  support::Table& table = incidents_table(experiment);
  std::vector<std::string> incidents;
  const auto& points = motion.switching.points();
  for (std::size_t k = 0; k < points.size(); ++k) {
    for (const std::string& incident : points[k].incidents) {
      incidents.push_back(incident);
      const auto [law, contact, from, to, mode] = as_numbers(incident);
      table.row({static_cast<double>(k + 1), points[k].time, law, contact, from, to, mode});
    }
  }
  experiment.quantity("switching_instants", static_cast<double>(points.size()), "1", Uncertainty::count(),
                      "instants of switching; modes that change in steps directly after each other are one instant");
  experiment.quantity("resolved_switching_points", static_cast<double>(motion.resolved_switching_points), "1",
                      Uncertainty::count(), "accepted steps of size dt_min that resolved a switching point");
  experiment.quantity("table_vii_matches", incidents == table_vii ? 1.0 : 0.0, "1", Uncertainty::choice(),
                      "1 if the incidents are those of Table VII in their order, 0 if not");
  constexpr std::size_t told = 9;
  for (std::size_t k = 0; k < std::min(points.size(), told); ++k) {
    std::string meaning;
    for (const std::string& incident : points[k].incidents) meaning += (meaning.empty() ? "" : ", ") + incident;
    experiment.quantity("switching_time_" + std::to_string(k + 1), points[k].time, "s",
                        Uncertainty::or_unknown(time_uncertainty_of(k, motion, finer, resolution), finer_runs_disagree),
                        "instant " + std::to_string(k + 1) + " of switching: " + meaning);
  }
}

void compare_with_reference(Experiment& experiment, const FirstPeriod& motion) {
  const double dt_min = experiment.options().control->dt_min;
  const std::vector<support::TrueSwitchingPoint> truth = experiment.true_motion("woodpecker").switching_points;
  const auto& points = motion.switching.points();
  double largest_error = 0.0;
  double largest_step = 0.0;
  double largest_order_there = 0.0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    if (k >= points.size() || points[k].incidents != truth[k].incidents) {
      experiment.note("Instant " + std::to_string(k + 1) + " is not that of reference-data/truth/woodpecker.json.");
      return;
    }
    largest_error = std::max(largest_error, std::abs(points[k].time - truth[k].time));
    for (const auto& [begin, dt, order] : motion.steps) {
      const bool contains = begin <= truth[k].time && truth[k].time <= begin + dt;
      if (!contains) continue;
      largest_step = std::max(largest_step, dt);
      largest_order_there = std::max(largest_order_there, static_cast<double>(order));
    }
  }
  experiment.quantity("switching_time_error_max", largest_error / dt_min, "1", Uncertainty::of_one_run(),
                      "largest difference of a switching time from reference-data/truth/woodpecker.json, in multiples "
                      "of dt_min");
  experiment.quantity("step_max_at_true_instants", largest_step / dt_min, "1", Uncertainty::of_one_run(),
                      "largest accepted step that contains a switching time of that file, in multiples of dt_min");
  experiment.quantity("used_order_max_at_true_instants", largest_order_there, "1", Uncertainty::count(),
                      "largest order of such a step");
}

}  // namespace nsdbench::experiments::woodpecker_steps
