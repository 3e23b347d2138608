// Moreau's midpoint rule (Glocker & Studer 2005, sec. 5; Flores et al. 2010, sec. 5.1), with any contact solver.
//
//   q_M = q_A + dt/2 u_A,   t_M = t_A + dt/2,   H = { i | g_Ni(q_M, t_M) <= activation gap }
//   M(q_M,t_M) (u_E - u_A) - h(q_M,u_A,t_M) dt - sum_{i in H} (w_Ni P_Ni + W_Ti P_Ti) = 0
//   the laws on xi = gamma_E + eps gamma_A
//   q_E = q_M + dt/2 u_E
//
// dt = 0 gives the pure impact equations: with it, step() makes given velocities consistent with the closed contacts.
//
// The papers' rule has the activation gap 0 (GS eq. 7). Bodies that rest in exact touch then have gaps of +-1e-17 m by
// rounding, and each positive one opens its contact for a step, in which the body gains g dt. With an activation gap
// above what rounding and creeping leave, 1e-9 m for bodies of a metre, such contacts stay closed. What it changes in
// the motion is of the order of the gap: a contact closes, rests, slides and rebounds up to that much before the bodies
// touch, as if they were larger by it. The laws are the same: a contact whose bodies separate, xi_N > 0 without a
// percussion, has none although it is in H, so that nothing rebounds twice; and as for gaps below zero, a contact that
// is left more slowly than with g dt / (1 + eps_N) is treated as one that lasts.
//
// Sliding friction is that of the speed at the beginning of the step, mu(|gamma_TA|), where the system has a friction
// characteristic (Woesle & Pfeiffer 1996, eqs 12, 23; acceleration_level.hpp), as h is: an error of the order of dt. A
// contact that has not more speed than contact solvers leave where bodies stick (100 times their tolerance, relative to
// the largest entry of c among the contacts that it depends on) has the coefficient at rest. Glocker & Studer have
// constant coefficients only.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "solvers/contact/disjoint_sets.hpp"
#include "solvers/contact/refined_percussions.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/time_stepping/midpoint_step.hpp"
#include "solvers/integration/time_stepping/mode_equations.hpp"
#include "solvers/integration/time_stepping/time_stepping_options.hpp"
#include "solvers/linear_algebra/ldl_factorization.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"
#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// `Solver` is how a ContactSolver is used for the scalar of S.
template <MechanicalSystem S, template <int, int, class> class Solver = ScalarContactSolver>
class MoreauMidpoint {
 public:
  // Order in dt of positions and velocities (velocities in L1): 1, across impacts and for forces that depend on u.
  static constexpr int order = MidpointStep<S>::convergence_order;
  static constexpr int max_laws = 2 * S::contact_count;
  static constexpr int max_coordinates = (1 + S::tangential_dimension) * S::contact_count;
  using Scalar = ScalarOf<S>;
  using Problem = FixedContactProblem<max_laws, max_coordinates, Scalar>;

  // Keeps references to both. Throws std::invalid_argument if the activation gap [m] is negative or not finite.
  MoreauMidpoint(const S& system, ContactSolver& solver, double activation_gap = 0.0)
      : system_(system),
        solver_(solver),
        activation_gap_(activation_gap),
        relative_tolerance_(RefinedPercussions<max_laws, max_coordinates, Scalar>::tolerance(solver)) {
    check_activation_gap(activation_gap);
    for (int i = 0; i < S::contact_count; ++i) {
      const ContactLaw law = system_.law(i);
      largest_restitution_ = std::max({largest_restitution_, law.normal_restitution, law.tangential_restitution});
    }
    if constexpr (S::constant_mass_matrix) {
      mass_.compute(system_.mass_matrix(system_.configuration(Coordinates::Zero(), 0.0)));
    }
  }

  // Advances `state` by dt >= 0 and returns the report of the step, valid until the next call. If the contact problem
  // was not solved (its status says why), M is not positive definite (`singular`) or the result is not finite
  // (`invalid_input`), the state is left as it was: the caller must look at report.advanced().
  // Throws std::invalid_argument if dt is negative or not a number.
  const StepReport<S>& step(StateOf<S>& state, Scalar dt) {
    if (!(dt >= 0.0)) {
      throw std::invalid_argument("time step " + std::to_string(static_cast<double>(dt)) +
                                  " s is not allowed: it must not be negative");
    }
    const Coordinates q_midpoint = state.q + 0.5 * dt * state.u;
    const Scalar t_midpoint = state.t + 0.5 * dt;
    const auto configuration = system_.configuration(q_midpoint, t_midpoint);
    if constexpr (!S::constant_mass_matrix) mass_.compute(system_.mass_matrix(configuration));

    report_.dt = dt;
    find_active_contacts(configuration);
    if (!mass_.positive_definite()) {
      return fail(SolverStatus::singular);
    }
    // M^-1 h dt
    Coordinates change = system_.forces(configuration, state.u);
    mass_.solve_in_place(change);
    change *= dt;

    if (report_.active_contacts > 0) {
      set_up_contact_problem(configuration, state.u, change, dt);
      solve_contact_problem();
      if (!report_.advanced()) return report_;
      last_error_ = report_.solver.residual * largest_entry_of_c();
      velocity_error_ = std::max<Scalar>(remaining_error() * velocity_error_, last_error_);
      for (int k = 0; k < problem_.size(); ++k) {
        change += percussions_[static_cast<std::size_t>(k)] * inverse_mass_directions_.col(k);
      }
      report_.contact_work = contact_work(change);
    }
    const Coordinates u_end = state.u + change;
    const Coordinates q_end = q_midpoint + 0.5 * dt * u_end;
    if (!(0.0 * (u_end.sum() + q_end.sum()) == 0.0)) {  // finite, entry by entry: one infinity or NaN spoils the sum
      return fail(SolverStatus::invalid_input);
    }
    state.u = u_end;
    state.q = q_end;
    state.t += dt;
    return report_;
  }

  // The impact equations alone (dt = 0).
  const StepReport<S>& impact(StateOf<S>& state) { return step(state, 0.0); }

  const StepReport<S>& report() const { return report_; }

  // Whether the last step, which has advanced from `begin` to `end`, satisfies the equations of `modes`, too
  // (mode_equations.hpp): then a change of modes to its own is none of the motion. To the accuracy that the velocities
  // have: each law may be off by what the answers of contact problems are (their residuals times the largest entry of
  // c), and by rounding. Of the errors of one answer, the next one leaves the restitution coefficient's part, xi =
  // gamma_E + eps gamma_A, and extrapolation mixes the last ones: with each answer since they count half as much, or as
  // the largest coefficient says.
  //
  // A velocity that changes within the step by k tau dt, a time tau after a switching point of forces, is seen from
  // k tau dt > tolerance on: such a point is late by sqrt(tolerance / k) at most, 1e-8 s for 1e-15 m/s and k = 10
  // m/s^3. Smallest steps should be longer.
  bool satisfies(const ModeVector<S>& modes, const StateOf<S>& begin, const StateOf<S>& end) {
    const Coordinates q_midpoint = begin.q + 0.5 * report_.dt * begin.u;
    const Scalar t_midpoint = begin.t + 0.5 * report_.dt;
    const auto configuration = system_.configuration(q_midpoint, t_midpoint);
    const Coordinates speeds = begin.u.cwiseAbs() + end.u.cwiseAbs();
    equations_.clear();
    Scalar rounding = 0.0;
    int laws = 0;
    for (int i = 0; i < S::contact_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const bool holds = modes.normal[k] == Mode::constraint || modes.tangential[k] == Mode::constraint;
      if (!report_.active[k] && !holds) continue;
      const auto w = system_.directions(configuration, i);
      equations_.add(part_of_contact(i, modes, w, begin.u, end.u), w);
      rounding = std::max<Scalar>(rounding, w.normal.cwiseAbs().dot(speeds));
      laws += 2;
    }
    return equations_.satisfied(mass_, laws * velocity_error_ + 4 * std::numeric_limits<Scalar>::epsilon() * rounding);
  }

  // [m/s] What the answer of the last contact problem leaves of its laws.
  const Scalar& last_velocity_error() const { return last_error_; }

  // What satisfies() takes from steps before belongs to another motion.
  void begin_run() { velocity_error_ = 0.0; }

  // Initial guess of the next contact problem, in the place of the percussions that the contacts had last.
  void set_guess(const Percussions<S>& guess) {
    last_normal_ = guess.normal;
    last_tangential_ = guess.tangential;
  }

  // From now on the restitution coefficients are eps_N^exponent and eps_T^exponent, exponent > 0 (Studer et al. 2008,
  // sec. 8.2). 1 is what the system says.
  void set_restitution_exponent(Scalar exponent) { restitution_exponent_ = exponent; }

  // The contact problem of the last step that had active contacts.
  const Problem& contact_problem() const { return problem_; }

  const S& system() const { return system_; }
  double activation_gap() const { return activation_gap_; }

 private:
  using Coordinates = Vector<S::dof, Scalar>;
  using Columns = Matrix<S::dof, max_coordinates, Scalar>;

  // H = { i | g_Ni(q_M, t_M) <= activation gap }; friction elements without a gap are always active.
  void find_active_contacts(const typename S::Configuration& configuration) {
    clear_contacts_of_last_step();
    report_.gaps = system_.gaps(configuration);
    for (int i = 0; i < S::contact_count; ++i) {
      if (report_.gaps(i) > activation_gap_ && system_.law(i).kind != ContactKind::tresca) continue;
      report_.active[static_cast<std::size_t>(i)] = true;
      ++report_.active_contacts;
    }
  }

  void clear_contacts_of_last_step() {
    if (report_.active_contacts > 0) {
      report_.active.fill(false);
      report_.normal_approach.setZero();
      report_.normal_percussions.setZero();
      report_.tangential_percussions.setZero();
      report_.normal_modes.fill(Mode::impressed);
      report_.tangential_modes.fill(Mode::impressed);
      report_.contact_work = 0.0;
    }
    report_.active_contacts = 0;
    report_.solver = {SolverStatus::solved, 0.0, 0};
    report_.failure = StopReason::unsolved;
  }

  // The equations of the step have no solution, or not a finite one.
  const StepReport<S>& fail(SolverStatus status) {
    report_.solver = {status, std::numeric_limits<double>::infinity(), 0};
    report_.failure = StopReason::singular;
    return report_;
  }

  // W, M^-1 W, G = W^T M^-1 W and c = W^T M^-1 h dt + (1 + eps) gamma_A  (Glocker & Studer, eqs 18-21, 33).
  void set_up_contact_problem(const typename S::Configuration& configuration, const Coordinates& u_start,
                              const Coordinates& free_change, Scalar dt) {
    problem_.clear();
    for (int i = 0; i < S::contact_count; ++i) {
      if (!report_.active[static_cast<std::size_t>(i)]) continue;
      const ContactLaw law = system_.law(i);
      const auto directions = system_.directions(configuration, i);
      int normal = -1;
      if (law.kind != ContactKind::tresca) {
        const int row = problem_.size();
        normal = problem_.add(LawKind::unilateral, 1, 0.0);
        directions_.col(row) = directions.normal;
        const Scalar approach = directions.normal.dot(u_start) + directions.normal_rheonomic;
        report_.normal_approach(i) = approach;
        approach_(row) = approach;
        problem_.c(row) = (1.0 + restitution(law.normal_restitution)) * approach;
      }
      if (law.kind != ContactKind::unilateral) {
        const int row = problem_.size();
        if (law.kind == ContactKind::frictional) {
          problem_.add(LawKind::coulomb, S::tangential_dimension, law.friction, normal);
        } else {
          problem_.add(LawKind::tresca, S::tangential_dimension, law.force_bound * dt);
        }
        for (int k = 0; k < S::tangential_dimension; ++k) {
          directions_.col(row + k) = directions.tangential.col(k);
          const Scalar sliding = directions.tangential.col(k).dot(u_start) + directions.tangential_rheonomic(k);
          approach_(row + k) = sliding;
          problem_.c(row + k) = (1.0 + restitution(law.tangential_restitution)) * sliding;
        }
      }
    }
    for (int k = 0; k < problem_.size(); ++k) {
      Coordinates column = directions_.col(k);
      problem_.c(k) += column.dot(free_change);
      mass_.solve_in_place(column);
      inverse_mass_directions_.col(k) = column;
    }
    for (int j = 0; j < problem_.size(); ++j) {
      for (int i = 0; i <= j; ++i) {
        const Scalar g = directions_.col(i).dot(inverse_mass_directions_.col(j));
        problem_.g(i, j) = g;
        problem_.g(j, i) = g;
      }
    }
    if constexpr (has_friction_characteristic) set_friction_of_slip();
  }

  // Whether mu depends on the speed of sliding, as far as types tell.
  static constexpr bool has_laws_of_constant_friction = std::is_base_of_v<FrictionOfLaws<S, Scalar>, S>;
  static constexpr bool has_friction_characteristic =
      !has_laws_of_constant_friction && requires(const S& system, const Scalar& speed) {
    system.friction_coefficient(0, speed);
    system.static_friction(0);
  };

  // The part of errors of velocities that a contact problem leaves, half at least.
  Scalar remaining_error() const { return std::max<Scalar>(0.5, restitution(largest_restitution_)); }

  // The largest entry of c [m/s], by which contact_residual measures.
  Scalar largest_entry_of_c() const {
    using std::abs;
    Scalar largest = 0.0;
    for (int k = 0; k < problem_.size(); ++k) largest = std::max<Scalar>(largest, abs(problem_.c(k)));
    return largest;
  }

  // Bounds of the Coulomb laws by the sliding speeds at the beginning of the step.
  void set_friction_of_slip() requires has_friction_characteristic {
    find_speeds_of_components();
    for_each_active_law([&](int contact, int law, bool normal) {
      if (normal || problem_.law(law).kind != LawKind::coulomb) return;
      const int row = problem_.law(law).offset;
      const Scalar speed = approach_.template segment<S::tangential_dimension>(row).norm();
      const Scalar at_rest = 100 * relative_tolerance_ * speed_of_component(row);
      problem_.set_bound(law, speed > at_rest ? Scalar(system_.friction_coefficient(contact, speed))
                                              : Scalar(system_.static_friction(contact)));
    });
  }

  // The largest entry of c in each connected component of the problem.
  void find_speeds_of_components() {
    using std::abs;
    const auto size = static_cast<std::size_t>(problem_.size());
    components_.reset(size);
    for (int j = 0; j < problem_.size(); ++j) {
      for (int i = 0; i < j; ++i) {
        if (problem_.g(i, j) != 0.0) components_.join(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
      }
    }
    component_speeds_.fill(0.0);
    for (std::size_t k = 0; k < size; ++k) {
      Scalar& speed = component_speeds_[components_.root(k)];
      speed = std::max<Scalar>(speed, abs(problem_.c(static_cast<int>(k))));
    }
  }
  const Scalar& speed_of_component(int row) {
    return component_speeds_[components_.root(static_cast<std::size_t>(row))];
  }

  // Sum of P^T (gamma_A + gamma_E) / 2, with `change` = u_E - u_A.
  Scalar contact_work(const Coordinates& change) const {
    Scalar work = 0.0;
    for (int k = 0; k < problem_.size(); ++k) {
      work += percussions_[static_cast<std::size_t>(k)] * (approach_(k) + 0.5 * directions_.col(k).dot(change));
    }
    return work;
  }

  // Contact i of the last step, for the equations of `modes`.
  typename ModeEquations<S>::Contact part_of_contact(int i, const ModeVector<S>& modes,
                                                     const typename ModeEquations<S>::Directions& w,
                                                     const Coordinates& u_begin, const Coordinates& u_end) {
    const auto k = static_cast<std::size_t>(i);
    const ContactLaw law = system_.law(i);
    typename ModeEquations<S>::Contact contact;
    contact.kind = law.kind;
    contact.normal = modes.normal[k];
    contact.tangential = modes.tangential[k];
    contact.xi_normal = w.normal.dot(u_end) + w.normal_rheonomic +
                        restitution(law.normal_restitution) * (w.normal.dot(u_begin) + w.normal_rheonomic);
    contact.xi_tangential =
        w.tangential.transpose() * u_end + w.tangential_rheonomic +
        restitution(law.tangential_restitution) * (w.tangential.transpose() * u_begin + w.tangential_rheonomic);
    contact.normal_percussion = report_.normal_percussions(i);
    contact.tangential_percussion = report_.tangential_percussions.row(i);
    for_each_active_law([&](int active, int law_of_problem, bool normal) {
      if (active == i && !normal) contact.bound = problem_.bound(law_of_problem);
    });
    return contact;
  }

  Scalar restitution(double epsilon) const {
    return restitution_exponent_ == 1.0 ? Scalar(epsilon)
                                        : Scalar(elementary::pow(Scalar(epsilon), restitution_exponent_));
  }

  // Warm start from the percussions the same contacts had in the last step they were active in.
  void solve_contact_problem() {
    const auto size = static_cast<std::size_t>(problem_.size());
    const auto laws = static_cast<std::size_t>(problem_.law_count());
    gather_warm_start();
    report_.solver = solver_.solve(problem_, {percussions_.data(), size}, {modes_.data(), laws});
    scatter_answer();
  }

  template <class Visit>
  void for_each_active_law(Visit visit) {
    int law = 0;
    for (int i = 0; i < S::contact_count; ++i) {
      if (!report_.active[static_cast<std::size_t>(i)]) continue;
      const ContactKind kind = system_.law(i).kind;
      if (kind != ContactKind::tresca) visit(i, law++, true);
      if (kind != ContactKind::unilateral) visit(i, law++, false);
    }
  }

  void gather_warm_start() {
    for_each_active_law([&](int contact, int law, bool normal) {
      const auto offset = static_cast<std::size_t>(problem_.law(law).offset);
      if (normal) {
        percussions_[offset] = last_normal_(contact);
        return;
      }
      for (int k = 0; k < S::tangential_dimension; ++k) {
        percussions_[offset + static_cast<std::size_t>(k)] = last_tangential_(contact, k);
      }
    });
  }

  void scatter_answer() {
    for_each_active_law([&](int contact, int law, bool normal) {
      const auto offset = static_cast<std::size_t>(problem_.law(law).offset);
      const Mode mode = modes_[static_cast<std::size_t>(law)];
      if (normal) {
        report_.normal_percussions(contact) = percussions_[offset];
        report_.normal_modes[static_cast<std::size_t>(contact)] = mode;
        last_normal_(contact) = percussions_[offset];
        return;
      }
      report_.tangential_modes[static_cast<std::size_t>(contact)] = mode;
      for (int k = 0; k < S::tangential_dimension; ++k) {
        const Scalar percussion = percussions_[offset + static_cast<std::size_t>(k)];
        report_.tangential_percussions(contact, k) = percussion;
        last_tangential_(contact, k) = percussion;
      }
    });
  }

  const S& system_;
  Solver<max_laws, max_coordinates, Scalar> solver_;
  double activation_gap_ = 0.0;
  Scalar relative_tolerance_;  // of the contact solver
  LdlFactorization<S::dof, Scalar> mass_;
  StepReport<S> report_;
  Problem problem_;
  Columns directions_ = Columns::Zero();                                                // W
  Columns inverse_mass_directions_ = Columns::Zero();                                   // M^-1 W
  Vector<max_coordinates, Scalar> approach_ = Vector<max_coordinates, Scalar>::Zero();  // gamma_A of coordinates
  std::array<Scalar, max_coordinates> percussions_{};
  std::array<Mode, max_laws> modes_{};
  ModeEquations<S> equations_;
  Scalar velocity_error_ = 0.0;                             // [m/s]
  Scalar last_error_ = 0.0;                                 // of the last contact problem [m/s]
  DisjointSets components_;                                 // of coordinates
  std::array<Scalar, max_coordinates> component_speeds_{};  // [m/s], at the root of each
  double largest_restitution_ = 0.0;                        // of all laws
  Scalar restitution_exponent_ = 1.0;
  typename Percussions<S>::Normal last_normal_ = Percussions<S>::Normal::Zero();
  typename Percussions<S>::Tangential last_tangential_ = Percussions<S>::Tangential::Zero();
};

}  // namespace nsdbench
