// How small a smallest step may be.
#pragma once

#include <limits>

namespace nsdbench {

// [s] The least dt_min of a run whose times go up to `latest`: a few digits of the step are to be left after it was
// added to the time. `epsilon` is that of the number type.
constexpr double least_dt_min(double latest, double epsilon = std::numeric_limits<double>::epsilon()) {
  constexpr double roundings = 64.0;
  return roundings * epsilon * latest;
}

}  // namespace nsdbench
