#include "experiments/slider_crank_restitution_sweep/step_study.hpp"

#include <algorithm>
#include <cmath>

namespace nsdbench::experiments::slider_crank {

namespace {

// The first value; uncertain by so many times its change in the second run, if that was not left out.
Estimate of_runs(const std::vector<double>& values, double times) {
  if (values.size() < 2) return {values.front(), std::nullopt};
  return {values.front(), times * std::abs(values.back() - values.front())};
}

}  // namespace

Estimate StepStudy::limit_of(const std::vector<double>& values) const {
  if (!fixed_steps_) return of_runs(values, 2.0);
  const LimitFit fit = limit_by_line(dt_, values);
  return {fit.limit, fit.uncertainty};
}

Estimate StepStudy::typical_of(const std::vector<double>& values) const {
  if (!fixed_steps_) return of_runs(values, 1.0);
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
