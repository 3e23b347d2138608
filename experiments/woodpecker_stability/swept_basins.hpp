// Where motions of the woodpecker end that start with the sleeve at rest, as a map for sweeps.
#pragma once

#include <memory>
#include <string>

#include "experiments/woodpecker_stability/section_attractors.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::experiments {

// Inputs: the parameters, where they are not given those of the paper; the angle `delta` of the bird from its jammed
// rest [rad] and its velocity `omega_S` [rad/s] at the start, with contact 2 closed. Quantity: the basin. The
// attractors are found anew where the parameters are other ones than in the case before. Settings: solver.
std::unique_ptr<sweeps::SweptMap> make_swept_basins();

// For parameters whose attractors are known already. Keeps no reference.
std::unique_ptr<sweeps::SweptMap> make_swept_basins(const problems::WoodpeckerParameters& parameters,
                                                    const SectionAttractors& attractors, const std::string& solver);

}  // namespace nsdbench::experiments
