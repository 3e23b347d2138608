#include "benchmarks/arena/power_law.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::arena {

PowerLaw fit_power_law(const std::vector<std::pair<double, double>>& points) {
  constexpr std::size_t fewest_points = 5;
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (points.size() < fewest_points) return {nothing, nothing};
  const auto count = static_cast<double>(points.size());
  double mean_x = 0.0;
  double mean_y = 0.0;
  for (const auto& [x, y] : points) {
    mean_x += elementary::log(x) / count;
    mean_y += elementary::log(y) / count;
  }
  double covariance = 0.0;
  double variance = 0.0;
  for (const auto& [x, y] : points) {
    covariance += (elementary::log(x) - mean_x) * (elementary::log(y) - mean_y);
    variance += (elementary::log(x) - mean_x) * (elementary::log(x) - mean_x);
  }
  if (!(variance > 0.0)) return {nothing, nothing};
  const double exponent = covariance / variance;
  double scatter = 0.0;
  for (const auto& [x, y] : points) {
    const double distance = elementary::log(y) - mean_y - exponent * (elementary::log(x) - mean_x);
    scatter += distance * distance;
  }
  return {exponent, std::sqrt(scatter / (count - 2.0) / variance)};
}

}  // namespace nsdbench::arena
