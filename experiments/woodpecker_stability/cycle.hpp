// The woodpecker's limit cycle and its quantities, in any number type.
#pragma once

#include <array>

#include "experiments/woodpecker_stability/woodpecker_map.hpp"
#include "solvers/analysis/fixed_point.hpp"

namespace nsdbench::experiments {

template <class Number>
struct Cycle {
  FixedPoint<1, Number> fixed;
  Number start_omega_s = 0.0;  // where the motion from Table I first meets the section
  Number period = 0.0, fall = 0.0;
  Number phi_s = 0.0;  // on the section, of the motion
  std::array<Number, 3> impact_loss{}, friction_loss{};
  Number loss = 0.0, gravity_work = 0.0;
  Number phi_s_min = 0.0, phi_s_max = 0.0, omega_m_max = 0.0, omega_s_max = 0.0;
  Number stick_time = 0.0;      // of contact 2
  Number start_distance = 0.0;  // of Table I's state from the cycle, relative
  bool found() const { return fixed.converged(); }
};

// The cycle near `guess` [rad/s]. Without a fixed point, only `fixed` is set. Defined for double and Extended.
template <class Number>
Cycle<Number> find_cycle(WoodpeckerMap<Number>& here, const Number& guess);

extern template Cycle<double> find_cycle(WoodpeckerMap<double>&, const double&);
extern template Cycle<Extended> find_cycle(WoodpeckerMap<Extended>&, const Extended&);

}  // namespace nsdbench::experiments
