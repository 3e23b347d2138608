// What the slider does in its guide as a map of the parameters, for sweeps.
#pragma once

#include <memory>

#include "sweeps/swept_map.hpp"

namespace nsdbench::experiments::slider_crank {

// Inputs: the parameters of Flores, Leine & Glocker 2010; `tilt_rate`, the angular velocity that the slider is given at
// the start and each time its centre passes the middle of the guide [rad/s] (events.hpp); and `revolutions` of the
// crank. Quantities: statistics of the revolutions by the event-driven integrator (revolutions.hpp). Settings: solver.
// A case fails whose crank does not complete the revolutions.
std::unique_ptr<sweeps::SweptMap> make_swept_joint();

}  // namespace nsdbench::experiments::slider_crank
