#include "experiments/disk_pile/closed_forms.hpp"

#include <algorithm>
#include <cmath>

namespace nsdbench::experiments::disk_pile {

double column_force(int contact) { return contact; }

double pile_force_left(int row, int place, double alpha) { return (row - place + 1) / (2.0 * std::cos(alpha)); }

double pile_force_right(int /*row*/, int place, double alpha) { return place / (2.0 * std::cos(alpha)); }

double base_load(int rows) { return 0.5 * rows; }

double base_thrust(int rows, int place, double alpha) { return (place - 1 - 0.5 * rows) * std::tan(alpha); }

double column_force_error_bound(int disks, double residual) { return disks * residual; }

double pile_force_error_bound(int rows, double alpha, double residual) {
  const double reference = std::max(std::cos(alpha), std::sin(alpha));
  return rows * residual * 2.0 * std::cos(alpha) * reference / (1.0 - std::abs(std::cos(2.0 * alpha)));
}

}  // namespace nsdbench::experiments::disk_pile
