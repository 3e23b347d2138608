#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/woodpecker_stability/stability_changes.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments {
namespace {

// The attractors, from three starts at every value of the parameter.
void draw_orbits(Experiment& experiment, const Sweep& plan, const std::vector<Orbits>& orbits) {
  auto& points = experiment.table(
      plan.name, {{plan.parameter, "1"}, {"from_table", "rad/s"}, {"from_gentle", "rad/s"}, {"from_hard", "rad/s"}});
  auto& ends = experiment.table(
      plan.name + "_outcomes",
      {{plan.parameter, "1"},
       {"of_table", "1",
        "from Table I's start: 1 pecks, 2 jams, 3 outside the model, 4 not back in time, 5 paradox, 6 other"},
       {"of_gentle", "1", "from a gentle start, likewise"},
       {"of_hard", "1", "from a hard start, likewise"},
       {"period_of_table", "1",
        "returns after which the motion from Table I's start repeats itself, 0 for none, -1 undecided"}});
  for (int k = 0; k < plan.points; ++k) {
    const auto& row = orbits[static_cast<std::size_t>(k)];
    const double value = plan.at(k);
    for (std::size_t start = 0; start < row.size(); ++start) {
      for (const double omega : row[start].omegas) {
        std::array<double, 4> entry{value, std::nan(""), std::nan(""), std::nan("")};
        entry[start + 1] = omega;
        points.row(entry);
      }
    }
    const auto end = [&](std::size_t start) { return static_cast<double>(row[start].end); };
    ends.row({value, end(0), end(1), end(2), row[0].decided ? static_cast<double>(row[0].period) : -1.0});
  }
}

void count_ends(Experiment& experiment, const Sweep& plan, const std::vector<Orbits>& orbits,
                const Settling& settling) {
  long unexplained = 0;
  long undecided = 0;
  long outside = 0;
  for (const auto& row : orbits) {
    for (const Orbit& orbit : row) {
      if (orbit.end == MotionEnd::other) ++unexplained;
      if (orbit.end == MotionEnd::outside_model) ++outside;
      if (!orbit.decided) ++undecided;
    }
  }
  experiment.quantity(
      plan.name + "_unexplained", static_cast<double>(unexplained), "1", Uncertainty::count(),
      "motions of that diagram that ended otherwise than pecking, jamming, outside the model, late or in a paradox");
  experiment.quantity(plan.name + "_undecided", static_cast<double>(undecided), "1", Uncertainty::count(),
                      "motions of that diagram that were neither periodic to " + support::readable(settling.repeats) +
                          " nor settled without a period after " + std::to_string(settling.most_returns) +
                          " returns; period_of_table is -1 for them");
  experiment.quantity(plan.name + "_outside_model", static_cast<double>(outside), "1", Uncertainty::count(),
                      "motions of that diagram that were not followed beyond |phi_S| = 1 rad, since the gaps, eq. "
                      "(15), are linearised");
}

using Branches = std::array<Branch<1, double>, 2>;  // downwards and upwards from the nominal value

void draw_branch(Experiment& experiment, const Sweep& plan, const Branches& branches) {
  auto& table = experiment.table(
      plan.name + "_branch", {{plan.parameter, "1"}, {"stable", "rad/s"}, {"unstable", "rad/s"}, {"multiplier", "1"}});
  bool was_stable = false;
  const auto row = [&](const BranchPoint<1, double>& at) {
    const double multiplier = at.fixed.multipliers[0].real;
    const bool stable = std::abs(multiplier) < 1.0;
    if (stable != was_stable) table.break_line();
    was_stable = stable;
    const double nan = std::nan("");
    table.row({at.parameter, stable ? at.fixed.x(0) : nan, stable ? nan : at.fixed.x(0), multiplier});
  };
  const auto& [down, up] = branches;
  for (std::size_t k = down.points.size(); k > 0; --k) row(down.points[k - 1]);
  for (std::size_t k = 1; k < up.points.size(); ++k) row(up.points[k]);
}

void measure_branch_ends(Experiment& experiment, const Sweep& plan, const Branches& branches) {
  for (const bool upwards : {false, true}) {
    const auto& side = branches[upwards ? 1 : 0];
    const std::string suffix = upwards ? "_above" : "_below";
    if (side.points.empty() || side.complete) continue;
    experiment.quantity(plan.name + "_branch_end" + suffix, side.last.parameter, "1",
                        (plan.to - plan.from) / (plan.points - 1) / 16.0,
                        std::string("where the branch of the limit cycle could not be followed any further on that "
                                    "side of the nominal value; Newton's method there: ") +
                            std::string(to_string(side.status)));
  }
}

std::string_view word(StabilityChangeKind kind) {
  return kind == StabilityChangeKind::unlocated
             ? "change that is not located (no fixed point was found between two points of the branch)"
             : to_string(kind);
}

void measure_stability_changes(Experiment& experiment, const Sweep& plan, const Branches& branches, SweptMap& map) {
  std::vector<StabilityChange> changes = stability_changes(branches[0], map);
  std::reverse(changes.begin(), changes.end());
  for (const StabilityChange& change : stability_changes(branches[1], map)) changes.push_back(change);
  int count = 0;
  for (const StabilityChange& change : changes) {
    std::string key = plan.name + "_change_" + std::to_string(++count) + "_";
    key += to_string(change.kind);
    std::string meaning =
        "change of stability along the limit cycle's branch, counted from below, that the grid shows: a ";
    meaning += word(change.kind);
    meaning += std::string(", stable ") + (change.stable_above ? "above" : "below");
    meaning += "; multipliers just below and above " + support::readable(change.multiplier_below) + " and " +
               support::readable(change.multiplier_above);
    experiment.quantity(key, change.at, "1", change.uncertainty, meaning);
  }
}

}  // namespace

void draw_diagram(Experiment& experiment, const problems::WoodpeckerParameters& parameters, const Sweep& plan,
                  int branch_points, double fixed, const Settling& settling) {
  const std::string& solver = experiment.options().solver;
  const std::vector<Orbits> orbits = orbits_along(experiment, plan, parameters, settling);
  draw_orbits(experiment, plan, orbits);
  count_ends(experiment, plan, orbits, settling);
  experiment.progress().update(plan.name + ": fixed point", 0.0);
  Sweep along_branch = plan;
  along_branch.points = branch_points;
  SweptMap map(along_branch, parameters, solver);
  const Branches branches = follow_fixed_point(along_branch, map, fixed);
  draw_branch(experiment, along_branch, branches);
  measure_branch_ends(experiment, along_branch, branches);
  measure_stability_changes(experiment, along_branch, branches, map);
}

}  // namespace nsdbench::experiments
