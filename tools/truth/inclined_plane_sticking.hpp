// Motions of the body on the inclined plane that stick once a revolution: in an object of its own, which is compiled
// for other number types than the rest.
#pragma once

#include <vector>

#include "problems/inclined_plane_oscillator.hpp"
#include "tools/truth/truth_file.hpp"

namespace nsdbench::truth {

// By events in long double, with the errors that the motion in double shows.
TrueMotion inclined_plane_sticking(const char* name, const problems::InclinedPlaneOscillatorParameters& parameters,
                                   const std::vector<double>& times);

}  // namespace nsdbench::truth
