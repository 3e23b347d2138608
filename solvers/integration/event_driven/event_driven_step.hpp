// A smooth step of the event-driven integration, as observers see it.
#pragma once

#include <optional>

#include "solvers/integration/contact_state.hpp"
#include "solvers/integration/event_driven/dense_motion.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench {

// The contacts keep their discrete state through the step, and the motion within it is known to the accuracy of its
// end. Steps are those of a collocation over [0, 1], of which the motion uses [0, end_theta()].
template <MechanicalSystem S>
class EventDrivenStep : public Step<S> {
 public:
  using Scalar = ScalarOf<S>;
  using Basis = CollocationBasis<Scalar>;
  using Motion = DenseMotion<S::dof, Scalar>;
  static constexpr int nodes = Basis::nodes;

  const Motion& motion() const { return *motion_; }
  const DiscreteState<S>& held() const { return *held_; }

  const Scalar& end_theta() const { return motion_->end_theta(); }
  // The state at theta in [0, 1] of the whole step; the motion has it up to end_theta().
  StateOf<S> at(const Scalar& theta) const { return motion_->at(theta); }
  std::optional<StateOf<S>> at_time(const Scalar& t) const final { return motion_->at_time(t); }

  // Contact forces [N] at a state of the step, with the contacts held.
  virtual ContactForces<S> forces(const StateOf<S>& state) const = 0;

  // Places theta and weights [s] of Clenshaw and Curtis' rule (1960) over the step, as exact as the step itself: the
  // integral over time of f is sum_k node_weight(k) f(node_theta(k)).
  Scalar node_theta(int k) const { return end_theta() * Basis::get().theta(k); }
  Scalar node_weight(int k) const { return Basis::get().integral(k, nodes - 1) * end_theta() * motion_->whole_size(); }

  // The integral of the contact forces by that rule; computed anew by every call.
  Percussions<S> percussions() const final {
    Percussions<S> sum;
    for (int k = 0; k < nodes; ++k) {
      const ContactForces<S> at_node = forces(at(node_theta(k)));
      sum.normal += node_weight(k) * at_node.normal;
      sum.tangential += node_weight(k) * at_node.tangential;
    }
    return sum;
  }

  int order() const final { return 0; }

 protected:
  ~EventDrivenStep() = default;

  // Keeps references to all arguments. `end` is motion.end() with the constraints of the held contacts restored.
  void show(const Motion& motion, const DiscreteState<S>& held, const StateOf<S>& end) {
    motion_ = &motion;
    held_ = &held;
    size_ = motion.end_theta() * motion.whole_size();
    Step<S>::show(motion.begin(), end, size_);
  }

 private:
  const Motion* motion_ = nullptr;
  const DiscreteState<S>* held_ = nullptr;
  Scalar size_ = 0.0;
};

// A step that a run with `event_driven` shows. Throws std::bad_cast for any other method's step.
template <MechanicalSystem S>
const EventDrivenStep<S>& event_driven_step(const Step<S>& step) {
  return dynamic_cast<const EventDrivenStep<S>&>(step);
}

}  // namespace nsdbench
