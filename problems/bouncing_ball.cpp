#include "problems/bouncing_ball.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<BouncingBall>);
static_assert(BoundedGapJerk<BouncingBall>);

ExactBouncingBall::ExactBouncingBall(const BouncingBallParameters& parameters) : p_(parameters) {
  check_parameters(p_);
  first_speed_ = std::sqrt(p_.v_0 * p_.v_0 + 2.0 * p_.g * p_.z_0);
  first_time_ = (p_.v_0 + first_speed_) / p_.g;
}

double ExactBouncingBall::impact_time(int k) const {
  const double flight = 2.0 * first_speed_ / p_.g;
  if (p_.epsilon_N == 1.0) return first_time_ + flight * (k - 1);
  // sum_{j=1}^{k-1} eps^j
  const double sum = p_.epsilon_N * (1.0 - elementary::pow(p_.epsilon_N, k - 1)) / (1.0 - p_.epsilon_N);
  return first_time_ + flight * sum;
}

double ExactBouncingBall::impact_speed(int k) const { return first_speed_ * elementary::pow(p_.epsilon_N, k - 1); }

double ExactBouncingBall::accumulation_time() const {
  if (p_.epsilon_N == 1.0) return std::numeric_limits<double>::infinity();
  return first_time_ + 2.0 * first_speed_ / p_.g * p_.epsilon_N / (1.0 - p_.epsilon_N);
}

int ExactBouncingBall::impacts_until(double t) const {
  if (t >= accumulation_time()) return -1;
  if (t < first_time_) return 0;
  const double epsilon = p_.epsilon_N;
  const double flights = (t - first_time_) * p_.g / (2.0 * first_speed_);  // in units of the undamped flight
  const double estimate =
      epsilon == 1.0 ? flights : elementary::log1p(-flights * (1.0 - epsilon) / epsilon) / elementary::log(epsilon);
  // Flights shorter than the spacing of doubles at t cannot be told apart.
  if (!(estimate < 1e9)) return -1;
  int k = std::max(1, static_cast<int>(estimate));
  while (k > 1 && t < impact_time(k)) --k;
  while (t >= impact_time(k + 1)) {
    if (impact_time(k + 2) <= impact_time(k + 1)) return -1;
    ++k;
  }
  return k;
}

double ExactBouncingBall::position(double t) const {
  const int k = impacts_until(t);
  if (k < 0) return 0.0;
  if (k == 0) return p_.z_0 + (p_.v_0 - 0.5 * p_.g * t) * t;
  const double since = t - impact_time(k);
  return (p_.epsilon_N * impact_speed(k) - 0.5 * p_.g * since) * since;
}

double ExactBouncingBall::velocity(double t) const {
  const int k = impacts_until(t);
  if (k < 0) return 0.0;
  if (k == 0) return p_.v_0 - p_.g * t;
  return p_.epsilon_N * impact_speed(k) - p_.g * (t - impact_time(k));
}

}  // namespace nsdbench::problems
