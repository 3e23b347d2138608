// The attractors of the woodpecker's return map as a map of its parameters, for sweeps.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/woodpecker_stability/attractors.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::experiments {

// Motions are followed from Table I's state, and from two points of the section: one where stiction is only just lost,
// and one after a strong impact [rad/s].
inline constexpr std::array<const char*, 3> orbit_starts{"table", "gentle", "hard"};
inline constexpr double gentle_omega = 1.0;
inline constexpr double hard_omega = 60.0;
using Orbits = std::array<Orbit, orbit_starts.size()>;

// Inputs: the parameters, where they are not given those of the paper; and `mu`, which takes the place of the friction
// coefficients of all contacts where it is given. Quantities, for each start: how the motion ends (end_table ...),
// its period in returns (period_...: 0 for none, -1 for undecided), and omega_S at its last returns (omega_<k>_...: as
// many as the period has, or as are kept without one). Settings: solver.
std::unique_ptr<sweeps::SweptMap> make_swept_orbits(const problems::WoodpeckerParameters& parameters,
                                                    const Settling& settling, const std::string& solver);
// With the paper's parameters.
std::unique_ptr<sweeps::SweptMap> make_swept_orbits();

// Names of all quantities, and the orbits that their values say.
std::vector<std::string> orbit_quantities(const Settling& settling);
Orbits orbits_of(std::span<const double> quantities, const Settling& settling);

}  // namespace nsdbench::experiments
