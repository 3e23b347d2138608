// Largest and smallest value of a function of the state over a motion.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/integration/event_driven/event_driven_step.hpp"

namespace nsdbench {

// An observer that keeps the extremes of `function(state)`. In steps with dense output the function is evaluated at
// their points, and golden section search around the largest (smallest) value finds the extremum: its value is exact to
// rounding, since the function is flat there. In other steps both ends count. Jumps lie between steps, so that both
// sides of an event count.
template <class Scalar>
class MotionExtremes {
 public:
  template <MechanicalSystem S, class Function>
  void observe(const Step<S>& step, Function&& function) {
    if (const auto* smooth = dynamic_cast<const EventDrivenStep<S>*>(&step)) {
      const auto value = [&](const Scalar& theta) { return Scalar(function(smooth->at(theta))); };
      const auto negative = [&](const Scalar& theta) { return Scalar(-value(theta)); };
      largest_ = std::max<Scalar>(largest_, highest(*smooth, value));
      smallest_ = std::min<Scalar>(smallest_, -highest(*smooth, negative));
      return;
    }
    for (const StateOf<S>* state : {&step.begin(), &step.end()}) {
      largest_ = std::max<Scalar>(largest_, Scalar(function(*state)));
      smallest_ = std::min<Scalar>(smallest_, Scalar(function(*state)));
    }
  }

  const Scalar& largest() const { return largest_; }
  const Scalar& smallest() const { return smallest_; }

 private:
  template <MechanicalSystem S, class Value>
  static Scalar highest(const EventDrivenStep<S>& step, const Value& value) {
    const auto place = [&](int k) { return step.node_theta(std::clamp(k, 0, step.nodes - 1)); };
    int top = 0;
    Scalar best = -std::numeric_limits<Scalar>::max();
    for (int k = 0; k < step.nodes; ++k) {
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
