// Rates of a discharge and how they depend on the width of the outlet.
#pragma once

#include <span>
#include <vector>

namespace nsdbench::experiments::disk_pile {

// y = intercept + slope x by least squares; half-widths of intervals of 95 %, by Student's distribution, NaN for fewer
// than three points.
struct LineFit {
  double slope = 0.0;
  double intercept = 0.0;
  double slope_half_width = 0.0;
  double zero = 0.0;  // where the line crosses y = 0
  double zero_half_width = 0.0;
};
LineFit fit_line(std::span<const double> x, std::span<const double> y);

// Mean of values, and the half-width likewise, NaN for a single one.
struct Mean {
  double value = 0.0;
  double half_width = 0.0;
};
Mean mean_of(std::span<const double> values);

// Factor of the standard error for an interval of 95 %. Throws std::invalid_argument below one degree of freedom.
double student_95(int degrees_of_freedom);

// Slope of the number of disks over time from place `begin` to `end` of `times`, which are in order.
double rate_between(const std::vector<double>& times, int begin, int end);

}  // namespace nsdbench::experiments::disk_pile
