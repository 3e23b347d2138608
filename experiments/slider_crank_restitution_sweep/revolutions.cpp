#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"

#include <algorithm>
#include <cstddef>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/analysis/motion_extremes.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/section.hpp"
#include "solvers/integration/time_stepping/midpoint_step.hpp"
#include "support/bisection.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments::slider_crank {
namespace {

using problems::SliderCrank;

class RevolutionObserver final : public Observer<SliderCrank> {
 public:
  RevolutionObserver(const SliderCrank& system, int revolutions, const std::function<void(const Part&)>& observe)
      : system_(system), wanted_(revolutions), observe_(observe) {
    const CrankState start = system.initial_state();
    seen_.crank_speed_min = start.u(0);
    seen_.rod_speed_max = std::abs(start.u(1));
    energy_ = total_energy(system, start);
    start_angle_ = start.q(0);
  }

  const RevolutionStatistics& statistics() const { return seen_; }
  int completed() const { return completed_; }

  bool on_step(const Step<SliderCrank>& step) override {
    if (const auto* midpoint = dynamic_cast<const MidpointStep<SliderCrank>*>(&step)) {
      observe_midpoint(step, midpoint->report());
    } else if (step.at_time(step.end().t)) {
      observe_parts(step);
    } else {
      add({step.begin(), step.end(), step.size(), joint_at(step.end()), is_shown(step), step, percussions_},
          step.size());
      const std::optional<CrankState> crossing = cubic_crossing(step.begin(), step.end());
      integrate_by_ends(step, crossing);
      pass(crossing);
    }
    return completed_ < wanted_;
  }

  // Impacts of all methods but the midpoint rule, which tells approach velocities itself.
  bool on_event(const Event<SliderCrank>& event) override {
    if (fixed_step_ || !event.impact) return true;
    percussions_.normal += event.percussions.normal;
    percussions_.tangential += event.percussions.tangential;
    const auto configuration = system_.configuration(event.before.q, event.before.t);
    double approach = 0.0, departure = 0.0;
    for (int i = 0; i < SliderCrank::contact_count; ++i) {
      if (!event.hit[static_cast<std::size_t>(i)]) continue;
      const auto normal = system_.directions(configuration, i).normal;
      approach = std::max(approach, -normal.dot(event.before.u));
      departure = std::max(departure, normal.dot(event.after.u));
    }
    add_impact(event.t, approach, event.before, event.after);
    if (approach > counted_approach && departure > 0.0) ++seen_.rebounds;
    const double growth = total_energy(system_, event.after) - total_energy(system_, event.before);
    seen_.impact_energy_growth_max = std::max(seen_.impact_energy_growth_max, growth);
    return true;
  }

 private:
  // Through a step that holds its modes.
  static Joint joint_in(const Step<SliderCrank>& step) {
    const auto modes = step.modes();
    std::array<bool, SliderCrank::contact_count> closed{};
    for (std::size_t i = 0; i < closed.size(); ++i) closed[i] = modes.normal[i] == Mode::constraint;
    return configuration_of(closed);
  }

  // Of time stepping, whose lasting contacts have no percussion in every other step or so.
  Joint joint_at(const CrankState& state) const {
    const Vector<4> gaps = system_.gaps(system_.configuration(state.q, state.t));
    std::array<bool, SliderCrank::contact_count> closed{};
    for (std::size_t i = 0; i < closed.size(); ++i) {
      closed[i] = gaps(static_cast<Eigen::Index>(i)) < contact_gap * system_.parameters().c;
    }
    return configuration_of(closed);
  }

  void observe_midpoint(const Step<SliderCrank>& step, const StepReport<SliderCrank>& report) {
    fixed_step_ = true;
    seen_.residual_max = std::max(seen_.residual_max, report.solver.residual);
    const double approach = -report.normal_approach.minCoeff();
    add({step.begin(), step.end(), report.dt, joint_at(step.end()), approach > 0.5 * counted_approach, step,
         percussions_},
        1.0);
    if (report.active_contacts > 0) add_impact(step.begin().t + 0.5 * report.dt, approach, step.begin(), step.end());
    const auto crossing = upward_crossing(step.begin(), step.end(), [&](const CrankState& at) { return beyond(at); });
    integrate_by_ends(step, crossing);
    pass(crossing);
  }

  // Of adjusted steps, of which most are far shorter than a figure can show: those in which the slider's velocity
  // jumps, and one every so often.
  bool is_shown(const Step<SliderCrank>& step) {
    const auto across = [&](const CrankState& at) { return system_.slider_velocity(at.q, at.u)(1); };
    const bool jumps = std::abs(across(step.end()) - across(step.begin())) > 0.5 * counted_approach;
    if (!jumps && step.end().t < next_shown_) return false;
    next_shown_ = step.end().t + longest_part;
    return true;
  }

  // Extremes are those of the whole step, between the parts' ends, too.
  void observe_parts(const Step<SliderCrank>& step) {
    MotionExtremes<double> crank_speed, rod_speed;
    crank_speed.observe(step, [](const CrankState& at) { return at.u(0); });
    rod_speed.observe(step, [](const CrankState& at) { return at.u(1); });
    seen_.crank_speed_min = std::min(seen_.crank_speed_min, crank_speed.smallest());
    seen_.rod_speed_max = std::max({seen_.rod_speed_max, rod_speed.largest(), -rod_speed.smallest()});
    const int parts = std::max(1, static_cast<int>(std::ceil(step.size() / longest_part)));
    const Joint joint = joint_in(step);
    CrankState before = step.begin();
    for (int k = 1; k <= parts && completed_ < wanted_; ++k) {
      const double t = step.begin().t + step.size() * k / parts;
      const CrankState after = k < parts ? *step.at_time(t) : step.end();
      const std::optional<CrankState> crossing = cubic_crossing(before, after);
      const double end = is_last(crossing) ? crossing->t : after.t;
      add({before, after, after.t - before.t, joint, k == 1 || k == parts, step, percussions_}, end - before.t);
      integrate_in(step, before, end);
      pass(crossing);
      before = after;
    }
  }

  // `weight`: what the part counts for in fractions of time.
  void add(const Part& part, double weight) {
    const CrankState& after = part.after;
    const double energy = total_energy(system_, after);
    seen_.energy_growth_max = std::max(seen_.energy_growth_max, energy - energy_);
    energy_ = energy;
    const Vector<4> gaps = system_.gaps(system_.configuration(after.q, after.t));
    seen_.weight += weight;
    seen_.weight_in[static_cast<std::size_t>(part.joint)] += weight;
    if (part.joint == Joint::none) contact_since_ = after.t;
    seen_.longest_contact = std::max(seen_.longest_contact, after.t - contact_since_);
    seen_.crank_speed_min = std::min(seen_.crank_speed_min, after.u(0));
    seen_.rod_speed_max = std::max(seen_.rod_speed_max, std::abs(after.u(1)));
    seen_.tilt_max = std::max(seen_.tilt_max, std::abs(after.q(2)));
    seen_.penetration_max = std::max(seen_.penetration_max, -gaps.minCoeff());
    if (observe_) observe_(part);
    percussions_ = {};
  }

  double lateral_square(const CrankState& at) const {
    const double lateral = system_.slider_velocity(at.q, at.u)(1);
    return lateral * lateral;
  }

  // The end of the last revolution.
  bool is_last(const std::optional<CrankState>& crossing) const { return crossing && completed_ + 1 == wanted_; }

  // Of steps that have values at their ends alone: the trapezoidal rule. A midpoint step moves for one half of it with
  // the one velocity and for the other with the other.
  void integrate_by_ends(const Step<SliderCrank>& step, const std::optional<CrankState>& crossing) {
    const CrankState& before = step.begin();
    const CrankState& after = is_last(crossing) ? *crossing : step.end();
    seen_.lateral_speed_square += 0.5 * (after.t - before.t) * (lateral_square(before) + lateral_square(after));
    seen_.duration = after.t;
  }

  // Of a part of a smooth step: Simpson's rule, whose error is far below 1e-9 of the integral in parts of 1e-4 s.
  void integrate_in(const Step<SliderCrank>& step, const CrankState& before, double end) {
    const double middle = lateral_square(*step.at_time(0.5 * (before.t + end)));
    const double last = lateral_square(*step.at_time(end));
    seen_.lateral_speed_square += (end - before.t) / 6.0 * (lateral_square(before) + 4.0 * middle + last);
    seen_.duration = end;
  }

  void add_impact(double t, double approach, const CrankState& before, const CrankState& after) {
    if (!(seen_.first_impact_time >= 0.0)) {
      seen_.first_impact_time = t;
      seen_.first_impact_speed = approach;
    }
    if (approach > lower_counted_approach) ++seen_.lower_impacts;
    if (approach <= counted_approach) return;
    ++seen_.impacts;
    seen_.rod_speed_jump_max = std::max(seen_.rod_speed_jump_max, std::abs(after.u(1) - before.u(1)));
  }

  // How far the crank is beyond the end of the revolution that goes on [rad].
  double beyond(const CrankState& at) const {
    return at.q(0) - (start_angle_ + 2.0 * std::numbers::pi * (completed_ + 1));
  }

  // When the crank passes there, by the cubic through angles and angular velocities at both ends.
  std::optional<CrankState> cubic_crossing(const CrankState& before, const CrankState& after) const {
    if (!(beyond(before) < 0.0 && beyond(after) >= 0.0)) return std::nullopt;
    const double dt = after.t - before.t;
    const auto beyond_at = [&](double x) {
      const double y = 1.0 - x;
      return y * y * (1.0 + 2.0 * x) * beyond(before) + x * x * (3.0 - 2.0 * x) * beyond(after) +
             dt * x * y * (y * before.u(0) - x * after.u(0));
    };
    constexpr int halvings = 60;  // to the last digit
    CrankState crossing = after;
    crossing.t =
        before.t + dt * support::bisect(0.0, 1.0, halvings, [&](double x) { return beyond_at(x) < 0.0; }).outside;
    return crossing;
  }

  // The end of a revolution, if it is there.
  void pass(const std::optional<CrankState>& crossing) {
    if (!crossing) return;
    if (completed_ < 2) {
      seen_.time[static_cast<std::size_t>(completed_)] = crossing->t;
      seen_.energy[static_cast<std::size_t>(completed_)] = energy_;
    }
    ++completed_;
  }

  const SliderCrank& system_;
  int wanted_;
  const std::function<void(const Part&)>& observe_;
  RevolutionStatistics seen_;
  Percussions<SliderCrank> percussions_;  // since the last part [N s]
  bool fixed_step_ = false;
  double next_shown_ = 0.0;     // [s]
  double contact_since_ = 0.0;  // [s]
  double energy_ = 0.0;         // [J]
  double start_angle_ = 0.0;    // [rad]
  int completed_ = 0;
};

}  // namespace

std::unique_ptr<Integrator<SliderCrank>> integrator_of(const SliderCrank& system, const Method& method) {
  return make_integrator(method.integrator, system, method.solver, integrator_settings(method.integrator, method.dt));
}

RevolutionStatistics revolve(const SliderCrank& system, const Method& method, int revolutions,
                             const std::function<void(const Part&)>& observe) {
  CrankState state = system.initial_state();
  const double first_gap = system.gaps(system.configuration(state.q, 0.0)).minCoeff();
  if (first_gap < 0.0)
    throw std::invalid_argument("the start has a corner inside the guide: smallest gap " +
                                support::readable(first_gap) + " m");
  Destination<SliderCrank> destination;
  // The slowest mean crank speed that still counts as revolving: 2 pi rad/s.
  destination.t_end = static_cast<double>(revolutions);
  RevolutionObserver observer(system, revolutions, observe);
  const auto integrator = integrator_of(system, method);
  double side = -1.0;  // from above the middle of the guide first
  if (method.renewed_omega_3 != 0.0) {
    destination.section = [&](const CrankState& at) { return side * system.slider_centre(at.q)(1); };
  }
  Outcome outcome = integrator->integrate(state, destination, observer);
  while (outcome.reason == StopReason::section) {
    state.u(2) = method.renewed_omega_3;
    side = -side;
    outcome = integrator->integrate(state, destination, observer);
  }
  require_solved(outcome);
  if (observer.completed() < revolutions) {
    throw support::ComputationFailed("the crank completed " + std::to_string(observer.completed()) + " of " +
                                     std::to_string(revolutions) + " revolutions in " +
                                     support::readable(destination.t_end) + " s");
  }
  return observer.statistics();
}

}  // namespace nsdbench::experiments::slider_crank
