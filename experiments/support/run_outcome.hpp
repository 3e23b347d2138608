// How experiments report the end of an integrator's run.
#pragma once

#include "experiments/support/experiment.hpp"
#include "solvers/integration/outcome.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments {

// A contact problem stayed unsolved.
class UnsolvedContactProblem : public support::ComputationFailed {
 public:
  using ComputationFailed::ComputationFailed;
};

// Throws std::invalid_argument if the run shows that the contact solver, or the integrator, that was asked for is none
// for such a motion: a contact problem ended `not_applicable`, or contacts close with impacts that the method does not
// treat.
void require_applicable(const Experiment& experiment, const Outcome& outcome);

// False if the integration did not reach its end. The record says so then, and keeps what was found until there. Throws
// like require_applicable().
bool completed(Experiment& experiment, const Outcome& outcome);

// Why a run that was to reach its end did not, for notes: "unsolved at t = 0.1 s".
std::string ending(const Outcome& outcome);

// Throws UnsolvedContactProblem, with the time of the step that stopped it, if a contact problem stayed unsolved, and
// ComputationFailed with the reason unless the run came to its end or where its observer stopped it.
void require_solved(const Outcome& outcome);

}  // namespace nsdbench::experiments
