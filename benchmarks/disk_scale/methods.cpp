#include "benchmarks/disk_scale/methods.hpp"

namespace nsdbench::disk_scale {

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const RoundMethod method : all_round_methods) all.emplace_back(to_string(method));
    return all;
  }();
  return names;
}

const std::string& reference_method() { return method_names().back(); }

RoundSolverOptions options_of(const SolveSetting& setting) {
  RoundSolverOptions options;
  options.tolerance = setting.tolerance;
  options.threads = setting.threads;
  options.max_sweeps = setting.iterations;
  for (const RoundMethod method : all_round_methods) {
    if (to_string(method) == setting.method) options.method = method;
  }
  return options;
}

}  // namespace nsdbench::disk_scale
