// The kind of motion from rest as a map of the mechanism's parameters, for sweeps.
#pragma once

#include <memory>

#include "experiments/inclined_plane_motion_map/motions.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::experiments::motion_map {

// Inputs: the parameters, where they are not given those of the paper; and `friction`, which takes the place of both mu
// and mu_0 where it is given. Quantity: the motion (motions.hpp). Settings: solver and integrator, where they are
// not given those of `method`.
std::unique_ptr<sweeps::SweptMap> make_swept_motions(const problems::InclinedPlaneOscillatorParameters& parameters,
                                                     const Method& method);
// With the paper's parameters, by the midpoint rule. Throws std::invalid_argument if they cannot be read.
std::unique_ptr<sweeps::SweptMap> make_swept_motions();

}  // namespace nsdbench::experiments::motion_map
