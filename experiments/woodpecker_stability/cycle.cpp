#include "experiments/woodpecker_stability/cycle.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/analysis/energy.hpp"
#include "solvers/analysis/motion_extremes.hpp"

namespace nsdbench::experiments {
namespace {

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
Number distance_from_step(const EventDrivenStep<S>& step, const Vector<5, Number>& point,
                          const Vector<5, Number>& range) {
  constexpr int samples = 2000;
  Number distance = std::numeric_limits<Number>::infinity();
  for (int k = 0; k <= samples; ++k) {
    const Vector<5, Number> x = phase_of(step.at(Number(step.end_theta() * k / samples)));
    distance = std::min<Number>(distance, (x - point).cwiseAbs().cwiseQuotient(range).maxCoeff());
  }
  return distance;
}

// Extremes and losses along one cycle.
template <class Number>
class CycleStatistics {
 public:
  using Bird = problems::BasicWoodpecker<Number>;

  explicit CycleStatistics(const Bird& bird) : dissipation_(bird) {}

  void observe(const EventDrivenStep<Bird>& step) {
    dissipation_.observe(step);
    phi_m_.observe(step, [](const State<3, Number>& state) { return state.q(1); });
    phi_s_.observe(step, [](const State<3, Number>& state) { return state.q(2); });
    v_.observe(step, [](const State<3, Number>& state) { return state.u(0); });
    omega_m_.observe(step, [](const State<3, Number>& state) { return state.u(1); });
    omega_s_.observe(step, [](const State<3, Number>& state) { return state.u(2); });
    if (step.held().contacts[1] == ContactState::sticking) stick_time_ += step.size();
  }
  void observe(const Event<Bird>& event) { dissipation_.observe(event); }

  void write_to(Cycle<Number>& cycle) const {
    for (std::size_t k = 0; k < cycle.impact_loss.size(); ++k) {
      cycle.impact_loss[k] = dissipation_.normal_impacts()[k] + dissipation_.tangential_impacts()[k];
      cycle.friction_loss[k] = dissipation_.friction()[k];
    }
    cycle.loss = dissipation_.total();
    cycle.phi_s_min = phi_s_.smallest();
    cycle.phi_s_max = phi_s_.largest();
    cycle.omega_m_max = std::max<Number>(omega_m_.largest(), -omega_m_.smallest());
    cycle.omega_s_max = std::max<Number>(omega_s_.largest(), -omega_s_.smallest());
    cycle.stick_time = stick_time_;
  }

  Vector<5, Number> range() const {
    Vector<5, Number> range;
    range << phi_m_.largest() - phi_m_.smallest(), phi_s_.largest() - phi_s_.smallest(), v_.largest() - v_.smallest(),
        omega_m_.largest() - omega_m_.smallest(), omega_s_.largest() - omega_s_.smallest();
    return range;
  }

 private:
  ContactDissipation<Bird> dissipation_;
  MotionExtremes<Number> phi_s_, omega_s_, omega_m_, phi_m_, v_;
  Number stick_time_ = 0.0;
};

}  // namespace

template <class Number>
Cycle<Number> find_cycle(WoodpeckerMap<Number>& here, const Number& guess) {
  using Bird = problems::BasicWoodpecker<Number>;
  using Point = Vector<1, Number>;
  Cycle<Number> cycle;
  cycle.fixed = find_fixed_point<1, Number>(here.map, Point(guess), Point(Number(omega_scale)));
  if (!cycle.found()) return cycle;
  CycleStatistics<Number> statistics(here.bird);
  const auto made = here.map.go(
      cycle.fixed.x, [&](const EventDrivenStep<Bird>& step) { statistics.observe(step); },
      [&](const Event<Bird>& event) { statistics.observe(event); });
  statistics.write_to(cycle);
  cycle.period = made.time();
  cycle.fall = made.start.q(0) - made.state.q(0);
  cycle.phi_s = made.state.q(2);
  const auto& p = here.bird.parameters();
  cycle.gravity_work = (Number(p.m_M) + p.m_S) * p.g * cycle.fall;
  const Vector<5, Number> range = statistics.range();
  const Vector<5, Number> start = phase_of(here.bird.initial_state());
  cycle.start_distance = std::numeric_limits<Number>::infinity();
  here.map.go(
      cycle.fixed.x,
      [&](const EventDrivenStep<Bird>& step) {
        cycle.start_distance = std::min<Number>(cycle.start_distance, distance_from_step<Number>(step, start, range));
      },
      [](const Event<Bird>&) {});
  return cycle;
}

template Cycle<double> find_cycle(WoodpeckerMap<double>&, const double&);
template Cycle<Extended> find_cycle(WoodpeckerMap<Extended>&, const Extended&);

}  // namespace nsdbench::experiments
