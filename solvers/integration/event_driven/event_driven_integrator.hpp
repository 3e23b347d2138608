// The event-driven integration offers more than the contract of all integrators: a motion can be interrupted and
// resumed with its discrete state.
#pragma once

#include <string_view>
#include <utility>

#include "solvers/integration/contact_state.hpp"
#include "solvers/integration/event_driven/event_driven_step.hpp"
#include "solvers/integration/event_driven/event_options.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench {

// The steps that it shows are EventDrivenStep. (state, discrete_state()) determines the further motion, apart from the
// record of impacts that may accumulate.
template <MechanicalSystem S>
class EventDrivenIntegrator : public Integrator<S> {
 public:
  std::string_view name() const final { return "event_driven"; }

  // The same as integrate(), but from (state, discrete_state()) as they were left or set, and not from the state alone.
  // A run that ended at the section goes on to its next crossing.
  Outcome resume(StateOf<S>& state, const Destination<S>& destination, Observer<S>& observer) {
    this->check(state.t, destination);
    Outcome outcome = take_up(state, destination, observer);
    outcome.time = static_cast<double>(state.t);
    return outcome;
  }
  template <class OnStep, class OnEvent>
  Outcome resume(StateOf<S>& state, const Destination<S>& destination, OnStep&& on_step, OnEvent&& on_event) {
    CallableObserver<S, OnStep, OnEvent> observer(std::forward<OnStep>(on_step), std::forward<OnEvent>(on_event));
    return resume(state, destination, observer);
  }
  Outcome resume(StateOf<S>& state, const Destination<S>& destination) {
    Observer<S> nobody;
    return resume(state, destination, nobody);
  }

  virtual const DiscreteState<S>& discrete_state() const = 0;
  // Forgets the impacts that may accumulate, and that the motion was left at a section.
  virtual void set_discrete_state(const DiscreteState<S>& held) = 0;

 protected:
  // The method of resume(). The interval has been checked.
  virtual Outcome take_up(StateOf<S>& state, const Destination<S>& destination, Observer<S>& observer) = 0;
};

}  // namespace nsdbench
