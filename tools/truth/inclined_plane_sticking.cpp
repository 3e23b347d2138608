#include "tools/truth/inclined_plane_sticking.hpp"

#include "tools/truth/event_truth.hpp"

namespace nsdbench::truth {

TrueMotion inclined_plane_sticking(const char* name, const problems::InclinedPlaneOscillatorParameters& parameters,
                                   const std::vector<double>& times) {
  return motion_by_events(name, problems::BasicInclinedPlaneOscillator<long double>(parameters),
                          problems::BasicInclinedPlaneOscillator<double>(parameters), times,
                          {"long double", tolerance_of(1e-17, 1e-8)}, {"double", tolerance_of(1e-14, 3e-8)}, true);
}

}  // namespace nsdbench::truth
