// Coefficient of friction over the sliding speed (Woesle & Pfeiffer 1996, sec. 4.2, Fig. 1).
#pragma once

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problems {

// mu(v) = mu + (mu_0 - mu) exp(-v/v_s): falls from the coefficient of static friction to that of sliding friction. Any
// characteristic with mu(0+) = mu_0 (eq. 23) would do; the paper draws one without a formula and computes with
// mu_0 = mu, for which mu(v) = mu exactly.
struct FrictionCharacteristic {
  double sliding = 0;        // mu >= 0
  double at_rest = 0;        // mu_0 >= mu
  double decay_speed = 1.0;  // v_s > 0 [m/s]

  // mu(v), v >= 0 [m/s], in the number type of v.
  template <class Number>
  Number operator()(const Number& speed) const {
    return sliding + (Number(at_rest) - sliding) * elementary::exp(-speed / decay_speed);
  }
};

}  // namespace nsdbench::problems
