// What most problems answer to the questions of acceleration_level.hpp, to be inherited: force directions that do not
// change along a motion, and friction coefficients that do not change with the sliding speed. Both bases are empty.
#pragma once

#include "solvers/mechanics/acceleration_level.hpp"

namespace nsdbench {

// Acceleration terms of a system whose force directions are constant and whose rheonomic velocities are, too: zero.
template <int TangentialDimension, class Number = double>
class ConstantDirections {
 public:
  // wbar_N = 0, wbar_T = 0 [m/s^2] of every contact element at every (q, u, t).
  template <class Configuration, class Velocities>
  AccelerationTerms<TangentialDimension, Number> acceleration_terms(const Configuration& /*configuration*/,
                                                                    const Velocities& /*u*/, int /*i*/) const {
    return {};
  }
};

// Friction characteristic of a system (the class that inherits) whose contact elements slide and stick with one
// coefficient, that of their law.
template <class System, class Number = double>
class FrictionOfLaws {
 public:
  // mu_i(v) = mu_i for every v.
  Number friction_coefficient(int i, const Number& /*speed*/) const { return law_friction(i); }
  // mu_0i = mu_i.
  Number static_friction(int i) const { return law_friction(i); }

 private:
  Number law_friction(int i) const { return static_cast<const System&>(*this).law(i).friction; }
};

}  // namespace nsdbench
