// Growth of y with x as a power.
#pragma once

#include <utility>
#include <vector>

namespace nsdbench::arena {

struct PowerLaw {
  double exponent = 0.0;        // slope of log y over log x by least squares; NaN if there are too few points
  double standard_error = 0.0;  // of the exponent, from the scatter about the line
};

// Needs five points, of positive coordinates and more than one x.
PowerLaw fit_power_law(const std::vector<std::pair<double, double>>& points);

}  // namespace nsdbench::arena
