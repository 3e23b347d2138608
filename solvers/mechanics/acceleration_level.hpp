// What a mechanical system must offer beyond MechanicalSystem for an integrator that solves for contact forces and
// accelerations (Woesle & Pfeiffer 1996, secs 2-5).
#pragma once

#include <concepts>

#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// Relative accelerations of one contact element without their part in udot (Woesle & Pfeiffer 1996, eqs 7, 8):
//   gddot_N = w_N^T udot + wbar_N,   wbar_N = (dw_N/dt)^T u + d what_N/dt
//   gddot_T = W_T^T udot + wbar_T,   wbar_T = (dW_T/dt)^T u + d what_T/dt
// with total derivatives along the motion, qdot = u.
template <int TangentialDimension, class Scalar = double>
struct AccelerationTerms {
  using TangentialVector = Vector<TangentialDimension, Scalar>;

  Scalar normal = 0.0;                                     // wbar_N [m/s^2]
  TangentialVector tangential = TangentialVector::Zero();  // wbar_T [m/s^2]
};

// A mechanical system that has acceleration terms and a friction characteristic. None of the functions allocates or
// throws; acceleration_defaults.hpp has the usual answers. A system with simplified kinematics may have
// `bool within_range(q)`, too: whether they hold at q.
template <class S>
concept AccelerationLevelSystem = MechanicalSystem<S> &&
    requires(const S system, const typename S::Configuration configuration, const Vector<S::dof, ScalarOf<S>> u,
             const ScalarOf<S> speed, const int i) {
  // wbar of contact element i at (q, u, t).
  {
    system.acceleration_terms(configuration, u, i)
    } -> std::convertible_to<AccelerationTerms<S::tangential_dimension, ScalarOf<S>>>;
  // mu_i(v) of a contact that slides with v = |gdot_T| >= 0 [m/s] (eq. 12).
  { system.friction_coefficient(i, speed) } -> std::convertible_to<ScalarOf<S>>;
  // mu_0i = lim mu_i(v) for v -> 0, of a contact that sticks (eqs 23, 28).
  { system.static_friction(i) } -> std::convertible_to<ScalarOf<S>>;
};

}  // namespace nsdbench
