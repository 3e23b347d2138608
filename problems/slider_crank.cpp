#include "problems/slider_crank.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<SliderCrank>);
static_assert(BoundedGapJerk<SliderCrank>);

template class BasicSliderCrank<double>;

}  // namespace nsdbench::problems
