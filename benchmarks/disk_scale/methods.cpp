#include "benchmarks/disk_scale/methods.hpp"

#include <algorithm>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::disk_scale {

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const RoundMethod method : all_round_methods) all.emplace_back(to_string(method));
    return all;
  }();
  return names;
}

Budget budget_of(double seconds, int disks) {
  constexpr double most = 1e6;
  const double sweep = 2e-8 * disks;
  const double newton_step = 2e-8 * elementary::pow(static_cast<double>(disks), 1.6);
  return {static_cast<int>(std::clamp(seconds / sweep, 10.0, most)),
          static_cast<int>(std::clamp(seconds / newton_step, 1.0, most))};
}

bool affordable(const std::string& method, const Budget& budget) {
  constexpr int usual = 100;
  const bool sweeps_alone =
      method == to_string(RoundMethod::psor) || method == to_string(RoundMethod::conjugate_gradient);
  return sweeps_alone || budget.newton_steps >= usual;
}

std::string reference_method(const Budget& budget) {
  const std::string portfolio(to_string(RoundMethod::portfolio));
  return affordable(portfolio, budget) ? portfolio : std::string(to_string(RoundMethod::conjugate_gradient));
}

RoundSolverOptions options_of(const SolveSetting& setting) {
  RoundSolverOptions options;
  options.tolerance = setting.tolerance;
  options.threads = setting.threads;
  for (const RoundMethod method : all_round_methods) {
    if (to_string(method) == setting.method) options.method = method;
  }
  if (options.method == RoundMethod::portfolio) {
    options.max_newton_steps = std::clamp(setting.budget.newton_steps / 5, 1, options.max_newton_steps);
  } else {
    options.max_sweeps = setting.budget.sweeps;
    options.max_newton_steps = setting.budget.newton_steps;
  }
  return options;
}

}  // namespace nsdbench::disk_scale
