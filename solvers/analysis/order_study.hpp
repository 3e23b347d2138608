// The order of step size adjustment with extrapolation, measured: errors at many dt_max, and the slope through them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
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

struct StudyLimits {
  double smallest_dt_min = 0.0;  // [s]: below it dt_min, or the time plus dt_min, is rounding
  double rounding = 0.0;         // errors below it are left out of the fits
  long base_steps = 0;           // steps of the base scheme after which a run ends; 0: none
};

struct OrderStudy {
  std::vector<double> dt_max;     // [s], from the largest down
  std::vector<double> dt_min;     // [s]
  std::vector<MeasuredRun> runs;  // one per step size; the study ends with the first that does not reach t_end
  OrderFit fit;                   // error over dt_max, through medians of octaves
  // Half-width (order_uncertainty). NaN where the fit has fewer than three octaves.
  double order_uncertainty = 0.0;
  // Base steps over error, log-log, through medians of octaves: by which power of the error the cost grows. 1/p is
  // expected. NaN like `fit`.
  double cost_exponent = 0.0;
  bool completed = true;  // all runs
};

// Integrates from `start` to t_end with every dt_max of the range and the smallest step dt_min(dt_max), or that of the
// limits. Calls `observe(k)` before run k.
template <MechanicalSystem S, class DtMin, class ErrorAt, class Observer>
OrderStudy study_order(const S& system, ContactSolver& solver, const StateOf<S>& start, ScalarOf<S> t_end,
                       std::span<const ScalarOf<S>> boundaries, const ExtrapolationOptions& extrapolation,
                       const StudyRange& range, const StudyLimits& limits, const DtMin& dt_min, const ErrorAt& error_at,
                       Observer&& observe) {
  OrderStudy study;
  study.dt_max = jittered_step_sizes(range.largest, range.octaves, range.per_octave);
  std::vector<double> errors;
  std::vector<double> steps;
  for (std::size_t k = 0; k < study.dt_max.size(); ++k) {
    const double dt_max = study.dt_max[k];
    observe(k);
    StepSizeOptions sizes;
    sizes.dt_max = dt_max;
    sizes.max_base_steps = limits.base_steps;
    sizes.dt_min = std::max(dt_min(dt_max), limits.smallest_dt_min);
    study.dt_min.push_back(sizes.dt_min);
    study.runs.push_back(measure_adjusted(system, solver, start, t_end, boundaries, sizes, extrapolation, error_at));
    const MeasuredRun& run = study.runs.back();
    if (!run.completed) {
      study.completed = false;
      study.dt_max.resize(study.runs.size());
      study.fit.order = study.cost_exponent = study.order_uncertainty = std::numeric_limits<double>::quiet_NaN();
      return study;
    }
    errors.push_back(run.error >= limits.rounding ? run.error : 0.0);  // zeros are left out
    steps.push_back(static_cast<double>(run.base_steps));
  }
  study.fit = fit_order(study.dt_max, errors, OctaveStatistic::median);
  study.order_uncertainty = order_uncertainty(study.dt_max, errors, OctaveStatistic::median);
  study.cost_exponent = fit_order(study.dt_max, steps, OctaveStatistic::median).order / -study.fit.order;
  return study;
}

}  // namespace nsdbench
