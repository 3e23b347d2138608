#include "experiments/woodpecker_stability/section_attractors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "experiments/woodpecker_stability/attractors.hpp"
#include "solvers/analysis/fixed_point.hpp"

namespace nsdbench::experiments {

using Point = Vector<1>;

std::vector<TwoCycle> find_two_cycles(WoodpeckerMap<double>& here, double fixed) {
  const auto twice = [&](const Point& x) -> std::optional<Point> {
    const auto once = here.map(x);
    if (!once) return std::nullopt;
    return here.map(*once);
  };
  const auto defect = [&](double x) {
    const auto image = twice(Point(x));
    return image ? (*image)(0) - x : std::nan("");
  };
  std::vector<TwoCycle> cycles;
  constexpr int trials = 160;
  const double reach = 0.4 * std::abs(fixed);
  double last = defect(fixed - reach);
  for (int k = 1; k < trials; ++k) {
    const double x = fixed - reach + reach * k / trials;
    const double next = defect(x);
    if (last * next < 0.0) {
      FixedPointOptions options;
      options.derivative.step = 0.002;
      const auto found =
          find_fixed_point<1, double>(twice, Point(x - 0.5 * reach / trials), Point(omega_scale), options);
      if (found.converged() && std::abs(found.x(0) - fixed) > 1e-3) {
        const double partner = (*here.map(found.x))(0);
        cycles.push_back({std::min(found.x(0), partner), std::max(found.x(0), partner), found.multipliers[0].real,
                          found.error(0), found.multipliers[0].error});
      }
    }
    last = next;
  }
  return cycles;
}

SectionAttractors find_attractors(WoodpeckerMap<double>& here, double fixed) {
  std::optional<TwoCycle> stable;
  for (const TwoCycle& cycle : find_two_cycles(here, fixed)) {
    if (std::abs(cycle.multiplier) < 1.0 && !stable) stable = cycle;
  }
  SectionAttractors attractors(fixed, stable);
  attractors.widen(here);
  return attractors;
}

SectionAttractors::SectionAttractors(double fixed, const std::optional<TwoCycle>& stable)
    : fixed_(fixed), stable_(stable) {
  const auto around = [](Basin basin, double omega) {
    return BasinInterval{basin, omega, omega - spacing, omega + spacing};
  };
  intervals_.push_back(around(Basin::cycle, fixed));
  if (!stable) return;
  intervals_.push_back(around(Basin::two_cycle, stable->low));
  intervals_.push_back(around(Basin::two_cycle, stable->high));
}

void SectionAttractors::widen(WoodpeckerMap<double>& here) {
  // Motions alternate between both sides of the cycle, or both points of the other motion: each point comes into what
  // was found before after a few returns.
  constexpr int most_steps = 200;
  std::vector<std::array<bool, 2>> done(intervals_.size(), {false, false});
  for (int k = 1; k <= most_steps; ++k) {
    for (std::size_t i = 0; i < intervals_.size(); ++i) {
      BasinInterval& interval = intervals_[i];
      for (const bool up : {false, true}) {
        if (done[i][up ? 1 : 0]) continue;
        const double omega = interval.attractor + (up ? k : -k) * spacing;
        const bool same = omega > 0.0 && basin_of(here, here.map.go(Vector<1>(omega))) == interval.basin;
        if (same) (up ? interval.high : interval.low) = omega;
        done[i][up ? 1 : 0] = !same;
      }
    }
  }
}

Basin SectionAttractors::basin_of(WoodpeckerMap<double>& here, Return<problems::Woodpecker, 1> made) const {
  constexpr int most_returns = 300;
  for (int k = 0; k < most_returns && made.returned(); ++k) {
    const auto interval = std::ranges::find_if(
        intervals_, [&](const BasinInterval& candidate) { return candidate.contains(made.point(0)); });
    if (interval != intervals_.end()) return interval->basin;
    made = here.map.go(made.point);
  }
  switch (end_of(made)) {
    case MotionEnd::jams:
      return Basin::jams;
    case MotionEnd::outside_model:
      return Basin::outside_model;
    case MotionEnd::late:
      return Basin::late;
    default:
      return Basin::other;
  }
}

}  // namespace nsdbench::experiments
