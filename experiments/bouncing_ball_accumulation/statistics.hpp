// Statistics of the ball's motions, one class for each kind of method, compared with the closed form.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "solvers/integration/integrator.hpp"
#include "solvers/integration/time_stepping/adjusted_step.hpp"
#include "solvers/integration/time_stepping/time_stepping_options.hpp"

namespace nsdbench::experiments::ball {

using problems::BouncingBall;
using problems::ExactBouncingBall;
using BallState = State<1>;
using BallStep = Step<BouncingBall>;

inline constexpr int compared_impacts = 5;
inline constexpr double not_found = std::numeric_limits<double>::quiet_NaN();

// The base scheme with a fixed step. Keeps a reference to the closed form of the system, as all of these do.
class FixedStepStatistics final : public Observer<BouncingBall> {
 public:
  explicit FixedStepStatistics(const ExactBouncingBall& exact) : exact_(exact) {}

  Outcome outcome;
  std::vector<double> impact_times;      // middle of each step with an impact, the first five
  double accumulation_time = not_found;  // end of the last step without contact
  double position_error_max = 0.0;       // max norm over the accepted nodes [m]
  double position_error_l1 = 0.0;        // integral of |z - z_exact| [m s]
  double velocity_error_l1 = 0.0;        // integral of |zdot - zdot_exact| [m]
  double first_apex = 0.0;               // highest point between the first and the second impact [m]
  double speed_at_end = 0.0;
  double penetration_max = 0.0;
  double impact_energy_growth_max = 0.0;  // [J] that the percussion of an impact puts in

  bool on_step(const BallStep& step) override;

 private:
  std::reference_wrapper<const ExactBouncingBall> exact_;
};

// Step size adjustment with extrapolation.
class AdjustedStatistics final : public Observer<BouncingBall> {
 public:
  AdjustedStatistics(const BouncingBall& ball, const ExactBouncingBall& exact, double dt_min, double end);

  Outcome outcome;
  double accumulation_time = not_found;  // end of the last step without contact
  double last_minimal_step_time = 0.0;   // end of the last step of dt_min, which the rest of the time at the end is not
  double position_error_max = 0.0;       // max norm over the accepted nodes [m]
  double first_flight_error = 0.0;       // the same, before the first impact
  int order_in_flight = 0;               // largest order of a step without contact before the accumulation
  double first_apex = 0.0;               // highest point of the parabolas through the nodes of the first rebound [m]
  double apex_ratio_max = 0.0;           // largest ratio of that of a flight to that of the one before
  double first_step = 0.0;               // [s]
  double smallest_step = std::numeric_limits<double>::infinity();
  double largest_growth = 0.0;        // of a step relative to the one before
  double largest_impact_step = 0.0;   // of a step in which the contact closes, before the accumulation point [s]
  long steps_between = 0;             // larger than dt_min, smaller than 3 dt_min, and not at the end
  double largest_step_at_rest = 0.0;  // after the accumulation point of the closed form [s]
  double oscillation_at_rest = 0.0;   // largest speed in the second half of the time after it [m/s]
  long openings_at_rest = 0;          // changes from a closed to an open contact in the same time

  bool on_step(const BallStep& step) override;

 private:
  void observe_size(const ExtrapolatedStep<BouncingBall>& step);
  void observe_motion(const ExtrapolatedStep<BouncingBall>& step, bool open);

  std::reference_wrapper<const ExactBouncingBall> exact_;
  double gravity_;
  double dt_min_;
  double end_;           // [s] of the run
  double accumulation_;  // [s] of the closed form
  double first_impact_;
  double last_dt_ = 0.0;
  bool was_open_ = true;
  int impacts_ = 0;
  double flight_apex_ = 0.0, last_apex_ = 0.0;  // [m] of this flight so far and of the one before
};

// Any method, from its steps and events.
class MotionStatistics final : public Observer<BouncingBall> {
 public:
  explicit MotionStatistics(const ExactBouncingBall& exact) : exact_(exact) {}

  Outcome outcome;
  std::vector<double> impact_times;       // the first five
  double accumulation_time = not_found;   // the method's own, or the end of the last step without contact
  double position_error_max = 0.0;        // max norm over the ends of steps [m]
  double impact_energy_growth_max = 0.0;  // as of a fixed step [J]
  double speed_at_end = 0.0;

  bool on_step(const BallStep& step) override;
  bool on_event(const Event<BouncingBall>& event) override;

 private:
  std::reference_wrapper<const ExactBouncingBall> exact_;
  bool settled_ = false;
};

}  // namespace nsdbench::experiments::ball
