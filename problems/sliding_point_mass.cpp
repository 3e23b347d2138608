#include "problems/sliding_point_mass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<SlidingPointMass>);

namespace {

constexpr double least_angle = 1e-9;  // [rad] between the initial velocity and the direction against the force
// The nominal motion takes some tens of steps; a speed that runs into zero never ends.
constexpr int step_limit = 20000;

Extended speed_of(const std::array<Extended, 4>& state) { return elementary::hypot(state[2], state[3]); }

}  // namespace

ExactSlidingMass::ExactSlidingMass(const SlidingPointMassParameters& parameters) : p_(parameters) {
  check_parameters(p_);
  integrate_until_switch_off();
  const Extended mass = p_.m;
  const Extended bound = p_.a;
  const Extended end = p_.force_end;
  stop_time_ = p_.a == 0.0 ? std::numeric_limits<double>::infinity()
                           : static_cast<double>(end + mass * speed_of(nodes_.back().state()) / bound);

  // d|u|/dt = (F u/|u| - a)/m turns positive once at most: u turns towards F all the time.
  Extended slowest =
      zero_of([&](const State& s) { return Extended(p_.F_x) * s[2] + Extended(p_.F_y) * s[3] - bound * speed_of(s); });
  if (slowest < 0.0)
    slowest = speed_of(nodes_.front().state()) <= speed_of(nodes_.back().state()) ? Extended(0.0) : end;
  minimum_speed_time_ = static_cast<double>(slowest);
  minimum_speed_ = static_cast<double>(speed_of(state_at(slowest)));

  Extended peak = zero_of([](const State& s) { return s[2]; });
  if (peak < 0.0) {
    const auto lateral = [](const Node& node) { return abs(node.state()[3]) / speed_of(node.state()); };
    peak = lateral(nodes_.front()) >= lateral(nodes_.back()) ? Extended(0.0) : end;
  }
  peak_time_ = static_cast<double>(peak);
}

// The coefficients of the velocity follow from the equations of motion, with w = 1/|u|, s = |u|^2 and s w' = -w s'/2.
// The unit of time is a power of two near the time in which the velocity changes: no coefficient overflows, and scaling
// rounds nothing.
ExactSlidingMass::Node ExactSlidingMass::node_at(const Extended& t, const State& state) const {
  const Extended bound = Extended(p_.a) / p_.m;
  const Extended largest_force = Extended(p_.a) + elementary::hypot(Extended(p_.F_x), Extended(p_.F_y));
  Node node{t, 0, {}};
  if (largest_force > 0.0) node.unit = std::ilogb(static_cast<double>(p_.m * speed_of(state) / largest_force));
  auto& c = node.series;
  c[0] = state;
  std::array<Extended, degree> s, w;
  for (std::size_t n = 0; n < degree; ++n) {
    s[n] = 0.0;
    for (std::size_t i = 0; i <= n; ++i) s[n] += c[i][2] * c[n - i][2] + c[i][3] * c[n - i][3];
    if (n == 0) {
      w[0] = 1 / sqrt(s[0]);
    } else {
      w[n] = 0.0;
      for (std::size_t i = 1; i <= n; ++i) w[n] -= (2 * n - i) * s[i] * w[n - i];
      w[n] /= 2 * n * s[0];
    }
    for (const std::size_t axis : {0U, 1U}) {
      Extended direction = 0.0;
      for (std::size_t i = 0; i <= n; ++i) direction += w[i] * c[n - i][2 + axis];
      Extended acceleration = -bound * direction;
      if (n == 0) acceleration += Extended(axis == 0 ? p_.F_x : p_.F_y) / p_.m;
      c[n + 1][2 + axis] = ldexp(acceleration / (n + 1), node.unit);
      c[n + 1][axis] = ldexp(c[n][2 + axis] / (n + 1), node.unit);
    }
  }
  return node;
}

Extended ExactSlidingMass::Node::after(const Extended& time, std::size_t k) const {
  const Extended units = ldexp(time, -unit);
  Extended sum = series[degree][k];
  for (std::size_t n = degree; n-- > 0;) sum = sum * units + series[n][k];
  return sum;
}

ExactSlidingMass::State ExactSlidingMass::Node::after(const Extended& time) const {
  return {after(time, 0), after(time, 1), after(time, 2), after(time, 3)};
}

// Whether the last two terms of each velocity are rounding.
bool ExactSlidingMass::Node::reaches(const Extended& time) const {
  const Extended units = ldexp(time, -unit);
  Extended power = 1.0;
  for (std::size_t n = 1; n < degree; ++n) power *= units;
  return std::ranges::all_of(std::array{2, 3}, [&](std::size_t k) {
    const Extended terms = (abs(series[degree][k]) * units + abs(series[degree - 1][k])) * power;
    return terms <= std::numeric_limits<Extended>::epsilon() * (abs(series[0][k]) + abs(series[1][k]) * units);
  });
}

void ExactSlidingMass::integrate_until_switch_off() {
  const auto refuse = [] {
    throw std::invalid_argument(
        "the exact motion is that of a mass which slides until force_end: it needs an initial velocity, a force "
        "above the friction bound or one that ends before the mass halts, and a start that is not aimed against the "
        "force");
  };
  const State start = {p_.x_0, p_.y_0, p_.u_x_0, p_.u_y_0};
  const Extended initial_speed = speed_of(start);
  if (!(initial_speed > 0.0)) refuse();
  // a|u| + F u changes at the rate (|F|^2 - a^2)/m, and is zero at a halt only if |F| < a.
  const Extended excess = Extended(p_.a) * p_.a - Extended(p_.F_x) * p_.F_x - Extended(p_.F_y) * p_.F_y;
  const Extended left_to_halt =
      Extended(p_.a) * initial_speed + Extended(p_.F_x) * p_.u_x_0 + Extended(p_.F_y) * p_.u_y_0;
  if (excess > 0.0 && p_.force_end * excess >= p_.m * left_to_halt) refuse();
  // Against the force the mass comes to a halt, where the direction of the friction jumps. Rounding would turn it
  // round.
  const double speed = elementary::hypot(p_.u_x_0, p_.u_y_0);
  const double force = elementary::hypot(p_.F_x, p_.F_y);
  const bool opposed = p_.F_x * p_.u_x_0 + p_.F_y * p_.u_y_0 < 0.0 &&
                       std::abs(p_.F_x * p_.u_y_0 - p_.F_y * p_.u_x_0) <= least_angle * speed * force;
  if (opposed && p_.force_end * (force + p_.a) >= p_.m * speed) refuse();
  nodes_.push_back(node_at(0.0, start));
  const Extended end = p_.force_end;
  Extended dt = end;
  while (nodes_.back().t < end) {
    const Node& node = nodes_.back();
    const Extended left = end - node.t;
    // Steps are halved and doubled: their sizes do not hang on the last digits of an estimate.
    dt = std::min<Extended>(2 * dt, left);
    while (!node.reaches(dt)) {
      dt /= 2;
      if (!(node.t + dt > node.t)) refuse();
    }
    const State state = node.after(dt);
    if (nodes_.size() == step_limit || !isfinite(speed_of(state))) refuse();
    nodes_.push_back(node_at(dt == left ? end : node.t + dt, state));
  }
}

const ExactSlidingMass::Node& ExactSlidingMass::node_before(const Extended& t) const {
  const auto after = std::upper_bound(nodes_.begin(), nodes_.end(), t,
                                      [](const Extended& value, const Node& node) { return value < node.t; });
  return *(after == nodes_.begin() ? after : after - 1);
}

ExactSlidingMass::State ExactSlidingMass::state_at(const Extended& t) const {
  const Node& node = node_before(t);
  return node.after(t - node.t);
}

template <class Function>
Extended ExactSlidingMass::zero_of(Function function) const {
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const bool negative = function(nodes_[k - 1].state()) < 0.0;
    if (negative == (function(nodes_[k].state()) < 0.0)) continue;
    Extended low = nodes_[k - 1].t;
    Extended high = nodes_[k].t;
    for (int halving = 0; halving < std::numeric_limits<Extended>::digits; ++halving) {
      const Extended middle = (low + high) / 2;
      ((function(state_at(middle)) < 0.0) == negative ? low : high) = middle;
    }
    return high;
  }
  return -1.0;
}

ExactSlidingMass::State ExactSlidingMass::state_after_switch_off(double t) const {
  const State& state = nodes_.back().state();
  const Extended deceleration = Extended(p_.a) / p_.m;
  const Extended speed = speed_of(state);
  const bool stopped = t >= stop_time_;
  const Extended since = stopped ? speed / deceleration : Extended(t) - p_.force_end;
  const Extended slower = stopped ? Extended(0.0) : (speed - deceleration * since) / speed;
  const Extended way = since * (1 - deceleration * since / speed / 2);
  return {state[0] + way * state[2], state[1] + way * state[3], slower * state[2], slower * state[3]};
}

Vector<2> ExactSlidingMass::two_of_state(double t, std::size_t first) const {
  if (t > p_.force_end) {
    const State state = state_after_switch_off(t);
    return {static_cast<double>(state[first]), static_cast<double>(state[first + 1])};
  }
  const Node& node = node_before(t);
  const Extended since = t - node.t;
  return {static_cast<double>(node.after(since, first)), static_cast<double>(node.after(since, first + 1))};
}

Vector<2> ExactSlidingMass::position(double t) const { return two_of_state(t, 0); }
Vector<2> ExactSlidingMass::velocity(double t) const { return two_of_state(t, 2); }

Vector<2> ExactSlidingMass::friction(double t) const {
  if (t >= stop_time_) return Vector<2>::Zero();
  return -p_.a * velocity(t).normalized();
}

double ExactSlidingMass::stop_time() const { return stop_time_; }
double ExactSlidingMass::minimum_speed() const { return minimum_speed_; }
double ExactSlidingMass::minimum_speed_time() const { return minimum_speed_time_; }
double ExactSlidingMass::lateral_friction_peak_time() const { return peak_time_; }

}  // namespace nsdbench::problems
