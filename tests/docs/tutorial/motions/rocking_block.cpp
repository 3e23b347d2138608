#include "problems/rocking_block.hpp"

#include "solvers/integration/integrator_table_definitions.hpp"

NSDBENCH_INSTANTIATE_INTEGRATORS(nsdbench::problems::RockingBlock);
