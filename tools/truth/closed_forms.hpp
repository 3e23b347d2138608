// Motions in closed form, in any number type: a reference solution is computed in two types of different precision. The
// formulas are those of the problems' headers, implemented independently.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/damped_oscillator.hpp"
#include "problems/impact_oscillator.hpp"
#include "problems/inclined_plane_oscillator.hpp"
#include "problems/prismatic_joint.hpp"
#include "problems/sliding_point_mass.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::truth {

template <class Number>
struct ClosedPoint {
  std::vector<Number> position, velocity;
};

// A motion, its switching points and its named instants and lengths.
template <class Number>
struct ClosedMotion {
  std::vector<std::pair<Number, std::vector<std::string>>> switching_points;
  std::vector<Number> quantities;  // in an order that the file's writer knows
  std::function<ClosedPoint<Number>(const Number&)> at;
};

// Impacts k = 1, 2, ... until t_end or, where they accumulate, `most`; quantities: time of accumulation.
template <class Number>
ClosedMotion<Number> closed_motion(const problems::BouncingBallParameters& p, int most) {
  using std::sqrt;
  const Number g = p.g, eps = p.epsilon_N, z = p.z_0, v = p.v_0;
  const Number speed = sqrt(Number(v * v + 2 * g * z));
  const Number first = (v + speed) / g;
  const Number flight = 2 * speed / g;
  const Number end = first + flight * eps / (1 - eps);
  const auto impact = [=](int k) {
    return Number(first + flight * eps * (1 - elementary::pow(eps, k - 1)) / (1 - eps));
  };
  ClosedMotion<Number> motion;
  for (int k = 1; k <= most; ++k) motion.switching_points.push_back({impact(k), {"U1 closes", "U1 opens"}});
  motion.switching_points.push_back({end, {"U1 closes"}});
  motion.quantities = {end};
  motion.at = [=](const Number& t) -> ClosedPoint<Number> {
    if (t >= end) return {{Number(0)}, {Number(0)}};
    if (t < first) return {{Number(z + (v - g * t / 2) * t)}, {Number(v - g * t)}};
    int k = 1;
    while (impact(k + 1) <= t) ++k;
    const Number since = t - impact(k);
    const Number rebound = speed * elementary::pow(eps, k);
    return {{Number((rebound - g * since / 2) * since)}, {Number(rebound - g * since)}};
  };
  return motion;
}

// Weak damping, without the cubic spring.
template <class Number>
ClosedMotion<Number> closed_motion(const problems::DampedOscillatorParameters& p) {
  using std::sqrt;
  const Number delta = Number(p.d) / (2 * Number(p.m));
  const Number stiffness = Number(p.c) / p.m;
  const Number omega = sqrt(Number(stiffness - delta * delta));
  const Number x = p.x_0, v = p.v_0;
  ClosedMotion<Number> motion;
  motion.at = [=](const Number& t) -> ClosedPoint<Number> {
    const Number decay = elementary::exp(Number(-delta * t));
    const Number c = decay * elementary::cos(Number(omega * t));
    const Number s = decay * elementary::sin(Number(omega * t)) / omega;
    return {{Number(x * c + (v + delta * x) * s)}, {Number(v * c - (delta * v + stiffness * x) * s)}};
  };
  return motion;
}

// With x_s < 0: the spring pulls away from the stop. Impacts until t_end; quantities: their impulses [N s].
template <class Number>
ClosedMotion<Number> closed_motion(const problems::ImpactOscillatorParameters& p, double t_end) {
  using std::sqrt;
  struct Flight {
    Number begin, x, v;
  };
  const Number omega = sqrt(Number(Number(p.c) / p.m));
  const Number x_s = p.x_s, eps = p.epsilon_N;
  const auto free = [=](const Flight& flight, const Number& since) {
    const Number c = elementary::cos(Number(omega * since));
    const Number s = elementary::sin(Number(omega * since));
    const Number x = flight.x - x_s;
    return std::pair<Number, Number>(x_s + x * c + flight.v / omega * s, flight.v * c - omega * x * s);
  };
  // x - x_s = A cos(w t - phi) reaches -x_s, rising, at w t = phi - acos(-x_s / A), up to whole turns.
  const Number x = Number(p.x_0) - x_s;
  const Number v = p.v_0;
  const Number amplitude = sqrt(Number(x * x + v * v / (omega * omega)));
  const Number turn = 8 * elementary::atan2(Number(1), Number(1));
  const Number rise = sqrt(Number(amplitude * amplitude - x_s * x_s));
  Number phase = elementary::atan2(Number(v / omega), x) - elementary::atan2(rise, Number(-x_s));
  while (phase < 0) phase += turn;
  ClosedMotion<Number> motion;
  std::vector<Flight> flights = {{Number(0), Number(p.x_0), v}};
  Number time = phase / omega;
  Number speed = omega * rise;
  while (time <= t_end) {
    motion.switching_points.push_back({time, {"U1 closes", "U1 opens"}});
    motion.quantities.push_back(p.m * (1 + eps) * speed);
    speed *= eps;
    flights.push_back({time, Number(0), Number(-speed)});
    time += 2 / omega * elementary::atan2(speed, Number(omega * x_s));
  }
  motion.at = [=](const Number& t) -> ClosedPoint<Number> {
    std::size_t k = flights.size();
    while (flights[k - 1].begin > t) --k;
    const auto [position, velocity] = free(flights[k - 1], Number(t - flights[k - 1].begin));
    return {{position}, {velocity}};
  };
  return motion;
}

// While the force F acts: with psi the angle from F to u, w = tan(psi/2), kappa = a/F and C from the start,
//   |u| = C w^kappa (1 + w^2) / (2 w),
//   t = -(m C / 2 F) [w^(kappa-1)/(kappa-1) + w^(kappa+1)/(kappa+1)]
//   along F:  -(m C^2 / 4 F) [w^(2 kappa-2)/(2 kappa-2) - w^(2 kappa+2)/(2 kappa+2)]
//   across:   -(m C^2 / 2 F) [w^(2 kappa-1)/(2 kappa-1) + w^(2 kappa+1)/(2 kappa+1)]
// each counted from the start, since m d|u|/dt = F cos(psi) - a and m |u| dpsi/dt = -F sin(psi).
template <class Number>
struct CurvedSlide {
  Number m, force, kappa, c;
  Number start;  // w there

  static Number power(const Number& w, const Number& e) { return Number(elementary::pow(w, e) / e); }
  Number clock(const Number& w) const {
    return Number(-m * c / (2 * force) * (power(w, Number(kappa - 1)) + power(w, Number(kappa + 1))));
  }
  Number way_along(const Number& w) const {
    return Number(-m * c * c / (4 * force) * (power(w, Number(2 * kappa - 2)) - power(w, Number(2 * kappa + 2))));
  }
  Number way_across(const Number& w) const {
    return Number(-m * c * c / (2 * force) * (power(w, Number(2 * kappa - 1)) + power(w, Number(2 * kappa + 1))));
  }
  Number speed(const Number& w) const { return Number(c * elementary::pow(w, kappa) * (1 + w * w) / (2 * w)); }

  // w falls from the start; Newton's method in ln w, which is monotone here.
  Number angle(const Number& t) const {
    using std::abs;
    Number w = start;
    for (int step = 0; step < 200; ++step) {
      const Number slope =
          -m * c / (2 * force) * (elementary::pow(w, Number(kappa - 1)) + elementary::pow(w, Number(kappa + 1)));
      Number change = -(clock(w) - clock(start) - t) / slope;
      if (change < -2) change = -2;
      if (change > 2) change = 2;
      w *= elementary::exp(change);
      if (abs(change) < 16 * std::numeric_limits<Number>::epsilon()) break;
    }
    return w;
  }
};

// A curved slide while the force acts, then in a straight line to rest. Quantities: time of the stop, time and size of
// the least speed (tan^2(psi/2) = (1 - kappa)/(1 + kappa)). Needs a start that is not in line with F, kappa other than
// 1/2 and 1, and a least speed while F acts.
template <class Number>
ClosedMotion<Number> closed_motion(const problems::SlidingPointMassParameters& p) {
  using std::abs;
  using std::sqrt;
  using Pair = std::array<Number, 2>;
  const Number m = p.m, a = p.a;
  const Number force = sqrt(Number(Number(p.F_x) * p.F_x + Number(p.F_y) * p.F_y));
  const Pair along = {p.F_x / force, p.F_y / force};
  const Number u_along = along[0] * p.u_x_0 + along[1] * p.u_y_0;
  const Number u_across = along[0] * p.u_y_0 - along[1] * p.u_x_0;
  const Number side = u_across < 0 ? -1 : 1;
  const Pair across = {-side * along[1], side * along[0]};
  const Number u = sqrt(Number(u_along * u_along + u_across * u_across));
  const Number kappa = a / force;
  const Number start = abs(u_across) / (u + u_along);
  const Number c = u * 2 * start / (elementary::pow(start, kappa) * (1 + start * start));
  const CurvedSlide<Number> curve{m, force, kappa, c, start};
  const auto sliding = [=](const Number& t) -> ClosedPoint<Number> {
    const Number w = curve.angle(t);
    const Number l = curve.way_along(w) - curve.way_along(start);
    const Number n = curve.way_across(w) - curve.way_across(start);
    const Number v = curve.speed(w);
    const Number v_l = v * (1 - w * w) / (1 + w * w);
    const Number v_n = v * 2 * w / (1 + w * w);
    return {{Number(p.x_0 + l * along[0] + n * across[0]), Number(p.y_0 + l * along[1] + n * across[1])},
            {Number(v_l * along[0] + v_n * across[0]), Number(v_l * along[1] + v_n * across[1])}};
  };
  const Number off = p.force_end;
  const ClosedPoint<Number> left = sliding(off);
  const Number last = sqrt(Number(left.velocity[0] * left.velocity[0] + left.velocity[1] * left.velocity[1]));
  const Number stop = off + m * last / a;
  const Number slowest = sqrt(Number((1 - kappa) / (1 + kappa)));
  ClosedMotion<Number> motion;
  motion.switching_points = {{stop, {"F1 sticks"}}};
  motion.quantities = {stop, Number(curve.clock(slowest) - curve.clock(start)), curve.speed(slowest)};
  motion.at = [=](const Number& t) {
    if (t <= off) return sliding(t);
    const bool rests = t >= stop;
    const Number since = rests ? Number(stop - off) : Number(t - off);
    const Number rest = rests ? Number(0) : Number(1 - a * since / (m * last));
    const Number way = since * (1 - a * since / (2 * m * last));
    return ClosedPoint<Number>{
        {Number(left.position[0] + way * left.velocity[0]), Number(left.position[1] + way * left.velocity[1])},
        {Number(rest * left.velocity[0]), Number(rest * left.velocity[1])}};
  };
  return motion;
}

// A block that is not shaken (m_E = Da = Dh = 0, mu_0 = mu) and slides down the slope until friction stops it. The feet
// share weight and friction so that it does not turn. Quantities: time and place of the stop.
template <class Number>
ClosedMotion<Number> closed_motion(const problems::InclinedPlaneOscillatorParameters& p) {
  const Number delta = p.delta;
  const Number deceleration = p.g * (p.mu * elementary::cos(delta) - elementary::sin(delta));
  const Number u = p.u_1_0;
  const Number stop = u / deceleration;
  const Number place = p.q_1_0 + u * stop / 2;
  ClosedMotion<Number> motion;
  motion.switching_points = {{stop, {"F1 sticks", "F2 sticks", "F3 sticks"}}};
  motion.quantities = {stop, place};
  motion.at = [=](const Number& t) {
    ClosedPoint<Number> point{std::vector<Number>(6, Number(0)), std::vector<Number>(6, Number(0))};
    const bool rests = t >= stop;
    point.position[0] = rests ? place : Number(p.q_1_0 + (u - deceleration * t / 2) * t);
    point.velocity[0] = rests ? Number(0) : Number(u - deceleration * t);
    return point;
  };
  return motion;
}

// The slider of case 1, s = 0, without friction and restitution: it falls level and is stopped. Quantities: time of the
// contact.
template <class Number>
ClosedMotion<Number> closed_level_fall(const problems::PrismaticJointParameters& p) {
  using std::sqrt;
  const Number c = p.c, g = p.g, push = Number(p.f_x) / p.m;
  const Number contact = sqrt(Number(2 * c / g));
  ClosedMotion<Number> motion;
  motion.switching_points = {{contact, {"U1 closes", "U3 closes"}}};
  motion.quantities = {contact};
  motion.at = [=](const Number& t) {
    const bool rests = t >= contact;
    return ClosedPoint<Number>{{Number(push * t * t / 2), rests ? Number(-c) : Number(-g * t * t / 2), Number(0)},
                               {Number(push * t), rests ? Number(0) : Number(-g * t), Number(0)}};
  };
  return motion;
}

}  // namespace nsdbench::truth
