#include "experiments/inclined_plane_stick_slip/motion_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace nsdbench::experiments::inclined_plane {
namespace {

bool all_stick(const ModeVector<Body>& modes) {
  return std::all_of(modes.tangential.begin(), modes.tangential.end(),
                     [](Mode mode) { return mode == Mode::constraint; });
}

bool all_slide(const AccelerationSamples<Body>& step) {
  return std::all_of(step.states.begin(), step.states.end(),
                     [](ContactState contact) { return contact == ContactState::sliding; });
}

// Break-away is noticed when xddot, which grows from zero, exceeds the tolerance: how much later that is [s].
double delay_of_break_away(const AccelerationSamples<Body>& step) {
  const double xddot = step.begin.answer.acceleration(0);
  const double growth = (step.end.answer.acceleration(0) - xddot) / (step.end.state.t - step.begin.state.t);
  const double late = xddot / growth;
  return late > 0.0 && late < 1e-5 ? late : 0.0;
}

}  // namespace

bool MotionStatistics::on_step(const BodyStep& step) {
  const auto* accelerations = dynamic_cast<const AccelerationStep<Body>*>(&step);
  const bool rests = all_stick(step.modes());
  if (rests && !at_rest_) sticks.push_back({step.begin().t, std::nan("")});
  if (!rests && at_rest_) {
    const double late = accelerations != nullptr ? delay_of_break_away(accelerations->samples()) : 0.0;
    sticks.back().end = step.begin().t - late;
  }
  if (accelerations != nullptr) {
    observe_samples(accelerations->samples(), rests);
  } else {
    observe_forces(step);
  }
  observe_tilt(step.begin());
  observe_tilt(step.end());
  at_rest_ = rests;
  return true;
}

void MotionStatistics::observe_samples(const AccelerationSamples<Body>& step, bool rests) {
  if (rests && !at_rest_) {
    const double jump = std::abs(step.begin.answer.acceleration(0) - sliding_acceleration_);
    if (std::isfinite(jump)) {
      jump_at_arrest = std::min(jump_at_arrest, jump);
      const double force_jump = (step.begin.answer.normal_forces - sliding_forces_).cwiseAbs().maxCoeff();
      force_jump_at_arrest = std::min(force_jump_at_arrest, force_jump);
    }
  }
  if (step.end.state.t - step.begin.state.t <= shortest_phase) return;
  if (all_slide(step)) {
    sliding_acceleration_ = step.end.answer.acceleration(0);
    sliding_forces_ = step.end.answer.normal_forces;
  }
  for (const AccelerationSample<Body>* sample : {&step.begin, &step.end}) {
    smallest_normal_force = std::min(smallest_normal_force, sample->answer.normal_forces.minCoeff());
  }
}

void MotionStatistics::observe_forces(const BodyStep& step) {
  if (step.end().t - step.begin().t <= shortest_phase) return;
  smallest_normal_force = std::min(smallest_normal_force, step.mean_forces().normal.minCoeff());
}

void MotionStatistics::observe_tilt(const BodyState& state) {
  largest_tilt = std::max({largest_tilt, std::abs(state.q(3)), std::abs(state.q(4))});
}

}  // namespace nsdbench::experiments::inclined_plane
