#include "experiments/woodpecker_limit_cycle/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/analysis/motion_extremes.hpp"
#include "solvers/integration/bracketed_root.hpp"
#include "solvers/integration/section.hpp"
#include "solvers/integration/time_stepping/midpoint_step.hpp"

namespace nsdbench::experiments::woodpecker {
namespace {

using problems::Woodpecker;

double phi_s(const BirdState& state) { return state.q(2); }

bool has_dense_output(const BirdStep& step) { return step.at_time(step.middle()).has_value(); }

BirdState state_within(const BirdStep& step, double part) {
  return *step.at_time(step.begin().t + part * (step.end().t - step.begin().t));
}

}  // namespace

void for_states_of(const BirdStep& step, int pieces, const std::function<void(const BirdState&)>& observe) {
  if (has_dense_output(step)) {
    for (int k = 1; k < pieces; ++k) observe(state_within(step, static_cast<double>(k) / pieces));
  }
  observe(step.end());
}

std::optional<BirdState> rising_zero_of_phi_s(const BirdStep& step) {
  if (!has_dense_output(step)) return upward_crossing(step.begin(), step.end(), phi_s);
  constexpr int pieces = 8;  // a step may be half a swing long
  BirdState before = step.begin();
  for (int k = 1; k <= pieces; ++k) {
    const BirdState after = k < pieces ? state_within(step, static_cast<double>(k) / pieces) : step.end();
    if (phi_s(before) < 0.0 && phi_s(after) >= 0.0) {
      const auto at = [&](double t) { return phi_s(*step.at_time(t)); };
      constexpr double resolution = 1e-15;  // s
      return step.at_time(bracketed_root<double>(at, before.t, phi_s(before), after.t, phi_s(after), resolution));
    }
    before = after;
  }
  return std::nullopt;
}

bool SolverStatistics::on_step(const BirdStep& step) {
  const auto* midpoint = dynamic_cast<const MidpointStep<Woodpecker>*>(&step);
  if (midpoint == nullptr) return true;
  const StepReport<Woodpecker>& report = midpoint->report();
  active_contacts_max = std::max(active_contacts_max, report.active_contacts);
  if (report.active_contacts > 0) ++lcps;
  if (report.active[1] && report.active[2]) ++both_edges_closed;
  residual_max = std::max(residual_max, report.solver.residual);
  const double largest = report.gaps.maxCoeff();
  const double second = report.gaps.sum() - report.gaps.minCoeff() - largest;
  second_smallest_gap_min = std::min(second_smallest_gap_min, second);
  return true;
}

void SolverStatistics::merge(const SolverStatistics& other) {
  active_contacts_max = std::max(active_contacts_max, other.active_contacts_max);
  lcps += other.lcps;
  both_edges_closed += other.both_edges_closed;
  unsolved += other.unsolved;
  residual_max = std::max(residual_max, other.residual_max);
}

bool CycleStatistics::on_step(const BirdStep& step) {
  const double time = step.size() / dt_;
  time_ += time;
  const bool sticks = step.modes().tangential[1] == Mode::constraint;
  if (sticks) sticking_ += time;
  if (sticks && !stuck_) ++stick_phases_;
  stuck_ = sticks;
  if (dynamic_cast<const EventDrivenStep<Woodpecker>*>(&step) != nullptr) {
    observe_dense(step);
    return true;
  }
  phi_s_min_ = std::min(phi_s_min_, step.end().q(2));
  phi_s_max_ = std::max(phi_s_max_, step.end().q(2));
  omega_m_max_ = std::max(omega_m_max_, std::abs(step.end().u(1)));
  return true;
}

void CycleStatistics::observe_dense(const BirdStep& step) {
  MotionExtremes<double> angle, velocity;
  angle.observe(step, phi_s);
  velocity.observe(step, [](const BirdState& state) { return state.u(1); });
  phi_s_min_ = std::min(phi_s_min_, angle.smallest());
  phi_s_max_ = std::max(phi_s_max_, angle.largest());
  omega_m_max_ = std::max({omega_m_max_, velocity.largest(), -velocity.smallest()});
}

bool SwitchingTimes::on_event(const Event<Woodpecker>& event) {
  const bool stuck = event.modes_before.tangential[1] == Mode::constraint;
  const bool sticks = event.modes_after.tangential[1] == Mode::constraint;
  const bool was_closed = event.modes_before.normal[1] == Mode::constraint;
  const bool is_closed = event.modes_after.normal[1] == Mode::constraint;
  const auto first = [&](std::size_t entry, bool happens) {
    if (happens && !entries_[entry].time) entries_[entry].time = event.t;
  };
  const auto last = [&](std::size_t entry, bool happens) {
    if (happens) entries_[entry].time = event.t;
  };
  first(0, event.hit[2]);
  first(1, event.hit[0]);
  first(2, event.hit[1]);
  first(3, !stuck && sticks);
  last(4, stuck && !sticks);
  last(5, was_closed && !is_closed);
  return true;
}

}  // namespace nsdbench::experiments::woodpecker
