// Runs with step size adjustment and extrapolation as the paper has them.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "solvers/integration/time_stepping/smallest_step.hpp"
#include "solvers/integration/time_stepping/time_stepping_options.hpp"

namespace nsdbench::experiments {

// What `moreau_adjusted` makes of the options.
inline StepSizeOptions step_sizes(const StepControl& control) {
  return step_size_options(integrator_settings(control));
}

// Finer settings, from which the uncertainty of a quantity is estimated: a tenth of dt_min, as far as times up to `end`
// have digits for it, and half of dt_max.
inline StepSizeOptions finer(StepSizeOptions sizes, double end) {
  sizes.dt_min = std::max(0.1 * sizes.dt_min, 2.0 * least_dt_min(end));
  sizes.dt_max = std::max(0.5 * sizes.dt_max, sizes.dt_min);
  return sizes;
}

// With rows up to order 6 where the order follows the error: the n_max of Studer et al. 2008, sec. 10.4, which the
// paper does not print for the other examples.
inline ExtrapolationOptions extrapolation(const StepControl& control) {
  ExtrapolationOptions options = extrapolation_options(integrator_settings(control));
  options.max_order = 6;
  return options;
}

// Limit of base steps for each run of a parameter study.
inline constexpr long study_step_limit = 1'000'000;

// The entries of `times` that may be step boundaries of an integration from 0 to `end`.
inline std::vector<double> boundaries_within(std::initializer_list<double> times, double end, double dt_min) {
  std::vector<double> inside;
  for (const double t : times) {
    if (t >= dt_min && end - t >= dt_min) inside.push_back(t);
  }
  return inside;
}

// Records the settings of the scheme that the paper does not print.
inline void record_scheme(Experiment& experiment, const ExtrapolationOptions& options) {
  experiment.method("max_order", options.max_order);
  experiment.method("error_norm", "maximum over positions and velocities in SI units");
  experiment.method("substeps", "1, 3, 5, ...");
  experiment.method("error_powers", "all");
}

// Half-width of the uncertainty of a time that is the middle of a step of dt_min: twice its change with finer steps,
// and no less than dt_min.
inline double time_uncertainty(double time, double finer_time, double dt_min) {
  return std::max(2.0 * std::abs(time - finer_time), dt_min);
}

}  // namespace nsdbench::experiments
