#include "problems/impact_oscillator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>
#include <stdexcept>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<ImpactOscillator>);
static_assert(BoundedGapJerk<ImpactOscillator>);

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::size_t tabulated_impacts = 4096;

// Position and velocity `elapsed` seconds after the state (x, v), without a stop. Written with sin^2 of half the angle:
// no cancellation next to the stop.
double free_position(double omega, double x_s, double x, double v, double elapsed) {
  const double half = elementary::sin(0.5 * omega * elapsed);
  return x * elementary::cos(omega * elapsed) + 2.0 * x_s * half * half + v / omega * elementary::sin(omega * elapsed);
}
double free_velocity(double omega, double x_s, double x, double v, double elapsed) {
  return omega * (x_s - x) * elementary::sin(omega * elapsed) + v * elementary::cos(omega * elapsed);
}

double since(double t, const Extended& start) { return static_cast<double>(t - start); }

// First time with x = 0, approached with the speed `speed` > 0. x - x_s = R sin(w t + phi) strikes the stop where the
// phase is atan2(-w x_s, speed), up to full turns.
double first_strike(const ImpactOscillatorParameters& p, double omega, double speed) {
  const double phase = elementary::atan2(omega * (p.x_0 - p.x_s), p.v_0);
  double turn = elementary::atan2(-omega * p.x_s, speed) - phase;
  // A start at the stop or next to it rounds: towards the stop it strikes at once, away from it a full turn later.
  constexpr double rounding = 1e-15;
  if (p.v_0 > 0.0 && std::abs(turn) <= rounding) {
    turn = 0.0;
  } else if (turn < 0.0 || (turn == 0.0 && p.v_0 < 0.0)) {
    turn += 2.0 * std::numbers::pi;
  }
  double t = turn / omega;
  // The phases round with the size of pi, not with that of their difference; two Newton steps mend that unless the
  // stop is grazed, where the tangent says nothing.
  for (int i = 0; i < 2; ++i) {
    const double change = free_position(omega, p.x_s, p.x_0, p.v_0, t) / free_velocity(omega, p.x_s, p.x_0, p.v_0, t);
    if (!(std::abs(change) <= 1e-12 * (t + 1.0 / omega))) break;
    t = std::max(0.0, t - change);
  }
  return t;
}

}  // namespace

ExactImpactOscillator::ExactImpactOscillator(const ImpactOscillatorParameters& parameters)
    : p_(parameters), rest_time_(never) {
  check_parameters(p_);
  if (p_.x_0 > 0.0) {
    std::ostringstream sentence;
    sentence << "parameter x_0 = " << p_.x_0 << " is not allowed: the exact motion starts at or before the stop, x = 0";
    throw std::invalid_argument(sentence.str());
  }
  omega_ = std::sqrt(p_.c / p_.m);
  // Energy at the stop: v_1^2 = v_0^2 + w^2 ((x_0 - x_s)^2 - x_s^2).
  const double square = p_.v_0 * p_.v_0 + omega_ * omega_ * p_.x_0 * (p_.x_0 - 2.0 * p_.x_s);
  first_speed_ = square > 0.0 ? std::sqrt(square) : 0.0;
  if (!impact_exists(1)) {
    if (p_.x_0 == 0.0 && p_.x_s >= 0.0) rest_time_ = 0.0;
    return;
  }
  times_.push_back(first_strike(p_, omega_, first_speed_));
  if (p_.epsilon_N == 0.0) {
    if (p_.x_s >= 0.0) rest_time_ = static_cast<double>(times_.front());
    return;
  }
  while (times_.size() < tabulated_impacts && impact_exists(static_cast<int>(times_.size()) + 1)) {
    times_.push_back(times_.back() + flight_time(static_cast<int>(times_.size())));
  }
  if (p_.x_s > 0.0 && p_.epsilon_N < 1.0) {
    Extended t = times_.back();
    for (int k = static_cast<int>(times_.size()); t + flight_time(k) > t; ++k) t += flight_time(k);
    rest_time_ = static_cast<double>(t);
  }
}

double ExactImpactOscillator::impact_speed(int k) const {
  return k == 1 ? first_speed_ : first_speed_ * elementary::pow(p_.epsilon_N, k - 1);
}

double ExactImpactOscillator::impulse(int k) const { return p_.m * (1.0 + p_.epsilon_N) * impact_speed(k); }

double ExactImpactOscillator::rest_time() const { return rest_time_; }

Extended ExactImpactOscillator::flight_time(int k) const {
  return 2.0 / omega_ * elementary::atan2(p_.epsilon_N * impact_speed(k), omega_ * p_.x_s);
}

Extended ExactImpactOscillator::tabulated_or_summed_time(int k) const {
  const int known = static_cast<int>(times_.size());
  if (k <= known) return times_[static_cast<std::size_t>(k - 1)];
  if (p_.epsilon_N == 1.0) return times_.back() + (k - known) * flight_time(1);
  Extended t = times_.back();
  for (int j = known; j < k; ++j) t += flight_time(j);
  return t;
}

double ExactImpactOscillator::impact_time(int k) const {
  return impact_exists(k) ? static_cast<double>(tabulated_or_summed_time(k)) : never;
}

ExactImpactOscillator::Flight ExactImpactOscillator::flight_at(double t) const {
  if (times_.empty() || t < static_cast<double>(times_.front())) return {0.0, p_.x_0, p_.v_0};
  // An impact counts from the double on that impact_time() returns.
  const auto after = std::upper_bound(times_.begin(), times_.end(), t, [](double value, const Extended& impact) {
    return value < static_cast<double>(impact);
  });
  int k = static_cast<int>(after - times_.begin());
  Extended start = times_[static_cast<std::size_t>(k - 1)];
  if (after == times_.end()) {
    if (p_.epsilon_N == 1.0) {
      const Extended flight = flight_time(1);
      start += std::max<Extended>(0.0, floor((t - start) / flight)) * flight;
    } else {
      while (impact_exists(k + 1) && static_cast<double>(start + flight_time(k)) <= t) start += flight_time(k++);
    }
  }
  return {start, 0.0, -p_.epsilon_N * impact_speed(k)};
}

double ExactImpactOscillator::position(double t) const {
  if (t >= rest_time_) return 0.0;
  const Flight flight = flight_at(t);
  return free_position(omega_, p_.x_s, flight.position, flight.velocity, since(t, flight.start));
}

double ExactImpactOscillator::velocity(double t) const {
  if (t >= rest_time_) return 0.0;
  const Flight flight = flight_at(t);
  return free_velocity(omega_, p_.x_s, flight.position, flight.velocity, since(t, flight.start));
}

}  // namespace nsdbench::problems
