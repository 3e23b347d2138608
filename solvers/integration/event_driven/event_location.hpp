// The first events within a smooth step, located to the accuracy of the scalar.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/integration/bracketed_root.hpp"
#include "solvers/integration/event_driven/event_driven_run.hpp"
#include "solvers/integration/event_driven/event_functions.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench {

// Looks for the first zeros of the event functions, and of a section, in a step that has been made.
template <AccelerationLevelSystem S>
class EventLocation {
 public:
  static constexpr int contacts = S::contact_count;
  using Scalar = ScalarOf<S>;
  using Motion = StateOf<S>;
  using Step = SmoothStep<S>;
  using Functions = EventFunctions<S>;
  using Section = decltype(Destination<S>::section);

  EventLocation(const S& system, const EventTolerances<Scalar>& tolerances)
      : system_(system), tolerances_(tolerances), functions_(system, tolerances.slip) {}

  // How the step ends.
  bool at_section() const { return section_at_ <= theta_; }
  bool at_event() const { return !at_section() && theta_ <= 1.0; }
  bool at_step_end() const { return !at_section() && theta_ > 1.0; }
  // ... and where, as a fraction of the step: a step may be usable only up to the point where a contact has left its
  // penetration.
  Scalar end() const {
    if (at_section()) return section_at_;
    return at_event() ? theta_ : std::min<Scalar>(up_to_, 1.0);
  }
  bool uses_whole_step() const { return at_step_end() && up_to_ >= 1.0; }
  // The events are at the beginning of the step.
  void set_at_start() { theta_ = 0.0; }
  const Scalar& event_at() const { return theta_; }

  // The kind of event: an open contact closes, a closed one is no longer pressed, or slip or stiction ends.
  bool support_ends(int i) const { return fired_[static_cast<std::size_t>(Functions::support(i))]; }
  bool friction_ends(int i) const { return fired_[static_cast<std::size_t>(Functions::friction(i))]; }
  // Spatial contacts that slide fast enough at the beginning of the step to be able to stop.
  bool fast(int i) const { return fast_[static_cast<std::size_t>(i)]; }
  void forget() { fired_.fill(false); }
  // Whether the bounds of a gap in the step ask for so many points that they were not read: a closing between those
  // that were read may have been missed. A shorter step needs fewer of them.
  bool unresolved() const { return unresolved_; }

  // Looks through `step` of the modes `held`. Zeros within `instant` [s] of each other are events together. With
  // `on_section` the motion begins where it crossed the section. False if the step is too long to see the first event;
  // a contact that is left, but whose gap looks negative by rounding, then has a lower floor.
  bool find(const Step& step, HeldModes<S>& modes, DiscreteState<S>& held, const Scalar& instant,
            const Section& section, bool on_section, long& right_hand_sides) {
    section_at_ = 3.0;
    unresolved_ = false;
    find_fast(step, held);
    tabulate(step, modes, held, right_hand_sides);
    std::array<Scalar, static_cast<std::size_t>(Functions::count)> roots;
    if (!find_roots(step, modes, held, right_hand_sides, roots)) return false;
    find_end_of_penetration(held);
    if (theta_ > up_to_) theta_ = 2.0;
    if (theta_ <= 1.0) {
      const Scalar together = theta_ + instant / step.whole_size();
      for (std::size_t f = 0; f < roots.size(); ++f) fired_[f] = roots[f] <= 1.0 && roots[f] <= together;
    }
    if (section) find_section(step, section, on_section);
    return true;
  }

 private:
  static constexpr int nodes = Step::nodes;
  // Roundings of the largest force that are none: inertias that differ by 1e3 multiply them.
  static constexpr double force_rounding = 1e4;

  void find_fast(const Step& step, const DiscreteState<S>& held) {
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      fast_[k] = slip_speed(step.begin(), held, i) > 2 * tolerances_.slip;
    }
  }

  // |gdot_T| of a spatial contact that slides; 0 of others.
  Scalar slip_speed(const Motion& state, const DiscreteState<S>& held, int i) const {
    if (S::tangential_dimension == 1 || held.contacts[static_cast<std::size_t>(i)] != ContactState::sliding) return 0.0;
    const auto w = system_.directions(system_.configuration(state.q, state.t), i);
    return (w.tangential.transpose() * state.u + w.tangential_rheonomic).norm();
  }

  // Values of all functions at the points of the step.
  void tabulate(const Step& step, HeldModes<S>& modes, const DiscreteState<S>& held, long& right_hand_sides) {
    for (int k = 0; k < nodes; ++k) {
      const HeldAnswer<S>* answer = &step.answer(k);
      if (answer->dependent) {
        modes.evaluate(step.node(k), held, answer_, true);
        ++right_hand_sides;
        answer = &answer_;
      }
      functions_.evaluate(step.node(k), held, fast_, *answer, values_);
      forget_rounding_of_forces(held, *answer);
      for (std::size_t f = 0; f < values_.size(); ++f) table_[f][static_cast<std::size_t>(k)] = values_[f];
    }
    tabulate_gaps(step, held);
  }

  // Forces of closed contacts that are negative by what rounding leaves of the largest one are zero: a contact without
  // force does not open and close for ever.
  void forget_rounding_of_forces(const DiscreteState<S>& held, const HeldAnswer<S>& answer) {
    using std::abs;
    Scalar largest = 0.0;
    for (std::size_t k = 0; k < contacts; ++k) largest = std::max<Scalar>(largest, abs(answer.normal_forces[k]));
    for (std::size_t k = 0; k < contacts; ++k) {
      Scalar& force = values_[2 * k];
      const bool closed = held.contacts[k] != ContactState::open;
      if (closed && force < 0.0 && force >= -force_rounding * tolerances_.epsilon() * largest) force = 0.0;
    }
  }

  // Derivatives of the gaps of open contacts at the points of the step.
  void tabulate_gaps(const Step& step, const DiscreteState<S>& held) {
    bool any = false;
    for (int i = 0; i < contacts; ++i) any = any || functions_.can_close(held, i);
    if (!any) return;
    gap_rounding_.fill(0.0);
    for (int k = 0; k < nodes; ++k) {
      const Motion state = step.node(k);
      const auto configuration = system_.configuration(state.q, state.t);
      for (int i = 0; i < contacts; ++i) {
        if (!functions_.can_close(held, i)) continue;
        const auto n = static_cast<std::size_t>(k);
        const Scalar& gap = table_[static_cast<std::size_t>(Functions::support(i))][n];
        const auto w = system_.directions(configuration, i);
        gap_points_[static_cast<std::size_t>(i)][n] = functions_.gap_point(
            configuration, w, gap, state, step.node_acceleration(k), i, Step::Basis::get().theta(k), step.whole_size());
        note_gap_rounding(step, state, w, i);
      }
    }
    if constexpr (BoundedGapJerk<S>) bounds_ = step.bounds();
  }

  // What the rounding of coordinates, of their change in the step, and of the time of a prescribed motion leaves of a
  // gap.
  template <class Directions>
  void note_gap_rounding(const Step& step, const Motion& state, const Directions& w, int i) {
    using std::abs;
    const Vector<S::dof, Scalar> coordinates = state.q.cwiseAbs() + step.whole_size() * state.u.cwiseAbs();
    const Scalar size = w.normal.cwiseAbs().dot(coordinates) + abs(w.normal_rheonomic * state.t);
    Scalar& rounding = gap_rounding_[static_cast<std::size_t>(i)];
    rounding = std::max<Scalar>(rounding, tolerances_.epsilon() * size);
  }

  // The first interval of the step in which contact i closes.
  Bracket<Scalar> closing(const Step& step, const DiscreteState<S>& held, int i) {
    const auto& points = gap_points_[static_cast<std::size_t>(i)];
    const bool starts_on_zero = points[0].gap <= tolerances_.gap;
    if (starts_on_zero && points[1].gap < 0.0) {
      return {0.0, points[1].theta, points[0].gap, points[1].gap, true};
    }
    const Scalar h = step.whole_size();
    Scalar jerk = -1.0;
    if constexpr (BoundedGapJerk<S>) jerk = h * h * h * system_.gap_jerk_bound(i, bounds_);
    const auto read = [&](const Scalar& theta) {
      const Motion state = step.at(theta);
      const auto configuration = system_.configuration(state.q, state.t);
      const Scalar gap = system_.gaps(configuration)(i) - held.floor[static_cast<std::size_t>(i)];
      const auto w = system_.directions(configuration, i);
      return functions_.gap_point(configuration, w, gap, state, step.acceleration(theta), i, theta, h);
    };
    const Scalar& rounding = gap_rounding_[static_cast<std::size_t>(i)];
    const Scalar at_start = starts_on_zero ? std::max<Scalar>(tolerances_.gap, rounding) : rounding;
    const auto verdict = search_.first(points, nodes, jerk, at_start, rounding, read);
    if (verdict == ClosingSearch<Scalar>::Verdict::closes) return search_.bracket();
    if (verdict == ClosingSearch<Scalar>::Verdict::open) return {};
    unresolved_ = true;
    for (std::size_t k = 1; k < points.size(); ++k) {
      if (points[k].gap < 0.0) {
        return {points[k - 1].theta, points[k].theta, points[k - 1].gap, points[k].gap, false};
      }
    }
    return {};
  }

  bool find_roots(const Step& step, HeldModes<S>& modes, DiscreteState<S>& held, long& right_hand_sides,
                  std::array<Scalar, static_cast<std::size_t>(Functions::count)>& roots) {
    const auto& theta = Step::Basis::get().theta;
    theta_ = 2.0;
    fired_.fill(false);
    bool seen = true;
    for (int f = 0; f < Functions::count; ++f) {
      const auto row = static_cast<std::size_t>(f);
      roots[row] = 2.0;
      if (table_[row][0] == std::numeric_limits<Scalar>::infinity()) continue;
      const int contact = f / 2;
      const bool may_close = f == Functions::support(contact) && functions_.can_close(held, contact);
      const auto value = [&](const Scalar& x) {
        const Motion state = step.at(x);
        if (may_close) return functions_.gap(state, held, contact);
        modes.evaluate(state, held, answer_, true);
        ++right_hand_sides;
        functions_.evaluate(state, held, fast_, answer_, values_);
        return Scalar(values_[row]);
      };
      const Scalar resolution = Functions::resolution(f, held, tolerances_.velocity);
      const auto bracket = may_close ? closing(step, held, contact)
                                     : first_bracket<Scalar>(theta, table_[row].data(), nodes, resolution, value);
      if (!bracket.found()) continue;
      if (bracket.at_start) {
        fired_[row] = true;
        seen = false;
        release_by_rounding(step.begin(), f, held);
        continue;
      }
      if (bracket.begin > theta_) continue;
      roots[row] = bracketed_root<Scalar>(value, bracket.begin, bracket.at_begin, bracket.end, bracket.at_end,
                                          tolerances_.epsilon());
      theta_ = std::min<Scalar>(theta_, roots[row]);
    }
    return seen;
  }

  // The step is of use up to the first point at which an open contact has left its penetration.
  void find_end_of_penetration(const DiscreteState<S>& held) {
    const auto& theta = Step::Basis::get().theta;
    up_to_ = 2.0;
    for (std::size_t k = 0; k < contacts; ++k) {
      if (held.contacts[k] != ContactState::open || !(held.floor[k] < 0.0)) continue;
      for (int n = 1; n < nodes; ++n) {
        if (!(table_[2 * k][static_cast<std::size_t>(n)] + held.floor[k] > 0.0)) continue;
        up_to_ = std::min<Scalar>(up_to_, theta(n));
        break;
      }
    }
  }

  // A contact that opens with a velocity although its gap looks negative: that is rounding, which lowers its floor.
  void release_by_rounding(const Motion& state, int f, DiscreteState<S>& held) {
    const int i = f / 2;
    const auto k = static_cast<std::size_t>(i);
    if (f != Functions::support(i) || held.contacts[k] != ContactState::open) return;
    const auto w = system_.directions(system_.configuration(state.q, state.t), i);
    const Scalar depth = -table_[static_cast<std::size_t>(f)][1];
    const bool leaves = w.normal.dot(state.u) + w.normal_rheonomic > tolerances_.velocity;
    if (leaves && depth < tolerances_.gap / 10) held.floor[k] -= 2 * depth;
  }

  void find_section(const Step& step, const Section& section, bool on_section) {
    const auto& theta = Step::Basis::get().theta;
    const auto value = [&](const Scalar& x) { return Scalar(section(step.at(x))); };
    Scalar last = section(step.node(0));
    for (int k = 1; k < nodes; ++k) {
      if (theta(k - 1) > theta_) return;
      const Scalar next = section(step.node(k));
      const bool armed = last < 0.0 && !(k == 1 && on_section);
      if (armed && next >= 0.0) {
        section_at_ = bracketed_root<Scalar>(value, theta(k - 1), last, theta(k), next, tolerances_.epsilon());
        if (section_at_ > std::min<Scalar>(theta_, up_to_)) section_at_ = 3.0;
        return;
      }
      last = next;
    }
  }

  const S& system_;
  EventTolerances<Scalar> tolerances_;
  Functions functions_;
  Scalar theta_ = 2.0;       // of the event within the step; beyond 1: none
  Scalar up_to_ = 2.0;       // end of the part of the step that is used if there is no event
  Scalar section_at_ = 3.0;  // of the section within the step; beyond theta_: none
  std::array<bool, static_cast<std::size_t>(Functions::count)> fired_{};
  std::array<bool, contacts> fast_{};
  bool unresolved_ = false;

  // Workspace.
  HeldAnswer<S> answer_;
  typename Functions::Values values_;
  std::array<std::array<Scalar, static_cast<std::size_t>(nodes)>, static_cast<std::size_t>(Functions::count)> table_;
  std::array<std::array<GapPoint<Scalar>, static_cast<std::size_t>(nodes)>, contacts> gap_points_;
  std::array<Scalar, contacts> gap_rounding_{};  // [m], the largest one in the step
  MotionBounds<S::dof, Scalar> bounds_;          // of the step, for systems with BoundedGapJerk
  ClosingSearch<Scalar> search_;
};

}  // namespace nsdbench
