// From the command line's settings to an integration with step size adjustment, and back to a word on how it ended.
#pragma once

#include <algorithm>
#include <iostream>
#include <limits>
#include <string>

#include "experiments/support/experiment.hpp"
#include "solvers/integration/step_size_adjustment.hpp"

namespace nsdbench::experiments {

inline StepSizeOptions step_sizes(const StepControl& control) {
  StepSizeOptions sizes;
  sizes.dt_min = control.dt_min;
  sizes.dt_max = control.dt_max;
  sizes.max_base_steps = control.step_limit;
  return sizes;
}

// Settings by which a quantity's uncertainty is estimated: a tenth of dt_min, as far as times up to `end` have digits
// for it, and half of dt_max.
inline StepSizeOptions finer(StepSizeOptions sizes, double end) {
  sizes.dt_min = std::max(0.1 * sizes.dt_min, 128.0 * std::numeric_limits<double>::epsilon() * end);
  sizes.dt_max = std::max(0.5 * sizes.dt_max, sizes.dt_min);
  return sizes;
}

// With rows up to order 6 where the order follows the error: the n_max of Studer et al. 2008, sec. 10.4, which the
// paper does not print for the other examples.
inline ExtrapolationOptions extrapolation(const StepControl& control) {
  ExtrapolationOptions options;
  options.order = control.order;
  options.max_order = 6;
  options.atol = control.atol;
  options.rtol = control.rtol;
  return options;
}

// True if the integration did not reach its end: `t` is how far it came. The record says so then, and keeps what was
// found until there. Throws std::invalid_argument if the contact solver that was asked for is none for such contacts.
inline bool ended_early(Experiment& experiment, const AdjustmentResult& result, double t) {
  if (result.completed()) return false;
  if (result.solver == SolverStatus::not_applicable) {
    throw std::invalid_argument("option --solver: '" + experiment.options().solver +
                                "' does not apply to the contacts of this experiment");
  }
  const std::string sentence = "the integration ended at t = " + std::to_string(t) +
                               " s: " + std::string(to_string(result.status)) +
                               (result.status == AdjustmentStatus::unsolved
                                    ? " (the contact solver's status is " + std::string(to_string(result.solver)) + ")"
                                    : "") +
                               ", after " + std::to_string(result.base_steps) + " base steps";
  experiment.progress().clear();
  std::cerr << sentence << '\n';
  experiment.note("The run ended early: " + sentence + ". What follows from the rest of the motion is left out.");
  return true;
}

}  // namespace nsdbench::experiments
