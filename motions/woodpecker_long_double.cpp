// Event-driven integration and step size adjustment alone, for what asks for more digits than double has.
#include "problems/woodpecker.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"

NSDBENCH_INSTANTIATE_MOREAU_ADJUSTED(nsdbench::problems::BasicWoodpecker<long double>);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::problems::BasicWoodpecker<long double>);
