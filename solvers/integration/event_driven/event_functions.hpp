// Functions of the motion whose first zero ends a smooth phase.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/integration/bracketed_root.hpp"
#include "solvers/integration/event_driven/closing_search.hpp"
#include "solvers/integration/event_driven/smooth_step.hpp"

namespace nsdbench {

// Two functions for each contact, positive while its discrete state holds:
//   support:   open: g_N - floor;   closed: lambda_N
//   friction:  sliding: gdot_T . d,  for spatial contacts  |gdot_T| - v_slip  once they have been twice as fast
//              sticking: mu_0 lambda_N - |lambda_T|, or a - |lambda_T|
//              creeping: v_slip - |gdot_T|
// d is the direction of slip at the beginning of the step. A function that a contact does not have is +infinity. Where
// forces are not unique, the margin of all choices (ForceMargin) replaces the functions of forces, in the place of the
// first of them.
template <AccelerationLevelSystem S>
class EventFunctions {
 public:
  static constexpr int contacts = S::contact_count;
  static constexpr int count = 2 * contacts;
  using Scalar = ScalarOf<S>;
  using Motion = StateOf<S>;
  using Values = std::array<Scalar, static_cast<std::size_t>(count)>;

  EventFunctions(const S& system, const Scalar& slip_tolerance) : system_(system), slip_tolerance_(slip_tolerance) {}

  static constexpr int support(int contact) { return 2 * contact; }
  static constexpr int friction(int contact) { return 2 * contact + 1; }

  // All of them at `state`, with the forces of `answer`.
  // `fast` are the spatial contacts that have been fast enough to stop.
  void evaluate(const Motion& state, const DiscreteState<S>& held, const std::array<bool, contacts>& fast,
                const HeldAnswer<S>& answer, Values& values) const {
    bool margin_placed = !answer.dependent;
    const auto configuration = system_.configuration(state.q, state.t);
    const Vector<contacts, Scalar> gaps = system_.gaps(configuration);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      Scalar& of_support = values[2 * k];
      Scalar& of_friction = values[2 * k + 1];
      of_support = of_friction = std::numeric_limits<Scalar>::infinity();
      const ContactLaw law = system_.law(i);
      const ContactState contact = held.contacts[k];
      const bool sticks = contact == ContactState::sticking;
      if (contact != ContactState::open && answer.dependent && (sticks || law.kind != ContactKind::tresca)) {
        if (!margin_placed) {
          (sticks ? of_friction : of_support) = answer.margin;
          margin_placed = true;
        }
        if (sticks) continue;
      } else if (law.kind != ContactKind::tresca) {
        of_support = contact == ContactState::open ? Scalar(gaps(i) - held.floor[k]) : answer.normal_forces[k];
      }
      if (law.kind == ContactKind::unilateral || contact == ContactState::open) continue;
      if (sticks) {
        const Scalar bound = law.kind == ContactKind::tresca
                                 ? Scalar(law.force_bound)
                                 : Scalar(system_.static_friction(i) * answer.normal_forces[k]);
        of_friction = bound - answer.tangential_forces[k].norm();
        continue;
      }
      if (held.slip[k].isZero(0.0)) continue;  // friction of bound zero (EventTransition)
      const auto w = system_.directions(configuration, i);
      const Vector<S::tangential_dimension, Scalar> velocity =
          w.tangential.transpose() * state.u + w.tangential_rheonomic;
      if (contact == ContactState::creeping) {
        of_friction = slip_tolerance_ - velocity.norm();
      } else if (S::tangential_dimension > 1 && fast[k]) {
        const Scalar speed = velocity.norm();  // negative where a straight slip has passed through zero
        of_friction = (velocity.dot(held.slip[k]) < 0.0 ? Scalar(-speed) : speed) - slip_tolerance_;
      } else {
        of_friction = velocity.dot(held.slip[k]);
      }
    }
  }

  // Whether the contact can close: it is open and has a gap.
  bool can_close(const DiscreteState<S>& held, int i) const {
    return held.contacts[static_cast<std::size_t>(i)] == ContactState::open && has_gap(system_.law(i));
  }
  // The function of an open contact alone, without forces: g_N - floor.
  Scalar gap(const Motion& state, const DiscreteState<S>& held, int i) const {
    return system_.gaps(system_.configuration(state.q, state.t))(i) - held.floor[static_cast<std::size_t>(i)];
  }
  // With its derivatives, at the place theta of a step of size h [s], with the directions `w` of contact i and the
  // acceleration udot there.
  template <class Configuration, class Directions>
  GapPoint<Scalar> gap_point(const Configuration& configuration, const Directions& w, const Scalar& gap,
                             const Motion& state, const Vector<S::dof, Scalar>& acceleration, int i,
                             const Scalar& theta, const Scalar& h) const {
    const Scalar rate = w.normal.dot(state.u) + w.normal_rheonomic;
    const Scalar second = w.normal.dot(acceleration) + system_.acceleration_terms(configuration, state.u, i).normal;
    return {theta, gap, h * rate, h * h * second};
  }

  // Largest value at the beginning of a step at which the function of a closed contact counts as zero after the last
  // event.
  static Scalar resolution(int function, const DiscreteState<S>& held, const Scalar& velocity_tolerance) {
    const ContactState contact = held.contacts[static_cast<std::size_t>(function / 2)];
    return function % 2 == 1 && contact == ContactState::sliding ? velocity_tolerance : Scalar(0.0);
  }

 private:
  const S& system_;
  Scalar slip_tolerance_;
};

// The first one of a function with the given values at the points of a step; `value(theta)` is the function between
// them. Where values have a minimum that a parabola sees near zero, the minimum is searched for.
template <class Scalar, class Nodes, class Value>
Bracket<Scalar> first_bracket(const Nodes& theta, const Scalar* values, int count, const Scalar& resolution,
                              Value value) {
  Bracket<Scalar> bracket;
  const bool starts_on_zero = values[0] <= resolution;
  for (int k = 1; k < count; ++k) {
    if (values[k] < 0.0) {
      bracket = {theta(k - 1), theta(k), values[k - 1], values[k], k == 1 && starts_on_zero};
      return bracket;
    }
    if (k + 1 == count || (k == 1 && starts_on_zero) || !(values[k] <= values[k - 1] && values[k] <= values[k + 1])) {
      continue;
    }
    // Vertex of the parabola through three points.
    const Scalar left = (values[k] - values[k - 1]) / (theta(k) - theta(k - 1));
    const Scalar right = (values[k + 1] - values[k]) / (theta(k + 1) - theta(k));
    const Scalar curvature = (right - left) / (theta(k + 1) - theta(k - 1));
    if (!(curvature > 0.0)) continue;
    const Scalar slope = left + curvature * (theta(k) - theta(k - 1));
    const Scalar drop = slope * slope / (4 * curvature);
    if (drop < 0.5 * values[k]) continue;
    // Golden section between the neighbours, until a negative value is seen or the minimum is found.
    Scalar a = theta(k - 1);
    Scalar b = theta(k + 1);
    const Scalar golden = Scalar(0.381966011250105);
    Scalar x = a + golden * (b - a);
    Scalar y = b - golden * (b - a);
    Scalar at_x = value(x);
    Scalar at_y = value(y);
    for (int step = 0; step < 40 && at_x >= 0.0 && at_y >= 0.0; ++step) {
      if (at_x < at_y) {
        b = y;
        y = x;
        at_y = at_x;
        x = a + golden * (b - a);
        at_x = value(x);
      } else {
        a = x;
        x = y;
        at_x = at_y;
        y = b - golden * (b - a);
        at_y = value(y);
      }
    }
    if (at_x >= 0.0 && at_y >= 0.0) continue;
    const Scalar deepest = at_x < 0.0 ? x : y;
    const Scalar at_deepest = at_x < 0.0 ? at_x : at_y;
    if (deepest < theta(k)) return {theta(k - 1), deepest, values[k - 1], at_deepest, false};
    return {theta(k), deepest, values[k], at_deepest, false};
  }
  return bracket;
}

}  // namespace nsdbench
