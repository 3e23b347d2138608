// Nearest points of the convex sets of set-valued laws: prox_A(x) = argmin |x - a| over a in A
// (Studer, Leine & Glocker 2008, eq. 20).
#pragma once

#include <algorithm>
#include <cmath>

namespace nsdbench {

// A = { a >= 0 }, of a unilateral law.
inline double project_half_line(double x) { return std::max(x, 0.0); }

// A = [-bound, bound], of planar friction.
inline double project_interval(double x, double bound) { return std::clamp(x, -bound, bound); }

// A = { |a| <= bound }, of spatial friction; (x, y) is replaced by the nearest point.
inline void project_disc(double& x, double& y, double bound) {
  const double square = x * x + y * y;
  if (square <= bound * bound) return;
  const double scale = bound / std::sqrt(square);
  x *= scale;
  y *= scale;
}

}  // namespace nsdbench
