#include "experiments/support/refinement.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/time_stepping/smallest_step.hpp"

namespace nsdbench::experiments {

double refined_step(double dt, int level) { return std::ldexp(dt, -2 * level); }

IntegratorSettings refined(IntegratorSettings settings, int level, double end) {
  if (level == 0) return settings;
  settings.dt = refined_step(settings.dt, level);
  if (settings.dt_min > 0.0) settings.dt_min = std::max(refined_step(settings.dt_min, level), 2.0 * least_dt_min(end));
  if (settings.dt_max > 0.0) settings.dt_max = std::max(refined_step(settings.dt_max, level), settings.dt_min);
  const double tighter = elementary::pow(10.0, -level);
  settings.atol *= tighter;
  settings.rtol *= tighter;
  // Each level takes some four times the evaluations.
  settings.max_evaluations <<= 2 * level;
  return settings;
}

std::optional<double> uncertainty(const RefinedValues& values, double resolution) {
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) {
    return std::nullopt;
  }
  const double first = std::abs(values[1] - values[0]);
  const double second = std::abs(values[2] - values[1]);
  const double largest = std::max({first, second, std::abs(values[2] - values[0])});
  if (largest <= resolution) return resolution;
  constexpr double converging = 2.0;
  constexpr double scattering = 3.0;
  if (second <= 0.5 * first) return std::max(converging * largest, resolution);
  // So near to the resolution it is chance which of the differences is the smaller.
  constexpr double near = 10.0;
  if (second <= 2.0 * first || largest <= near * resolution) return std::max(scattering * largest, resolution);
  return std::nullopt;
}

double event_resolution(const IntegratorSettingList& settings) {
  for (const IntegratorSetting& setting : settings) {
    if (setting.name == "dt" || setting.name == "dt_min") return std::get<double>(setting.value);
  }
  return 0.0;
}

double rounding_of(double value) {
  // Of sums over thousands of steps; impacts multiply what earlier ones left.
  constexpr double absolute = 1e-13;
  constexpr double relative = 1e-12;
  return absolute + relative * std::abs(value);
}

}  // namespace nsdbench::experiments
