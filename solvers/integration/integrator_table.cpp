#include "solvers/integration/integrator_table.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace nsdbench {

std::span<const IntegratorInfo> integrator_table() {
  static constexpr auto table = std::to_array<IntegratorInfo>(
      {{"moreau", "Moreau's midpoint rule with the fixed step dt", "Glocker & Studer 2005, sec. 5", true, true, false,
        false, true, true},
       {"moreau_adjusted",
        "Moreau's midpoint rule with step size adjustment between dt_min and dt_max, and with extrapolation in smooth "
        "parts",
        "Studer, Leine & Glocker 2008, sec. 9", true, true, true, true, true, true},
       {"event_driven",
        "smooth phases by collocation of high order between events that are located to rounding, steps up to dt_max",
        "Pfeiffer & Glocker 1996; Acary & Brogliato 2008, event-driven schemes", true, false, false},
       {"acceleration_level",
        "contact forces from accelerations, an embedded Runge-Kutta pair with steps up to dt_max; for motions without "
        "impacts",
        "Woesle & Pfeiffer 1996, secs 2-6", false, false, false},
       {"implicit_euler",
        "implicit Euler with complementarity constraints on positions, every step a program, with steps up to dt",
        "Chaturvedi, Sandu & Sandu, sec. 2", true, true, false, false, false}});
  return table;
}

const IntegratorInfo& integrator_named(std::string_view name) {
  std::string known;
  for (const IntegratorInfo& info : integrator_table()) {
    if (info.name == name) return info;
    known += (known.empty() ? "" : ", ") + std::string(info.name);
  }
  throw std::invalid_argument("unknown integrator '" + std::string(name) + "'; known are " + known);
}

StepSizeOptions step_size_options(const IntegratorSettings& settings) {
  StepSizeOptions sizes;
  sizes.dt_min *= settings.time_scale;
  sizes.dt_max *= settings.time_scale;
  if (settings.dt_min != 0.0) sizes.dt_min = settings.dt_min;
  if (settings.dt_max != 0.0) sizes.dt_max = settings.dt_max;
  sizes.max_evaluations = settings.max_evaluations;
  return sizes;
}

ExtrapolationOptions extrapolation_options(const IntegratorSettings& settings) {
  ExtrapolationOptions options;
  options.order = settings.order;
  options.activation_gap = settings.activation_gap;
  // One tolerance for positions and velocities.
  options.atol *= settings.length_scale * std::min(1.0, 1.0 / settings.time_scale);
  if (settings.atol == 0.0 && settings.rtol == 0.0) return options;
  options.atol = settings.atol;  // 0 beside an rtol means 0
  options.rtol = settings.rtol;
  return options;
}

}  // namespace nsdbench
