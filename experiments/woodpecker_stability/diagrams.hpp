// Attractors and the fixed point of the woodpecker's return map against a parameter.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/woodpecker_stability/attractors.hpp"
#include "experiments/woodpecker_stability/cycle.hpp"
#include "solvers/analysis/continuation.hpp"
#include "solvers/integration/bracketed_root.hpp"

namespace nsdbench::experiments {

struct Sweep {
  std::string name;  // of the tables and, with an underscore, of the quantities
  std::string parameter;
  double from = 0.0, to = 1.0;
  int points = 0;
  void (*set)(problems::WoodpeckerParameters&, double) = nullptr;
  double nominal = 0.0;
  double at(int k) const { return from + (to - from) * k / (points - 1); }
};

// Table I, and two points of the section: stiction that is hardly lost, and a strong blow.
constexpr int sweep_starts = 3;
constexpr double gentle_omega = 1.0;
constexpr double hard_omega = 60.0;

using SweptOrbits = std::vector<std::array<Orbit, sweep_starts>>;

inline SweptOrbits sweep(const Sweep& sweep, const problems::WoodpeckerParameters& parameters,
                         const std::string& solver, int transient, int kept,
                         const std::function<void(double)>& progress) {
  SweptOrbits orbits(static_cast<std::size_t>(sweep.points));
  for_each_index(
      sweep.points,
      [&](int index) {
        problems::WoodpeckerParameters here = parameters;
        sweep.set(here, sweep.at(index));
        WoodpeckerMap<double> bird(here, solver, diagram_options());
        auto& found = orbits[static_cast<std::size_t>(index)];
        found[0] = settle(bird, bird.map.reach(bird.bird.initial_state()), transient, kept);
        if (!bird.jammed.ends_upwards()) return;
        found[1] = settle(bird, bird.map.go(Vector<1>(gentle_omega)), transient, kept);
        found[2] = settle(bird, bird.map.go(Vector<1>(hard_omega)), transient, kept);
      },
      progress);
  return orbits;
}

// The return map at any value of the parameter; the last is kept.
class SweptMap {
 public:
  SweptMap(const Sweep& sweep, const problems::WoodpeckerParameters& parameters, std::string solver)
      : sweep_(sweep), parameters_(parameters), solver_(std::move(solver)) {}

  std::optional<Vector<1>> operator()(double parameter, const Vector<1>& x) {
    if (!here_ || parameter != at_) {
      problems::WoodpeckerParameters changed = parameters_;
      sweep_.set(changed, parameter);
      EventDrivenOptions options;
      options.max_events = 4000;
      options.max_steps = 20000;
      here_ = std::make_unique<WoodpeckerMap<double>>(changed, solver_, options);
      at_ = parameter;
    }
    if (!here_->jammed.ends_upwards()) return std::nullopt;
    return here_->map(x);
  }

 private:
  const Sweep& sweep_;
  problems::WoodpeckerParameters parameters_;
  std::string solver_;
  std::unique_ptr<WoodpeckerMap<double>> here_;
  double at_ = 0.0;
};

// The fixed point from `omega` at the nominal value downwards (first) and upwards.
inline std::array<Branch<1, double>, 2> follow_fixed_point(const Sweep& sweep, SweptMap& map, double omega) {
  ContinuationOptions options;
  options.fixed_point.derivative.step = 0.002;  // corners of the map may be near
  options.fixed_point.derivative.levels = 5;
  std::array<Branch<1, double>, 2> branches;
  for (const bool up : {false, true}) {
    std::vector<double> values{sweep.nominal};
    for (int k = 0; k < sweep.points; ++k) {
      const double value = sweep.at(up ? k : sweep.points - 1 - k);
      if (up ? value > sweep.nominal + 1e-9 : value < sweep.nominal - 1e-9) values.push_back(value);
    }
    branches[up ? 1 : 0] =
        continue_fixed_point<1, double>(map, values, Vector<1>(omega), Vector<1>(omega_scale), options);
  }
  return branches;
}

// A change of stability of the fixed point along a branch.
enum class StabilityChangeKind {
  flip,    // the multiplier passes -1
  fold,    // it passes 1
  corner,  // it jumps, the fixed point does not: the map has a corner there
  jump     // both jump
};
constexpr const char* to_string(StabilityChangeKind kind) {
  switch (kind) {
    case StabilityChangeKind::flip:
      return "flip";
    case StabilityChangeKind::fold:
      return "fold";
    case StabilityChangeKind::corner:
      return "corner";
    case StabilityChangeKind::jump:
      return "jump";
  }
  return "unknown";
}

struct StabilityChange {
  StabilityChangeKind kind = StabilityChangeKind::flip;
  double at = 0.0;           // of the parameter
  double uncertainty = 0.0;  // change of `at` with the step of the multiplier's differences, and the bracket
  bool stable_above = false;
  double multiplier_below = 0.0, multiplier_above = 0.0;  // a twentieth of the spacing away
};

// The fixed point between two neighbouring points of a branch.
inline FixedPoint<1, double> fixed_point_between(const BranchPoint<1, double>& a, const BranchPoint<1, double>& b,
                                                 SweptMap& map, double parameter, double derivative_step) {
  const double part = (parameter - a.parameter) / (b.parameter - a.parameter);
  FixedPointOptions options;
  options.derivative.step = derivative_step;
  options.derivative.levels = 3;
  return find_fixed_point<1, double>([&](const Vector<1>& x) { return map(parameter, x); },
                                     Vector<1>(a.fixed.x + part * (b.fixed.x - a.fixed.x)), Vector<1>(omega_scale),
                                     options);
}

// The change between two points of a branch of which one is stable. Its kind is told by the multipliers and the fixed
// points on both sides, at a tenth of the spacing from each other: a jump is more than half of what they differ by at
// the points of the branch. Without value if there is no fixed point on the way.
inline std::optional<StabilityChange> locate_stability_change(const BranchPoint<1, double>& a,
                                                              const BranchPoint<1, double>& b, SweptMap& map) {
  const auto excess = [](const FixedPoint<1, double>& fixed) { return std::abs(fixed.multipliers[0].real) - 1.0; };
  constexpr double bracket = 1e-9;
  std::array<double, 2> found{};
  for (const bool finer : {false, true}) {
    bool complete = true;
    const auto at = [&](double p) {
      const auto fixed = fixed_point_between(a, b, map, p, finer ? 2e-5 : 1e-4);
      complete = complete && fixed.converged();
      return fixed.converged() ? excess(fixed) : 0.0;
    };
    found[finer ? 1 : 0] =
        bracketed_root<double>(at, a.parameter, excess(a.fixed), b.parameter, excess(b.fixed), bracket);
    if (!complete) return std::nullopt;
  }
  StabilityChange change;
  change.at = found[1];
  change.uncertainty = std::abs(found[1] - found[0]) + bracket;
  const double low = std::min(a.parameter, b.parameter);
  const double high = std::max(a.parameter, b.parameter);
  const double aside = (high - low) / 20.0;
  const auto below = fixed_point_between(a, b, map, std::max(low, change.at - aside), 2e-5);
  const auto above = fixed_point_between(a, b, map, std::min(high, change.at + aside), 2e-5);
  if (!below.converged() || !above.converged()) return std::nullopt;
  change.multiplier_below = below.multipliers[0].real;
  change.multiplier_above = above.multipliers[0].real;
  change.stable_above = excess(above) < 0.0;
  const auto jumps = [](double near, double far) { return std::abs(near) > 0.5 * std::abs(far); };
  if (jumps(change.multiplier_above - change.multiplier_below,
            b.fixed.multipliers[0].real - a.fixed.multipliers[0].real)) {
    change.kind = jumps(above.x(0) - below.x(0), b.fixed.x(0) - a.fixed.x(0)) ? StabilityChangeKind::jump
                                                                              : StabilityChangeKind::corner;
  } else {
    change.kind = change.multiplier_below < 0.0 ? StabilityChangeKind::flip : StabilityChangeKind::fold;
  }
  return change;
}

// All changes of stability along a branch that its points show, in the order of the way.
inline std::vector<StabilityChange> stability_changes(const Branch<1, double>& branch, SweptMap& map) {
  std::vector<StabilityChange> changes;
  for (std::size_t k = 1; k < branch.points.size(); ++k) {
    const auto stable = [&](std::size_t at) { return std::abs(branch.points[at].fixed.multipliers[0].real) < 1.0; };
    if (stable(k - 1) == stable(k)) continue;
    if (const auto change = locate_stability_change(branch.points[k - 1], branch.points[k], map)) {
      changes.push_back(*change);
    }
  }
  return changes;
}

}  // namespace nsdbench::experiments
