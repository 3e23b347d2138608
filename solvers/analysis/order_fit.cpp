#include "solvers/analysis/order_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace nsdbench {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct Line {
  double intercept = not_a_number;
  double slope = not_a_number;
  double intercept_error = not_a_number;
  double slope_error = not_a_number;
};

// Weighted least squares y = intercept + slope x with standard errors from the residuals.
Line fit_line(std::span<const double> x, std::span<const double> y, std::span<const double> weight) {
  double s = 0.0;
  double sx = 0.0;
  double sy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    s += weight[i];
    sx += weight[i] * x[i];
    sy += weight[i] * y[i];
  }
  const double mean_x = sx / s;
  const double mean_y = sy / s;
  double sxx = 0.0;
  double sxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sxx += weight[i] * (x[i] - mean_x) * (x[i] - mean_x);
    sxy += weight[i] * (x[i] - mean_x) * (y[i] - mean_y);
  }
  Line line;
  line.slope = sxy / sxx;
  line.intercept = mean_y - line.slope * mean_x;
  double chi2 = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = y[i] - line.intercept - line.slope * x[i];
    chi2 += weight[i] * residual * residual;
  }
  const double variance = x.size() > 2 ? chi2 / static_cast<double>(x.size() - 2) : 0.0;
  line.slope_error = std::sqrt(variance / sxx);
  line.intercept_error = std::sqrt(variance * (1.0 / s + mean_x * mean_x / sxx));
  return line;
}

Line weighted_limit(std::span<const double> h, std::span<const double> values) {
  std::vector<double> weight(h.size());
  std::transform(h.begin(), h.end(), weight.begin(), [](double step) { return 1.0 / (step * step); });
  return fit_line(h, values, weight);
}

// The same through the `count` smallest step sizes.
Line weighted_limit_of_smallest(std::span<const double> h, std::span<const double> values, std::size_t count) {
  std::vector<std::size_t> order(h.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return h[a] < h[b]; });
  std::vector<double> small_h;
  std::vector<double> small_values;
  for (std::size_t k = 0; k < count; ++k) {
    small_h.push_back(h[order[k]]);
    small_values.push_back(values[order[k]]);
  }
  return weighted_limit(small_h, small_values);
}

}  // namespace

std::vector<double> jittered_step_sizes(double largest, int octaves, int per_octave) {
  std::vector<double> sizes;
  const int count = octaves * per_octave;
  constexpr double golden = 0.6180339887498949;
  for (int k = 0; k < count; ++k) {
    const double jitter = golden * k - std::floor(golden * k);
    sizes.push_back(largest * std::exp2(-(k + jitter) / per_octave));
  }
  return sizes;
}

double median(std::vector<double> values) {
  if (values.empty()) return not_a_number;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

OrderFit fit_order(std::span<const double> h, std::span<const double> errors, OctaveStatistic statistic) {
  if (h.size() != errors.size()) throw std::invalid_argument("order fit: step sizes and errors differ in number");
  const double largest = h.empty() ? 0.0 : *std::max_element(h.begin(), h.end());
  std::vector<std::vector<double>> octave_errors;
  std::vector<std::vector<double>> octave_logs;
  for (std::size_t i = 0; i < h.size(); ++i) {
    if (!(errors[i] > 0.0)) continue;
    const auto octave = static_cast<std::size_t>(std::floor(std::log2(largest / h[i])));
    if (octave >= octave_errors.size()) {
      octave_errors.resize(octave + 1);
      octave_logs.resize(octave + 1);
    }
    octave_errors[octave].push_back(errors[i]);
    octave_logs[octave].push_back(std::log(h[i]));
  }
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t o = 0; o < octave_errors.size(); ++o) {
    if (octave_errors[o].empty()) continue;
    const double mean =
        std::accumulate(octave_logs[o].begin(), octave_logs[o].end(), 0.0) / static_cast<double>(octave_logs[o].size());
    const double value = statistic == OctaveStatistic::median
                             ? median(octave_errors[o])
                             : *std::max_element(octave_errors[o].begin(), octave_errors[o].end());
    x.push_back(mean);
    y.push_back(std::log(value));
  }
  OrderFit fit{not_a_number, not_a_number, not_a_number, static_cast<int>(x.size())};
  if (x.size() < 2) return fit;
  const std::vector<double> ones(x.size(), 1.0);
  const Line line = fit_line(x, y, ones);
  fit.order = line.slope;
  fit.standard_error = line.slope_error;
  fit.constant = std::exp(line.intercept);
  return fit;
}

double order_uncertainty(std::span<const double> h, std::span<const double> errors, OctaveStatistic statistic) {
  const OrderFit fit = fit_order(h, errors, statistic);
  if (fit.octaves < 3) return not_a_number;
  const double largest = *std::max_element(h.begin(), h.end());
  std::vector<double> half_sizes[2], half_errors[2];
  std::vector<double> lower_sizes, lower_errors;  // without the largest octave
  for (std::size_t k = 0; k < errors.size(); ++k) {
    half_sizes[k % 2].push_back(h[k]);
    half_errors[k % 2].push_back(errors[k]);
    if (h[k] > 0.5 * largest) continue;
    lower_sizes.push_back(h[k]);
    lower_errors.push_back(errors[k]);
  }
  const auto order = [&](std::span<const double> sizes, std::span<const double> values) {
    return fit_order(sizes, values, statistic).order;
  };
  const double halves = std::abs(order(half_sizes[0], half_errors[0]) - order(half_sizes[1], half_errors[1]));
  const double lower = std::abs(fit.order - order(lower_sizes, lower_errors));
  return std::max({2.0 * fit.standard_error, halves, lower});
}

LimitFit limit_by_line(std::span<const double> h, std::span<const double> values) {
  if (h.size() != values.size()) throw std::invalid_argument("limit fit: step sizes and values differ in number");
  LimitFit fit{not_a_number, not_a_number, not_a_number, static_cast<int>(h.size())};
  if (h.size() < 12) return fit;
  const Line all = weighted_limit(h, values);
  const Line half = weighted_limit_of_smallest(h, values, h.size() / 2);
  const Line quarter = weighted_limit_of_smallest(h, values, h.size() / 4);
  fit.limit = half.intercept;
  fit.slope = half.slope;
  fit.uncertainty = 3.0 * half.intercept_error + std::abs(all.intercept - half.intercept) +
                    2.0 * std::abs(half.intercept - quarter.intercept);
  return fit;
}

}  // namespace nsdbench
