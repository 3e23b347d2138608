#include "experiments/disk_pile/discharge_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace nsdbench::experiments::disk_pile {

double student_95(int degrees_of_freedom) {
  if (degrees_of_freedom < 1) throw std::invalid_argument("an interval needs at least one degree of freedom");
  // Two-sided; beyond 10 those of 10, 20 and infinitely many, each for what lies above it: never too small.
  constexpr std::array quantiles = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  const auto k = static_cast<std::size_t>(degrees_of_freedom);
  if (k <= quantiles.size()) return quantiles[k - 1];
  return k < 20 ? quantiles.back() : 2.086;
}

LineFit fit_line(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0.0;
  double xy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - mean_x) * (x[k] - mean_x);
    xy += (x[k] - mean_x) * (y[k] - mean_y);
  }
  LineFit fit;
  fit.slope = xy / xx;
  fit.intercept = mean_y - fit.slope * mean_x;
  fit.zero = -fit.intercept / fit.slope;
  fit.slope_half_width = fit.zero_half_width = std::numeric_limits<double>::quiet_NaN();
  if (x.size() < 3) return fit;
  double squares = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double rest = y[k] - fit.intercept - fit.slope * x[k];
    squares += rest * rest;
  }
  const int freedom = static_cast<int>(x.size()) - 2;
  const double deviation = student_95(freedom) * std::sqrt(squares / freedom);
  fit.slope_half_width = deviation / std::sqrt(xx);
  const double away = fit.zero - mean_x;
  fit.zero_half_width = deviation / std::abs(fit.slope) * std::sqrt(1.0 / n + away * away / xx);
  return fit;
}

Mean mean_of(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  Mean mean{std::accumulate(values.begin(), values.end(), 0.0) / n, std::numeric_limits<double>::quiet_NaN()};
  if (values.size() < 2) return mean;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean.value) * (value - mean.value);
  mean.half_width = student_95(static_cast<int>(values.size()) - 1) * std::sqrt(squares / (n - 1.0) / n);
  return mean;
}

double rate_between(const std::vector<double>& times, int begin, int end) {
  std::vector<double> numbers(static_cast<std::size_t>(end - begin));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return fit_line({times.data() + begin, numbers.size()}, numbers).slope;
}

}  // namespace nsdbench::experiments::disk_pile
