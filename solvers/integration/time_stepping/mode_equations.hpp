// Whether the motion of a step satisfies the equations of given modes, whatever modes its contact problem ended with.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/integration/time_stepping/midpoint_step.hpp"
#include "solvers/linear_algebra/at.hpp"
#include "solvers/linear_algebra/complete_pivoting.hpp"
#include "solvers/linear_algebra/ldl_factorization.hpp"
#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// The equations of a step with the modes sigma (Studer et al. 2008, sec. 4): xi = 0 for each law in the mode
// `constraint`, and percussions P' that make the same velocities, W P' = W P, with P' = 0 for unilateral laws that are
// `impressed`, |P_T'| on its bound for friction that is, and P' free for the others.
//
// Modes are read from the signs of prox arguments. Where a percussion and its velocity both vanish, the sign is that of
// a rounding error; where contacts depend on each other, other percussions with other modes make the same motion. Both
// leave these equations satisfied. Where a contact really opens, closes, begins to slide or to stick, they fail by the
// change of the velocities that this makes.
//
// Fill it in contact by contact, then ask satisfied(). Fixed storage, no allocation.
template <MechanicalSystem S>
class ModeEquations {
 public:
  using Scalar = ScalarOf<S>;
  using Coordinates = Vector<S::dof, Scalar>;
  using Tangential = Vector<S::tangential_dimension, Scalar>;
  using Directions = ForceDirections<S::dof, S::tangential_dimension, Scalar>;

  // A contact's part in the step.
  struct Contact {
    ContactKind kind = ContactKind::unilateral;
    Mode normal = Mode::impressed;  // of sigma
    Mode tangential = Mode::impressed;
    Scalar xi_normal = 0.0;  // [m/s]
    Tangential xi_tangential = Tangential::Zero();
    Scalar normal_percussion = 0.0;  // [N s]; zero if the contact is not in H
    Tangential tangential_percussion = Tangential::Zero();
    Scalar bound = 0.0;  // mu, or a dt [N s] of Tresca friction
  };

  void clear() {
    columns_ = 0;
    rows_ = 0;
    violation_ = 0.0;
    rest_.setZero();
  }

  void add(const Contact& contact, const Directions& w) {
    using std::abs;
    const bool has_gap = contact.kind != ContactKind::tresca;
    const bool closed = has_gap && contact.normal == Mode::constraint;
    const bool sticks = contact.kind != ContactKind::unilateral && contact.tangential == Mode::constraint;
    if (has_gap) at(velocities_, rows_++) = w.normal;
    if (closed) violation_ = std::max<Scalar>(violation_, abs(contact.xi_normal));
    Coordinates normal = w.normal;  // of P_N', with the friction that comes with it
    if (contact.kind != ContactKind::unilateral) {
      for (int k = 0; k < S::tangential_dimension; ++k) at(velocities_, rows_++) = w.tangential.col(k);
      if (sticks) {
        violation_ = std::max<Scalar>(violation_, contact.xi_tangential.cwiseAbs().maxCoeff());
        for (int k = 0; k < S::tangential_dimension; ++k) at(free_, columns_++) = w.tangential.col(k);
      } else {
        impress(contact, w, closed, normal);
      }
    }
    if (closed) {
      at(free_, columns_++) = normal;
    } else if (has_gap) {
      rest_ += contact.normal_percussion * w.normal;
    }
  }

  // To `tolerance` [m/s] in the velocities of all contacts that were added. `mass` is M.
  bool satisfied(const LdlFactorization<S::dof, Scalar>& mass, const Scalar& tolerance) {
    using std::abs;
    using std::sqrt;
    if (!(violation_ <= tolerance)) return false;
    // The part of M^-1 rest_ that free percussions do not make: least squares in the norm of the kinetic energy, with
    // columns of length 1.
    for (int j = 0; j < columns_; ++j) {
      Coordinates image = at(free_, j);
      mass.solve_in_place(image);
      const Scalar length = sqrt(image.dot(at(free_, j)));
      const Scalar inverse = length > 0.0 ? Scalar(1.0 / length) : Scalar(0.0);
      at(free_, j) *= inverse;
      at(images_, j) = inverse * image;
    }
    Coordinates left = rest_;
    mass.solve_in_place(left);
    equations_.resize(columns_);
    for (int i = 0; i < columns_; ++i) {
      for (int j = 0; j < columns_; ++j) equations_.entry(i, j) = at(free_, i).dot(at(images_, j));
      equations_.right(i) = at(free_, i).dot(left);
    }
    equations_.eliminate(sqrt(std::numeric_limits<Scalar>::epsilon()));
    equations_.solve(percussions_);
    for (int j = 0; j < columns_; ++j) left -= at(percussions_, j) * at(images_, j);
    for (int k = 0; k < rows_; ++k) {
      if (!(abs(at(velocities_, k).dot(left)) <= tolerance)) return false;
    }
    return true;
  }

 private:
  static constexpr int capacity = (1 + S::tangential_dimension) * S::contact_count;

  // Friction on its bound, in the direction that it has in the step: with a normal percussion that is free it is part
  // of the column `normal`. What it has beside its bound must come from others.
  void impress(const Contact& contact, const Directions& w, bool closed, Coordinates& normal) {
    const Scalar size = contact.tangential_percussion.norm();
    const Tangential direction =
        size > 0.0 ? Tangential(contact.tangential_percussion / size) : Tangential(Tangential::Unit(0));
    const Coordinates along = w.tangential * direction;
    Scalar expected = 0.0;
    if (contact.kind == ContactKind::tresca) {
      expected = contact.bound;
    } else if (closed) {
      expected = contact.bound * contact.normal_percussion;
      normal += contact.bound * along;
    }
    rest_ += (size - expected) * along;
  }

  int columns_ = 0;
  int rows_ = 0;
  Scalar violation_ = 0.0;                          // largest |xi| of a constraint [m/s]
  std::array<Coordinates, capacity> velocities_{};  // w of everything
  std::array<Coordinates, capacity> free_{};        // w of what is free
  std::array<Coordinates, capacity> images_{};      // M^-1 of these
  Coordinates rest_ = Coordinates::Zero();          // of percussions that the modes do not allow, as generalized ones
  CompletePivoting<capacity, Scalar> equations_;
  std::array<Scalar, capacity> percussions_{};
};

}  // namespace nsdbench
