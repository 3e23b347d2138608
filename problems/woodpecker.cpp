#include "problems/woodpecker.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<Woodpecker>);

template class BasicWoodpecker<double>;

}  // namespace nsdbench::problems
