// The steps of the event-driven integration with the contact forces that belong to them.
#pragma once

#include <cstddef>

#include "solvers/integration/event_driven/event_driven_step.hpp"
#include "solvers/integration/event_driven/held_modes.hpp"
#include "solvers/integration/event_driven/smooth_step.hpp"

namespace nsdbench {

// A smooth step with the forces that belong to its held modes.
template <AccelerationLevelSystem S>
class HeldStep final : public EventDrivenStep<S> {
 public:
  HeldStep(const S& system, HeldModes<S>& modes) : system_(system), held_modes_(modes) {}
  // Keeps references to both; `end` is the state from which the motion continues.
  void show(const SmoothStep<S>& step, const StateOf<S>& end) { EventDrivenStep<S>::show(step, step.held(), end); }

  ModeVector<S> modes() const override { return modes_of(system_, this->held().contacts); }
  ContactForces<S> forces(const StateOf<S>& state) const override {
    HeldAnswer<S> answer;
    held_modes_.evaluate(state, this->held(), answer);
    ContactForces<S> forces;
    for (int i = 0; i < S::contact_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      forces.normal(i) = answer.normal_forces[k];
      forces.tangential.row(i) = answer.tangential_forces[k].transpose();
    }
    return forces;
  }

 private:
  const S& system_;
  HeldModes<S>& held_modes_;
};

}  // namespace nsdbench
