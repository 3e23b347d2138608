#include "problems/damped_oscillator.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<DampedOscillator>);
static_assert(BoundedGapJerk<DampedOscillator>);

ExactDampedOscillator::ExactDampedOscillator(const DampedOscillatorParameters& parameters) : p_(parameters) {
  check_parameters(p_);
  if (p_.k_3 != 0.0) {
    std::ostringstream sentence;
    sentence << "parameter k_3 = " << p_.k_3 << " is not allowed: the exact motion is that of the linear oscillator";
    throw std::invalid_argument(sentence.str());
  }
  delta_ = 0.5 * p_.d / p_.m;
  stiffness_ = p_.c / p_.m;
  discriminant_ = stiffness_ - delta_ * delta_;
}

ExactDampedOscillator::Basis ExactDampedOscillator::basis(double t) const {
  if (discriminant_ > 0.0) {
    const double omega = std::sqrt(discriminant_);
    const double decay = elementary::exp(-delta_ * t);
    return {decay * elementary::cos(omega * t), decay * elementary::sin(omega * t) / omega};
  }
  if (discriminant_ < 0.0) {
    const double kappa = std::sqrt(-discriminant_);
    // The slow exponent as a quotient: delta - kappa cancels under strong damping.
    const double slow = elementary::exp(-stiffness_ / (delta_ + kappa) * t);
    const double ratio = elementary::exp(-2.0 * kappa * t);
    return {0.5 * slow * (1.0 + ratio), -slow * elementary::expm1(-2.0 * kappa * t) / (2.0 * kappa)};
  }
  const double decay = elementary::exp(-delta_ * t);
  return {decay, decay * t};
}

double ExactDampedOscillator::position(double t) const {
  const Basis b = basis(t);
  return p_.x_0 * b.cosine + (p_.v_0 + delta_ * p_.x_0) * b.sine;
}

double ExactDampedOscillator::velocity(double t) const {
  const Basis b = basis(t);
  return p_.v_0 * b.cosine - (delta_ * p_.v_0 + stiffness_ * p_.x_0) * b.sine;
}

}  // namespace nsdbench::problems
