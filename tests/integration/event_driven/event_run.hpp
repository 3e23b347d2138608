// A run of the event-driven integration with everything it reports.
#pragma once

#include <string>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::testing {

template <class S>
struct EventRun {
  StateOf<S> state;
  Outcome result;
  std::vector<Event<S>> events;
  DiscreteState<S> held;
};

template <class S>
EventRun<S> run_events(const S& system, const StateOf<S>& start, const ScalarOf<S>& t_end,
                       const EventDrivenOptions& options = {}, const std::string& solver_name = "portfolio") {
  const auto solver = make_contact_solver(solver_name);
  const auto integrator = make_event_driven(system, *solver, options);
  EventRun<S> made;
  made.state = start;
  made.result = integrator->integrate(
      made.state, {t_end}, [](const Step<S>&) {}, [&](const Event<S>& event) { made.events.push_back(event); });
  made.held = integrator->discrete_state();
  return made;
}

}  // namespace nsdbench::testing
