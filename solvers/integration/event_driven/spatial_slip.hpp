// Directions of spatial slip: of contacts that slide, that have just broken away, and that come to rest.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "solvers/integration/event_driven/event_location.hpp"

namespace nsdbench {

// The direction of a slip below the slip tolerance is undefined (EventDrivenOptions::slip_tolerance). Planar contacts
// need none of this.
template <AccelerationLevelSystem S>
class SpatialSlip {
 public:
  static constexpr int contacts = S::contact_count;
  static constexpr bool spatial = S::tangential_dimension > 1;
  using Scalar = ScalarOf<S>;
  using Tangential = Vector<S::tangential_dimension, Scalar>;
  using Motion = StateOf<S>;

  explicit SpatialSlip(const S& system) : system_(system) {}

  static bool creeps(const DiscreteState<S>& held) {
    return std::find(held.contacts.begin(), held.contacts.end(), ContactState::creeping) != held.contacts.end();
  }

  // Times are those since the start of the run. Contacts may creep from t on; accelerations are evaluated `look_ahead`
  // [s] after events.
  void begin_creep(const Scalar& t) { creep_start_ = t; }
  void set_look_ahead(const Scalar& look_ahead) { look_ahead_ = look_ahead; }

  // A step of creeping contacts is half as long as they have crept, and their direction that of the accelerations in
  // its middle, by the contact problem: errors of second order in a phase that is short.
  Scalar creep_limit(const Scalar& t) const { return std::max<Scalar>((t - creep_start_) / 2, 2 * look_ahead_); }
  // After `step`.
  void renew_creep(const SmoothStep<S>& step, AccelerationProblem<S>& accelerations, EventDrivenRun<S>& run) {
    const Scalar middle = step.end_theta() + creep_limit(run.elapsed()) / (2 * step.whole_size());
    DiscreteState<S>& held = run.held;
    accelerations.solve(step.at(middle), held.contacts, held.slip, acceleration_);
    run.count_contact_problem();
    if (!acceleration_.solver.solved()) return;  // the last directions do, too
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Tangential acceleration = acceleration_.tangential_accelerations.col(i);
      const Scalar size = acceleration.norm();
      if (held.contacts[k] == ContactState::creeping && size > 0.0) held.slip[k] = acceleration / size;
    }
  }

  // Directions of what slides, from the velocities.
  void turn(const Motion& state, DiscreteState<S>& held) const {
    const auto configuration = system_.configuration(state.q, state.t);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (held.contacts[k] != ContactState::sliding || !has_friction(system_.law(i))) continue;
      const auto w = system_.directions(configuration, i);
      const Tangential velocity = w.tangential.transpose() * state.u + w.tangential_rheonomic;
      const Scalar speed = velocity.norm();
      if (speed > 0.0) held.slip[k] = velocity / speed;
    }
  }

  // Stops a slip that has become slow, at its present deceleration. Returns the time [s] that this takes, which is not
  // yet in `state`; 0 if there is none.
  Scalar finish(const EventLocation<S>& events, HeldModes<S>& modes, const DiscreteState<S>& held, Motion& state) {
    Scalar time = 0.0;
    modes.evaluate(state, held, answer_);
    const auto configuration = system_.configuration(state.q, state.t);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (held.contacts[k] != ContactState::sliding || !events.friction_ends(i) || !events.fast(i)) continue;
      const auto w = system_.directions(configuration, i);
      const Tangential velocity = w.tangential.transpose() * state.u + w.tangential_rheonomic;
      const Tangential acceleration = w.tangential.transpose() * answer_.acceleration +
                                      system_.acceleration_terms(configuration, state.u, i).tangential;
      const Scalar approach = -velocity.dot(acceleration);
      if (approach > 0.0) time = std::max<Scalar>(time, velocity.squaredNorm() / approach);
    }
    if (!(time > 0.0)) return 0.0;
    state.q += time * state.u + (time * time / 2) * answer_.acceleration;
    state.u += time * answer_.acceleration;
    return time;
  }

 private:
  const S& system_;
  Scalar creep_start_ = 0.0;  // [s]
  Scalar look_ahead_ = 0.0;   // [s]
  HeldAnswer<S> answer_;
  AccelerationAnswer<S> acceleration_;
};

}  // namespace nsdbench
