#include "problems/woodpecker.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<Woodpecker>);
static_assert(BoundedGapJerk<Woodpecker>);

template class BasicWoodpecker<double>;

}  // namespace nsdbench::problems
