// Reports how an integration with step size adjustment ended.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "experiments/support/adjusted_steps.hpp"
#include "experiments/support/experiment.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments {

// False if the integration did not reach its end: `t` is the time that it reached. The record then says so, and keeps
// what was found until then. Throws std::invalid_argument if the contact solver that was asked for cannot represent the
// contacts.
inline bool completed(Experiment& experiment, const AdjustmentResult& result, double t) {
  experiment.require_applicable(result.solver);
  experiment.method("motion_status", to_string(result.status));
  if (result.completed()) return true;
  std::string sentence = "the integration ended at t = " + support::shortest(t) + " s";
  sentence += ": " + std::string(to_string(result.status));
  if (result.status == AdjustmentStatus::unsolved) {
    sentence += " (the contact solver's status is " + std::string(to_string(result.solver)) + ")";
  }
  experiment.incomplete(sentence + ", after " + std::to_string(result.base_steps) + " base steps");
  return false;
}

}  // namespace nsdbench::experiments
