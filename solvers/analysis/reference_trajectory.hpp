// A motion that was integrated finely, to be looked up at any time: the truth where no closed form exists.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "solvers/mechanics/state.hpp"

namespace nsdbench {

template <int Dof>
class ReferenceTrajectory {
 public:
  // Nodes come in the order of time.
  void add(const State<Dof>& node) {
    if (!nodes_.empty() && !(node.t > nodes_.back().t)) {
      throw std::invalid_argument("a node of a reference trajectory must lie after the one before");
    }
    nodes_.push_back(node);
  }

  const std::vector<State<Dof>>& nodes() const { return nodes_; }

  // q(t) by the cubic through positions and velocities of the two nodes beside t: error |q''''| h^4 / 384 between nodes
  // h apart where the motion is smooth, and |jump of u| h / 8 in a step with an impact. The nodes' own q at and beyond
  // the ends. Needs a node.
  Vector<Dof> position(double t) const {
    const auto after = std::lower_bound(nodes_.begin(), nodes_.end(), t,
                                        [](const State<Dof>& node, double time) { return node.t < time; });
    if (after == nodes_.begin()) return nodes_.front().q;
    if (after == nodes_.end()) return nodes_.back().q;
    const State<Dof>& left = *(after - 1);
    const State<Dof>& right = *after;
    const double h = right.t - left.t;
    const double s = (t - left.t) / h;
    const double r = 1.0 - s;
    return r * r * (1.0 + 2.0 * s) * left.q + s * s * (1.0 + 2.0 * r) * right.q +
           h * s * r * (r * left.u - s * right.u);
  }

 private:
  std::vector<State<Dof>> nodes_;
};

}  // namespace nsdbench
