// Disks and gravity of all parts of the experiment.
#pragma once

#include <array>
#include <numbers>
#include <vector>

#include "problems/disk_assembly.hpp"
#include "problems/parameter_table.hpp"

namespace nsdbench::experiments::disk_pile {

struct DiskPileParameters {
  double r = 0, rho = 0, g = 0, mu = 0, epsilon_N = 0;

  static constexpr auto fields() {
    using Field = problems::ParameterField<DiskPileParameters>;
    using problems::ParameterRange;
    return std::array{
        Field{"r", &DiskPileParameters::r, ParameterRange::positive, "m", "radius of the disks"},
        Field{"rho", &DiskPileParameters::rho, ParameterRange::positive, "kg/m^2", "mass of the disks per area"},
        Field{"g", &DiskPileParameters::g, ParameterRange::positive, "m/s^2", "gravity"},
        Field{"mu", &DiskPileParameters::mu, ParameterRange::non_negative, "1", "friction coefficient in the hopper"},
        Field{"epsilon_N", &DiskPileParameters::epsilon_N, ParameterRange::unit_interval, "1",
              "restitution coefficient in the hopper"},
    };
  }

  double mass() const { return rho * std::numbers::pi * r * r; }  // of a disk [kg]
  double weight() const { return mass() * g; }                    // [N]

  // Disks and walls without friction and restitution.
  problems::DiskAssemblyLaws smooth_laws() const {
    problems::DiskAssemblyLaws laws;
    laws.density = rho;
    laws.gravity = g;
    return laws;
  }
};

}  // namespace nsdbench::experiments::disk_pile
