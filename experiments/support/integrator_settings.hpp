// Turns command-line options into the settings of an integrator: the one place where that is done.
#pragma once

#include <string_view>

#include "experiments/support/run_options.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments {

// Of experiments with --dt-min and --dt-max. A fixed step has to resolve both switching points and smooth parts: it is
// the geometric mean of the two, unless there is --dt.
IntegratorSettings integrator_settings(const StepControl& control);

// Of experiments in which --dt alone says how fine a run is. `moreau_adjusted`: dt_min = dt / 10, dt_max = 20 dt, and
// the tolerance 1e-3 dt (1e-8 m, m/s, rad, rad/s at dt = 1e-5 s). `event_driven`: dt_max = 1000 dt, and tolerances of
// its own. Numbers in s.
IntegratorSettings integrator_settings(std::string_view integrator, double dt);

// Of any experiment, by the options that it has.
IntegratorSettings integrator_settings(const RunOptions& options);

}  // namespace nsdbench::experiments
