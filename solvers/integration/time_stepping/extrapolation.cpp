#include "solvers/integration/time_stepping/extrapolation.hpp"

#include <sstream>

namespace nsdbench {

namespace {

[[noreturn]] void refuse(const char* what, double value, const char* must) {
  std::ostringstream sentence;
  sentence << what << ' ' << value << " is not allowed: it must " << must;
  throw std::invalid_argument(sentence.str());
}

void check_tolerance(const char* what, double value) {
  if (!(value >= 0.0) || !std::isfinite(value)) refuse(what, value, "be finite and not negative");
}

}  // namespace

void check_activation_gap(double gap) {
  if (!(gap >= 0.0) || !std::isfinite(gap)) refuse("activation gap [m]", gap, "be finite and not negative");
}

void check(const ExtrapolationOptions& options) {
  constexpr int most = ExtrapolationOptions::most_rows;
  if (options.order < 0 || options.order > most) {
    refuse("order", options.order, "be 1 to 12, or 0 for an order that follows the error");
  }
  if (options.max_order < 1 || options.max_order > most) refuse("largest order", options.max_order, "be 1 to 12");
  check_tolerance("absolute tolerance", options.atol);
  check_tolerance("relative tolerance", options.rtol);
  check_activation_gap(options.activation_gap);
  if (options.order == 0 && options.atol + options.rtol == 0.0) {
    throw std::invalid_argument("absolute and relative tolerance 0 are not allowed: one of them must be positive");
  }
}

}  // namespace nsdbench
