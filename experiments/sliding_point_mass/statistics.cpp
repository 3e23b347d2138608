#include "experiments/sliding_point_mass/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::experiments::sliding_mass {
namespace {

bool sticks(const ModeVector<SlidingPointMass>& modes) { return modes.tangential[0] == Mode::constraint; }

}  // namespace

SlidingStatistics::SlidingStatistics(const SlidingPointMass& mass, const ExactSlidingMass* exact, ZeroSearch& search)
    : mass_(mass), exact_(exact), search_(search), turn_(exact != nullptr ? exact->minimum_speed_time() : 0.0) {}

bool SlidingStatistics::on_step(const MassStep& step) {
  const double force_end = mass_.parameters().force_end;
  const bool slides = !sticks(step.modes());
  const bool force_acts = step.end().t <= force_end;
  if (slides && force_acts) observe_turn(step);
  if (slides) observe_friction(step);
  if (step.end().t == force_end) velocity_at_switch = step.end().u;
  if (exact_ != nullptr) position_error_max = std::max(position_error_max, position_error(step.end()));
  return true;
}

bool SlidingStatistics::on_event(const Event<SlidingPointMass>& event) {
  if (sticks(event.modes_after) && !sticks(event.modes_before)) stop_time = event.t;
  return true;
}

double SlidingStatistics::position_error(const MassState& state) const {
  return exact_ != nullptr ? (state.q - exact_->position(state.t)).norm() : not_found;
}

void SlidingStatistics::observe_turn(const MassStep& step) {
  const auto& p = mass_.parameters();
  const Vector<2> force(p.F_x, p.F_y);
  const auto power = [&](const MassState& at) { return at.u.dot(force) - p.a * at.u.norm(); };
  if (const auto least = search_.zero_within(step, power)) {
    minimum_speed = least->u.norm();
    minimum_speed_time = least->t;
  }
  const auto along_x = [](const MassState& at) { return at.u(0); };
  if (const auto peak = search_.zero_within(step, along_x)) lateral_peak_time = peak->t;
  const double middle = step.middle();
  if (std::abs(middle - turn_) < 0.1) {
    smallest_step_at_turn = std::min(smallest_step_at_turn, step.size());
    largest_order_at_turn = std::max(largest_order_at_turn, step.order());
  }
  if (step.order() > 2) above_order_2_until = step.end().t;
  if (middle > turn_ + 1.0) largest_order_later = std::max(largest_order_later, step.order());
}

void SlidingStatistics::observe_friction(const MassStep& step) {
  const auto& p = mass_.parameters();
  const Percussions<SlidingPointMass> percussions = step.percussions();
  if (step.end().t <= p.force_end) {
    const double lambda_x = percussions.tangential(0, 0);
    if (lambda_x * last_lambda_x_ < 0.0) ++lambda_x_reversals;
    last_lambda_x_ = lambda_x;
  }
  // Within a step of a method with dense output the direction of friction turns, and its mean is below a.
  if (p.a > 0.0 && !step.at_time(step.end().t)) {
    const double friction = percussions.tangential.row(0).norm() / step.size();
    friction_deviation = std::fmax(friction_deviation, std::abs(friction / p.a - 1.0));
    // The mean of unit vectors whose directions differ by at most psi is no shorter than cos(psi / 2).
    const Vector<2>& before = step.begin().u;
    const Vector<2>& after = step.end().u;
    const double psi = elementary::atan2(std::abs(before(0) * after(1) - before(1) * after(0)), before.dot(after));
    const double beyond = std::max(friction / p.a - 1.0, elementary::cos(0.5 * psi) - friction / p.a);
    friction_beyond_turning = std::fmax(friction_beyond_turning, std::max(beyond, 0.0));
  }
}

}  // namespace nsdbench::experiments::sliding_mass
