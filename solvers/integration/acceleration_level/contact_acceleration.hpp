// Integration on the acceleration level (Woesle & Pfeiffer 1996): contact forces and accelerations from the contact
// problem of every right-hand side, smooth phases by an embedded Runge-Kutta pair with step size control, transitions
// between them located by bisection.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "solvers/integration/acceleration_level/acceleration_stepper.hpp"

namespace nsdbench {

enum class TransitionKind : std::uint8_t {
  stick,       // slip has come to rest and stays so
  reversal,    // slip has come to rest and goes on at once, in another direction
  break_away,  // stiction has reached its limit
  detachment   // the normal force has come to zero
};
std::string_view to_string(TransitionKind kind);

template <AccelerationLevelSystem S>
struct Transition {
  double t = 0.0;
  TransitionKind kind = TransitionKind::stick;
  std::array<bool, S::contact_count> contacts{};  // which of them
};

// The index sets I_N and I_T of eq. 1 are a discrete state, held through a step. A step is cut where
//   the slip of a sliding contact has no component left along its direction at the beginning of the step,
//   gddot_T of a sticking contact exceeds the acceleration tolerance (continuous: eq. 25),
//   gddot_N of a closed contact does (continuous, too),
//   the slip of a creeping contact exceeds twice the velocity tolerance, or
//   the gap of an open contact becomes negative.
// After it the sets are revised: sliding contacts below the velocity tolerance that are not accelerated join I_T, all
// velocities of sticking and closed contacts are projected to zero in the metric of M, and the contact problem decides
// what sticks, reverses or detaches. Single forces of dependent constraints are never looked at but for the normal
// forces that are reported; decisions rest on accelerations.
// A system may have `bool within_range(q)`: whether the kinematics hold at q.
//
// No allocation beyond that of the contact solver.
template <AccelerationLevelSystem S>
class ContactAcceleration {
 public:
  static constexpr int contacts = S::contact_count;
  using Motion = State<S::dof>;

  // System and solver are referred to. Throws std::invalid_argument for options outside their range or a system with
  // Tresca friction.
  ContactAcceleration(const S& system, ContactSolver& solver, const AccelerationOptions& options)
      : system_(system), options_(options), stepper_(system, solver, options) {
    check(options);
    for (int i = 0; i < contacts; ++i) {
      if (system.law(i).kind == ContactKind::tresca) {
        throw std::invalid_argument("contact " + std::to_string(i) +
                                    " is not allowed: Tresca friction has no form on the acceleration level");
      }
    }
  }

  // Integrates from state.t to t_end. Calls `observe(const AccelerationStep<S>&)` after every accepted step and
  // `notice(const Transition<S>&)` at every transition; both return false to stop. Projects the initial velocities and
  // gaps on the constraints that are closed within the tolerances.
  // Throws std::invalid_argument for an end that is not finite or not after the start, or a contact that starts with
  // a gap below minus the gap tolerance.
  template <class Observe, class Notice>
  AccelerationResult integrate(Motion& state, double t_end, Observe&& observe, Notice&& notice) {
    begin(state, t_end);
    AccelerationSample<S>& now = stepper_.now;
    bool go_on = true;
    const auto announce = [&](TransitionKind kind, const Contacts& which) {
      if (std::none_of(which.begin(), which.end(), [](bool b) { return b; })) return;
      ++stepper_.result.transitions;
      go_on = go_on && static_cast<bool>(notice(Transition<S>{now.state.t, kind, which}));
    };
    const auto accept = [&](const Trial& trial) {
      now = trial.step.end;
      state = now.state;
      slip_ended_ = trial.slip_ended;
      ++stepper_.result.accepted_steps;
      return static_cast<bool>(observe(trial.step));
    };
    if (!within_range(now.state.q)) return end(AccelerationStatus::out_of_range);
    if (!find_initial_states()) return end(AccelerationStatus::impact);
    if (!stepper_.resolve() || !revise(announce)) return end(AccelerationStatus::unsolved);
    state = now.state;
    while (now.state.t < t_end) {
      if (!go_on) return end(AccelerationStatus::stopped);
      const double left = t_end - now.state.t;
      const AccelerationStatus found = find_step(left);
      if (found != AccelerationStatus::completed) return end(found);
      const Trial* trial = &stepper_.trial();
      if (trial->event) trial = stepper_.locate(trial->step.end.state.t - now.state.t);
      if (trial == nullptr) return end(AccelerationStatus::unsolved);
      if (!within_range(trial->step.end.state.q)) return end(AccelerationStatus::out_of_range);
      if (trial->impact) {
        // Up to the last instant before it, if there is one.
        const Trial* before = stepper_.before_event();
        const bool stopped = before != nullptr && !accept(*before);
        return end(stopped ? AccelerationStatus::stopped : AccelerationStatus::impact);
      }
      const bool held = !trial->event;
      if (trial == &stepper_.trial() && held &&
          left - (trial->step.end.state.t - now.state.t) < options_.smallest_step) {
        stepper_.trial().step.end.state.t = t_end;  // but for rounding
      }
      if (!accept(*trial)) return end(AccelerationStatus::stopped);
      // Without an event the accelerations at the end of the step are those of its sets.
      if (held) stepper_.look();
      if ((!held && !stepper_.resolve()) || !revise(announce)) return end(AccelerationStatus::unsolved);
      state = now.state;
    }
    return end(AccelerationStatus::completed);
  }

  template <class Observe>
  AccelerationResult integrate(Motion& state, double t_end, Observe&& observe) {
    return integrate(state, t_end, observe, [](const Transition<S>&) { return true; });
  }

  const ContactStates<S>& states() const { return stepper_.states; }

 private:
  using Tangential = Vector<S::tangential_dimension>;
  using Contacts = std::array<bool, contacts>;
  using Trial = TrialStep<S>;

  void begin(const Motion& state, double t_end) {
    if (!(t_end > state.t) || !std::isfinite(t_end)) {
      throw std::invalid_argument("end time " + std::to_string(t_end) +
                                  " s is not allowed: it must be finite and after the start");
    }
    check(options_, std::max(std::abs(state.t), std::abs(t_end)));
    slip_ended_.fill(false);
    stepper_.begin(state);
    constexpr double first_step = 1e-4;
    step_ = std::clamp(first_step, options_.smallest_step, options_.largest_step);
  }

  AccelerationResult end(AccelerationStatus status) {
    stepper_.result.status = status;
    return stepper_.result;
  }

  bool within_range(const Vector<S::dof>& q) const {
    if constexpr (requires { system_.within_range(q); }) {
      return system_.within_range(q);
    } else {
      return true;
    }
  }

  // Tries steps until one is solved and accurate: stepper_.trial(), with or without an event. `completed` if there is
  // one.
  AccelerationStatus find_step(double left) {
    AccelerationResult& result = stepper_.result;
    Trial& trial = stepper_.trial();
    double h = std::min(step_, left);
    if (left - h < options_.smallest_step) h = left;
    while (true) {
      if (options_.max_steps > 0 && result.trial_steps >= options_.max_steps) return AccelerationStatus::step_limit;
      stepper_.try_step(h, trial);
      const bool smallest = h <= options_.smallest_step;
      if (trial.solved() && (trial.error <= 1.0 || smallest)) break;
      if (smallest) {
        result.solver = trial.step.end.answer.solver.status;
        return AccelerationStatus::unsolved;
      }
      constexpr double after_failure = 0.25;
      h = std::max(h * (trial.solved() ? resize(trial.error) : after_failure), options_.smallest_step);
      step_ = h;
      ++result.rejected_steps;
    }
    if (trial.error > 1.0) ++result.forced_steps;
    if (!trial.event) {
      const double next = std::min(h * resize(trial.error), options_.largest_step);
      step_ = h < step_ ? std::max(step_, next) : next;  // the end of the run cuts steps, too
    }
    return AccelerationStatus::completed;
  }

  static double resize(double error) {
    constexpr double safety = 0.9;
    constexpr double least = 0.2;
    constexpr double most = 5.0;
    if (!(error > 0.0)) return most;
    return std::clamp(safety * std::pow(error, -0.2), least, most);
  }

  // I_N and I_T at the start; false if a contact closes with a velocity.
  bool find_initial_states() {
    stepper_.look();
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      stepper_.states[k] = ContactState::open;
      const double gap = stepper_.kinematics().gaps(i);
      if (gap < -options_.gap_tolerance) {
        throw std::invalid_argument("initial gap " + std::to_string(gap) + " m of contact " + std::to_string(i) +
                                    " is not allowed: it must not be negative");
      }
      if (gap > options_.gap_tolerance) continue;
      const double velocity = stepper_.kinematics().normal_velocities(i);
      if (velocity < -options_.velocity_tolerance) return false;
      if (velocity > options_.velocity_tolerance) continue;
      const bool rests = stepper_.kinematics().tangential_velocities[k].norm() <= options_.velocity_tolerance;
      stepper_.states[k] = rests && stepper_.has_friction(i) ? ContactState::sticking : ContactState::sliding;
    }
    return true;
  }

  // From kinematics and accelerations at the present state with the present index sets, to sets that agree with them.
  // False if a contact problem is not solved.
  template <class Announce>
  bool revise(const Announce& announce) {
    Contacts arrested{};
    Contacts broken_away{};
    Contacts detached{};
    Contacts resting{};
    // Every pass changes the state of a contact for good, or is the last; sticking and creeping may follow each other
    // once.
    for (int pass = 0; pass < 4 * contacts + 1; ++pass) {
      bool changed = false;
      for (int i = 0; i < contacts; ++i) {
        const auto k = static_cast<std::size_t>(i);
        ContactState& state = stepper_.states[k];
        const Tangential& velocity = stepper_.kinematics().tangential_velocities[k];
        const Tangential acceleration = stepper_.now.answer.tangential_accelerations.col(i);
        const double speed = velocity.norm();
        if (state == ContactState::sliding && stepper_.has_friction(i)) {
          const bool ended = slip_ended_[k] || velocity.dot(acceleration) <= 0.0;
          slip_ended_[k] = false;
          if (ended && speed <= options_.velocity_tolerance) {
            state = ContactState::sticking;
            arrested[k] = changed = true;
          }
        } else if (state == ContactState::creeping && speed > options_.velocity_tolerance) {
          state = ContactState::sliding;
          changed = true;
        }
      }
      if (changed) {
        if (!stepper_.resolve()) return false;
        continue;
      }
      for (int i = 0; i < contacts; ++i) {
        const auto k = static_cast<std::size_t>(i);
        ContactState& state = stepper_.states[k];
        if (state == ContactState::open) continue;
        if (stepper_.now.answer.normal_accelerations(i) > options_.acceleration_tolerance) {
          state = ContactState::open;
          detached[k] = changed = true;
          continue;
        }
        const double acceleration = stepper_.now.answer.tangential_accelerations.col(i).norm();
        if (state == ContactState::sticking && acceleration > options_.acceleration_tolerance) {
          state = ContactState::creeping;
          broken_away[k] = changed = true;
        } else if (state == ContactState::creeping && !broken_away[k] &&
                   acceleration <= 0.5 * options_.acceleration_tolerance) {
          state = ContactState::sticking;
          resting[k] = changed = true;
        }
      }
      if (!changed) break;
      leave_together(broken_away);
      if (!stepper_.resolve()) return false;
    }
    Contacts stick{};
    Contacts reversal{};
    Contacts break_away{};
    for (std::size_t k = 0; k < arrested.size(); ++k) {
      if (stepper_.states[k] == ContactState::open) continue;
      stick[k] = (arrested[k] || resting[k]) && stepper_.states[k] == ContactState::sticking;
      reversal[k] = arrested[k] && stepper_.states[k] != ContactState::sticking;
      break_away[k] = broken_away[k] && !arrested[k];
    }
    announce(TransitionKind::stick, stick);
    announce(TransitionKind::reversal, reversal);
    announce(TransitionKind::break_away, break_away);
    announce(TransitionKind::detachment, detached);
    return true;
  }

  // Contacts of one body break away at the same instant, where their accelerations are as small as they like: with one
  // beyond the acceleration tolerance go those that are well on the way.
  void leave_together(Contacts& broken_away) {
    if (std::none_of(broken_away.begin(), broken_away.end(), [](bool b) { return b; })) return;
    constexpr double well_on_the_way = 0.05;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double acceleration = stepper_.now.answer.tangential_accelerations.col(i).norm();
      if (stepper_.states[k] == ContactState::sticking &&
          acceleration > well_on_the_way * options_.acceleration_tolerance) {
        stepper_.states[k] = ContactState::creeping;
        broken_away[k] = true;
      }
    }
  }

  const S& system_;
  AccelerationOptions options_;
  AccelerationStepper<S> stepper_;
  double step_ = 0.0;      // to try next
  Contacts slip_ended_{};  // in the last step
};

}  // namespace nsdbench
