#include "solvers/integration/implicit_euler/complementarity_program.hpp"

#include <sstream>

namespace nsdbench {

void check(const ComplementarityProgramOptions& options) {
  const auto refuse = [](const char* name, double value, const char* unit, const char* rule) {
    std::ostringstream sentence;
    sentence << name << " = " << value << ' ' << unit << " is not allowed: it must be " << rule;
    throw std::invalid_argument(sentence.str());
  };
  const auto positive = [&](const char* name, double value, const char* unit) {
    if (!(value > 0.0) || !std::isfinite(value)) refuse(name, value, unit, "positive and finite");
  };
  positive("h_min", options.h_min, "s");
  positive("h_max", options.h_max, "s");
  if (options.h_min > options.h_max) {
    std::ostringstream sentence;
    sentence << "h_min = " << options.h_min << " s is not allowed: it must not exceed h_max = " << options.h_max
             << " s";
    throw std::invalid_argument(sentence.str());
  }
  positive("landing tolerance", options.landing_tolerance, "m");
  positive("equation tolerance", options.equation_tolerance, "N");
  positive("gap tolerance", options.gap_tolerance, "m");
}

}  // namespace nsdbench
