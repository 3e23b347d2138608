#include "experiments/support/run_outcome.hpp"

#include <string>

#include "support/numbers.hpp"

namespace nsdbench::experiments {

void require_applicable(const Experiment& experiment, const Outcome& outcome) {
  experiment.require_applicable(outcome.solver);
  if (outcome.reason == StopReason::impact) {
    experiment.require_integrator("a contact closes with a velocity at t = " + support::shortest(outcome.time) +
                                  " s, and the method does not treat impacts");
  }
}

std::string ending(const Outcome& outcome) {
  return std::string(to_string(outcome.reason)) + " at t = " + support::shortest(outcome.time) + " s";
}

bool completed(Experiment& experiment, const Outcome& outcome) {
  require_applicable(experiment, outcome);
  experiment.method("motion_status", to_string(outcome.reason));
  if (outcome.completed()) return true;
  std::string sentence = "the integration ended at t = " + support::shortest(outcome.time) + " s";
  sentence += ": " + std::string(to_string(outcome.reason));
  if (outcome.reason == StopReason::unsolved) {
    sentence += " (the contact solver's status is " + std::string(to_string(outcome.solver)) + ")";
  }
  experiment.incomplete(sentence + ", after " + std::to_string(outcome.counts.evaluations) +
                        " evaluations of the equations of motion");
  return false;
}

void require_solved(const Outcome& outcome) {
  if (outcome.completed() || outcome.reason == StopReason::stopped || outcome.reason == StopReason::section) return;
  if (outcome.reason != StopReason::unsolved) throw support::ComputationFailed("the motion ended: " + ending(outcome));
  throw UnsolvedContactProblem("the contact problem of the step at t = " + support::shortest(outcome.time) +
                               " s ended " + std::string(to_string(outcome.solver)));
}

}  // namespace nsdbench::experiments
