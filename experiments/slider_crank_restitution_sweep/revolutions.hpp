// Statistics of some revolutions of the crank, for any integrator.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "experiments/slider_crank_restitution_sweep/joint.hpp"
#include "problems/slider_crank.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench::experiments::slider_crank {

using CrankState = State<3>;

// Impacts below this approach velocity are not counted [m/s]: without a bound their number is infinite wherever an
// accumulation ends in lasting contact. A second, lower bound shows what depends on it.
inline constexpr double counted_approach = 0.1;
inline constexpr double lower_counted_approach = 0.05;

// Steps with dense output are looked at in parts of about this size [s].
inline constexpr double longest_part = 1e-4;

struct RevolutionStatistics {
  static constexpr double not_reached = std::numeric_limits<double>::quiet_NaN();
  std::array<double, 2> time{not_reached, not_reached};    // at which revolution k is completed [s]
  std::array<double, 2> energy{not_reached, not_reached};  // total mechanical energy then [J]
  double first_impact_time = not_reached;
  double first_impact_speed = 0.0;
  int impacts = 0;        // with an approach velocity above counted_approach
  int lower_impacts = 0;  // above lower_counted_approach
  int rebounds = 0;       // those of `impacts` that are events of their own, and after which a corner leaves the guide
  double crank_speed_min = std::numeric_limits<double>::infinity();
  double rod_speed_max = 0.0;
  double rod_speed_jump_max = 0.0;
  double penetration_max = 0.0;
  double energy_growth_max = 0.0;               // in a step [J]
  double impact_energy_growth_max = 0.0;        // at an impact that is an event of its own [J]
  double longest_contact = 0.0;                 // time for which some corner stays in contact [s]
  double tilt_max = 0.0;                        // |theta_3|
  double lateral_speed_square = 0.0;            // integral over time [m^2/s]
  double duration = 0.0;                        // of that integral [s]
  double residual_max = 0.0;                    // of contact problems, where the steps of the method have it
  std::array<double, joint_count> weight_in{};  // steps of a fixed size, or time [s]
  double weight = 0.0;

  // Root mean square of the slider's speed across the guide [m/s].
  double portrait_width() const { return std::sqrt(lateral_speed_square / duration); }
  double fraction(Joint joint) const { return weight_in[static_cast<std::size_t>(joint)] / weight; }
  bool visited(std::size_t joint) const { return weight_in[joint] > 0.0; }
};

// A step, or a part of a longer one.
struct Part {
  const CrankState& before;
  const CrankState& after;
  double dt;
  Joint joint;  // at its end
  bool impact;  // velocities may jump in it, or it is long since one was drawn: always to be drawn
  const Step<problems::SliderCrank>& step;
  const Percussions<problems::SliderCrank>& percussions;  // of the events since the part before [N s]
};

// How the motion is integrated: contact solver, name in the table of integrators, and the step size [s] from which the
// method's settings follow (integrator_settings.hpp).
struct Method {
  ContactSolver& solver;
  std::string integrator;
  double dt;
  // Angular velocity [rad/s] that the slider is given each time its centre passes the middle of the guide; 0: none.
  double renewed_omega_3 = 0.0;

  bool fixed_step() const { return integrator == "moreau"; }
};

std::unique_ptr<Integrator<problems::SliderCrank>> integrator_of(const problems::SliderCrank& system,
                                                                 const Method& method);

// Integrates over `revolutions` of the crank and shows `observe` every part. Throws std::invalid_argument for a start
// inside the guide, and support::ComputationFailed if the crank does not get there.
RevolutionStatistics revolve(const problems::SliderCrank& system, const Method& method, int revolutions,
                             const std::function<void(const Part&)>& observe = {});

}  // namespace nsdbench::experiments::slider_crank
