#include "problems/sliding_point_mass.hpp"

#include <algorithm>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<SlidingPointMass>);

namespace {

using Stepper = boost::numeric::odeint::runge_kutta_fehlberg78<std::array<long double, 4>, long double>;

constexpr long double tolerance = 1e-17L;
constexpr double least_angle = 1e-9;  // [rad] between the initial velocity and the direction against the force
// The nominal motion takes some hundred steps; a speed that runs into zero never ends.
constexpr int step_limit = 20000;

long double speed_of(const std::array<long double, 4>& state) { return elementary::hypot(state[2], state[3]); }

}  // namespace

ExactSlidingMass::ExactSlidingMass(const SlidingPointMassParameters& parameters) : p_(parameters) {
  check_parameters(p_);
  integrate_until_switch_off();
  const auto mass = static_cast<long double>(p_.m);
  const auto bound = static_cast<long double>(p_.a);
  const auto end = static_cast<long double>(p_.force_end);
  stop_time_ = p_.a == 0.0 ? std::numeric_limits<double>::infinity()
                           : static_cast<double>(end + mass * speed_of(nodes_.back().state) / bound);

  // d|u|/dt = (F u/|u| - a)/m turns positive once at most: u turns towards F all the time.
  long double slowest = zero_of([&](const Extended& s) {
    return static_cast<long double>(p_.F_x) * s[2] + static_cast<long double>(p_.F_y) * s[3] - bound * speed_of(s);
  });
  if (slowest < 0.0L) slowest = speed_of(nodes_.front().state) <= speed_of(nodes_.back().state) ? 0.0L : end;
  minimum_speed_time_ = static_cast<double>(slowest);
  minimum_speed_ = static_cast<double>(speed_of(state_at(slowest)));

  long double peak = zero_of([](const Extended& s) { return s[2]; });
  if (peak < 0.0L) {
    const auto lateral = [](const Node& node) { return std::abs(node.state[3]) / speed_of(node.state); };
    peak = lateral(nodes_.front()) >= lateral(nodes_.back()) ? 0.0L : end;
  }
  peak_time_ = static_cast<double>(peak);
}

void ExactSlidingMass::slide(const Extended& state, Extended& derivative) const {
  const auto mass = static_cast<long double>(p_.m);
  const long double friction = static_cast<long double>(p_.a) / speed_of(state);
  derivative = {state[2], state[3], (static_cast<long double>(p_.F_x) - friction * state[2]) / mass,
                (static_cast<long double>(p_.F_y) - friction * state[3]) / mass};
}

void ExactSlidingMass::integrate_until_switch_off() {
  const auto refuse = [] {
    throw std::invalid_argument(
        "the exact motion is that of a mass which slides until force_end: it needs an initial velocity, a force "
        "above the friction bound and a start that is not aimed against the force");
  };
  Extended state = {static_cast<long double>(p_.x_0), static_cast<long double>(p_.y_0),
                    static_cast<long double>(p_.u_x_0), static_cast<long double>(p_.u_y_0)};
  if (!(speed_of(state) > 0.0L)) refuse();
  // Against the force the mass comes to a halt, where the direction of the friction jumps. Rounding would turn it
  // round.
  const double speed = elementary::hypot(p_.u_x_0, p_.u_y_0);
  const double force = elementary::hypot(p_.F_x, p_.F_y);
  const bool opposed = p_.F_x * p_.u_x_0 + p_.F_y * p_.u_y_0 < 0.0 &&
                       std::abs(p_.F_x * p_.u_y_0 - p_.F_y * p_.u_x_0) <= least_angle * speed * force;
  if (opposed && p_.force_end * (force + p_.a) >= p_.m * speed) refuse();
  nodes_.push_back({0.0L, state});
  const auto end = static_cast<long double>(p_.force_end);
  auto stepper = boost::numeric::odeint::make_controlled(tolerance, tolerance, Stepper());
  const auto system = [this](const Extended& s, Extended& derivative, long double /*t*/) { slide(s, derivative); };
  long double t = 0.0L;
  long double dt = std::min(end, 1e-3L);
  for (int step = 0; t < end; ++step) {
    dt = std::min(dt, end - t);
    const bool last = dt == end - t;
    const long double before = t;
    if (step == step_limit || !(t + dt > t)) refuse();
    if (stepper.try_step(system, state, t, dt) != boost::numeric::odeint::success) continue;
    if (!std::isfinite(speed_of(state))) refuse();
    if (last) t = end;  // t + (end - t) may round
    if (t > before) nodes_.push_back({t, state});
  }
}

ExactSlidingMass::Extended ExactSlidingMass::state_at(long double t) const {
  const auto after =
      std::upper_bound(nodes_.begin(), nodes_.end(), t, [](long double value, const Node& n) { return value < n.t; });
  const Node& node = *(after == nodes_.begin() ? after : after - 1);
  Extended state = node.state;
  if (t == node.t) return state;
  Stepper stepper;
  stepper.do_step([this](const Extended& s, Extended& derivative, long double /*t*/) { slide(s, derivative); }, state,
                  node.t, t - node.t);
  return state;
}

template <class Function>
long double ExactSlidingMass::zero_of(Function function) const {
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const bool negative = function(nodes_[k - 1].state) < 0.0L;
    if (negative == (function(nodes_[k].state) < 0.0L)) continue;
    long double low = nodes_[k - 1].t;
    long double high = nodes_[k].t;
    for (int halving = 0; halving < std::numeric_limits<long double>::digits; ++halving) {
      const long double middle = 0.5L * (low + high);
      ((function(state_at(middle)) < 0.0L) == negative ? low : high) = middle;
    }
    return high;
  }
  return -1.0L;
}

ExactSlidingMass::Extended ExactSlidingMass::state_at_any(double t) const {
  if (t <= p_.force_end) return state_at(static_cast<long double>(t));
  Extended state = nodes_.back().state;
  const auto deceleration = static_cast<long double>(p_.a) / static_cast<long double>(p_.m);
  const long double speed = speed_of(state);
  const bool stopped = t >= stop_time_;
  const long double since =
      stopped ? speed / deceleration : static_cast<long double>(t) - static_cast<long double>(p_.force_end);
  const long double slower = stopped ? 0.0L : (speed - deceleration * since) / speed;
  const long double way = since * (1.0L - 0.5L * deceleration * since / speed);
  return {state[0] + way * state[2], state[1] + way * state[3], slower * state[2], slower * state[3]};
}

Vector<2> ExactSlidingMass::position(double t) const {
  const Extended state = state_at_any(t);
  return {static_cast<double>(state[0]), static_cast<double>(state[1])};
}

Vector<2> ExactSlidingMass::velocity(double t) const {
  const Extended state = state_at_any(t);
  return {static_cast<double>(state[2]), static_cast<double>(state[3])};
}

Vector<2> ExactSlidingMass::friction(double t) const {
  if (t >= stop_time_) return Vector<2>::Zero();
  return -p_.a * velocity(t).normalized();
}

double ExactSlidingMass::stop_time() const { return stop_time_; }
double ExactSlidingMass::minimum_speed() const { return minimum_speed_; }
double ExactSlidingMass::minimum_speed_time() const { return minimum_speed_time_; }
double ExactSlidingMass::lateral_friction_peak_time() const { return peak_time_; }

}  // namespace nsdbench::problems
