#pragma once

#include <cmath>

#include "solvers/linear_algebra/quadruple.hpp"

namespace nsdbench::testing {

// |a - b|, subtracted with all digits.
inline double distance(const Quadruple& a, const Quadruple& b) { return std::abs(static_cast<double>(a - b)); }

}  // namespace nsdbench::testing
