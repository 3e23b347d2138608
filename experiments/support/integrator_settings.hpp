// Turns command-line options into the settings of an integrator chosen by name.
#pragma once

#include "experiments/support/run_options.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments {

// Where steps are adjusted and there is no --dt, a method with a fixed step takes --dt-max.
inline IntegratorSettings integrator_settings(const RunOptions& options) {
  IntegratorSettings settings;
  settings.dt = options.dt.value_or(0.0);
  if (options.control) {
    if (!options.dt) settings.dt = options.control->dt_max;
    settings.dt_min = options.control->dt_min;
    settings.dt_max = options.control->dt_max;
    settings.order = options.control->order;
    settings.atol = options.control->atol;
    settings.rtol = options.control->rtol;
    settings.max_steps = options.control->step_limit;
  }
  return settings;
}

// Finer settings, from which the uncertainty of a quantity is estimated, for any method: half of all steps, a tenth of
// the tolerances.
inline IntegratorSettings finer_settings(IntegratorSettings settings) {
  settings.dt *= 0.5;
  settings.dt_min *= 0.5;
  settings.dt_max *= 0.5;
  settings.atol *= 0.1;
  settings.rtol *= 0.1;
  return settings;
}

}  // namespace nsdbench::experiments
