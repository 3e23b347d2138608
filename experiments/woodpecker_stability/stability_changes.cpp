#include "experiments/woodpecker_stability/stability_changes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "solvers/integration/bracketed_root.hpp"

namespace nsdbench::experiments {
namespace {

// The fixed point between two neighbouring points of a branch.
FixedPoint<1, double> fixed_point_between(const BranchPoint<1, double>& a, const BranchPoint<1, double>& b,
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
std::optional<StabilityChange> locate_stability_change(const BranchPoint<1, double>& a, const BranchPoint<1, double>& b,
                                                       SweptMap& map) {
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

StabilityChange unlocated_change(const BranchPoint<1, double>& a, const BranchPoint<1, double>& b) {
  const auto& below = a.parameter < b.parameter ? a : b;
  const auto& above = a.parameter < b.parameter ? b : a;
  StabilityChange change;
  change.kind = StabilityChangeKind::unlocated;
  change.at = 0.5 * (below.parameter + above.parameter);
  change.uncertainty = 0.5 * (above.parameter - below.parameter);
  change.multiplier_below = below.fixed.multipliers[0].real;
  change.multiplier_above = above.fixed.multipliers[0].real;
  change.stable_above = std::abs(change.multiplier_above) < 1.0;
  return change;
}

}  // namespace

std::string_view to_string(StabilityChangeKind kind) {
  switch (kind) {
    case StabilityChangeKind::flip:
      return "flip";
    case StabilityChangeKind::fold:
      return "fold";
    case StabilityChangeKind::corner:
      return "corner";
    case StabilityChangeKind::jump:
      return "jump";
    case StabilityChangeKind::unlocated:
      return "unlocated";
  }
  return "unknown";
}

std::vector<StabilityChange> stability_changes(const Branch<1, double>& branch, SweptMap& map) {
  std::vector<StabilityChange> changes;
  for (std::size_t k = 1; k < branch.points.size(); ++k) {
    const auto stable = [&](std::size_t at) { return std::abs(branch.points[at].fixed.multipliers[0].real) < 1.0; };
    if (stable(k - 1) == stable(k)) continue;
    const auto change = locate_stability_change(branch.points[k - 1], branch.points[k], map);
    changes.push_back(change ? *change : unlocated_change(branch.points[k - 1], branch.points[k]));
  }
  return changes;
}
}  // namespace nsdbench::experiments
