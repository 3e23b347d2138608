// For every method of the table of integrators a motion that it can integrate and whose positions are known exactly,
// with impacts if the method treats them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "problems/damped_oscillator.hpp"
#include "problems/impact_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

namespace nsdbench::testing {

inline std::vector<std::string> integrator_names() {
  std::vector<std::string> names;
  for (const IntegratorInfo& info : integrator_table()) names.emplace_back(info.name);
  return names;
}

// Calls visit(system, exact, t_end), where exact.position(t) is the first coordinate, with the first of these that the
// method integrates to the end: the impact oscillator of Studer et al. 2008, the same without rebound, the damped
// oscillator, which has no impacts.
template <class Visit>
void with_suitable_motion(std::string_view name, const Visit& visit) {
  constexpr double t_end = 0.75;  // [s]
  const auto suits = [&](const auto& system) {
    if (!why_not_applicable(name, system).empty()) return false;
    const auto solver = make_contact_solver("lemke");
    auto state = system.initial_state();
    return make_integrator(name, system, *solver, IntegratorSettings::of_size(1e-2, 2))
        ->integrate(state, {t_end})
        .completed();
  };
  auto parameters = impact_oscillator_parameters();
  for (const double restitution : {parameters.epsilon_N, 0.0}) {
    parameters.epsilon_N = restitution;
    const problems::ImpactOscillator system(parameters);
    if (suits(system)) return visit(system, problems::ExactImpactOscillator(parameters), t_end);
  }
  const problems::DampedOscillator smooth(damped_oscillator_parameters());
  REQUIRE(suits(smooth));
  visit(smooth, problems::ExactDampedOscillator(damped_oscillator_parameters()), t_end);
}

}  // namespace nsdbench::testing
