// The largest of numbers, one after the other, among which a NaN must not get lost.
#pragma once

#include <cmath>

namespace nsdbench {

// The larger number; a NaN if one of them is. Comparisons fail for a NaN: a maximum that only compares forgets it, at
// once or, as `value <= largest ? largest : value` does, with the next number.
template <class Scalar>
Scalar larger_or_nan(const Scalar& largest, const Scalar& value) {
  using std::isnan;
  return value <= largest || isnan(largest) ? largest : value;
}

}  // namespace nsdbench
