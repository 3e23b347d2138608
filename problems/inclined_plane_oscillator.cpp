#include "problems/inclined_plane_oscillator.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<InclinedPlaneOscillator>);
static_assert(BoundedGapJerk<InclinedPlaneOscillator>);

template class BasicInclinedPlaneOscillator<double>;

}  // namespace nsdbench::problems
