// Statistics of the motion of the sliding mass, for any integrator.
#pragma once

#include <limits>
#include <optional>

#include "experiments/sliding_point_mass/zero_search.hpp"
#include "problems/sliding_point_mass.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench::experiments::sliding_mass {

using problems::ExactSlidingMass;

inline constexpr double not_found = std::numeric_limits<double>::quiet_NaN();

class SlidingStatistics final : public Observer<SlidingPointMass> {
 public:
  // `exact` may be missing. Keeps references to mass, closed form and search.
  SlidingStatistics(const SlidingPointMass& mass, const ExactSlidingMass* exact, ZeroSearch& search);

  Outcome outcome;
  MassState end;
  double minimum_speed = not_found, minimum_speed_time = not_found;  // while the force acts
  double lateral_peak_time = not_found;                              // zero of xdot
  Vector<2> velocity_at_switch = Vector<2>::Constant(not_found);
  double stop_time = not_found;  // when the mass changes from sliding to sticking, for the last time
  int lambda_x_reversals = 0;    // changes of sign of lambda_x while the force acts
  // Largest | |lambda| - a | / a of a sliding step; NaN where friction is not constant within steps.
  double friction_deviation = std::nan("");
  // Largest distance of |lambda| / a from what the turning of the velocity in the step allows; NaN likewise.
  double friction_beyond_turning = std::nan("");
  double position_error_max = 0.0;  // over the ends of steps [m]
  double smallest_step_at_turn = std::numeric_limits<double>::infinity();
  int largest_order_at_turn = 0;           // both within 0.1 s of the least speed of the closed form
  int largest_order_later = 0;             // from 1 s after it until the switch-off
  double above_order_2_until = not_found;  // [s] end of the last step above order 2 before the switch-off

  bool on_step(const MassStep& step) override;
  bool on_event(const Event<SlidingPointMass>& event) override;

  // Distance from the independent integration [m], if there is one.
  double position_error(const MassState& state) const;

 private:
  void observe_turn(const MassStep& step);
  void observe_friction(const MassStep& step);

  const SlidingPointMass& mass_;
  const ExactSlidingMass* exact_;
  ZeroSearch& search_;
  double turn_;  // [s] least speed of the closed form
  double last_lambda_x_ = 0.0;
};

}  // namespace nsdbench::experiments::sliding_mass
