// How an experiment reports an integration that stopped before its end.
#pragma once

#include <string>

#include "experiments/support/run_outcome.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments {

// Throws UnsolvedContactProblem, with the time `t` and size `dt` of the step that stopped it, unless `result` says that
// the integration came to its end.
inline void require_solved(const IntegrationResult& result, double t, double dt) {
  if (result.completed()) return;
  throw UnsolvedContactProblem("the contact problem of the step at t = " + std::to_string(t) + " s with dt = " +
                               std::to_string(dt) + " s ended " + std::string(to_string(result.status)));
}

}  // namespace nsdbench::experiments
