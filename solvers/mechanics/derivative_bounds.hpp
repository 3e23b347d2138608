// Bounds of functions along a motion with their first three derivatives in time, put together by sums and products:
// what a system needs to say how fast its gaps can change (BoundedGapJerk).
#pragma once

#include "solvers/mechanics/acceleration_level.hpp"

namespace nsdbench {

// |f| <= value, |df/dt| <= first, |d^2f/dt^2| <= second, |d^3f/dt^3| <= third: of a function, or of several at once.
template <class Scalar>
struct DerivativeBounds {
  Scalar value = 0.0;
  Scalar first = 0.0;
  Scalar second = 0.0;
  Scalar third = 0.0;

  friend DerivativeBounds operator+(const DerivativeBounds& a, const DerivativeBounds& b) {
    return {a.value + b.value, a.first + b.first, a.second + b.second, a.third + b.third};
  }
  // Leibniz' rule.
  friend DerivativeBounds operator*(const DerivativeBounds& a, const DerivativeBounds& b) {
    return {a.value * b.value, a.first * b.value + a.value * b.first,
            a.second * b.value + 2.0 * a.first * b.first + a.value * b.second,
            a.third * b.value + 3.0 * a.second * b.first + 3.0 * a.first * b.second + a.value * b.third};
  }
  // A length, or any other factor: |factor| counts.
  friend DerivativeBounds operator*(const Scalar& factor, const DerivativeBounds& a) {
    const Scalar f = factor < 0.0 ? Scalar(-factor) : factor;
    return {f * a.value, f * a.first, f * a.second, f * a.third};
  }
};

// A constant.
template <class Scalar>
DerivativeBounds<Scalar> constant_bounds(const Scalar& value) {
  return {value < 0.0 ? Scalar(-value) : value, 0.0, 0.0, 0.0};
}

// Coordinate k of a motion within `motion`.
template <int Dof, class Scalar>
DerivativeBounds<Scalar> coordinate_bounds(const MotionBounds<Dof, Scalar>& motion, int k) {
  return {motion.position(k), motion.velocity(k), motion.acceleration(k), motion.jerk(k)};
}

// Sine and cosine of an angle, which moves within `angle`.
template <class Scalar>
DerivativeBounds<Scalar> sine_bounds(const DerivativeBounds<Scalar>& angle) {
  const Scalar& u = angle.first;
  return {1.0, u, angle.second + u * u, angle.third + u * (3.0 * angle.second + u * u)};
}

// Those of coordinate k.
template <int Dof, class Scalar>
DerivativeBounds<Scalar> sine_bounds(const MotionBounds<Dof, Scalar>& motion, int k) {
  return sine_bounds(coordinate_bounds(motion, k));
}

// amplitude sin(omega t), prescribed; the phase does not matter.
template <class Scalar>
DerivativeBounds<Scalar> oscillation_bounds(const Scalar& amplitude, const Scalar& omega) {
  return amplitude * DerivativeBounds<Scalar>{1.0, omega, omega * omega, omega * omega * omega};
}

}  // namespace nsdbench
