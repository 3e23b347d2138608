#include "experiments/bouncing_ball_accumulation/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/integration/time_stepping/midpoint_step.hpp"

namespace nsdbench::experiments::ball {

bool FixedStepStatistics::on_step(const BallStep& step) {
  const StepReport<BouncingBall>& report = midpoint_report(step);
  const BallState& after = step.end();
  const bool impact = report.normal_approach(0) < 0.0 && report.normal_percussions(0) > 0.0;
  if (impact && static_cast<int>(impact_times.size()) < compared_impacts) {
    impact_times.push_back(step.begin().t + 0.5 * report.dt);
  }
  if (impact) impact_energy_growth_max = std::max(impact_energy_growth_max, report.contact_work);
  if (report.active_contacts == 0) accumulation_time = after.t;
  if (impact_times.size() == 1) first_apex = std::max(first_apex, after.q(0));
  const double position_error = std::abs(after.q(0) - exact_.get().position(after.t));
  position_error_max = std::max(position_error_max, position_error);
  position_error_l1 += report.dt * position_error;
  velocity_error_l1 += report.dt * std::abs(after.u(0) - exact_.get().velocity(after.t));
  penetration_max = std::max(penetration_max, -after.q(0));
  speed_at_end = std::abs(after.u(0));
  return true;
}

AdjustedStatistics::AdjustedStatistics(const BouncingBall& ball, const ExactBouncingBall& exact, double dt_min,
                                       double end)
    : exact_(exact),
      gravity_(ball.parameters().g),
      dt_min_(dt_min),
      end_(end),
      accumulation_(exact.accumulation_time()),
      first_impact_(exact.impact_time(1)) {}

bool AdjustedStatistics::on_step(const BallStep& shown) {
  const ExtrapolatedStep<BouncingBall>& step = adjusted_step(shown).details();
  const bool open = step.modes.normal[0] == Mode::impressed;
  observe_size(step);
  observe_motion(step, open);
  last_dt_ = step.dt;
  was_open_ = open;
  return true;
}

void AdjustedStatistics::observe_size(const ExtrapolatedStep<BouncingBall>& step) {
  if (last_dt_ == 0.0) first_step = step.dt;
  if (last_dt_ > 0.0) largest_growth = std::max(largest_growth, step.dt / last_dt_);
  smallest_step = std::min(smallest_step, step.dt);
  const bool between = step.dt > 1.001 * dt_min_ && step.dt < 2.999 * dt_min_;
  if (between && step.end.t < end_ - 3.0 * dt_min_) ++steps_between;
  if (std::abs(step.dt / dt_min_ - 1.0) < 1e-3) last_minimal_step_time = step.end.t;
  if (step.begin.t > accumulation_) largest_step_at_rest = std::max(largest_step_at_rest, step.dt);
}

void AdjustedStatistics::observe_motion(const ExtrapolatedStep<BouncingBall>& step, bool open) {
  if (open) accumulation_time = step.end.t;
  if (!open && was_open_ && step.end.t < accumulation_) {
    largest_impact_step = std::max(largest_impact_step, step.dt);
    if (impacts_ > 0) apex_ratio_max = std::max(apex_ratio_max, flight_apex_ / last_apex_);
    last_apex_ = flight_apex_;
    flight_apex_ = 0.0;
    ++impacts_;
  }
  if (open) flight_apex_ = std::max(flight_apex_, step.end.q(0) + 0.5 * step.end.u(0) * step.end.u(0) / gravity_);
  if (impacts_ == 1) first_apex = std::max(first_apex, flight_apex_);
  const double error = std::abs(step.end.q(0) - exact_.get().position(step.end.t));
  position_error_max = std::max(position_error_max, error);
  if (step.end.t < first_impact_) first_flight_error = std::max(first_flight_error, error);
  if (open && step.end.t < accumulation_) order_in_flight = std::max(order_in_flight, step.order);
  if (step.begin.t > 0.5 * (accumulation_ + end_)) {
    oscillation_at_rest = std::max(oscillation_at_rest, std::abs(step.end.u(0)));
    if (open && !was_open_) ++openings_at_rest;
  }
}

bool MotionStatistics::on_step(const BallStep& step) {
  const BallState& after = step.end();
  if (!settled_ && step.modes().normal[0] == Mode::impressed) accumulation_time = after.t;
  position_error_max = std::max(position_error_max, std::abs(after.q(0) - exact_.get().position(after.t)));
  speed_at_end = std::abs(after.u(0));
  return true;
}

bool MotionStatistics::on_event(const Event<BouncingBall>& event) {
  if (event.impact && static_cast<int>(impact_times.size()) < compared_impacts) impact_times.push_back(event.t);
  const bool hits = event.impact && event.before.u(0) < 0.0;
  if (hits) impact_energy_growth_max = std::max(impact_energy_growth_max, event.contact_work.value_or(0.0));
  if (event.has_settled()) {
    settled_ = true;
    accumulation_time = event.settled_at;
  }
  return true;
}

}  // namespace nsdbench::experiments::ball
