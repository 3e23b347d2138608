#include "solvers/integration/time_stepping/step_size_adjustment.hpp"

#include <sstream>

#include "solvers/integration/time_stepping/smallest_step.hpp"

namespace nsdbench {

void check(const StepSizeOptions& options, double latest, double epsilon) {
  const auto refuse = [](const char* what, double value, const char* must) {
    std::ostringstream sentence;
    sentence << what << ' ' << value << " s is not allowed: it must " << must;
    throw std::invalid_argument(sentence.str());
  };
  if (!(options.dt_min > 0.0) || !std::isfinite(options.dt_min)) {
    refuse("smallest step", options.dt_min, "be positive and finite");
  }
  if (!(options.dt_max >= options.dt_min) || !std::isfinite(options.dt_max)) {
    refuse("largest step", options.dt_max, "be finite and not smaller than the smallest step");
  }
  if (!(options.dt_min >= least_dt_min(latest, epsilon))) {
    std::ostringstream sentence;
    sentence << "smallest step " << options.dt_min << " s is not allowed: it is lost in the rounding of times up to "
             << latest << " s";
    throw std::invalid_argument(sentence.str());
  }
  if (options.max_evaluations < 0) {
    throw std::invalid_argument("limit of " + std::to_string(options.max_evaluations) +
                                " base steps is not allowed: it must not be negative");
  }
  if (!(options.time_limit >= 0.0)) refuse("time limit", options.time_limit, "not be negative");
}

}  // namespace nsdbench
