// How a run of an integrator ended and what it took: the same words and numbers for every method.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "solvers/contact/solver.hpp"

namespace nsdbench {

// Why a run ended.
enum class StopReason : std::uint8_t {
  completed,      // the end time is reached
  stopped,        // by the observer
  section,        // the section function rose through zero: the state lies there
  accumulation,   // of impacts, where the options ask to stop there
  impact,         // a contact closes with a velocity, which the method does not treat
  inconsistent,   // it is shown that no contact forces satisfy the laws (Painleve), or they grow beyond bounds
  indeterminate,  // more than one set of contact forces does, or may where that is not enumerated
  unsolved,       // a contact problem, or the program of a step, stayed unsolved; `solver` says why
  singular,       // the mass matrix is not positive definite, or something is not finite
  out_of_range,   // the system says that its kinematics do not hold any longer
  event_limit,    // the largest number of events, or too many events at one instant
  step_limit,     // the largest number of evaluations of the equations of motion
  time_limit,     // the longest computing time
  step_size       // steps would have to be smaller than the rounding of times
};

// One or two plain words, as they stand in records: "completed", "step limit", ...
std::string_view to_string(StopReason reason);

// How much work a run was. A count that a method does not have stays zero.
struct RunCounts {
  long accepted_steps = 0;
  long rejected_for_accuracy = 0;
  long rejected_for_events = 0;  // steps in which the contacts switched, or that were cut to come near an event
  long forced_steps = 0;         // accepted at the smallest size, less accurate than asked for
  // Evaluations of the equations of motion, also in rejected steps: steps of the midpoint rule, right-hand sides,
  // evaluations of a step's program. The common measure of work.
  long evaluations = 0;
  long contact_problems = 0;   // contact problems, or programs of a step, that were set up and given to a solver
  long solver_iterations = 0;  // of all of them
  long unsolved_problems = 0;  // among them, in steps that were tried again
  long events = 0;             // events shown to the observer: switching points, transitions
  long impacts = 0;            // events in which velocities jump
  // Steps with a gap that was not bounded between the instants at which it was read: a contact may have closed and
  // opened again unseen. Zero says that none has, as far as the bounds that the method uses hold.
  long unresolved_gaps = 0;
  // Contacts that began with a slip which the method's tolerance does not tell from rest, and were stopped.
  long unresolved_slips = 0;
  long accumulations = 0;  // accumulation points of impacts that were passed
  // Impacts between gaps below the gap tolerance of which it is not known whether there are infinitely many of them:
  // the motion from there on is one of several.
  long unresolved_accumulations = 0;
  // Impacts of which the contact solver's answer could not be refined, and leaves more than the velocity tolerance.
  long inaccurate_impacts = 0;
};

// Whatever the reason, the state that was passed to the run is then the last state of the motion.
struct Outcome {
  StopReason reason = StopReason::completed;
  SolverStatus solver = SolverStatus::solved;  // of the contact problem that ended the run, or `solved`
  double time = 0.0;                           // reached [s]
  RunCounts counts;

  bool completed() const { return reason == StopReason::completed; }
};

// One line: why and when the run ended, and the counts that are not zero.
std::string brief_report(const Outcome& outcome);

}  // namespace nsdbench
