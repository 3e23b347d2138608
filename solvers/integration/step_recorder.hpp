// Shared by all methods whose contacts switch within steps and whose steps have no dense output.
#pragma once

#include <optional>

#include "solvers/integration/integrator.hpp"
#include "solvers/integration/section.hpp"

namespace nsdbench {

// The event of a step whose contacts are in other modes than before it. A normal law that begins to hold is an impact:
// within a step it cannot be told from a contact that closes smoothly.
template <MechanicalSystem S>
Event<S> mode_change(const Step<S>& step, const ModeVector<S>& modes_before) {
  Event<S> event;
  event.t = step.middle();
  event.before = step.begin();
  event.after = step.end();
  event.modes_before = modes_before;
  event.modes_after = step.modes();
  event.percussions = step.percussions();
  event.contact_work = step.contact_work();
  for (std::size_t i = 0; i < event.hit.size(); ++i) {
    event.hit[i] = event.modes_after.normal[i] == Mode::constraint && modes_before.normal[i] != Mode::constraint;
    event.impact = event.impact || event.hit[i];
  }
  return event;
}

// Shows accepted steps to an observer: each one, then its event if its modes are not those of the step before; then
// looks whether the section lies in it. Counts steps, events and impacts. The first step has no event: time stepping
// does not tell a contact that was closed at the start from one that closes in that step.
template <MechanicalSystem S>
class StepRecorder {
 public:
  // Keeps references to all arguments.
  StepRecorder(const Destination<S>& destination, Observer<S>& observer, RunCounts& counts)
      : destination_(destination), observer_(observer), counts_(counts), has_section_(destination.section) {}

  // Why the run ends with this step, if it does. At the section `state`, the end of the step, becomes the crossing, by
  // linear interpolation.
  template <class MethodStep>
  std::optional<StopReason> accept(const MethodStep& step, StateOf<S>& state) {
    ++counts_.accepted_steps;
    if (!observer_.on_step(step)) return StopReason::stopped;
    if (!step.has_modes(modes_)) [[unlikely]] {
      if (!pass_change(step)) return StopReason::stopped;
    }
    if (has_section_) [[unlikely]]
      return look_for_section(step, state);
    return std::nullopt;
  }

 private:
  bool pass_change(const Step<S>& step) {
    const ModeVector<S> before = modes_;
    modes_ = step.modes();
    if (counts_.accepted_steps == 1) return true;  // nobody knows the modes before
    const Event<S> event = mode_change(step, before);
    ++counts_.events;
    if (event.impact) ++counts_.impacts;
    return observer_.on_event(event);
  }

  std::optional<StopReason> look_for_section(const Step<S>& step, StateOf<S>& state) const {
    const auto crossing = upward_crossing(step.begin(), step.end(), destination_.section);
    if (!crossing) return std::nullopt;
    state = *crossing;
    return StopReason::section;
  }

  const Destination<S>& destination_;
  Observer<S>& observer_;
  RunCounts& counts_;
  ModeVector<S> modes_;  // of the step before; as without contact at the start
  bool has_section_;
};

}  // namespace nsdbench
