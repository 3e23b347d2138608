// Distance that forces which are not unique can keep from the limits of their contacts.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/elementary/elementary.hpp"
#include "solvers/linear_algebra/ldl_factorization.hpp"
#include "solvers/mechanics/state.hpp"

namespace nsdbench {

// Contacts whose forces are affine in x in R^k, k <= MaxFree: bound b_i + B_i x, tangential force t_i + T_i x. The
// margin is the largest m for which some x has |t_i + T_i x| <= b_i + B_i x - m for all i: positive while there are
// admissible forces, falling through zero where the last of them is lost. A second-order cone program, solved along the
// central path of a logarithmic barrier (Boyd & Vandenberghe, Convex Optimization, 2004, ch. 11). Everything in fixed
// storage.
template <int MaxContacts, int MaxFree, int Tangents, class Scalar>
class ForceMargin {
 public:
  using Gradient = Vector<MaxFree + 1, Scalar>;  // with respect to x and, as entry k, m

  // One contact, |force| <= bound, at some x and m: values and slopes.
  struct Cone {
    Scalar bound = 0.0;
    Gradient bound_slope;
    std::array<Scalar, Tangents> force;
    std::array<Gradient, Tangents> force_slope;
    bool linear = false;  // no tangential force: bound >= m
  };

  void clear(int free) {
    free_ = free;
    count_ = 0;
  }
  Cone& add() {
    Cone& cone = cones_[static_cast<std::size_t>(count_++)];
    cone.bound_slope.setZero();
    cone.force.fill(0.0);
    for (Gradient& slope : cone.force_slope) slope.setZero();
    return cone;
  }

  // The margin, in the unit of the forces. It is less accurate where its magnitude exceeds a tenth of the forces.
  // +infinity without contacts.
  Scalar find() {
    using std::sqrt;
    if (count_ == 0) return std::numeric_limits<Scalar>::infinity();
    Scalar unit = 0.0;
    Scalar least = std::numeric_limits<Scalar>::infinity();
    for (int i = 0; i < count_; ++i) {
      const Cone& cone = at(i);
      Scalar square = 0.0;
      for (const Scalar& force : cone.force) square += force * force;
      unit = std::max<Scalar>(unit, std::max<Scalar>(magnitude(cone.bound), sqrt(square)));
      least = std::min<Scalar>(least, cone.bound - (cone.linear ? Scalar(0.0) : Scalar(sqrt(square))));
    }
    if (!(unit > 0.0)) return 0.0;
    x_.setZero();
    x_(free_) = least - unit;
    const Scalar weight = 2 * count_;
    const Scalar epsilon = std::numeric_limits<Scalar>::epsilon();
    Scalar sharpness = 1 / unit;
    while (true) {
      if (!center(sharpness)) break;
      const Scalar gap = weight / sharpness;
      if (x_(free_) > unit / 10 || x_(free_) + gap < -unit / 10 || gap < 8 * epsilon * unit) break;
      sharpness *= 8;
    }
    return x_(free_);
  }

 private:
  static Scalar magnitude(const Scalar& x) {
    using std::abs;
    return abs(x);
  }
  const Cone& at(int i) const { return cones_[static_cast<std::size_t>(i)]; }

  // bound - m, forces and D = (bound - m)^2 - |force|^2 at x; false outside of the cone.
  bool inside(const Cone& cone, const Gradient& x, Scalar& slack, std::array<Scalar, Tangents>& force,
              Scalar& distance) const {
    slack = cone.bound - x(free_);
    for (int k = 0; k < free_; ++k) slack += cone.bound_slope(k) * x(k);
    Scalar square = 0.0;
    for (std::size_t p = 0; p < force.size(); ++p) {
      force[p] = cone.force[p];
      for (int k = 0; k < free_; ++k) force[p] += cone.force_slope[p](k) * x(k);
      square += force[p] * force[p];
    }
    distance = cone.linear ? slack : Scalar(slack * slack - square);
    return slack > 0.0 && distance > 0.0;
  }

  bool value(const Gradient& x, const Scalar& sharpness, Scalar& result) const {
    result = -sharpness * x(free_);
    Scalar slack, distance;
    std::array<Scalar, Tangents> force;
    for (int i = 0; i < count_; ++i) {
      if (!inside(at(i), x, slack, force, distance)) return false;
      result -= elementary::log(distance);
    }
    return true;
  }

  // Newton's method on -sharpness m - sum log D. False where rounding ends it.
  bool center(const Scalar& sharpness) {
    const int n = free_ + 1;
    Scalar present;
    if (!value(x_, sharpness, present)) return false;
    for (int iteration = 0; iteration < 30; ++iteration) {
      Gradient gradient = Gradient::Zero();
      gradient(free_) = -sharpness;
      hessian_.setZero();
      for (int i = 0; i < count_; ++i) add_derivatives(at(i), gradient);
      Scalar largest = 0.0;
      for (int j = 0; j < n; ++j) largest = std::max<Scalar>(largest, hessian_(j, j));
      const Scalar flat = std::numeric_limits<Scalar>::epsilon() * std::numeric_limits<Scalar>::epsilon() * largest;
      factorization_.compute_leading(hessian_, n, flat);
      if (!factorization_.positive_definite()) return false;  // a direction without curvature
      Gradient step = -gradient;
      factorization_.solve_leading_in_place(step, n);
      Scalar decrement = 0.0;  // Eigen's product of parts makes GCC 12 warn of what lies beyond them
      for (int k = 0; k < n; ++k) decrement -= gradient(k) * step(k);
      if (!(decrement > 1e-4)) return decrement >= 0.0;
      Scalar length = 1.0;
      bool moved = false;
      for (int halving = 0; halving < 40 && !moved; ++halving) {
        const Gradient next = x_ + length * step;
        Scalar there;
        if (value(next, sharpness, there) && there <= present - Scalar(0.1) * length * decrement) {
          x_ = next;
          present = there;
          moved = true;
        }
        length *= 0.5;
      }
      if (!moved) return false;
    }
    return true;
  }

  void add_derivatives(const Cone& cone, Gradient& gradient) {
    Scalar slack, distance;
    std::array<Scalar, Tangents> force;
    inside(cone, x_, slack, force, distance);
    Gradient slope = cone.bound_slope;
    slope(free_) = -1.0;
    Gradient of_distance = slope;
    if (!cone.linear) {
      of_distance = 2 * slack * slope;
      for (std::size_t p = 0; p < force.size(); ++p) of_distance -= 2 * force[p] * cone.force_slope[p];
      hessian_ -= (2 / distance) * slope * slope.transpose();
      for (const Gradient& of_force : cone.force_slope) {
        hessian_ += (2 / distance) * of_force * of_force.transpose();
      }
    }
    of_distance /= distance;
    gradient -= of_distance;
    hessian_ += of_distance * of_distance.transpose();
  }

  int free_ = 0;
  int count_ = 0;
  std::array<Cone, MaxContacts> cones_;
  Gradient x_ = Gradient::Zero();
  Matrix<MaxFree + 1, MaxFree + 1, Scalar> hessian_;
  LdlFactorization<MaxFree + 1, Scalar> factorization_;
};

}  // namespace nsdbench
