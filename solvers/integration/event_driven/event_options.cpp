#include "solvers/integration/event_driven/event_options.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace nsdbench {

void check(const EventDrivenOptions& options) {
  const auto refuse = [](const char* what, double value, const char* must) {
    std::ostringstream sentence;
    sentence << what << ' ' << value << " is not allowed: it must " << must;
    throw std::invalid_argument(sentence.str());
  };
  const auto not_negative = [&](const char* what, double value) {
    if (!(value >= 0.0) || !std::isfinite(value)) refuse(what, value, "be finite and not negative");
  };
  not_negative("relative tolerance", options.rtol);
  not_negative("absolute tolerance", options.atol);
  if (!(options.largest_step > 0.0) || !std::isfinite(options.largest_step)) {
    refuse("largest step", options.largest_step, "be positive and finite");
  }
  not_negative("gap tolerance", options.gap_tolerance);
  not_negative("velocity tolerance", options.velocity_tolerance);
  if (!(options.slip_tolerance > 0.0) || !std::isfinite(options.slip_tolerance)) {
    refuse("slip tolerance", options.slip_tolerance, "be positive and finite");
  }
  not_negative("largest penetration", options.largest_penetration);
  not_negative("accumulation height", options.accumulation_height);
  if (options.max_events < 0) refuse("event limit", static_cast<double>(options.max_events), "not be negative");
  if (options.max_steps < 0) refuse("step limit", static_cast<double>(options.max_steps), "not be negative");
}

std::string_view to_string(EventDrivenStatus status) {
  switch (status) {
    case EventDrivenStatus::completed:
      return "completed";
    case EventDrivenStatus::stopped:
      return "stopped";
    case EventDrivenStatus::section:
      return "section";
    case EventDrivenStatus::accumulation:
      return "accumulation";
    case EventDrivenStatus::inconsistent:
      return "inconsistent";
    case EventDrivenStatus::indeterminate:
      return "indeterminate";
    case EventDrivenStatus::unsolved:
      return "unsolved";
    case EventDrivenStatus::singular:
      return "singular";
    case EventDrivenStatus::out_of_range:
      return "out_of_range";
    case EventDrivenStatus::event_limit:
      return "event_limit";
    case EventDrivenStatus::step_limit:
      return "step_limit";
    case EventDrivenStatus::step_size:
      return "step_size";
  }
  return "unknown";
}

std::string brief_report(const EventDrivenResult& result) {
  std::ostringstream line;
  line << to_string(result.status) << ": " << result.events << " events, " << result.impacts << " impacts, "
       << result.accumulations << " accumulation points; " << result.steps << " steps (" << result.rejected_steps
       << " rejected), " << result.right_hand_sides << " right-hand sides, " << result.contact_problems
       << " contact problems";
  if (result.solver != SolverStatus::solved) line << "; the last contact problem: " << to_string(result.solver);
  return line.str();
}

}  // namespace nsdbench
