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

#include "solvers/integration/acceleration_problem.hpp"
#include "solvers/integration/constraint_projection.hpp"
#include "solvers/integration/runge_kutta_pair.hpp"

namespace nsdbench {

struct AccelerationOptions {
  // A step is accepted if the estimated error of every entry x of (q, u) is within atol + rtol |x|; atol in the unit
  // of the entry. The positions of the oblique plane then have the error atol after a second.
  double atol = 1e-10;
  double rtol = 1e-8;
  // [s] Phases shorter than a step may be missed where no stage of it falls into them.
  double largest_step = 1e-2;
  // [s] To this transitions are located. A step of this size is accepted whatever its error, and ends the run if its
  // contact problem stays unsolved.
  double smallest_step = 1e-12;
  // [m/s] Slip below which a contact has no direction of its own: a decelerating contact is stopped, a starting one
  // creeps, that is, it follows the law of eq. 25 as if at rest. Equations of sliding are stiff there, with a rate of
  // mu lambda_N / (m |gdot_T|) across the slip. The motion of the oblique plane changes by some 1e-11 m through it; it
  // must stay 100 atol or more, or the errors of the velocities look like reversals of slip.
  double velocity_tolerance = 1e-6;
  // [m/s^2] gddot_N or gddot_T beyond which a contact has left contact or stiction; above what the residual of the
  // contact solver leaves, and without effect on the motion, whose right-hand side is continuous there.
  double acceleration_tolerance = 1e-6;
  // [m] Gap within which a contact is closed at the start.
  double gap_tolerance = 1e-8;
  RungeKuttaPair pair = RungeKuttaPair::fehlberg45;
  long max_steps = 0;  // steps tried after which the run ends; 0: none
};

// Throws std::invalid_argument, naming the option and its value, for options outside their range or a smallest step
// that is lost in the rounding of times up to `latest` [s].
void check(const AccelerationOptions& options, double latest = 0.0);

enum class AccelerationStatus : std::uint8_t {
  completed,    // the end time is reached
  stopped,      // by an observer
  step_limit,   // max_steps
  unsolved,     // a contact problem stayed unsolved in a step of the smallest size; `solver` says why
  impact,       // a contact closes with a velocity, which this method does not treat
  out_of_range  // the system says that its kinematics do not hold any longer
};
std::string_view to_string(AccelerationStatus status);

// What it took. In all cases the state is the end of the last accepted step.
struct AccelerationResult {
  AccelerationStatus status = AccelerationStatus::completed;
  SolverStatus solver = SolverStatus::solved;
  long accepted_steps = 0;
  long rejected_steps = 0;  // for accuracy, or since a contact problem was not solved
  long forced_steps = 0;    // of the smallest size, less accurate than asked for
  long trial_steps = 0;     // all of them, bisection included
  long right_hand_sides = 0;
  long solver_iterations = 0;
  long unsolved_problems = 0;  // in trial steps that were not accepted
  long transitions = 0;

  bool completed() const { return status == AccelerationStatus::completed; }
};

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

// The motion at one time.
template <AccelerationLevelSystem S>
struct AccelerationSample {
  State<S::dof> state;
  AccelerationAnswer<S> answer;
};

// A step with constant index sets: values at its ends are those from within it.
template <AccelerationLevelSystem S>
struct AccelerationStep {
  AccelerationSample<S> begin;
  AccelerationSample<S> end;
  ContactStates<S> states{};
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
  // friction of given bound.
  ContactAcceleration(const S& system, ContactSolver& solver, const AccelerationOptions& options)
      : system_(system), problem_(system, solver), options_(options) {
    check(options);
    for (int i = 0; i < contacts; ++i) {
      if (system.law(i).kind == ContactKind::friction_of_bound) {
        throw std::invalid_argument("contact " + std::to_string(i) +
                                    " is not allowed: friction of given bound has no form on the acceleration level");
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
    bool go_on = true;
    const auto announce = [&](TransitionKind kind, const std::array<bool, contacts>& which) {
      if (std::none_of(which.begin(), which.end(), [](bool b) { return b; })) return;
      ++result_.transitions;
      go_on = go_on && static_cast<bool>(notice(Transition<S>{now_.state.t, kind, which}));
    };
    if (!within_range(now_.state.q)) return end(AccelerationStatus::out_of_range);
    if (!find_initial_states()) return end(AccelerationStatus::impact);
    project(now_.state);
    if (!revise(announce)) return end(AccelerationStatus::unsolved);
    state = now_.state;
    while (now_.state.t < t_end) {
      if (!go_on) return end(AccelerationStatus::stopped);
      const double left = t_end - now_.state.t;
      double h = std::min(step_, left);
      if (left - h < options_.smallest_step) h = left;
      const bool cut = h < step_;
      Trial* trial = &trials_[0];
      // From a trial of size h to one that is accepted.
      while (true) {
        if (options_.max_steps > 0 && result_.trial_steps >= options_.max_steps) {
          return end(AccelerationStatus::step_limit);
        }
        try_step(h, *trial);
        const bool smallest = h <= options_.smallest_step;
        if (!trial->solved()) {
          if (smallest) {
            result_.solver = trial->step.end.answer.solver.status;
            return end(AccelerationStatus::unsolved);
          }
          h = std::max(0.25 * h, options_.smallest_step);
        } else if (trial->error > 1.0 && !smallest) {
          h = std::max(h * resize(trial->error), options_.smallest_step);
        } else {
          if (smallest && trial->error > 1.0) ++result_.forced_steps;
          break;
        }
        ++result_.rejected_steps;
        step_ = h;
      }
      const double grown = std::min(h * resize(trial->error), options_.largest_step);
      if (!trial->event) {
        step_ = cut ? std::max(step_, grown) : grown;
      } else {
        trial = locate(h);
        if (trial == nullptr) return end(AccelerationStatus::unsolved);
      }
      const bool impact = trial->impact;
      if (!within_range(trial->step.end.state.q)) return end(AccelerationStatus::out_of_range);
      if (!impact) {
        if (left - (trial->step.end.state.t - now_.state.t) < options_.smallest_step && !trial->event) {
          trial->step.end.state.t = t_end;
        }
        now_ = trial->step.end;
        slip_ended_ = trial->slip_ended;
        state = now_.state;
        ++result_.accepted_steps;
        if (!observe(trial->step)) return end(AccelerationStatus::stopped);
      } else {
        // The last instant before it, if there is one.
        if (before_event_ != nullptr) {
          now_ = before_event_->step.end;
          state = now_.state;
          ++result_.accepted_steps;
          if (!observe(before_event_->step)) return end(AccelerationStatus::stopped);
        }
        return end(AccelerationStatus::impact);
      }
      if (now_.state.t >= t_end) break;
      if (!revise(announce)) return end(AccelerationStatus::unsolved);
      state = now_.state;
    }
    return end(AccelerationStatus::completed);
  }

  template <class Observe>
  AccelerationResult integrate(Motion& state, double t_end, Observe&& observe) {
    return integrate(state, t_end, observe, [](const Transition<S>&) { return true; });
  }

  const ContactStates<S>& states() const { return states_; }

 private:
  using Tangential = Vector<S::tangential_dimension>;

  struct Trial {
    AccelerationStep<S> step;
    double error = 0.0;  // in units of the tolerance
    bool event = false;
    bool impact = false;
    std::array<bool, contacts> slip_ended{};  // no component left along the direction at the beginning
    bool solved() const { return step.end.answer.solver.solved(); }
  };

  // Of a gap that has closed by more than rounding [m].
  static constexpr double gap_resolution = 1e-12;

  void begin(const Motion& state, double t_end) {
    if (!(t_end > state.t) || !std::isfinite(t_end)) {
      throw std::invalid_argument("end time " + std::to_string(t_end) +
                                  " s is not allowed: it must be finite and after the start");
    }
    check(options_, std::max(std::abs(state.t), std::abs(t_end)));
    result_ = {};
    slip_ended_.fill(false);
    now_.state = state;
    problem_.forget();
    constexpr double first_step = 1e-4;
    step_ = std::clamp(first_step, options_.smallest_step, options_.largest_step);
  }

  AccelerationResult end(AccelerationStatus status) {
    result_.status = status;
    return result_;
  }

  bool within_range(const Vector<S::dof>& q) const {
    if constexpr (requires { system_.within_range(q); }) {
      return system_.within_range(q);
    } else {
      return true;
    }
  }

  static double resize(double error) {
    constexpr double safety = 0.9;
    constexpr double least = 0.2;
    constexpr double most = 5.0;
    if (!(error > 0.0)) return most;
    return std::clamp(safety * std::pow(error, -0.2), least, most);
  }

  static bool in_friction_set(ContactState state) {
    return state == ContactState::sticking || state == ContactState::creeping;
  }

  // I_N and I_T at the start; false if a contact closes with a velocity.
  bool find_initial_states() {
    problem_.kinematics(now_.state, kinematics_);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      states_[k] = ContactState::open;
      const double gap = kinematics_.gaps(i);
      if (gap < -options_.gap_tolerance) {
        throw std::invalid_argument("initial gap " + std::to_string(gap) + " m of contact " + std::to_string(i) +
                                    " is not allowed: it must not be negative");
      }
      if (gap > options_.gap_tolerance) continue;
      const double velocity = kinematics_.normal_velocities(i);
      if (velocity < -options_.velocity_tolerance) return false;
      if (velocity > options_.velocity_tolerance) continue;
      const bool rests = kinematics_.tangential_velocities[k].norm() <= options_.velocity_tolerance;
      states_[k] = rests && problem_.has_friction(i) ? ContactState::sticking : ContactState::sliding;
    }
    return true;
  }

  // Gaps of closed contacts, and velocities of closed and sticking ones, to zero.
  void project(Motion& state) {
    problem_.factorize(state);
    if (!problem_.mass().positive_definite()) return;  // the next solve says so
    problem_.kinematics(state, kinematics_);
    ConstraintProjection<S::dof> positions(problem_.mass());
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (states_[k] == ContactState::open) continue;
      const auto& w = kinematics_.directions[k].normal;
      positions.add(w, kinematics_.gaps(i) - w.dot(state.q));
    }
    positions.apply(state.q);
    problem_.kinematics(state, kinematics_);
    ConstraintProjection<S::dof> velocities(problem_.mass());
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (states_[k] == ContactState::open) continue;
      const auto& w = kinematics_.directions[k];
      velocities.add(w.normal, w.normal_rheonomic);
      if (states_[k] != ContactState::sticking) continue;
      for (int p = 0; p < S::tangential_dimension; ++p) velocities.add(w.tangential.col(p), w.tangential_rheonomic(p));
    }
    velocities.apply(state.u);
  }

  bool evaluate(const Motion& state, AccelerationAnswer<S>& answer) {
    problem_.solve(state, states_, slip_directions_, answer);
    ++result_.right_hand_sides;
    result_.solver_iterations += answer.solver.iterations;
    if (!answer.solver.solved()) ++result_.unsolved_problems;
    return answer.solver.solved();
  }

  void find_slip_directions() {
    problem_.kinematics(now_.state, kinematics_);
    for (std::size_t k = 0; k < slip_directions_.size(); ++k) {
      const double speed = kinematics_.tangential_velocities[k].norm();
      slip_directions_[k] = speed > 0.0 ? Tangential(kinematics_.tangential_velocities[k] / speed) : Tangential::Zero();
    }
  }

  // The index sets at the present state, and its accelerations. False if a contact problem is not solved.
  template <class Announce>
  bool revise(const Announce& announce) {
    std::array<bool, contacts> arrested{};
    std::array<bool, contacts> broken_away{};
    std::array<bool, contacts> detached{};
    std::array<bool, contacts> resting{};
    const auto solve_again = [&] {
      project(now_.state);
      find_slip_directions();
      if (evaluate(now_.state, now_.answer)) return true;
      result_.solver = now_.answer.solver.status;
      return false;
    };
    if (!solve_again()) return false;
    // Every pass changes the state of a contact for good, or is the last; sticking and creeping may follow each other
    // once.
    for (int pass = 0; pass < 4 * contacts + 1; ++pass) {
      bool changed = false;
      for (int i = 0; i < contacts; ++i) {
        const auto k = static_cast<std::size_t>(i);
        ContactState& state = states_[k];
        const Tangential& velocity = kinematics_.tangential_velocities[k];
        const Tangential acceleration = now_.answer.tangential_accelerations.col(i);
        const double speed = velocity.norm();
        if (state == ContactState::sliding && problem_.has_friction(i)) {
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
        if (!solve_again()) return false;
        continue;
      }
      for (int i = 0; i < contacts; ++i) {
        const auto k = static_cast<std::size_t>(i);
        ContactState& state = states_[k];
        if (state == ContactState::open) continue;
        if (now_.answer.normal_accelerations(i) > options_.acceleration_tolerance) {
          state = ContactState::open;
          detached[k] = changed = true;
          continue;
        }
        const double acceleration = now_.answer.tangential_accelerations.col(i).norm();
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
      if (!solve_again()) return false;
    }
    std::array<bool, contacts> stick{};
    std::array<bool, contacts> reversal{};
    std::array<bool, contacts> break_away{};
    for (std::size_t k = 0; k < arrested.size(); ++k) {
      if (states_[k] == ContactState::open) continue;
      stick[k] = (arrested[k] || resting[k]) && states_[k] == ContactState::sticking;
      reversal[k] = arrested[k] && states_[k] != ContactState::sticking;
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
  void leave_together(std::array<bool, contacts>& broken_away) {
    if (std::none_of(broken_away.begin(), broken_away.end(), [](bool b) { return b; })) return;
    constexpr double well_on_the_way = 0.05;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double acceleration = now_.answer.tangential_accelerations.col(i).norm();
      if (states_[k] == ContactState::sticking && acceleration > well_on_the_way * options_.acceleration_tolerance) {
        states_[k] = ContactState::creeping;
        broken_away[k] = true;
      }
    }
  }

  // True if the contact problem alone shows that the sets do not hold.
  bool leaves_sets(const AccelerationAnswer<S>& answer) const {
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (states_[k] == ContactState::open) continue;
      if (answer.normal_accelerations(i) > options_.acceleration_tolerance) return true;
      if (states_[k] == ContactState::sticking &&
          answer.tangential_accelerations.col(i).norm() > options_.acceleration_tolerance) {
        return true;
      }
    }
    return false;
  }

  // One step of size h from the present state, with the present sets.
  void try_step(double h, Trial& trial) {
    ++result_.trial_steps;
    const RungeKuttaTableau& rk = tableau(options_.pair);
    trial.step.begin = now_;
    trial.step.states = states_;
    trial.event = trial.impact = false;
    trial.slip_ended.fill(false);
    Motion stage = now_.state;
    AccelerationAnswer<S>& answer = trial.step.end.answer;
    velocities_[0] = now_.state.u;
    accelerations_[0] = now_.answer.acceleration;
    for (int s = 1; s < rk.stages; ++s) {
      const auto row = static_cast<std::size_t>(s);
      stage.t = now_.state.t + rk.nodes[row] * h;
      stage.q = now_.state.q;
      stage.u = now_.state.u;
      for (std::size_t j = 0; j < row; ++j) {
        stage.q += h * rk.weights[row][j] * velocities_[j];
        stage.u += h * rk.weights[row][j] * accelerations_[j];
      }
      if (!evaluate(stage, answer)) return;
      trial.event = trial.event || leaves_sets(answer);
      velocities_[row] = stage.u;
      accelerations_[row] = answer.acceleration;
    }
    Motion& last = trial.step.end.state;
    last = now_.state;
    last.t = now_.state.t + h;
    Vector<S::dof> q_error = Vector<S::dof>::Zero();
    Vector<S::dof> u_error = Vector<S::dof>::Zero();
    for (std::size_t s = 0; s < static_cast<std::size_t>(rk.stages); ++s) {
      last.q += h * rk.fifth[s] * velocities_[s];
      last.u += h * rk.fifth[s] * accelerations_[s];
      q_error += h * (rk.fifth[s] - rk.fourth[s]) * velocities_[s];
      u_error += h * (rk.fifth[s] - rk.fourth[s]) * accelerations_[s];
    }
    trial.error = 0.0;
    for (int k = 0; k < S::dof; ++k) {
      trial.error = std::max({trial.error, std::abs(q_error(k)) / (options_.atol + options_.rtol * std::abs(last.q(k))),
                              std::abs(u_error(k)) / (options_.atol + options_.rtol * std::abs(last.u(k)))});
    }
    project(last);
    if (!evaluate(last, answer)) return;
    trial.event = trial.event || leaves_sets(answer);
    problem_.kinematics(last, kinematics_);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Tangential& velocity = kinematics_.tangential_velocities[k];
      switch (states_[k]) {
        case ContactState::open:
          trial.impact =
              trial.impact || (kinematics_.gaps(i) < -gap_resolution && kinematics_.normal_velocities(i) < 0.0);
          break;
        case ContactState::sliding:
          trial.slip_ended[k] = problem_.has_friction(i) && velocity.dot(slip_directions_[k]) <= 0.0;
          trial.event = trial.event || trial.slip_ended[k];
          break;
        case ContactState::creeping:
          trial.event = trial.event || velocity.norm() > 2.0 * options_.velocity_tolerance;
          break;
        case ContactState::sticking:
          break;
      }
    }
    trial.event = trial.event || trial.impact;
  }

  // The first event within a step of size h that has one: the shortest step found that has it. before_event_ is the
  // longest one without, or none. Returns nullptr if no step there could be solved.
  Trial* locate(double h) {
    Trial* with = &trials_[0];
    Trial* without = &trials_[1];
    Trial* middle = &trials_[2];
    before_event_ = nullptr;
    double low = 0.0;
    double high = h;
    bool solved = true;  // at `high`
    const double resolution = options_.smallest_step;
    while (high - low > resolution) {
      const double between = 0.5 * (low + high);
      if (!(between > low) || !(between < high)) break;
      try_step(between, *middle);
      if (!middle->solved() || middle->event) {
        high = between;
        solved = middle->solved();
        result_.solver = middle->step.end.answer.solver.status;
        std::swap(with, middle);
      } else {
        low = between;
        std::swap(without, middle);
        before_event_ = without;
      }
    }
    if (solved) {
      result_.solver = SolverStatus::solved;
      return with;
    }
    return before_event_;
  }

  const S& system_;
  AccelerationProblem<S> problem_;
  AccelerationOptions options_;
  AccelerationResult result_;
  AccelerationSample<S> now_;
  ContactStates<S> states_{};
  typename AccelerationProblem<S>::SlipDirections slip_directions_;
  ContactKinematics<S> kinematics_;
  std::array<bool, contacts> slip_ended_{};  // in the last step
  double step_ = 0.0;                        // to try next
  std::array<Vector<S::dof>, RungeKuttaTableau::max_stages> velocities_;
  std::array<Vector<S::dof>, RungeKuttaTableau::max_stages> accelerations_;
  std::array<Trial, 3> trials_;
  Trial* before_event_ = nullptr;
};

}  // namespace nsdbench
