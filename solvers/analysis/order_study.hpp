// The order of step size adjustment with extrapolation, measured: errors at many dt_max, and the slope through them.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "solvers/analysis/measured_run.hpp"
#include "solvers/analysis/order_fit.hpp"

namespace nsdbench {

// The largest steps of a study: `octaves` octaves down from `largest` [s], `per_octave` jittered sizes in each.
struct StudyRange {
  double largest = 0.0;
  int octaves = 0;
  int per_octave = 48;
};

struct OrderStudy {
  std::vector<double> dt_max;     // [s], from the largest down
  std::vector<double> dt_min;     // [s]
  std::vector<MeasuredRun> runs;  // one a step size
  OrderFit fit;                   // error over dt_max, through medians of octaves
  // Half-width of the order's uncertainty: twice its standard error, or the difference of the orders from every other
  // step size, whichever is larger.
  double order_uncertainty = 0.0;
  // Base steps over error, log-log, through medians of octaves: by which power of the error the cost grows. 1/p is
  // expected. NaN like `fit`.
  double cost_exponent = 0.0;
  bool completed = true;  // all runs
};

// Integrates from `start` to t_end with every dt_max of the range and the smallest step dt_min(dt_max), which is never
// taken below `smallest_dt_min`: there dt_min, or the time plus dt_min, is rounding. Calls `observe(k)` before run k.
template <MechanicalSystem S, class DtMin, class ErrorAt, class Observer>
OrderStudy study_order(const S& system, ContactSolver& solver, const StateOf<S>& start, ScalarOf<S> t_end,
                       std::span<const ScalarOf<S>> boundaries, const ExtrapolationOptions& extrapolation,
                       const StudyRange& range, const DtMin& dt_min, double smallest_dt_min, const ErrorAt& error_at,
                       Observer&& observe) {
  OrderStudy study;
  study.dt_max = jittered_step_sizes(range.largest, range.octaves, range.per_octave);
  std::vector<double> errors;
  std::vector<double> steps;
  for (const double dt_max : study.dt_max) {
    observe(study.runs.size());
    StepSizeOptions sizes;
    sizes.dt_max = dt_max;
    sizes.dt_min = std::max(dt_min(dt_max), smallest_dt_min);
    study.dt_min.push_back(sizes.dt_min);
    study.runs.push_back(measure_adjusted(system, solver, start, t_end, boundaries, sizes, extrapolation, error_at));
    const MeasuredRun& run = study.runs.back();
    study.completed = study.completed && run.completed;
    errors.push_back(run.error);
    steps.push_back(static_cast<double>(run.base_steps));
  }
  study.fit = fit_order(study.dt_max, errors, OctaveStatistic::median);
  std::vector<double> half_sizes[2];
  std::vector<double> half_errors[2];
  for (std::size_t k = 0; k < errors.size(); ++k) {
    half_sizes[k % 2].push_back(study.dt_max[k]);
    half_errors[k % 2].push_back(errors[k]);
  }
  const double one = fit_order(half_sizes[0], half_errors[0], OctaveStatistic::median).order;
  const double other = fit_order(half_sizes[1], half_errors[1], OctaveStatistic::median).order;
  study.order_uncertainty = std::max(2.0 * study.fit.standard_error, std::abs(one - other));
  study.cost_exponent = fit_order(study.dt_max, steps, OctaveStatistic::median).order / -study.fit.order;
  return study;
}

}  // namespace nsdbench
