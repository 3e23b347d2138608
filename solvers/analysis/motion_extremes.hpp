// Largest and smallest value of a function of the state over a motion of the event-driven integration.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/integration/event_driven/smooth_step.hpp"

namespace nsdbench {

// Shown every accepted step, keeps the extremes of `function(state)`. Steps are seen at their points, and around the
// point with the largest (smallest) value golden sections find the extremum itself: its value to rounding, since it is
// flat there. Jumps lie between steps, so that both sides of an event count.
template <class Scalar>
class MotionExtremes {
 public:
  template <AccelerationLevelSystem S, class Function>
  void see(const SmoothStep<S>& step, Function&& function) {
    const auto value = [&](const Scalar& theta) { return Scalar(function(step.at(theta))); };
    largest_ = std::max<Scalar>(largest_, highest(step, value));
    smallest_ = std::min<Scalar>(smallest_, -highest(step, [&](const Scalar& theta) { return Scalar(-value(theta)); }));
  }

  const Scalar& largest() const { return largest_; }
  const Scalar& smallest() const { return smallest_; }

 private:
  template <AccelerationLevelSystem S, class Value>
  static Scalar highest(const SmoothStep<S>& step, const Value& value) {
    const auto& basis = CollocationBasis<Scalar>::get();
    const auto place = [&](int k) { return Scalar(step.used() * basis.theta(std::clamp(k, 0, basis.degree))); };
    int top = 0;
    Scalar best = -std::numeric_limits<Scalar>::max();
    for (int k = 0; k < basis.nodes; ++k) {
      const Scalar here = value(place(k));
      if (!(here > best)) continue;
      best = here;
      top = k;
    }
    return std::max<Scalar>(best, golden_section(value, place(top - 1), place(top + 1)));
  }

  // Largest value seen while the interval shrinks to half of the digits.
  template <class Value>
  static Scalar golden_section(const Value& value, Scalar a, Scalar b) {
    using std::sqrt;
    static const Scalar part = (sqrt(Scalar(5.0)) - 1) / 2;
    const Scalar width = sqrt(std::numeric_limits<Scalar>::epsilon()) / 4;
    Scalar left = b - part * (b - a);
    Scalar right = a + part * (b - a);
    Scalar at_left = value(left);
    Scalar at_right = value(right);
    while (b - a > width) {
      if (at_left > at_right) {
        b = right;
        right = left;
        at_right = at_left;
        left = b - part * (b - a);
        at_left = value(left);
      } else {
        a = left;
        left = right;
        at_left = at_right;
        right = a + part * (b - a);
        at_right = value(right);
      }
    }
    return std::max<Scalar>(at_left, at_right);
  }

  Scalar largest_ = -std::numeric_limits<Scalar>::infinity();
  Scalar smallest_ = std::numeric_limits<Scalar>::infinity();
};

}  // namespace nsdbench
