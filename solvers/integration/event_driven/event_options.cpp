#include "solvers/integration/event_driven/event_options.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace nsdbench {

namespace {

// The gap tolerance is 1e4 times as large: beyond a hundredth of the length scale it would be no tolerance.
constexpr double largest_accuracy = 1e-6;

}  // namespace

void check(const EventDrivenOptions& options) {
  const auto refuse = [](const char* what, double value, const char* must) {
    std::ostringstream sentence;
    sentence << what << ' ' << value << " is not allowed: it must " << must;
    throw std::invalid_argument(sentence.str());
  };
  const auto not_negative = [&](const char* what, double value) {
    if (!(value >= 0.0) || !std::isfinite(value)) refuse(what, value, "be finite and not negative");
  };
  const auto positive = [&](const char* what, double value) {
    if (!(value > 0.0) || !std::isfinite(value)) refuse(what, value, "be positive and finite");
  };
  not_negative("accuracy", options.accuracy);
  if (options.accuracy > largest_accuracy) refuse("accuracy", options.accuracy, "not exceed 1e-6");
  positive("length scale", options.length_scale);
  positive("time scale", options.time_scale);
  not_negative("relative tolerance", options.rtol);
  not_negative("absolute tolerance", options.atol);
  positive("largest step", options.largest_step);
  not_negative("gap tolerance", options.gap_tolerance);
  not_negative("velocity tolerance", options.velocity_tolerance);
  positive("slip tolerance", options.slip_tolerance);
  not_negative("largest penetration", options.largest_penetration);
  not_negative("accumulation height", options.accumulation_height);
  if (options.max_events < 0) refuse("event limit", static_cast<double>(options.max_events), "not be negative");
  if (options.max_evaluations < 0)
    refuse("step limit", static_cast<double>(options.max_evaluations), "not be negative");
}

EventDrivenOptions in_si_units(EventDrivenOptions options) {
  const double length = options.length_scale;
  const double time = options.time_scale;
  options.largest_step *= time;
  for (double* velocity : {&options.atol, &options.velocity_tolerance, &options.slip_tolerance}) {
    *velocity *= length / time;
  }
  for (double* gap : {&options.gap_tolerance, &options.largest_penetration, &options.accumulation_height}) {
    *gap *= length;
  }
  return options;
}

}  // namespace nsdbench
