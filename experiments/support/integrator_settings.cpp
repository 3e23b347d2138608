#include "experiments/support/integrator_settings.hpp"

#include <cmath>

namespace nsdbench::experiments {

IntegratorSettings integrator_settings(const StepControl& control) {
  IntegratorSettings settings;
  settings.dt = std::sqrt(control.dt_min * control.dt_max);
  settings.dt_min = control.dt_min;
  settings.dt_max = control.dt_max;
  settings.order = control.order;
  settings.atol = control.atol;
  settings.rtol = control.rtol;
  settings.max_evaluations = control.step_limit;
  settings.activation_gap = control.activation_gap;
  return settings;
}

IntegratorSettings integrator_settings(std::string_view integrator, double dt) {
  IntegratorSettings settings;
  settings.dt = dt;
  settings.max_evaluations = StepControl().step_limit;
  if (integrator == "moreau_adjusted") {
    settings.dt_min = dt / 10.0;
    settings.dt_max = 20.0 * dt;
    settings.atol = dt / 1000.0;
  }
  if (integrator == "event_driven") settings.dt_max = 1000.0 * dt;
  return settings;
}

IntegratorSettings integrator_settings(const RunOptions& options) {
  if (!options.control) return integrator_settings(options.integrator, options.dt.value_or(0.0));
  IntegratorSettings settings = integrator_settings(*options.control);
  if (options.dt) settings.dt = *options.dt;
  return settings;
}

}  // namespace nsdbench::experiments
