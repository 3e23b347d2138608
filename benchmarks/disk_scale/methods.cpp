#include "benchmarks/disk_scale/methods.hpp"

namespace nsdbench::disk_scale {

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = {"psor", "conjugate_gradient"};
  return names;
}

const std::string& reference_method() { return method_names().back(); }

RoundSolverOptions options_of(const SolveSetting& setting) {
  RoundSolverOptions options;
  options.tolerance = setting.tolerance;
  options.threads = setting.threads;
  options.max_sweeps = setting.iterations;
  options.acceleration = setting.method == "psor" ? RoundAcceleration::none : RoundAcceleration::conjugate_gradient;
  return options;
}

}  // namespace nsdbench::disk_scale
