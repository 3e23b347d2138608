#include "problems/inclined_plane_oscillator.hpp"

#include "solvers/integration/integrator_table_definitions.hpp"

NSDBENCH_INSTANTIATE_INTEGRATORS(nsdbench::problems::InclinedPlaneOscillator);
