// The smooth motion while every contact keeps its discrete state: linear equations for forces and accelerations.
//
//   M udot = h + W_N lambda_N + W_T lambda_T
//   closed:    gddot_N = w_N^T udot + wbar_N = 0
//   sticking:  gddot_T = W_T^T udot + wbar_T = 0
//   sliding, creeping:   lambda_T = -mu(|gdot_T|) lambda_N d  or, for Tresca friction of bound a,  -a d
// with d the direction of slip: held through a phase for planar contacts (which keeps the right-hand side smooth where
// the slip passes through zero), gdot_T / |gdot_T| for spatial ones. Spatial contacts that have broken away creep
// first: d, the direction of gddot_T, is held until the slip exceeds the slip tolerance.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/acceleration_level/acceleration_problem.hpp"
#include "solvers/integration/event_driven/force_margin.hpp"
#include "solvers/linear_algebra/complete_pivoting.hpp"

namespace nsdbench {

// Forces and accelerations at one state. Entries of open contacts are zero.
template <AccelerationLevelSystem S>
struct HeldAnswer {
  using Scalar = ScalarOf<S>;
  using Tangential = Vector<S::tangential_dimension, Scalar>;

  Vector<S::dof, Scalar> acceleration = Vector<S::dof, Scalar>::Zero();  // udot
  // Size of the terms whose sum is udot: rounding is some epsilon of this.
  Vector<S::dof, Scalar> magnitude = Vector<S::dof, Scalar>::Zero();
  std::array<Scalar, S::contact_count> normal_forces{};          // lambda_N [N]
  std::array<Tangential, S::contact_count> tangential_forces{};  // lambda_T [N]
  bool valid = false;                                            // M is positive definite and everything is finite
  bool dependent = false;  // constraints depend on each other: the forces are one choice of many
  Scalar margin = 0.0;     // of all choices, if they were asked for (ForceMargin) [N]
};

// Forces and accelerations of a discrete state that is held.
template <AccelerationLevelSystem S>
class HeldModes {
 public:
  static constexpr int contacts = S::contact_count;
  static constexpr int tangents = S::tangential_dimension;
  static constexpr int max_unknowns = (1 + tangents) * contacts;
  using Scalar = ScalarOf<S>;
  using Coordinates = Vector<S::dof, Scalar>;
  using Tangential = Vector<tangents, Scalar>;
  using Motion = StateOf<S>;

  explicit HeldModes(const S& system) : system_(system) {
    if constexpr (S::constant_mass_matrix) {
      mass_.compute(system_.mass_matrix(system_.configuration(Coordinates::Zero(), Scalar(0.0))));
    }
  }

  // With `find_margin`, also computes the margin of forces that are not unique.
  void evaluate(const Motion& state, const DiscreteState<S>& held, HeldAnswer<S>& answer, bool find_margin = false) {
    const auto configuration = system_.configuration(state.q, state.t);
    if constexpr (!S::constant_mass_matrix) mass_.compute(system_.mass_matrix(configuration));
    answer.valid = false;
    answer.dependent = false;
    if (!mass_.positive_definite()) return;
    answer.acceleration = system_.forces(configuration, state.u);
    collect(configuration, state, held, answer, false);
    mass_.solve_in_place(answer.acceleration);
    answer.magnitude = answer.acceleration.cwiseAbs();
    if (size_ > 0) {
      set_up(answer.acceleration);
      answer.dependent = !solve();
      for (int k = 0; k < size_; ++k) {
        const Coordinates part = at(forces_, k) * at(columns_, k);
        answer.acceleration += part;
        answer.magnitude += part.cwiseAbs();
      }
      read(held, answer);
      if (answer.dependent && find_margin) answer.margin = margin(held, answer);
    }
    answer.valid = 0.0 * answer.acceleration.sum() == 0.0;
  }

  // Removes the velocities that the held modes do not allow, by percussions in the directions of the modes, with the
  // friction of sliding contacts.
  void stop(Motion& state, const DiscreteState<S>& held) {
    const auto configuration = system_.configuration(state.q, state.t);
    if constexpr (!S::constant_mass_matrix) mass_.compute(system_.mass_matrix(configuration));
    if (!mass_.positive_definite()) return;
    collect(configuration, state, held, stopped_, true);
    set_up(state.u);
    solve();
    for (int k = 0; k < size_; ++k) state.u += at(forces_, k) * at(columns_, k);
  }

 private:
  // Rows of the constraints with the terms of accelerations or of velocities, the forces that belong to them, and
  // forces that are known.
  template <class Configuration>
  void collect(const Configuration& configuration, const Motion& state, const DiscreteState<S>& held,
               HeldAnswer<S>& answer, bool of_velocities) {
    size_ = 0;
    for (int i = 0; i < contacts; ++i) {
      at(answer.normal_forces, i) = 0.0;
      at(answer.tangential_forces, i).setZero();
      const ContactState contact = at(held.contacts, i);
      if (contact == ContactState::open) continue;
      const ContactLaw law = system_.law(i);
      const auto w = system_.directions(configuration, i);
      const auto terms = system_.acceleration_terms(configuration, state.u, i);
      const bool sticks = contact == ContactState::sticking;
      const bool slides = !sticks && law.kind != ContactKind::unilateral;
      Tangential& sliding_force = at(sliding_force_, i);
      sliding_force.setZero();
      if (slides) {
        const Tangential velocity = w.tangential.transpose() * state.u + w.tangential_rheonomic;
        Scalar speed;
        const Tangential d = direction(velocity, at(held.slip, i), contact == ContactState::creeping, speed);
        sliding_force = -(law.kind == ContactKind::tresca ? Scalar(law.force_bound)
                                                          : Scalar(system_.friction_coefficient(i, speed))) *
                        d;
      }
      if (law.kind == ContactKind::tresca) {
        if (slides) {
          answer.acceleration += w.tangential * sliding_force;
          at(answer.tangential_forces, i) = sliding_force;
        }
      } else {
        add(w.normal, slides ? Coordinates(w.normal + w.tangential * sliding_force) : Coordinates(w.normal),
            of_velocities ? w.normal_rheonomic : terms.normal);
      }
      if (!sticks) continue;
      for (int p = 0; p < tangents; ++p) {
        add(w.tangential.col(p), w.tangential.col(p), of_velocities ? w.tangential_rheonomic(p) : terms.tangential(p));
      }
    }
  }

  // d and |gdot_T|.
  static Tangential direction(const Tangential& velocity, const Tangential& held, bool creeps, Scalar& speed) {
    using std::abs;
    if constexpr (tangents == 1) {
      speed = abs(velocity(0));
      return held;
    } else {
      speed = velocity.norm();
      if (creeps || !(speed > 0.0)) return held;
      return velocity * ((velocity.dot(held) < 0.0 ? Scalar(-1.0) : Scalar(1.0)) / speed);
    }
  }

  void add(const Coordinates& row, const Coordinates& column, const Scalar& term) {
    at(rows_, size_) = row;
    at(columns_, size_) = column;
    at(terms_, size_) = term;
    ++size_;
  }

  // G lambda = -c
  void set_up(const Coordinates& free_acceleration) {
    using std::abs;
    equations_.resize(size_);
    for (int j = 0; j < size_; ++j) {
      mass_.solve_in_place(at(columns_, j));
      for (int i = 0; i < size_; ++i) equations_.entry(i, j) = at(rows_, i).dot(at(columns_, j));
    }
    // Bodies that move together without forces between them, in free fall for example, have contact forces that are
    // zero, and not the rounding of their accelerations, which would open contacts.
    const Scalar rounding = 4 * std::numeric_limits<Scalar>::epsilon();
    for (int i = 0; i < size_; ++i) {
      const Scalar sum = at(terms_, i) + at(rows_, i).dot(free_acceleration);
      const Scalar magnitude = abs(at(terms_, i)) + at(rows_, i).cwiseAbs().dot(free_acceleration.cwiseAbs());
      equations_.right(i) = abs(sum) > rounding * magnitude ? Scalar(-sum) : Scalar(0.0);
    }
  }

  // Unknowns that the equations leave free are zero. False if there are.
  bool solve() {
    static const Scalar dependent = elementary::pow(Scalar(std::numeric_limits<Scalar>::epsilon()), Scalar(0.75));
    rank_ = equations_.eliminate(dependent);
    equations_.solve(forces_);
    return rank_ == size_;
  }

  Scalar margin(const DiscreteState<S>& held, const HeldAnswer<S>& answer) {
    const int free = size_ - rank_;
    for (int f = 0; f < free; ++f) equations_.null_vector(f, at(null_vectors_, f));
    margin_.clear(free);
    int row = 0;
    for (int i = 0; i < contacts; ++i) {
      const ContactState contact = at(held.contacts, i);
      if (contact == ContactState::open) continue;
      const ContactLaw law = system_.law(i);
      const bool sticks = contact == ContactState::sticking;
      const bool has_gap = law.kind != ContactKind::tresca;
      if (!has_gap && !sticks) continue;
      auto& cone = margin_.add();
      cone.linear = !sticks;
      if (has_gap) {
        const Scalar mu = sticks ? Scalar(system_.static_friction(i)) : Scalar(1.0);
        cone.bound = mu * at(answer.normal_forces, i);
        for (int f = 0; f < free; ++f) cone.bound_slope(f) = mu * at(at(null_vectors_, f), row);
        ++row;
      } else {
        cone.bound = law.force_bound;
      }
      if (!sticks) continue;
      for (int p = 0; p < tangents; ++p, ++row) {
        at(cone.force, p) = at(answer.tangential_forces, i)(p);
        for (int f = 0; f < free; ++f) at(cone.force_slope, p)(f) = at(at(null_vectors_, f), row);
      }
    }
    return margin_.find();
  }

  void read(const DiscreteState<S>& held, HeldAnswer<S>& answer) {
    int k = 0;
    for (int i = 0; i < contacts; ++i) {
      const ContactState contact = at(held.contacts, i);
      if (contact == ContactState::open) continue;
      if (system_.law(i).kind != ContactKind::tresca) {
        at(answer.normal_forces, i) = at(forces_, k++);
        at(answer.tangential_forces, i) = at(answer.normal_forces, i) * at(sliding_force_, i);
      }
      if (contact != ContactState::sticking) continue;
      for (int p = 0; p < tangents; ++p) at(answer.tangential_forces, i)(p) = at(forces_, k++);
    }
  }

  const S& system_;
  LdlFactorization<S::dof, Scalar> mass_;
  int size_ = 0;
  int rank_ = 0;
  std::array<Coordinates, max_unknowns> rows_;
  std::array<Coordinates, max_unknowns> columns_;  // becomes M^-1 times itself
  std::array<Scalar, max_unknowns> terms_{};
  std::array<Scalar, max_unknowns> forces_{};
  CompletePivoting<max_unknowns, Scalar> equations_;
  HeldAnswer<S> stopped_;  // not read
  std::array<std::array<Scalar, max_unknowns>, max_unknowns> null_vectors_{};
  ForceMargin<contacts, max_unknowns, tangents, Scalar> margin_;
  std::array<Tangential, contacts> sliding_force_;  // lambda_T of a sliding contact, with lambda_N = 1
};

}  // namespace nsdbench
