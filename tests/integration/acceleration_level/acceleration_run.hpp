// A run of the integration on the acceleration level with everything it reports.
#pragma once

#include <string>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/acceleration_level/acceleration_step.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::testing {

template <class S>
struct Run {
  State<S::dof> state;
  Outcome result;
  std::vector<Event<S>> events;
  std::vector<AccelerationSamples<S>> steps;
};

template <class S>
Run<S> run(const S& system, const State<S::dof>& start, double t_end, const std::string& solver_name = "newton",
           const AccelerationOptions& options = {}, double solver_tolerance = 1e-12) {
  SolverOptions solver_options;
  solver_options.tolerance = solver_tolerance;
  const auto solver = make_contact_solver(solver_name, solver_options);
  const auto integrator = make_acceleration_level(system, *solver, options);
  Run<S> made;
  made.state = start;
  made.result = integrator->integrate(
      made.state, {t_end}, [&](const Step<S>& step) { made.steps.push_back(acceleration_samples(step)); },
      [&](const Event<S>& event) { made.events.push_back(event); });
  return made;
}

}  // namespace nsdbench::testing
