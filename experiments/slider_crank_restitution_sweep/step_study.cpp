#include "experiments/slider_crank_restitution_sweep/step_study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/support/refinement.hpp"
#include "solvers/analysis/order_fit.hpp"

namespace nsdbench::experiments::slider_crank {

namespace {

// The first value; its uncertainty from the finer runs, if none was left out.
Estimate of_runs(const std::vector<double>& values, double resolution) {
  if (values.size() < refinement_levels) return {values.front(), std::nullopt};
  return {values.front(), uncertainty({values[0], values[1], values[2]}, resolution)};
}

}  // namespace

Estimate StepStudy::limit_of(const std::vector<double>& values, std::optional<double> reference) const {
  if (!fixed_steps_) return of_runs(values, rounding_of(values.front()));
  const LimitFit fit = limit_by_line(dt_, values);
  if (!reference) return {fit.limit, fit.uncertainty};
  return {fit.limit, fit.uncertainty_beside(*reference) + rounding_of(fit.limit)};
}

Estimate StepStudy::typical_of(const std::vector<double>& values) const {
  if (!fixed_steps_) return of_runs(values, rounding_of(values.front()));
  std::vector<double> finest;
  for (std::size_t i = 0; i < dt_.size(); ++i) {
    if (dt_[i] < 2.0 * dt_.back()) finest.push_back(values[i]);
  }
  const auto [smallest, largest] = std::minmax_element(finest.begin(), finest.end());
  const double middle = median(finest);
  return {middle, std::max(middle - *smallest, *largest - middle), *largest > *smallest};
}

Estimate StepStudy::order_of(const std::vector<double>& values, std::optional<double> reference) const {
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  if (!reference) return {not_a_number, std::nullopt};
  std::vector<double> error = values;
  for (double& value : error) value = std::abs(value - *reference);
  return {fit_order(dt_, error, OctaveStatistic::median).order, order_uncertainty(dt_, error, OctaveStatistic::median)};
}

}  // namespace nsdbench::experiments::slider_crank
