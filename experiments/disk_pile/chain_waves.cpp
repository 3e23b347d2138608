#include "experiments/disk_pile/chain_waves.hpp"

#include <cmath>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::experiments::disk_pile {

Wave wave_of_sweeps(double kappa, int sweeps) {
  const double factor = elementary::pow(std::abs(elementary::cos(kappa)), sweeps);
  return {elementary::acos(factor), -elementary::log(factor)};
}

double sound_speed(int sweeps) { return std::sqrt(static_cast<double>(sweeps)); }

}  // namespace nsdbench::experiments::disk_pile
