#include "problems/sliding_point_mass.hpp"

#include "solvers/integration/integrator_table_definitions.hpp"

NSDBENCH_INSTANTIATE_INTEGRATORS(nsdbench::problems::SlidingPointMass);
