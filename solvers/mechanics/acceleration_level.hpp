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

// Upper bounds of a piece of a motion, for every coordinate.
template <int Dof, class Scalar = double>
struct MotionBounds {
  Vector<Dof, Scalar> position = Vector<Dof, Scalar>::Zero();      // |q|
  Vector<Dof, Scalar> velocity = Vector<Dof, Scalar>::Zero();      // |u|
  Vector<Dof, Scalar> acceleration = Vector<Dof, Scalar>::Zero();  // |udot|
  Vector<Dof, Scalar> jerk = Vector<Dof, Scalar>::Zero();          // |uddot|
  Scalar t_begin = 0.0;                                            // [s]
  Scalar t_end = 0.0;
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

// A system that says how fast its gaps can change: an upper bound of |d^3 g_N / dt^3| [m/s^3] of contact element i over
// all motions within the bounds, prescribed motions between the two times included. Methods with events then miss no
// closing of a contact between the instants at which they read the gap. Without it, they estimate the bound from the
// gaps that they read, which cannot show what happens between them.
template <class S>
concept BoundedGapJerk = AccelerationLevelSystem<S> &&
    requires(const S system, const MotionBounds<S::dof, ScalarOf<S>> bounds, const int i) {
  { system.gap_jerk_bound(i, bounds) } -> std::convertible_to<ScalarOf<S>>;
};

}  // namespace nsdbench
