// Event-driven integration for the computation that needs more digits than double has.
#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"

NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::problems::BasicInclinedPlaneOscillator<long double>);
