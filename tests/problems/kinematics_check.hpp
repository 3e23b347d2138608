// Kinematics of a system on both levels against central differences, at pseudo-random states. Time stepping never
// evaluates acceleration terms, so that a wrong sign in one of them lives until an integrator for forces uses it.
#pragma once

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>

#include "solvers/mechanics/acceleration_level.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

namespace nsdbench::testing {

// Of a central difference: its step, for functions that change over lengths, angles and times of order one, and the
// part of the largest value over all states by which it may be wrong.
template <class Number>
struct DifferenceAccuracy {
  Number step;
  Number relative;
};

// A quantity of a system beside its central difference, over all states and contacts.
template <class Number>
class Comparison {
 public:
  // `values` is the size of the differenced function, whose rounding, of some ulps, over the step is in the difference.
  template <class Quantity, class Difference>
  void add(const Quantity& quantity, const Difference& difference, const Number& values, const Number& step) {
    const Number error = (quantity - difference).norm();
    consistent_ = consistent_ && error >= 0.0;  // not a NaN
    error_ = std::max<Number>(error_, error);
    size_ = std::max<Number>(size_, difference.norm());
    rounding_ = std::max<Number>(rounding_, 4.0 * std::numeric_limits<Number>::epsilon() * values / step);
  }
  bool agree(const Number& relative) const { return consistent_ && error_ <= relative * size_ + rounding_; }
  std::string report() const {
    std::ostringstream line;
    line << "largest error " << error_ << ", value " << size_ << ", rounding " << rounding_;
    return line.str();
  }

 private:
  Number error_ = 0.0, size_ = 0.0, rounding_ = 0.0;
  bool consistent_ = true;
};

template <AccelerationLevelSystem S>
class KinematicsCheck {
 public:
  using Number = ScalarOf<S>;
  using Coordinates = Vector<S::dof, Number>;
  static constexpr int states = 20;

  KinematicsCheck(const S& system, const DifferenceAccuracy<Number>& accuracy) : system_(system), accuracy_(accuracy) {}

  // At states with |q| <= q_range, |u| <= u_range, 0 <= t < 10. `displacement(parameters, q, t, i)`: tangential
  // displacement of the material point of contact i, as geometry.
  template <class Displacement>
  void run(const std::string& name, const Vector<S::dof>& q_range, const Vector<S::dof>& u_range,
           const Displacement& displacement) {
    Random random(31);
    for (int state = 0; state < states; ++state) {
      const Vector<S::dof> q = q_range.cwiseProduct(Vector<S::dof>(random.vector(S::dof)));
      const Vector<S::dof> u = u_range.cwiseProduct(Vector<S::dof>(random.vector(S::dof)));
      compare(q.template cast<Number>(), u.template cast<Number>(), random.uniform(0.0, 10.0), displacement);
    }
    CAPTURE(name);
    require("w_N", w_N_);
    require("what_N", what_N_);
    require("W_T", W_T_);
    require("wbar_N", wbar_N_);
    require("wbar_T", wbar_T_);
  }

  // The bound of the third derivatives of the gaps (BoundedGapJerk) along motions with random udot and uddot within the
  // ranges times 10/s and 100/s^2, at states as those of run(). Returns the largest third derivative over its bound.
  Number jerk_over_bound(const Vector<S::dof>& q_range, const Vector<S::dof>& u_range) {
    Random random(32);
    Number largest = 0.0;
    for (int state = 0; state < 10 * states; ++state) {
      const auto part = [&](const Vector<S::dof>& range) {
        return Coordinates(range.cwiseProduct(Vector<S::dof>(random.vector(S::dof))).template cast<Number>());
      };
      const Coordinates q = part(q_range), u = part(u_range), a = 10.0 * part(u_range), b = 100.0 * part(u_range);
      const Number t = random.uniform(0.0, 10.0);
      MotionBounds<S::dof, Number> bounds{q.cwiseAbs(), u.cwiseAbs(), a.cwiseAbs(), b.cwiseAbs(), t, t};
      const Number s = accuracy_.step / (1.0 + u.norm());
      // gddot_N along q + u s + a s^2/2 + b s^3/6.
      const auto acceleration = [&](const Number& time, int i) {
        const Coordinates position = q + time * (u + time * (a / 2.0 + time * b / 6.0));
        const Coordinates velocity = u + time * (a + time * b / 2.0);
        const auto configuration = system_.configuration(position, t + time);
        return Number(system_.directions(configuration, i).normal.dot(a + time * b) +
                      system_.acceleration_terms(configuration, velocity, i).normal);
      };
      for (int i = 0; i < S::contact_count; ++i) {
        if (system_.law(i).kind == ContactKind::tresca) continue;  // no gap
        using std::abs;
        const Number after = acceleration(s, i), before = acceleration(-s, i);
        const Number rounding = 4.0 * std::numeric_limits<Number>::epsilon() * (abs(after) + abs(before)) / s;
        const Number jerk = abs(after - before) / (2.0 * s);
        const Number bound = system_.gap_jerk_bound(i, bounds);
        if (jerk > rounding) largest = std::max<Number>(largest, (jerk - rounding) / bound);
      }
    }
    return largest;
  }

 private:
  using Scalar1 = Vector<1, Number>;
  using TangentialVector = Vector<S::tangential_dimension, Number>;

  void require(const std::string& quantity, const Comparison<Number>& comparison) const {
    INFO(quantity << ": " << comparison.report());
    CHECK(comparison.agree(accuracy_.relative));
  }

  template <class Displacement>
  void compare(const Coordinates& q, const Coordinates& u, const Number& t, const Displacement& displacement) {
    const Number h = accuracy_.step;
    const Number s = h / (1.0 + u.norm());  // the motion is faster than one a second
    const auto directions = [&](int i, const Number& time) {
      return system_.directions(system_.configuration(Coordinates(q + time * u), t + time), i);
    };
    for (int i = 0; i < S::contact_count; ++i) {
      const auto w = directions(i, 0.0);
      const AccelerationTerms<S::tangential_dimension, Number> wbar =
          system_.acceleration_terms(system_.configuration(q, t), u, i);
      const auto after = directions(i, s);
      const auto before = directions(i, -s);

      // W_T against the material velocity; its time stands still.
      Matrix<S::dof, S::tangential_dimension, Number> W_T;
      Number size = 0.0;
      for (int k = 0; k < S::dof; ++k) {
        const Coordinates step = h * Coordinates::Unit(k);
        const TangentialVector ahead = displacement(system_.parameters(), Coordinates(q + step), t, i);
        const TangentialVector behind = displacement(system_.parameters(), Coordinates(q - step), t, i);
        W_T.row(k) = (ahead - behind).transpose() / (2.0 * h);
        size = std::max<Number>(size, ahead.norm());
      }
      W_T_.add(w.tangential, W_T, size, h);

      // wbar_T: change of gdot_T at constant u.
      const auto slip = [&](const auto& at) {
        return TangentialVector(at.tangential.transpose() * u + at.tangential_rheonomic);
      };
      wbar_T_.add(wbar.tangential, (slip(after) - slip(before)) / (2.0 * s), u.norm() * w.tangential.norm(), s);

      if (system_.law(i).kind == ContactKind::tresca) continue;  // no gap

      Coordinates w_N;
      const auto gap = [&](const Coordinates& position, const Number& time) {
        return Number(system_.gaps(system_.configuration(position, time))(i));
      };
      using std::abs;
      const Number distance = abs(gap(q, t));
      for (int k = 0; k < S::dof; ++k) {
        const Coordinates step = h * Coordinates::Unit(k);
        w_N(k) = (gap(q + step, t) - gap(q - step, t)) / (2.0 * h);
      }
      w_N_.add(w.normal, w_N, distance, h);
      what_N_.add(Scalar1(w.normal_rheonomic), Scalar1(Number((gap(q, t + h) - gap(q, t - h)) / (2.0 * h))), distance,
                  h);

      // wbar_N: change of gdot_N at constant u.
      const auto approach = [&](const auto& at) { return Number(at.normal.dot(u) + at.normal_rheonomic); };
      wbar_N_.add(Scalar1(wbar.normal), Scalar1(Number((approach(after) - approach(before)) / (2.0 * s))),
                  u.norm() * w.normal.norm(), s);
    }
  }

  const S& system_;
  DifferenceAccuracy<Number> accuracy_;
  Comparison<Number> w_N_, what_N_, W_T_, wbar_N_, wbar_T_;
};

}  // namespace nsdbench::testing
