// One step of a smooth motion by collocation of high order, with dense output of the same accuracy.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/integration/event_driven/dense_motion.hpp"
#include "solvers/integration/event_driven/held_modes.hpp"

namespace nsdbench {

// The accelerations are a polynomial through their values at the points of CollocationBasis, velocities and positions
// are its integrals, and the equations of motion hold at every point:
//   udot(theta_k) = a_k = udot(q_k, u_k, t_k; held modes),   u_k = u_0 + h sum_j I_jk a_j,
//   q_k = q_0 + h theta_k u_0 + h^2 sum_j J_jk a_j
// solved by fixed-point iteration from constant accelerations: its error falls as (L h)^k / k!, faster than that of a
// geometric series. The last coefficients of the series estimate the error. No allocation.
template <AccelerationLevelSystem S>
class SmoothStep : public DenseMotion<S::dof, ScalarOf<S>> {
 public:
  using Scalar = ScalarOf<S>;
  using Basis = CollocationBasis<Scalar>;
  using Motion = StateOf<S>;
  using Coordinates = Vector<S::dof, Scalar>;
  static constexpr int nodes = Basis::nodes;
  static constexpr int degree = Basis::degree;

  // Computes the step of size h from `begin`. False if the equations cannot be evaluated or the iteration does not
  // converge: h is too large, or the equations end. `evaluations` counts right-hand sides.
  bool attempt(HeldModes<S>& modes, const Motion& begin, const DiscreteState<S>& held, const Scalar& h,
               const Scalar& rtol, const Scalar& atol, long& evaluations) {
    const Basis& basis = Basis::get();
    begin_ = begin;
    held_ = held;
    h_ = h;
    end_theta_ = 1.0;
    modes.evaluate(begin, held, answers_[0]);
    ++evaluations;
    if (!answers_[0].valid) return false;
    for (int k = 0; k < nodes; ++k) accelerations_.col(k) = answers_[0].acceleration;
    Scalar last_change = 0.0;
    Scalar ratio = 1.0;
    bool settled = false;
    for (int pass = 0; pass < most_passes && !settled; ++pass) {
      move();
      find_scale(rtol, atol);
      Scalar change = 0.0;
      for (int k = 1; k < nodes; ++k) {
        const auto i = static_cast<std::size_t>(k);
        modes.evaluate(node(k), held, answers_[i]);
        ++evaluations;
        if (!answers_[i].valid) return false;
        for (int r = 0; r < S::dof; ++r) {
          using std::abs;
          const Scalar difference = h * abs(answers_[i].acceleration(r) - accelerations_(r, k)) / scale_(r);
          change = difference > change ? difference : change;
        }
        accelerations_.col(k) = answers_[i].acceleration;
      }
      if (!(0.0 * change == 0.0)) return false;
      // Rounding limits how far the changes can fall: near the tolerance, changes that do not fall are accepted.
      constexpr double near = 50.0;
      ratio = pass > 0 ? Scalar(change / last_change) : Scalar(1.0);
      settled = change <= 0.1 || (ratio < 0.5 && change * ratio <= 0.1) || (pass > 2 && change <= near && ratio > 0.3);
      if (pass > 3 && ratio > 2.0 && change > near) return false;
      last_change = change;
    }
    if (!settled) return false;
    move();
    find_series(basis);
    return true;
  }

  // Estimated error of the velocities, in units of the tolerance.
  const Scalar& error() const { return error_; }

  // As it was at the attempt.
  const DiscreteState<S>& held() const { return held_; }
  // The motion goes up to theta only.
  void cut(const Scalar& theta) { end_theta_ = theta; }

  Motion node(int k) const {
    Motion state;
    state.t = begin_.t + Basis::get().theta(k) * h_;
    state.q = positions_.col(k);
    state.u = velocities_.col(k);
    return state;
  }
  const HeldAnswer<S>& answer(int k) const { return answers_[static_cast<std::size_t>(k)]; }
  // udot of the polynomials, at point k and at theta in [0, 1].
  Coordinates node_acceleration(int k) const { return accelerations_.col(k); }
  Coordinates acceleration(const Scalar& theta) const { return Basis::value(series_, degree, theta); }

  // Bounds of the polynomials over the whole step, from |T_n| <= 1 and |T_n'| <= n^2.
  MotionBounds<S::dof, Scalar> bounds() const {
    using std::abs;
    MotionBounds<S::dof, Scalar> b;
    b.t_begin = begin_.t;
    b.t_end = begin_.t + h_;
    for (int r = 0; r < S::dof; ++r) {
      Scalar position = 0.0, velocity = 0.0, acceleration = 0.0, jerk = 0.0;
      for (int n = nodes + 1; n >= 0; --n) position += abs(position_series_(r, n));
      for (int n = nodes; n >= 1; --n) velocity += abs(velocity_series_(r, n));
      for (int n = degree; n >= 1; --n) {
        acceleration += abs(series_(r, n));
        jerk += (n * n) * abs(series_(r, n));
      }
      const Scalar& u = begin_.u(r);
      b.position(r) = std::max<Scalar>(abs(begin_.q(r)), abs(Scalar(begin_.q(r) + h_ * u))) + h_ * h_ * position;
      b.velocity(r) = abs(Scalar(u + h_ * velocity_series_(r, 0))) + h_ * velocity;
      b.acceleration(r) = abs(series_(r, 0)) + acceleration;
      b.jerk(r) = 2 * jerk / h_;
    }
    return b;
  }

 private:
  static constexpr int most_passes = 2 * nodes;
  // One row per coordinate.
  using Values = Eigen::Matrix<Scalar, S::dof, nodes, Eigen::RowMajor>;

  void move() {
    const Basis& basis = Basis::get();
    multiply(accelerations_, basis.integral, velocities_);
    multiply(accelerations_, basis.twice, positions_);
    velocities_ *= h_;
    positions_ *= h_ * h_;
    for (int k = 0; k < nodes; ++k) {
      velocities_.col(k) += begin_.u;
      positions_.col(k) += begin_.q + (h_ * basis.theta(k)) * begin_.u;
    }
  }

  // The matrices are so small that Eigen's product for large matrices, which it would choose, costs several times as
  // much.
  static void multiply(const Values& values, const typename Basis::Transform& transform, Values& product) {
    product.setZero();
    for (int r = 0; r < S::dof; ++r) {
      for (int j = 0; j < nodes; ++j) product.row(r) += values(r, j) * transform.row(j);
    }
  }

  // Unit of errors: the tolerance, for velocities and their change in a step, and the rounding of the terms whose sum
  // the accelerations are.
  void find_scale(const Scalar& rtol, const Scalar& atol) {
    using std::abs;
    for (int r = 0; r < S::dof; ++r) {
      Scalar velocity = 0.0;
      Scalar acceleration = 0.0;
      for (int k = 0; k < nodes; ++k) {
        velocity = std::max<Scalar>(velocity, abs(velocities_(r, k)));
        acceleration = std::max<Scalar>(acceleration, abs(accelerations_(r, k)));
      }
      const Scalar rounding = 2 * std::numeric_limits<Scalar>::epsilon() * answers_[0].magnitude(r);
      scale_(r) = rtol * (velocity + h_ * acceleration) + h_ * rounding + atol;
    }
  }

  void find_series(const Basis& basis) {
    using std::abs;
    multiply(accelerations_, basis.coefficients, series_);
    velocity_series_.template leftCols<nodes>() = series_;
    error_ = 0.0;
    for (int r = 0; r < S::dof; ++r) {
      const Scalar tail = abs(velocity_series_(r, degree)) + abs(velocity_series_(r, degree - 1));
      error_ = std::max<Scalar>(error_, h_ * tail / (degree * scale_(r)));
    }
    for (int r = 0; r < S::dof; ++r) {
      auto velocity = velocity_series_.row(r);
      Basis::integrate(velocity, nodes);
      position_series_.row(r).template head<nodes + 1>() = velocity;
      auto position = position_series_.row(r);
      Basis::integrate(position, nodes + 1);
    }
  }

  using Dense = DenseMotion<S::dof, ScalarOf<S>>;
  using Dense::begin_;
  using Dense::end_theta_;
  using Dense::h_;
  using Dense::position_series_;
  using Dense::velocity_series_;

  DiscreteState<S> held_;
  Scalar error_ = 0.0;
  Coordinates scale_;
  Values accelerations_, velocities_, positions_, series_;
  std::array<HeldAnswer<S>, nodes> answers_;
};

}  // namespace nsdbench
