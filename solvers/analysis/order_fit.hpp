// Orders of convergence and limits from many step sizes.
//
// On non-smooth problems the error of a time-stepping scheme depends on where events fall inside a step: two-point
// slopes are meaningless. Errors are taken at many step sizes h that are jittered within each octave, and the order
// is the slope through per-octave medians or maxima.
#pragma once

#include <span>
#include <vector>

namespace nsdbench {

// `per_octave` step sizes per octave from `largest` [unit of h] down over `octaves` octaves, spaced evenly in log h and
// then shifted by a fixed pseudo-random fraction of the spacing, so that events do not fall on the same phase of every
// step.
std::vector<double> jittered_step_sizes(double largest, int octaves, int per_octave);

// What stands for the errors of an octave.
enum class OctaveStatistic { median, maximum };

// A line through the errors of many step sizes h.
struct OrderFit {
  double order = 0.0;           // slope of log error over log h
  double standard_error = 0.0;  // of the slope, from the scatter of the octave values about the line
  double constant = 0.0;        // error = constant * h^order
  int octaves = 0;              // number of octave values the line goes through
};

// Sorts the errors into octaves of h below the largest h, takes the statistic of error/h^order in each octave (for its
// geometric mean h) and fits a line in log-log, whose slope is that order. Errors that are zero are left out. Needs two
// octaves with data, otherwise every member is NaN but `octaves`. Throws std::invalid_argument if the sizes differ.
OrderFit fit_order(std::span<const double> h, std::span<const double> errors, OctaveStatistic statistic);

// Half-width of the uncertainty of that fit's order as the order for h -> 0, the largest of: twice its standard error
// (scatter of the octave values), the difference of the orders from every other step size (scatter within octaves), and
// four times the change when the largest octave is left out: what is left of terms of higher order where the order goes
// to its limit like h takes three. NaN where the fit has fewer than three octaves.
double order_uncertainty(std::span<const double> h, std::span<const double> errors, OctaveStatistic statistic);

// A line through the values at many step sizes h.
struct LimitFit {
  double limit = 0.0;           // value extrapolated to h = 0
  double slope = 0.0;           // d value / d h
  double uncertainty = 0.0;     // half-width: see limit_by_line
  double standard_error = 0.0;  // of the limit, from the scatter about the line
  int points = 0;

  // Half-width where the exact value is known: its distance from the limit, and the scatter.
  double uncertainty_beside(double exact) const;
};

// Limit of value(h) for h -> 0 under value = limit + slope h + scatter, for a first-order method: weighted least
// squares through the smaller half of the step sizes, weights 1/h^2 (the scatter of a first-order non-smooth method is
// proportional to h). The uncertainty is three standard errors of the limit (scatter), plus the shift of the limit
// from all step sizes to their smaller half, plus twice its shift from there to the smallest quarter: a limit that
// still moves when large steps are left out has some way to go. Needs twelve points, otherwise NaN. Throws
// std::invalid_argument if the sizes differ.
LimitFit limit_by_line(std::span<const double> h, std::span<const double> values);

double median(std::vector<double> values);  // NaN if empty

}  // namespace nsdbench
