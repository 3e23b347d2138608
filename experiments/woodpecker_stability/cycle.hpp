// The woodpecker's limit cycle and what can be read off it, in any number type.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "experiments/woodpecker_stability/jammed_sleeve.hpp"
#include "solvers/analysis/contact_dissipation.hpp"
#include "solvers/analysis/fixed_point.hpp"
#include "solvers/analysis/motion_extremes.hpp"

namespace nsdbench::experiments {

// Sizes of omega_S [rad/s] on the section, for steps of differences and tolerances.
constexpr double omega_scale = 10.0;

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

// phi_M, phi_S, v, omega_M, omega_S: what is periodic.
template <class Number>
Vector<5, Number> phase_of(const State<3, Number>& state) {
  Vector<5, Number> x;
  x << state.q(1), state.q(2), state.u(0), state.u(1), state.u(2);
  return x;
}

// Smallest distance of the point from the states of a step: over it, the largest difference of a coordinate relative
// to its range. By sampling: some 1e-4 of it.
template <class Number, class S>
Number distance_from_step(const SmoothStep<S>& step, const Vector<5, Number>& point, const Vector<5, Number>& range) {
  constexpr int samples = 2000;
  Number distance = std::numeric_limits<Number>::infinity();
  for (int k = 0; k <= samples; ++k) {
    const Vector<5, Number> x = phase_of(step.at(Number(step.used() * k / samples)));
    distance = std::min<Number>(distance, (x - point).cwiseAbs().cwiseQuotient(range).maxCoeff());
  }
  return distance;
}

// The cycle near `guess` [rad/s]. Without a fixed point, only `fixed` is set.
template <class Number>
Cycle<Number> find_cycle(WoodpeckerMap<Number>& here, const Number& guess) {
  using Bird = problems::BasicWoodpecker<Number>;
  using Point = Vector<1, Number>;
  Cycle<Number> cycle;
  cycle.fixed = find_fixed_point<1, Number>(here.map, Point(guess), Point(Number(omega_scale)));
  if (!cycle.found()) return cycle;
  ContactDissipation<Bird> dissipation(here.bird);
  MotionExtremes<Number> phi_s, omega_s, omega_m, phi_m, v;
  const auto made = here.map.go(
      cycle.fixed.x,
      [&](const SmoothStep<Bird>& step) {
        dissipation.see(step);
        phi_m.see(step, [](const State<3, Number>& state) { return state.q(1); });
        phi_s.see(step, [](const State<3, Number>& state) { return state.q(2); });
        v.see(step, [](const State<3, Number>& state) { return state.u(0); });
        omega_m.see(step, [](const State<3, Number>& state) { return state.u(1); });
        omega_s.see(step, [](const State<3, Number>& state) { return state.u(2); });
        if (step.held().contacts[1] == ContactState::sticking) cycle.stick_time += step.used() * step.size();
      },
      [&](const Event<Bird>& event) { dissipation.see(event); });
  cycle.period = made.time();
  cycle.fall = made.start.q(0) - made.state.q(0);
  cycle.phi_s = made.state.q(2);
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    cycle.impact_loss[k] = dissipation.normal_impacts()[k] + dissipation.tangential_impacts()[k];
    cycle.friction_loss[k] = dissipation.friction()[k];
  }
  cycle.loss = dissipation.total();
  const auto& p = here.bird.parameters();
  cycle.gravity_work = (Number(p.m_M) + p.m_S) * p.g * cycle.fall;
  cycle.phi_s_min = phi_s.smallest();
  cycle.phi_s_max = phi_s.largest();
  cycle.omega_m_max = std::max<Number>(omega_m.largest(), -omega_m.smallest());
  cycle.omega_s_max = std::max<Number>(omega_s.largest(), -omega_s.smallest());
  Vector<5, Number> range;
  range << phi_m.largest() - phi_m.smallest(), phi_s.largest() - phi_s.smallest(), v.largest() - v.smallest(),
      omega_m.largest() - omega_m.smallest(), omega_s.largest() - omega_s.smallest();
  const Vector<5, Number> start = phase_of(here.bird.initial_state());
  cycle.start_distance = std::numeric_limits<Number>::infinity();
  here.map.go(
      cycle.fixed.x,
      [&](const SmoothStep<Bird>& step) {
        cycle.start_distance = std::min<Number>(cycle.start_distance, distance_from_step<Number>(step, start, range));
      },
      [](const Event<Bird>&) {});
  return cycle;
}

}  // namespace nsdbench::experiments
