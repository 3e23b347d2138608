// A finely integrated motion that can be evaluated at any time: the reference solution where no closed form exists.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "solvers/integration/event_driven/event_driven_step.hpp"
#include "solvers/integration/integrator.hpp"
#include "solvers/mechanics/state.hpp"

namespace nsdbench {

// Keeps the ends of steps, or the whole steps where an integrator has dense output.
template <int Dof, class Scalar = double>
class ReferenceTrajectory {
 public:
  // Nodes come in the order of time. Throws std::invalid_argument for one that does not.
  void add(const State<Dof, Scalar>& node) {
    if (!nodes_.empty() && !(node.t > nodes_.back().t)) {
      throw std::invalid_argument("a node of a reference trajectory must lie after the one before");
    }
    nodes_.push_back(node);
  }

  // The accepted steps of one run, one after the other.
  template <MechanicalSystem S>
  void add(const Step<S>& step) {
    if (const auto* smooth = dynamic_cast<const EventDrivenStep<S>*>(&step)) {
      steps_.push_back(smooth->motion());
      return;
    }
    if (nodes_.empty()) nodes_.push_back(step.begin());
    add(step.end());
  }

  const std::vector<State<Dof, Scalar>>& nodes() const { return nodes_; }

  // q(t) by the cubic through positions and velocities of the two nodes beside t: error |q''''| h^4 / 384 between nodes
  // h apart where the motion is smooth, and |jump of u| h / 8 in a step with an impact. At and beyond the ends, the q
  // of the first or last node. Where steps have dense output, it is used, and at an event the state before it. Needs a
  // node or a step.
  Vector<Dof, Scalar> position(const Scalar& t) const {
    if (!steps_.empty()) return within_steps(t);
    const auto after =
        std::lower_bound(nodes_.begin(), nodes_.end(), t,
                         [](const State<Dof, Scalar>& node, const Scalar& time) { return node.t < time; });
    if (after == nodes_.begin()) return nodes_.front().q;
    if (after == nodes_.end()) return nodes_.back().q;
    const State<Dof, Scalar>& left = *(after - 1);
    const State<Dof, Scalar>& right = *after;
    const Scalar h = right.t - left.t;
    const Scalar s = (t - left.t) / h;
    const Scalar r = 1.0 - s;
    return r * r * (1.0 + 2.0 * s) * left.q + s * s * (1.0 + 2.0 * r) * right.q +
           h * s * r * (r * left.u - s * right.u);
  }

 private:
  Vector<Dof, Scalar> within_steps(const Scalar& t) const {
    const auto ends_before = [](const DenseMotion<Dof, Scalar>& each, const Scalar& time) {
      return each.end().t < time;
    };
    auto step = std::lower_bound(steps_.begin(), steps_.end(), t, ends_before);
    if (step == steps_.end()) step = steps_.end() - 1;
    return step->at_time(std::clamp<Scalar>(t, steps_.front().begin().t, steps_.back().end().t)).q;
  }

  std::vector<State<Dof, Scalar>> nodes_;
  std::vector<DenseMotion<Dof, Scalar>> steps_;
};

// The motion from `start` to t_end. Throws std::runtime_error if the integration ends early.
template <MechanicalSystem S>
ReferenceTrajectory<S::dof, ScalarOf<S>> reference_trajectory(Integrator<S>& integrator, StateOf<S> start,
                                                              const ScalarOf<S>& t_end) {
  ReferenceTrajectory<S::dof, ScalarOf<S>> trajectory;
  const Outcome outcome = integrator.integrate(start, {t_end}, [&](const Step<S>& step) { trajectory.add(step); });
  if (!outcome.completed()) {
    throw std::runtime_error("the reference solution was not computed: " + brief_report(outcome));
  }
  return trajectory;
}

}  // namespace nsdbench
