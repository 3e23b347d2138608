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
  if (options.max_evaluations < 0)
    refuse("step limit", static_cast<double>(options.max_evaluations), "not be negative");
}

}  // namespace nsdbench
