// Contact forces and accelerations of a mechanical system whose contacts are closed, open, sliding or sticking
// (Woesle & Pfeiffer 1996, secs 2-5), as a contact problem of the suite.
//
// For the contacts of I_N (closed, without normal velocity), xi = (gddot_N, gddot_T) and P = (lambda_N, lambda_T):
//   xi = G P + c,   G = [W_N, W_T]^T M^-1 [W_N + H_R, W_T],   c = [W_N, W_T]^T M^-1 h + wbar
//   i in I_N:  0 <= lambda_N perpendicular to gddot_N >= 0                                       (eq. 20)
//   i in I_T:  -lambda_T in mu_0 lambda_N Sgn(gddot_T)                                           (eqs 27, 28)
//              (mu(|gdot_T|) in place of mu_0 once the contact creeps)
// with one column -mu_i(|gdot_T|) W_T gdot_T/|gdot_T| of H_R a sliding contact (eq. 13), which makes G nonsymmetric.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>

#include "solvers/contact/refined_percussions.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/integration/acceleration_level/acceleration_step.hpp"
#include "solvers/integration/contact_state.hpp"
#include "solvers/linear_algebra/ldl_factorization.hpp"
#include "solvers/mechanics/acceleration_level.hpp"

namespace nsdbench {

// Kinematics of all contacts at one state.
template <AccelerationLevelSystem S>
struct ContactKinematics {
  using Scalar = ScalarOf<S>;
  using Tangential = Vector<S::tangential_dimension, Scalar>;
  Vector<S::contact_count, Scalar> gaps;  // g_N [m]
  std::array<ForceDirections<S::dof, S::tangential_dimension, Scalar>, S::contact_count> directions;
  Vector<S::contact_count, Scalar> normal_velocities;              // gdot_N [m/s]
  std::array<Tangential, S::contact_count> tangential_velocities;  // gdot_T [m/s]
};

// Sets up the contact problem of accelerations, and reads forces and accelerations from its answer.
template <AccelerationLevelSystem S>
class AccelerationProblem {
 public:
  static constexpr int contacts = S::contact_count;
  static constexpr int tangents = S::tangential_dimension;
  static constexpr int max_coordinates = (1 + tangents) * contacts;
  using Scalar = ScalarOf<S>;
  using Problem = FixedContactProblem<2 * contacts, max_coordinates, Scalar>;
  using Coordinates = Vector<S::dof, Scalar>;
  using Tangential = Vector<tangents, Scalar>;
  using Motion = StateOf<S>;
  using SlipDirections = std::array<Tangential, contacts>;

  // Keeps references to both.
  AccelerationProblem(const S& system, ContactSolver& solver) : system_(system), solver_(solver) { forget(); }

  // Forgets the forces of the last solve, the guess of the next one.
  void forget() {
    normal_guess_.fill(0.0);
    tangential_guess_.fill(Tangential::Zero());
  }

  bool has_coulomb_friction(int i) const { return system_.law(i).kind == ContactKind::frictional; }

  void kinematics(const Motion& state, ContactKinematics<S>& result) const {
    const auto configuration = system_.configuration(state.q, state.t);
    result.gaps = system_.gaps(configuration);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      result.directions[k] = system_.directions(configuration, i);
      const auto& w = result.directions[k];
      result.normal_velocities(i) = w.normal.dot(state.u) + w.normal_rheonomic;
      result.tangential_velocities[k] = w.tangential.transpose() * state.u + w.tangential_rheonomic;
    }
  }

  // M at the state of the last solve() or factorize().
  const LdlFactorization<S::dof, Scalar>& mass() const { return mass_; }
  void factorize(const Motion& state) { mass_.compute(system_.mass_matrix(system_.configuration(state.q, state.t))); }

  // [m/s^2] The largest acceleration of a contact without contact forces; 0 if M is not positive definite.
  Scalar free_acceleration(const Motion& state) {
    using std::abs;
    const auto configuration = system_.configuration(state.q, state.t);
    mass_.compute(system_.mass_matrix(configuration));
    if (!mass_.positive_definite()) return 0.0;
    Coordinates acceleration = system_.forces(configuration, state.u);
    mass_.solve_in_place(acceleration);
    Scalar largest = 0.0;
    for (int i = 0; i < contacts; ++i) {
      const auto w = system_.directions(configuration, i);
      const auto terms = system_.acceleration_terms(configuration, state.u, i);
      const Tangential tangential = w.tangential.transpose() * acceleration + terms.tangential;
      largest = std::max({largest, Scalar(abs(w.normal.dot(acceleration) + terms.normal)), Scalar(tangential.norm())});
    }
    return largest;
  }

  // The contact problem of the last solve(), rounded to double. Valid until the next one.
  ContactProblemView problem() { return solver_.view(problem_); }

  // Solves for forces and accelerations at `state`; the contacts are what `states` says. A sliding contact has
  // d = gdot_T/|gdot_T|, turned round where it points against `slip_directions`: the right-hand side stays smooth where
  // the slip passes through zero within a step. answer.solver tells whether it worked: `singular` if M is not positive
  // definite, `invalid_input` if something is not finite.
  void solve(const Motion& state, const ContactStates<S>& states, const SlipDirections& slip_directions,
             AccelerationAnswer<S>& answer) {
    answer = {};
    const auto configuration = system_.configuration(state.q, state.t);
    mass_.compute(system_.mass_matrix(configuration));
    if (!mass_.positive_definite()) {
      answer.solver = {SolverStatus::singular, std::numeric_limits<double>::infinity(), 0};
      return;
    }
    answer.acceleration = system_.forces(configuration, state.u);
    mass_.solve_in_place(answer.acceleration);
    set_up(configuration, state, states, slip_directions, answer.acceleration);
    if (problem_.size() > 0) {
      const std::span<Scalar> forces{forces_.data(), static_cast<std::size_t>(problem_.size())};
      const std::span<Mode> modes{modes_.data(), static_cast<std::size_t>(problem_.law_count())};
      answer.solver = solver_.solve(problem_, forces, modes);
      if (!answer.solver.solved()) return;
      for (int k = 0; k < problem_.size(); ++k) {
        answer.acceleration += forces_[static_cast<std::size_t>(k)] * columns_[static_cast<std::size_t>(k)];
      }
    }
    if (!(0.0 * answer.acceleration.sum() == 0.0)) {
      answer.solver = {SolverStatus::invalid_input, std::numeric_limits<double>::infinity(), 0};
      return;
    }
    read_forces(states, answer);
  }

 private:
  static bool in_friction_set(ContactState state) {
    return state == ContactState::sticking || state == ContactState::creeping;
  }

  template <class Configuration>
  void set_up(const Configuration& configuration, const Motion& state, const ContactStates<S>& states,
              const SlipDirections& slip_directions, Coordinates& free_acceleration) {
    problem_.clear();
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (states[k] == ContactState::open) continue;
      directions_[k] = system_.directions(configuration, i);
      terms_[k] = system_.acceleration_terms(configuration, state.u, i);
      const auto& w = directions_[k];
      sliding_force_[k].setZero();
      const Tangential velocity = w.tangential.transpose() * state.u + w.tangential_rheonomic;
      const Scalar speed = velocity.norm();
      if (states[k] == ContactState::sliding && has_coulomb_friction(i)) {
        Tangential d = slip_directions[k];
        if (speed > 0.0) d = velocity * ((velocity.dot(d) < 0.0 ? Scalar(-1.0) : Scalar(1.0)) / speed);
        sliding_force_[k] = -system_.friction_coefficient(i, speed) * d;
      }
      if (system_.law(i).kind == ContactKind::tresca) {
        add_tresca(i, states[k], velocity, slip_directions[k], free_acceleration);
        continue;
      }
      const int normal = problem_.size();
      const int law = problem_.add(LawKind::unilateral, 1, 0.0);
      set_row(normal, w.normal, w.normal + w.tangential * sliding_force_[k], terms_[k].normal, normal_guess_[k]);
      if (!in_friction_set(states[k])) continue;
      const bool creeps = states[k] == ContactState::creeping;
      problem_.add(LawKind::coulomb, tangents,
                   creeps ? Scalar(system_.friction_coefficient(i, speed)) : Scalar(system_.static_friction(i)), law);
      for (int p = 0; p < tangents; ++p) {
        set_row(normal + 1 + p, w.tangential.col(p), w.tangential.col(p), terms_[k].tangential(p),
                tangential_guess_[k](p));
      }
    }
    for (int j = 0; j < problem_.size(); ++j) {
      const auto column = static_cast<std::size_t>(j);
      mass_.solve_in_place(columns_[column]);
      for (int i = 0; i < problem_.size(); ++i) {
        problem_.g(i, j) = rows_[static_cast<std::size_t>(i)].dot(columns_[column]);
      }
      problem_.c(j) += rows_[column].dot(free_acceleration);
    }
  }

  // Tresca friction: a set-valued law, or, if the contact slides, a known force.
  void add_tresca(int i, ContactState state, const Tangential& velocity, const Tangential& slip_direction,
                  Coordinates& free_acceleration) {
    const auto k = static_cast<std::size_t>(i);
    const auto& w = directions_[k];
    const Scalar bound = system_.law(i).force_bound;
    if (in_friction_set(state)) {
      const int first = problem_.size();
      problem_.add(LawKind::tresca, tangents, bound);
      for (int p = 0; p < tangents; ++p) {
        set_row(first + p, w.tangential.col(p), w.tangential.col(p), terms_[k].tangential(p), tangential_guess_[k](p));
      }
      return;
    }
    Tangential d = slip_direction;
    const Scalar speed = velocity.norm();
    if (speed > 0.0) d = velocity * ((velocity.dot(d) < 0.0 ? Scalar(-1.0) : Scalar(1.0)) / speed);
    sliding_force_[k] = -bound * d;
    Coordinates push = w.tangential * sliding_force_[k];
    mass_.solve_in_place(push);
    free_acceleration += push;
  }

  void set_row(int k, const Coordinates& row, const Coordinates& column, const Scalar& term, const Scalar& guess) {
    const auto i = static_cast<std::size_t>(k);
    rows_[i] = row;
    columns_[i] = column;
    problem_.c(k) = term;
    forces_[i] = guess;
  }

  void read_forces(const ContactStates<S>& states, AccelerationAnswer<S>& answer) {
    int coordinate = 0;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (states[k] == ContactState::open) continue;
      const auto& w = directions_[k];
      const bool has_gap = system_.law(i).kind != ContactKind::tresca;
      if (has_gap) answer.normal_forces(i) = forces_[static_cast<std::size_t>(coordinate++)];
      answer.normal_accelerations(i) = w.normal.dot(answer.acceleration) + terms_[k].normal;
      answer.tangential_accelerations.col(i) = w.tangential.transpose() * answer.acceleration + terms_[k].tangential;
      if (in_friction_set(states[k])) {
        for (int p = 0; p < tangents; ++p) {
          answer.tangential_forces.col(i)(p) = forces_[static_cast<std::size_t>(coordinate++)];
        }
      } else {
        answer.tangential_forces.col(i) =
            has_gap ? Tangential(answer.normal_forces(i) * sliding_force_[k]) : sliding_force_[k];
      }
      answer.friction += w.tangential * answer.tangential_forces.col(i);
      normal_guess_[k] = answer.normal_forces(i);
      tangential_guess_[k] = answer.tangential_forces.col(i);
    }
  }

  const S& system_;
  ScalarContactSolver<2 * contacts, max_coordinates, Scalar> solver_;
  LdlFactorization<S::dof, Scalar> mass_;
  Problem problem_;
  std::array<ForceDirections<S::dof, tangents, Scalar>, contacts> directions_;
  std::array<AccelerationTerms<tangents, Scalar>, contacts> terms_;
  std::array<Tangential, contacts> sliding_force_;    // lambda_T of a sliding contact with lambda_N = 1
  std::array<Coordinates, max_coordinates> rows_;     // of [W_N, W_T]^T
  std::array<Coordinates, max_coordinates> columns_;  // of M^-1 [W_N + H_R, W_T]
  std::array<Scalar, max_coordinates> forces_{};
  std::array<Mode, static_cast<std::size_t>(2 * contacts)> modes_{};
  std::array<Scalar, contacts> normal_guess_{};
  std::array<Tangential, contacts> tangential_guess_;
};

}  // namespace nsdbench
