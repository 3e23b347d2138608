#include "solvers/integration/outcome.hpp"

#include <array>
#include <sstream>
#include <utility>

namespace nsdbench {

std::string_view to_string(StopReason reason) {
  switch (reason) {
    case StopReason::completed:
      return "completed";
    case StopReason::stopped:
      return "stopped";
    case StopReason::section:
      return "section";
    case StopReason::accumulation:
      return "accumulation";
    case StopReason::impact:
      return "impact";
    case StopReason::inconsistent:
      return "inconsistent";
    case StopReason::indeterminate:
      return "indeterminate";
    case StopReason::unsolved:
      return "unsolved";
    case StopReason::singular:
      return "singular";
    case StopReason::out_of_range:
      return "out of range";
    case StopReason::event_limit:
      return "event limit";
    case StopReason::step_limit:
      return "step limit";
    case StopReason::time_limit:
      return "time limit";
    case StopReason::step_size:
      return "step size";
  }
  return "unknown";
}

std::string brief_report(const Outcome& outcome) {
  const RunCounts& counts = outcome.counts;
  const std::array<std::pair<long, const char*>, 15> entries{
      {{counts.accepted_steps, "accepted steps"},
       {counts.rejected_for_accuracy, "rejected for accuracy"},
       {counts.rejected_for_events, "rejected for events"},
       {counts.forced_steps, "forced"},
       {counts.evaluations, "evaluations"},
       {counts.contact_problems, "contact problems"},
       {counts.solver_iterations, "solver iterations"},
       {counts.unsolved_problems, "unsolved"},
       {counts.events, "events"},
       {counts.impacts, "impacts"},
       {counts.accumulations, "accumulations"},
       {counts.unresolved_gaps, "unresolved gaps"},
       {counts.unresolved_slips, "unresolved slips"},
       {counts.unresolved_accumulations, "unresolved accumulations"},
       {counts.inaccurate_impacts, "inaccurate impacts"}}};
  std::ostringstream line;
  line << to_string(outcome.reason);
  if (outcome.solver != SolverStatus::solved) line << " (contact solver: " << to_string(outcome.solver) << ")";
  line << " at t = " << outcome.time << " s";
  const char* separator = ": ";
  for (const auto& [count, what] : entries) {
    if (count == 0) continue;
    line << separator << count << ' ' << what;
    separator = ", ";
  }
  return line.str();
}

}  // namespace nsdbench
