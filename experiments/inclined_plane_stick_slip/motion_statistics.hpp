// Statistics of a motion of the oscillator on the inclined plane, for any integrator.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/integration/acceleration_level/acceleration_step.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench::experiments::inclined_plane {

using Body = problems::InclinedPlaneOscillator;
using BodyState = State<6>;
using BodyStep = Step<Body>;

inline constexpr double shown = 1.0;  // s: of Figures 6 and 8
// s. When the body stops all feet stop at once; within the velocity tolerance they do so one after the other, and what
// happens in between does not belong to the motion.
inline constexpr double shortest_phase = 1e-5;

struct Interval {
  double begin, end;
};

class MotionStatistics final : public Observer<Body> {
 public:
  Outcome outcome;
  BodyState at_shown, end;
  std::vector<Interval> sticks;  // the whole body at rest; an open end is NaN
  double smallest_normal_force =
      std::numeric_limits<double>::infinity();  // [N], a mean over the step if the method has no more
  double largest_tilt = 0.0;                    // |alpha|, |beta| [rad]
  // Of xddot [m/s^2], smallest over the arrests; infinite where the method does not compute accelerations.
  double jump_at_arrest = std::numeric_limits<double>::infinity();
  // Of the normal force that jumps most [N], likewise.
  double force_jump_at_arrest = std::numeric_limits<double>::infinity();
  std::array<double, 2> first_section{};  // xdot after one and two revolutions

  bool on_step(const BodyStep& step) override;

 private:
  void observe_samples(const AccelerationSamples<Body>& step, bool rests);
  void observe_forces(const BodyStep& step);
  void observe_tilt(const BodyState& state);

  bool at_rest_ = false;
  // When all feet slid the last time: xddot, and the normal forces.
  double sliding_acceleration_ = std::numeric_limits<double>::quiet_NaN();
  Vector<3> sliding_forces_ = Vector<3>::Zero();
};

}  // namespace nsdbench::experiments::inclined_plane
