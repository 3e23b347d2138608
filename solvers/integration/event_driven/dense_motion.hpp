// The motion within a step of collocation, by the polynomials of its accelerations.
#pragma once

#include "solvers/integration/event_driven/collocation_basis.hpp"
#include "solvers/mechanics/state.hpp"

namespace nsdbench {

// Velocities and positions as Chebyshev series over the whole step, and the part of it that belongs to the motion: up
// to the event that ends it. It is small enough to be kept for every step of a run.
template <int Dof, class Scalar>
class DenseMotion {
 public:
  using Basis = CollocationBasis<Scalar>;
  using Motion = State<Dof, Scalar>;
  using Coordinates = Vector<Dof, Scalar>;
  static constexpr int nodes = Basis::nodes;

  const Motion& begin() const { return begin_; }
  Motion end() const { return at(end_theta_); }
  // Size [s] of the whole step, the part after the event included.
  const Scalar& whole_size() const { return h_; }
  // Where the motion ends, as a part of the whole step.
  const Scalar& end_theta() const { return end_theta_; }

  // The state at theta in [0, 1] of the whole step; a little beyond it, too.
  Motion at(const Scalar& theta) const {
    Motion state;
    state.t = begin_.t + theta * h_;
    state.u = begin_.u + h_ * Basis::value(velocity_series_, nodes, theta);
    state.q = begin_.q + h_ * theta * begin_.u + h_ * h_ * Basis::value(position_series_, nodes + 1, theta);
    return state;
  }
  // The state at time t [s] within the step.
  Motion at_time(const Scalar& t) const { return at(Scalar((t - begin_.t) / h_)); }

 protected:
  Motion begin_;
  Scalar h_ = 0.0;
  Scalar end_theta_ = 1.0;
  Matrix<Dof, nodes + 1, Scalar> velocity_series_;
  Matrix<Dof, nodes + 2, Scalar> position_series_;
};

}  // namespace nsdbench
