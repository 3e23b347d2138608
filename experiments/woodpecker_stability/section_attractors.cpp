#include "experiments/woodpecker_stability/section_attractors.hpp"

#include <algorithm>
#include <cmath>

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

Basin basin_of(WoodpeckerMap<double>& here, const SectionAttractors& attractors, Return<problems::Woodpecker, 1> made) {
  constexpr int most_returns = 300;
  constexpr double near = 0.02;  // rad/s: there the return map is as good as linear
  for (int k = 0; k < most_returns && made.returned(); ++k) {
    const double x = made.point(0);
    if (std::abs(x - attractors.fixed) < near) return Basin::cycle;
    if (attractors.stable &&
        (std::abs(x - attractors.stable->low) < near || std::abs(x - attractors.stable->high) < near)) {
      return Basin::two_cycle;
    }
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
