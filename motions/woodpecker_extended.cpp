// Event-driven integration and step size adjustment alone, for what asks for more digits than double has.
#include "problems/woodpecker.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"
#include "solvers/linear_algebra/extended.hpp"

NSDBENCH_INSTANTIATE_MOREAU_ADJUSTED(nsdbench::problems::BasicWoodpecker<nsdbench::Extended>);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::problems::BasicWoodpecker<nsdbench::Extended>);
