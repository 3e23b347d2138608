// Single steps of the integration on the acceleration level, with the index sets held, and the first event within one.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "solvers/integration/acceleration_level/acceleration_options.hpp"
#include "solvers/integration/acceleration_level/acceleration_problem.hpp"
#include "solvers/integration/acceleration_level/held_projection.hpp"
#include "solvers/integration/acceleration_level/runge_kutta_pair.hpp"
#include "solvers/integration/outcome.hpp"

namespace nsdbench {

// A step that may be rejected.
template <AccelerationLevelSystem S>
struct TrialStep {
  AccelerationSamples<S> step;
  double error = 0.0;                               // estimated, in units of the tolerance
  bool event = false;                               // the index sets do not hold up to its end
  bool impact = false;                              // a gap has closed
  std::array<bool, S::contact_count> slip_ended{};  // no component left along the direction at the beginning
  bool solved() const { return step.end.answer.solver.solved(); }
};

// Holds the motion, the index sets and the workspace of ContactAcceleration, which says what the events are.
template <AccelerationLevelSystem S>
class AccelerationStepper {
 public:
  static constexpr int contacts = S::contact_count;
  using Motion = State<S::dof>;
  using Trial = TrialStep<S>;

  // Keeps references to system and solver.
  AccelerationStepper(const S& system, ContactSolver& solver, const AccelerationOptions& options)
      : problem_(system, solver), projection_(system, problem_), options_(options), tolerances_(options, 0.0) {
    forget_scale();
  }
  AccelerationStepper(const AccelerationStepper&) = delete;
  AccelerationStepper& operator=(const AccelerationStepper&) = delete;

  void begin(const Motion& state) {
    now.state = state;
    problem_.forget();
  }

  // In the scale of the motion so far.
  const AccelerationTolerances& tolerances() const { return tolerances_; }
  void forget_scale() { set_scale(options_.velocity_scale); }
  // From kinematics() at `now`.
  void widen_scale() {
    if (options_.velocity_scale > 0.0) return;
    double speed = std::max(scale_, problem_.free_acceleration(now.state) * options_.largest_step);
    for (int i = 0; i < contacts; ++i) {
      speed = std::max({speed, std::abs(kinematics_.normal_velocities(i)),
                        kinematics_.tangential_velocities[static_cast<std::size_t>(i)].norm()});
    }
    if (speed > scale_ && std::isfinite(speed)) set_scale(speed);
  }

  bool has_friction(int i) const { return problem_.has_coulomb_friction(i); }
  // Kinematics of the last state that was evaluated: `now` after update_kinematics() and resolve().
  const ContactKinematics<S>& kinematics() const { return kinematics_; }

  // Kinematics and directions of slip at `now`.
  void update_kinematics() {
    problem_.kinematics(now.state, kinematics_);
    for (std::size_t k = 0; k < slip_directions_.size(); ++k) {
      const double speed = kinematics_.tangential_velocities[k].norm();
      slip_directions_[k] = speed > 0.0 ? Tangential(kinematics_.tangential_velocities[k] / speed) : Tangential::Zero();
    }
  }

  // Projects the state `now` on the constraints of the present index sets, and solves for its accelerations. False if
  // the contact problem is not solved.
  bool resolve() {
    projection_.apply(now.state, states, no_floors);
    update_kinematics();
    if (evaluate(now.state, now.answer)) return true;
    outcome.solver = now.answer.solver.status;
    return false;
  }

  // One step of size h from the present state, with the present sets.
  void try_step(double h, Trial& trial) {
    ++tried_steps;
    trial.step.begin = now;
    trial.step.states = states;
    trial.step.size = h;
    trial.step.solver_iterations = 0;
    trial.event = trial.impact = false;
    trial.slip_ended.fill(false);
    if (!evaluate_stages(h, trial)) return;
    combine_stages(h, trial);
    Motion& last = trial.step.end.state;
    projection_.apply(last, states, no_floors);
    AccelerationAnswer<S>& answer = trial.step.end.answer;
    if (!evaluate(last, answer)) return;
    trial.step.solver_iterations += answer.solver.iterations;
    trial.event = trial.event || leaves_sets(answer);
    problem_.kinematics(last, kinematics_);
    for (int i = 0; i < contacts; ++i) look_for_end(i, trial);
    trial.event = trial.event || trial.impact;
  }

  // Bisects a step of size h that has an event: returns the shortest step found that has one, and leaves the longest
  // one without in before_event(). Returns nullptr if no step there could be solved.
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
        outcome.solver = middle->step.end.answer.solver.status;
        std::swap(with, middle);
      } else {
        low = between;
        std::swap(without, middle);
        before_event_ = without;
      }
    }
    if (solved) {
      outcome.solver = SolverStatus::solved;
      return with;
    }
    return before_event_;
  }

  // nullptr if there is none.
  const Trial* before_event() const { return before_event_; }
  // Workspace of try_step() and locate().
  Trial& trial() { return trials_[0]; }

  AccelerationSample<S> now;
  ContactStates<S> states{};
  Outcome outcome;  // of the run so far
  long tried_steps = 0;

 private:
  using Tangential = Vector<S::tangential_dimension>;

  void set_scale(double scale) {
    scale_ = scale;
    tolerances_ = AccelerationTolerances(options_, scale);
  }

  // Velocities, accelerations and forces of all stages. False if a contact problem is not solved.
  bool evaluate_stages(double h, Trial& trial) {
    const RungeKuttaTableau& rk = tableau(options_.pair);
    Motion stage = now.state;
    AccelerationAnswer<S>& answer = trial.step.end.answer;
    velocities_[0] = now.state.u;
    accelerations_[0] = now.answer.acceleration;
    trial.step.percussions = {};
    add_percussions(h * rk.fifth[0], now.answer, trial.step.percussions);
    for (int s = 1; s < rk.stages; ++s) {
      const auto row = static_cast<std::size_t>(s);
      stage.t = now.state.t + rk.nodes[row] * h;
      stage.q = now.state.q;
      stage.u = now.state.u;
      for (std::size_t j = 0; j < row; ++j) {
        stage.q += h * rk.weights[row][j] * velocities_[j];
        stage.u += h * rk.weights[row][j] * accelerations_[j];
      }
      if (!evaluate(stage, answer)) return false;
      trial.step.solver_iterations += answer.solver.iterations;
      trial.event = trial.event || leaves_sets(answer);
      velocities_[row] = stage.u;
      accelerations_[row] = answer.acceleration;
      add_percussions(h * rk.fifth[row], answer, trial.step.percussions);
    }
    return true;
  }

  static void add_percussions(double weight, const AccelerationAnswer<S>& answer, Percussions<S>& sum) {
    sum.normal += weight * answer.normal_forces;
    sum.tangential += weight * answer.tangential_forces.transpose();
  }

  // The state at the end of the step and its estimated error.
  void combine_stages(double h, Trial& trial) const {
    const RungeKuttaTableau& rk = tableau(options_.pair);
    Motion& last = trial.step.end.state;
    last = now.state;
    last.t = now.state.t + h;
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
      trial.error = std::max({trial.error, in_tolerances(q_error(k), tolerances_.atol_position, last.q(k)),
                              in_tolerances(u_error(k), tolerances_.atol_velocity, last.u(k))});
    }
  }

  double in_tolerances(double error, double atol, double x) const {
    return error == 0.0 ? 0.0 : std::abs(error) / (atol + options_.rtol * std::abs(x));
  }

  // Whether the velocities and gaps at the end of the step, which kinematics_ has, show that contact i has left its
  // set.
  void look_for_end(int i, Trial& trial) const {
    const auto k = static_cast<std::size_t>(i);
    const Tangential& velocity = kinematics_.tangential_velocities[k];
    switch (states[k]) {
      case ContactState::open:
        trial.impact = trial.impact ||
                       (kinematics_.gaps(i) < -tolerances_.gap_resolution && kinematics_.normal_velocities(i) < 0.0);
        break;
      case ContactState::sliding:
        trial.slip_ended[k] = has_friction(i) && velocity.dot(slip_directions_[k]) <= 0.0;
        trial.event = trial.event || trial.slip_ended[k];
        break;
      case ContactState::creeping:
        trial.event = trial.event || velocity.norm() > 2.0 * tolerances_.velocity;
        break;
      case ContactState::sticking:
        break;
    }
  }

  bool evaluate(const Motion& state, AccelerationAnswer<S>& answer) {
    problem_.solve(state, states, slip_directions_, answer);
    ++outcome.counts.evaluations;
    if (HeldProjection<S>::any_closed(states)) ++outcome.counts.contact_problems;
    outcome.counts.solver_iterations += answer.solver.iterations;
    if (!answer.solver.solved()) ++outcome.counts.unsolved_problems;
    return answer.solver.solved();
  }

  // True if the contact problem alone shows that the sets do not hold.
  bool leaves_sets(const AccelerationAnswer<S>& answer) const {
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (states[k] == ContactState::open) continue;
      if (answer.normal_accelerations(i) > tolerances_.acceleration) return true;
      if (states[k] == ContactState::sticking &&
          answer.tangential_accelerations.col(i).norm() > tolerances_.acceleration) {
        return true;
      }
    }
    return false;
  }

  static constexpr typename HeldProjection<S>::Floors no_floors{};

  AccelerationProblem<S> problem_;
  HeldProjection<S> projection_;
  AccelerationOptions options_;
  double scale_ = 0.0;  // [m/s]
  AccelerationTolerances tolerances_;
  typename AccelerationProblem<S>::SlipDirections slip_directions_;
  ContactKinematics<S> kinematics_;
  std::array<Vector<S::dof>, RungeKuttaTableau::max_stages> velocities_;
  std::array<Vector<S::dof>, RungeKuttaTableau::max_stages> accelerations_;
  std::array<Trial, 3> trials_;
  Trial* before_event_ = nullptr;
};

}  // namespace nsdbench
