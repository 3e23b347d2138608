// The order of an integrator, measured: errors at many dt_max, and the slope through them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
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

// Where rounding ends a study.
struct StudyLimits {
  double smallest_dt_min = 0.0;  // [s]: below it dt_min, or the time plus dt_min, is rounding
  double rounding = 0.0;         // errors below it are left out of the fits
};

// The runs of a study and the order that they show.
struct OrderStudy {
  std::vector<double> dt_max;     // [s], from the largest down
  std::vector<double> dt_min;     // [s]
  std::vector<MeasuredRun> runs;  // one per step size; the study ends with the first that does not reach t_end
  OrderFit fit;                   // error over dt_max, through medians of octaves
  // Half-width (order_uncertainty). NaN where the fit has fewer than three octaves.
  double order_uncertainty = 0.0;
  // Evaluations over error, log-log, through medians of octaves: by which power of the error the cost grows in the
  // range of the study. For steps so small that switching points cost little, 1/p is expected. NaN like `fit`.
  double cost_exponent = 0.0;
  double cost_exponent_uncertainty = 0.0;  // half-width, from the scatter about both lines
  bool completed = true;                   // all runs
};

// Integrates from `start` to the destination with every dt_max of the range and the smallest step dt_min(dt_max), or
// that of the limits. `make(dt_max, dt_min)` returns the integrator of a run as std::unique_ptr<Integrator<S>>. Calls
// `observe(k)` before run k.
template <MechanicalSystem S, class Make, class DtMin, class ErrorAt, class Observe>
OrderStudy study_order(const Make& make, const StateOf<S>& start, const Destination<S>& destination,
                       const StudyRange& range, const StudyLimits& limits, const DtMin& dt_min, const ErrorAt& error_at,
                       Observe&& observe) {
  OrderStudy study;
  study.dt_max = jittered_step_sizes(range.largest, range.octaves, range.per_octave);
  std::vector<double> errors;
  std::vector<double> steps;
  for (std::size_t k = 0; k < study.dt_max.size(); ++k) {
    const double dt_max = study.dt_max[k];
    observe(k);
    study.dt_min.push_back(std::max(dt_min(dt_max), limits.smallest_dt_min));
    const std::unique_ptr<Integrator<S>> integrator = make(dt_max, study.dt_min.back());
    study.runs.push_back(measure_run<S>(*integrator, start, destination, error_at));
    const MeasuredRun& run = study.runs.back();
    if (!run.completed) {
      study.completed = false;
      study.dt_max.resize(study.runs.size());
      study.fit.order = study.cost_exponent = study.order_uncertainty = std::numeric_limits<double>::quiet_NaN();
      study.cost_exponent_uncertainty = std::numeric_limits<double>::quiet_NaN();
      return study;
    }
    errors.push_back(run.error >= limits.rounding ? run.error : 0.0);  // zeros are left out
    steps.push_back(static_cast<double>(run.outcome.counts.evaluations));
  }
  study.fit = fit_order(study.dt_max, errors, OctaveStatistic::median);
  study.order_uncertainty = order_uncertainty(study.dt_max, errors, OctaveStatistic::median);
  const OrderFit cost = fit_order(study.dt_max, steps, OctaveStatistic::median);
  study.cost_exponent = cost.order / -study.fit.order;
  study.cost_exponent_uncertainty = 2.0 *
                                    (cost.standard_error + std::abs(study.cost_exponent) * study.fit.standard_error) /
                                    std::abs(study.fit.order);
  return study;
}

}  // namespace nsdbench
