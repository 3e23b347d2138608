// A motion by event-driven integration, to be looked up at any time: the truth between the instants of a truth file.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/integration/event_driven/event_driven.hpp"

namespace nsdbench {

template <AccelerationLevelSystem S>
class EventDrivenTrajectory {
 public:
  using Scalar = ScalarOf<S>;

  // From `start` to t_end, to the rounding of Scalar unless the options say otherwise. System and solver are not kept.
  // Throws std::runtime_error if the integration ends early.
  EventDrivenTrajectory(const S& system, ContactSolver& solver, StateOf<S> start, const Scalar& t_end,
                        const EventDrivenOptions& options = {}) {
    EventDriven<S> integrator(system, solver, options);
    const EventDrivenResult result = integrator.integrate(
        start, t_end,
        [&](const SmoothStep<S>& step) {
          steps_.push_back(step);
          return true;
        },
        [](const EventDrivenEvent<S>&) { return true; });
    if (!result.completed()) {
      throw std::runtime_error("the true motion was not computed: " + brief_report(result));
    }
  }

  // t within the motion, whose ends stand for what is beyond them; at an event the state before it.
  StateOf<S> at(const Scalar& t) const {
    auto step = std::lower_bound(steps_.begin(), steps_.end(), t,
                                 [](const SmoothStep<S>& each, const Scalar& time) { return each.end().t < time; });
    if (step == steps_.end()) step = steps_.end() - 1;
    const Scalar first = steps_.front().begin().t;
    const Scalar last = steps_.back().end().t;
    return step->at_time(std::clamp<Scalar>(t, first, last));
  }

 private:
  std::vector<SmoothStep<S>> steps_;
};

}  // namespace nsdbench
