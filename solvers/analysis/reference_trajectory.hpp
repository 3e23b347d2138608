// A motion that was integrated finely, to be looked up at any time: the truth where no closed form exists.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "solvers/mechanics/state.hpp"

namespace nsdbench {

template <int Dof, class Scalar = double>
class ReferenceTrajectory {
 public:
  // Nodes come in the order of time.
  void add(const State<Dof, Scalar>& node) {
    if (!nodes_.empty() && !(node.t > nodes_.back().t)) {
      throw std::invalid_argument("a node of a reference trajectory must lie after the one before");
    }
    nodes_.push_back(node);
  }

  const std::vector<State<Dof, Scalar>>& nodes() const { return nodes_; }

  // q(t) by the cubic through positions and velocities of the two nodes beside t: error |q''''| h^4 / 384 between nodes
  // h apart where the motion is smooth, and |jump of u| h / 8 in a step with an impact. The nodes' own q at and beyond
  // the ends. Needs a node.
  Vector<Dof, Scalar> position(const Scalar& t) const {
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
  std::vector<State<Dof, Scalar>> nodes_;
};

}  // namespace nsdbench
