#include "solvers/integration/acceleration_level/acceleration_options.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace nsdbench {

AccelerationTolerances::AccelerationTolerances(const AccelerationOptions& options, double scale)
    : atol_position(options.atol * std::min(scale * options.time_scale, 1.0)),
      atol_velocity(options.atol * std::min(scale, 1.0)),
      velocity(options.velocity_tolerance * scale),
      acceleration(options.acceleration_tolerance * scale / options.time_scale),
      gap(options.gap_tolerance * scale * options.time_scale),
      penetration(options.largest_penetration * scale * options.time_scale),
      gap_resolution(1e-12 * scale * options.time_scale) {}

void check(const AccelerationOptions& options, double latest) {
  const auto refuse = [](const char* what, double value, const char* must) {
    std::ostringstream sentence;
    sentence << what << ' ' << value << " is not allowed: it must " << must;
    throw std::invalid_argument(sentence.str());
  };
  const auto positive = [&](const char* what, double value) {
    if (!(value > 0.0) || !std::isfinite(value)) refuse(what, value, "be positive and finite");
  };
  if (!(options.velocity_scale >= 0.0) || !std::isfinite(options.velocity_scale)) {
    refuse("velocity scale", options.velocity_scale, "be finite and not negative");
  }
  positive("time scale", options.time_scale);
  positive("absolute tolerance", options.atol);
  if (!(options.rtol >= 0.0) || !std::isfinite(options.rtol)) {
    refuse("relative tolerance", options.rtol, "be finite and not negative");
  }
  positive("smallest step", options.smallest_step);
  if (!(options.largest_step >= options.smallest_step) || !std::isfinite(options.largest_step)) {
    refuse("largest step", options.largest_step, "be finite and not smaller than the smallest step");
  }
  positive("velocity tolerance", options.velocity_tolerance);
  constexpr double times_atol = 100.0;
  if (!(options.velocity_tolerance >= times_atol * options.atol)) {
    refuse("velocity tolerance", options.velocity_tolerance, "be 100 times the absolute tolerance or more");
  }
  positive("acceleration tolerance", options.acceleration_tolerance);
  positive("gap tolerance", options.gap_tolerance);
  positive("largest penetration", options.largest_penetration);
  if (options.max_evaluations < 0) {
    refuse("step limit", static_cast<double>(options.max_evaluations), "not be negative");
  }
  if (!(latest + 0.25 * options.smallest_step > latest)) {
    std::ostringstream must;
    must << "not be lost in the rounding of times up to " << latest << " s";
    refuse("smallest step", options.smallest_step, must.str().c_str());
  }
}

}  // namespace nsdbench
