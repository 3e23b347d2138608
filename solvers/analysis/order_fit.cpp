#include "solvers/analysis/order_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "solvers/elementary/elementary.hpp"

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
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return h[a] < h[b]; });
  std::vector<double> small_h;
  std::vector<double> small_values;
  for (std::size_t k = 0; k < count; ++k) {
    small_h.push_back(h[order[k]]);
    small_values.push_back(values[order[k]]);
  }
  return weighted_limit(small_h, small_values);
}

// The errors within an octave of h that are not zero.
struct Octave {
  std::vector<double> log_h, log_error;

  double mean_log_h() const {
    return std::accumulate(log_h.begin(), log_h.end(), 0.0) / static_cast<double>(log_h.size());
  }
};

// Those that have any errors, from the largest h down.
std::vector<Octave> octaves_of(std::span<const double> h, std::span<const double> errors) {
  const double largest = h.empty() ? 0.0 : *std::max_element(h.begin(), h.end());
  std::vector<Octave> octaves;
  for (std::size_t i = 0; i < h.size(); ++i) {
    if (!(errors[i] > 0.0)) continue;
    const auto index = static_cast<std::size_t>(std::floor(elementary::log2(largest / h[i])));
    if (index >= octaves.size()) octaves.resize(index + 1);
    octaves[index].log_h.push_back(elementary::log(h[i]));
    octaves[index].log_error.push_back(elementary::log(errors[i]));
  }
  std::erase_if(octaves, [](const Octave& octave) { return octave.log_h.empty(); });
  return octaves;
}

// log error over log h, through the statistic of error/h^order in each octave.
Line line_through(const std::vector<Octave>& octaves, OctaveStatistic statistic, double order) {
  std::vector<double> x;
  std::vector<double> y;
  for (const Octave& octave : octaves) {
    std::vector<double> scaled(octave.log_h.size());
    std::transform(octave.log_h.begin(), octave.log_h.end(), octave.log_error.begin(), scaled.begin(),
                   [&](double log_h, double log_error) { return log_error - order * log_h; });
    x.push_back(octave.mean_log_h());
    y.push_back(order * x.back() + (statistic == OctaveStatistic::median
                                        ? median(scaled)
                                        : *std::max_element(scaled.begin(), scaled.end())));
  }
  return fit_line(x, y, std::vector<double>(x.size(), 1.0));
}

}  // namespace

std::vector<double> jittered_step_sizes(double largest, int octaves, int per_octave) {
  std::vector<double> sizes;
  const int count = octaves * per_octave;
  constexpr double golden = 0.6180339887498949;
  for (int k = 0; k < count; ++k) {
    const double jitter = golden * k - std::floor(golden * k);
    sizes.push_back(largest * elementary::exp2(-(k + jitter) / per_octave));
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
  const std::vector<Octave> octaves = octaves_of(h, errors);
  OrderFit fit{not_a_number, not_a_number, not_a_number, static_cast<int>(octaves.size())};
  if (octaves.size() < 2) return fit;
  // The statistic of an octave is that of errors divided by h^order: of the errors themselves it would be one at a size
  // that differs from the octave's mean by chance. The order is not known before; a few passes find it. Where the
  // median changes from one error to another, they may go on to and fro: then the last one is as good.
  constexpr int most_passes = 20;
  constexpr double settled = 1e-13;
  double order = 0.0;
  Line line;
  for (int pass = 0; pass < most_passes; ++pass) {
    line = line_through(octaves, statistic, order);
    if (std::abs(line.slope - order) <= settled) break;
    order = line.slope;
  }
  fit.order = line.slope;
  fit.standard_error = line.slope_error;
  fit.constant = elementary::exp(line.intercept);
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
  // An order that goes to its limit like h differs from it by 3 times this change with three octaves, and by 2.7 times
  // with six; one that goes like h^2 by less. The fourth is for what comes after these terms.
  constexpr double bias = 4.0;
  const double lower = std::abs(fit.order - order(lower_sizes, lower_errors));
  return std::max({2.0 * fit.standard_error, halves, bias * lower});
}

double LimitFit::uncertainty_beside(double exact) const { return std::abs(limit - exact) + standard_error; }

LimitFit limit_by_line(std::span<const double> h, std::span<const double> values) {
  if (h.size() != values.size()) throw std::invalid_argument("limit fit: step sizes and values differ in number");
  LimitFit fit{not_a_number, not_a_number, not_a_number, not_a_number, static_cast<int>(h.size())};
  if (h.size() < 12) return fit;
  const Line all = weighted_limit(h, values);
  const Line half = weighted_limit_of_smallest(h, values, h.size() / 2);
  const Line quarter = weighted_limit_of_smallest(h, values, h.size() / 4);
  fit.limit = half.intercept;
  fit.slope = half.slope;
  fit.standard_error = half.intercept_error;
  fit.uncertainty = 3.0 * half.intercept_error + std::abs(all.intercept - half.intercept) +
                    2.0 * std::abs(half.intercept - quarter.intercept);
  return fit;
}

}  // namespace nsdbench
