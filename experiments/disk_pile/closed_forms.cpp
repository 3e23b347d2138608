#include "experiments/disk_pile/closed_forms.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::experiments::disk_pile {

double column_force(int contact) { return contact; }

double pile_force_left(int row, int place, double alpha) { return (row - place + 1) / (2.0 * elementary::cos(alpha)); }

double pile_force_right(int /*row*/, int place, double alpha) { return place / (2.0 * elementary::cos(alpha)); }

double base_load(int rows) { return 0.5 * rows; }

double base_thrust(int rows, int place, double alpha) { return (place - 1 - 0.5 * rows) * elementary::tan(alpha); }

double column_force_error_bound(int disks, double residual) { return disks * residual; }

double pile_force_error_bound(int rows, double alpha, double residual) {
  const double reference = std::max(elementary::cos(alpha), elementary::sin(alpha));
  return rows * residual * 2.0 * elementary::cos(alpha) * reference / (1.0 - std::abs(elementary::cos(2.0 * alpha)));
}

}  // namespace nsdbench::experiments::disk_pile
