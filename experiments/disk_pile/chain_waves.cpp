#include "experiments/disk_pile/chain_waves.hpp"

#include <cmath>

namespace nsdbench::experiments::disk_pile {

Wave wave_of_sweeps(double kappa, int sweeps) {
  const double factor = std::pow(std::abs(std::cos(kappa)), sweeps);
  return {std::acos(factor), -std::log(factor)};
}

double sound_speed(int sweeps) { return std::sqrt(static_cast<double>(sweeps)); }

}  // namespace nsdbench::experiments::disk_pile
