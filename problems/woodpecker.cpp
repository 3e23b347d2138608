#include "problems/woodpecker.hpp"

namespace nsdbench::problems {

template class BasicWoodpecker<double>;

}  // namespace nsdbench::problems
