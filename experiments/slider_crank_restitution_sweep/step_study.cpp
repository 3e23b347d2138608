#include "experiments/slider_crank_restitution_sweep/step_study.hpp"

#include <algorithm>
#include <cmath>

namespace nsdbench::experiments::slider_crank {

Estimate StepStudy::limit_of(const std::vector<double>& values) const {
  if (!fixed_steps_) return {values.front(), 2.0 * std::abs(values.back() - values.front())};
  const LimitFit fit = limit_by_line(dt_, values);
  return {fit.limit, fit.uncertainty};
}

Estimate StepStudy::typical_of(const std::vector<double>& values) const {
  if (!fixed_steps_) return {values.front(), std::abs(values.back() - values.front())};
  std::vector<double> finest;
  for (std::size_t i = 0; i < dt_.size(); ++i) {
    if (dt_[i] < 2.0 * dt_.back()) finest.push_back(values[i]);
  }
  const auto [smallest, largest] = std::minmax_element(finest.begin(), finest.end());
  const double middle = median(finest);
  return {middle, std::max(middle - *smallest, *largest - middle)};
}

OrderFit StepStudy::order_of(const std::vector<double>& values) const {
  std::vector<double> deviation = values;
  const double limit = limit_of(values).value;
  for (double& value : deviation) value = std::abs(value - limit);
  return fit_order(dt_, deviation, OctaveStatistic::median);
}

}  // namespace nsdbench::experiments::slider_crank
