// Event-driven integration of motions with impacts and friction: smooth phases with held modes, to the accuracy of the
// scalar, and events between them located to the same accuracy.
//
// An event is handled in the order
//   impacts          if a contact closes with gdot_N < 0: Newton's and Coulomb's law over all closed contacts at once,
//                    which is the contact problem of MoreauMidpoint with dt = 0
//   accelerations    contact problem of AccelerationProblem over the contacts that are closed with gdot_N = 0:
//   Signorini
//                    on gddot_N, Coulomb on gddot_T where gdot_T = 0; the discrete state follows from its
//                    accelerations, since forces need not be unique
//   projection       gaps and velocities of what is closed or sticks go to zero, in the metric of M
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

#include "solvers/integration/closed_contacts.hpp"
#include "solvers/integration/constraint_projection.hpp"
#include "solvers/integration/event_functions.hpp"
#include "solvers/integration/event_options.hpp"
#include "solvers/integration/moreau_midpoint.hpp"

namespace nsdbench {

// All that happens at one instant.
template <AccelerationLevelSystem S>
struct Event {
  using Scalar = ScalarOf<S>;
  using Contacts = std::array<bool, S::contact_count>;

  Scalar t = 0.0;
  StateOf<S> before;  // of the phase that ends
  StateOf<S> after;   // of the phase that begins
  DiscreteState<S> held_before;
  DiscreteState<S> held_after;
  Contacts hit{};              // contacts that close
  bool impact = false;         // velocities jump
  Contacts settled{};          // contacts whose impacts accumulate: they are closed from now on
  Scalar settled_at = 0.0;     // accumulation point [s] of these, extrapolated
  Percussions<S> percussions;  // of the impact [N s]
};

// Stands for "no section".
struct NoSection {};

// The order is that of the accuracy asked for: errors go with the tolerances, down to the rounding of Scalar.
//
// A motion can be left and taken up again: (state, discrete_state()) is all there is, but for the memory of the impacts
// that may accumulate. No allocation beyond that of the contact solver.
template <AccelerationLevelSystem S>
class EventDriven {
 public:
  static constexpr int contacts = S::contact_count;
  using Scalar = ScalarOf<S>;
  using Motion = StateOf<S>;
  using Step = SmoothStep<S>;

  // System and solver are referred to. Throws std::invalid_argument for options outside their range.
  EventDriven(const S& system, ContactSolver& solver, const EventDrivenOptions& options = {})
      : system_(system),
        options_(options),
        modes_(system),
        functions_(system, Scalar(options.slip_tolerance)),
        accelerations_(system, solver),
        impact_system_{system, {}},
        impacts_(impact_system_, solver) {
    check(options);
    const Scalar epsilon = std::numeric_limits<Scalar>::epsilon();
    const auto or_default = [&](double given, double times) { return given > 0.0 ? Scalar(given) : times * epsilon; };
    rtol_ = or_default(options.rtol, 32.0);
    atol_ = or_default(options.atol, 32.0);
    gap_tolerance_ = or_default(options.gap_tolerance, 1e4);
    velocity_tolerance_ = or_default(options.velocity_tolerance, 1e4);
    accumulation_height_ = or_default(options.accumulation_height, 1.0);
  }

  // Integrates from state.t to t_end; the discrete state at the start follows from the state. Calls
  // `on_step(const SmoothStep<S>&)` after every accepted step and `on_event(const Event<S>&)` at every event; both
  // return false to stop. Stops, too, where `section(state)` rises through zero, if there is one.
  // Throws std::invalid_argument for an end that is not finite or before the start, or a contact that starts deeper
  // than the largest penetration.
  template <class OnStep, class OnEvent, class Section = NoSection>
  EventDrivenResult integrate(Motion& state, const Scalar& t_end, OnStep&& on_step, OnEvent&& on_event,
                              Section&& section = {}) {
    check_interval(state.t, t_end);
    check_penetration(state);
    begin(state);
    event_.held_before = held_;
    const EventDrivenStatus started = start();
    state = now_;
    if (started != EventDrivenStatus::completed) return end(started);
    if (event_.impact && !announce(on_event)) return end(EventDrivenStatus::stopped);
    return advance(state, t_end, on_step, on_event, section);
  }
  EventDrivenResult integrate(Motion& state, const Scalar& t_end) {
    return integrate(
        state, t_end, [](const Step&) { return true; }, [](const Event<S>&) { return true; });
  }

  // The same from (state, discrete_state()), as it was left or set.
  template <class OnStep, class OnEvent, class Section = NoSection>
  EventDrivenResult resume(Motion& state, const Scalar& t_end, OnStep&& on_step, OnEvent&& on_event,
                           Section&& section = {}) {
    check_interval(state.t, t_end);
    const bool on_section = result_.status == EventDrivenStatus::section;
    begin(state);
    on_section_ = on_section;
    return advance(state, t_end, on_step, on_event, section);
  }

  const DiscreteState<S>& discrete_state() const { return held_; }
  void set_discrete_state(const DiscreteState<S>& held) {
    held_ = held;
    bounces_.fill({});
    result_ = {};
  }

 private:
  using Functions = EventFunctions<S>;
  using Tangential = Vector<S::tangential_dimension, Scalar>;
  using Contacts = std::array<bool, contacts>;
  static constexpr int nodes = Step::nodes;

  // Impacts of one contact, since it was last at rest.
  struct Bounces {
    int count = 0;       // whose rebounds become slower and slower
    Scalar speed = 0.0;  // of the last rebound
    Scalar t = 0.0;
  };

  static Scalar epsilon() { return std::numeric_limits<Scalar>::epsilon(); }

  static void check_interval(const Scalar& t, const Scalar& t_end) {
    using std::isfinite;
    if (t_end >= t && isfinite(t_end)) return;
    std::ostringstream sentence;
    sentence << "end time " << t_end << " s is not allowed: it must be finite and not before the start";
    throw std::invalid_argument(sentence.str());
  }

  void check_penetration(const Motion& state) const {
    const Vector<contacts, Scalar> gaps = system_.gaps(system_.configuration(state.q, state.t));
    for (int i = 0; i < contacts; ++i) {
      if (!has_gap(i) || gaps(i) >= -Scalar(options_.largest_penetration)) continue;
      std::ostringstream sentence;
      sentence << "initial gap " << gaps(i) << " m of contact " << i
               << " is not allowed: it must not be below minus the largest penetration, "
               << options_.largest_penetration << " m";
      throw std::invalid_argument(sentence.str());
    }
  }

  bool has_gap(int i) const { return system_.law(i).kind != ContactKind::friction_of_bound; }
  bool has_friction(int i) const { return system_.law(i).kind != ContactKind::unilateral; }
  bool closed(int i) const { return held_.contacts[static_cast<std::size_t>(i)] != ContactState::open; }
  bool within_range(const Motion& state) const {
    if constexpr (requires { system_.within_range(state.q); }) {
      return system_.within_range(state.q);
    } else {
      return true;
    }
  }

  void begin(const Motion& state) {
    now_ = state;
    result_ = {};
    h_ = options_.largest_step;
    on_section_ = false;
    crowd_ = 0;
    crowd_time_ = state.t;
  }

  EventDrivenResult end(EventDrivenStatus status) {
    result_.status = status;
    return result_;
  }

  // Discrete state of a motion that begins at now_.
  EventDrivenStatus start() {
    bounces_.fill({});
    fired_.fill(false);
    stops_ = false;
    held_ = {};
    accelerations_.forget();
    event_ = {};
    event_.t = now_.t;
    event_.before = now_;
    accelerations_.kinematics(now_, kinematics_);
    Contacts touching{};
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      touching[k] = !has_gap(i) || kinematics_.gaps(i) <= gap_tolerance_;
      if (touching[k] && has_gap(i)) held_.floor[k] = std::min<Scalar>(kinematics_.gaps(i), 0.0);
    }
    creep_start_ = now_.t;
    look_ahead_ = 0x1p-16 * options_.largest_step * 0.2;
    return transition(touching, nullptr);
  }

  template <class OnEvent>
  bool announce(OnEvent& on_event) {
    ++result_.events;
    if (event_.impact) ++result_.impacts;
    event_.after = now_;
    event_.held_after = held_;
    return static_cast<bool>(on_event(static_cast<const Event<S>&>(event_)));
  }

  template <class OnStep, class OnEvent, class Section>
  EventDrivenResult advance(Motion& state, const Scalar& t_end, OnStep& on_step, OnEvent& on_event, Section& section) {
    const Scalar smallest = 4 * epsilon() * std::max<Scalar>(magnitude(state.t), magnitude(t_end));
    while (now_.t < t_end) {
      if (!within_range(now_)) return end(EventDrivenStatus::out_of_range);
      const EventDrivenStatus stepped = find_step(t_end, smallest, section);
      if (stepped != EventDrivenStatus::completed) return end(stepped);
      ++result_.steps;
      const bool to_section = section_at_ <= theta_;
      const bool ends = !to_section && theta_ > 1.0;
      const bool whole = ends && up_to_ >= 1.0;
      step_.cut(to_section ? section_at_ : (ends ? std::min<Scalar>(up_to_, 1.0) : theta_));
      now_ = step_.end();
      if (whole && t_end - step_.begin().t <= step_.size()) now_.t = t_end;
      if (ends || to_section) project(now_);
      if constexpr (S::tangential_dimension > 1) {
        turn_slip();
        if (ends && creeps()) renew_creep();
      }
      lift_floors();
      state = now_;
      on_section_ = to_section;
      if (!on_step(static_cast<const Step&>(step_))) return end(EventDrivenStatus::stopped);
      if (to_section) return end(EventDrivenStatus::section);
      if (ends) continue;
      const EventDrivenStatus handled = handle_event();
      state = now_;
      if (handled != EventDrivenStatus::completed) return end(handled);
      if (!announce(on_event)) return end(EventDrivenStatus::stopped);
      if (has_settled() && options_.accumulation == Accumulation::stop) return end(EventDrivenStatus::accumulation);
      if (crowded() || (options_.max_events > 0 && result_.events >= options_.max_events)) {
        return end(EventDrivenStatus::event_limit);
      }
    }
    return end(EventDrivenStatus::completed);
  }

  static Scalar magnitude(const Scalar& x) {
    using std::abs;
    return abs(x);
  }

  // Directions of spatial slip, from the velocities at now_.
  void turn_slip() {
    const auto configuration = system_.configuration(now_.q, now_.t);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (held_.contacts[k] != ContactState::sliding || !has_friction(i)) continue;
      const auto w = system_.directions(configuration, i);
      const Tangential velocity = w.tangential.transpose() * now_.u + w.tangential_rheonomic;
      const Scalar speed = velocity.norm();
      if (speed > 0.0) held_.slip[k] = velocity / speed;
    }
  }

  bool creeps() const {
    return std::find(held_.contacts.begin(), held_.contacts.end(), ContactState::creeping) != held_.contacts.end();
  }

  // A step of creeping contacts is half as long as they have crept, and their direction that of the accelerations in
  // its middle, by the contact problem: errors of second order in a phase that is short.
  Scalar creep_limit() const { return std::max<Scalar>((now_.t - creep_start_) / 2, 2 * look_ahead_); }
  void renew_creep() {
    const Scalar middle = now_.t + creep_limit() / 2;
    const Motion there = step_.at_time(middle);
    accelerations_.solve(there, held_.contacts, held_.slip, acceleration_);
    ++result_.contact_problems;
    if (!acceleration_.solver.solved()) return;  // the last directions do, too
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Tangential acceleration = acceleration_.tangential_accelerations.col(i);
      const Scalar size = acceleration.norm();
      if (held_.contacts[k] == ContactState::creeping && size > 0.0) held_.slip[k] = acceleration / size;
    }
  }

  // What has left its penetration has none any longer.
  void lift_floors() {
    const bool any = std::any_of(held_.floor.begin(), held_.floor.end(), [](const Scalar& x) { return x < 0.0; });
    if (!any) return;
    const Vector<contacts, Scalar> gaps = system_.gaps(system_.configuration(now_.q, now_.t));
    for (int i = 0; i < contacts; ++i) {
      if (!closed(i) && gaps(i) > 0.0) held_.floor[static_cast<std::size_t>(i)] = 0.0;
    }
  }

  // ---- smooth steps ----

  // Tries steps until one is accurate and what ends it is located: theta_ and fired_, section_at_.
  template <class Section>
  EventDrivenStatus find_step(const Scalar& t_end, const Scalar& smallest, Section& section) {
    Scalar h = std::min<Scalar>(std::min<Scalar>(h_, t_end - now_.t), flight_limit());
    if (creeps()) h = std::min<Scalar>(h, creep_limit());
    while (true) {
      if (options_.max_steps > 0 && result_.steps + result_.rejected_steps >= options_.max_steps) {
        return EventDrivenStatus::step_limit;
      }
      h = std::max<Scalar>(h, std::min<Scalar>(smallest, t_end - now_.t));
      const bool solved = step_.attempt(modes_, now_, held_, h, rtol_, atol_, result_.right_hand_sides);
      if (!solved && !step_.answer(0).valid) return EventDrivenStatus::singular;
      if (solved && (step_.error() <= 1.0 || h <= smallest)) {
        if (find_events(section)) break;
        if (h <= smallest) {
          theta_ = 0.0;  // fired_ says what
          break;
        }
        h *= Step::Basis::get().theta(1);
      } else {
        if (h <= smallest) return at_smallest_step();
        h *= solved ? resized(step_.error()) : Scalar(0.3);
        h_ = h;
      }
      ++result_.rejected_steps;
    }
    if (h >= h_) h_ = std::min<Scalar>(h * resized(step_.error()), options_.largest_step);
    return EventDrivenStatus::completed;
  }

  static Scalar resized(const Scalar& error) {
    // The last coefficients go with h^degree; the iteration wants steps that are not much larger than the last.
    const double power = -1.0 / Step::degree;
    const double ratio = 0.8 * std::pow(std::max(static_cast<double>(error), 1e-300), power);
    return std::clamp(ratio, 0.2, 2.0);
  }

  EventDrivenStatus at_smallest_step() {
    for (int i = 0; i < contacts; ++i) {
      if (support_stiffness(i) < 1e-3) return EventDrivenStatus::inconsistent;
    }
    return EventDrivenStatus::step_size;
  }

  // A contact that has just been left comes back after 2 v / g: not much more is tried.
  Scalar flight_limit() {
    Scalar limit = options_.largest_step;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (bounces_[k].count == 0 || closed(i)) continue;
      const auto configuration = system_.configuration(now_.q, now_.t);
      const auto w = system_.directions(configuration, i);
      const Scalar speed = w.normal.dot(now_.u) + w.normal_rheonomic;
      if (!(speed > 0.0) || bounces_[k].t != now_.t) continue;
      const Scalar normal = free_normal_acceleration(i);
      if (normal < 0.0) limit = std::min<Scalar>(limit, Scalar(-2.5) * speed / normal);
    }
    return limit;
  }

  Scalar function_at(int f, const Scalar& theta) {
    const Motion state = step_.at(theta);
    modes_.evaluate(state, held_, answer_, true);
    ++result_.right_hand_sides;
    functions_.evaluate(state, held_, fast_, answer_, values_);
    return values_[static_cast<std::size_t>(f)];
  }

  // |gdot_T| of a spatial contact that slides, at the beginning of the step; 0 of others.
  Scalar slip_speed(int i) const {
    if (S::tangential_dimension == 1 || held_.contacts[static_cast<std::size_t>(i)] != ContactState::sliding)
      return 0.0;
    const Motion& state = step_.begin();
    const auto w = system_.directions(system_.configuration(state.q, state.t), i);
    return (w.tangential.transpose() * state.u + w.tangential_rheonomic).norm();
  }

  // The first zeros within the step: theta_ and fired_ (theta_ = 2: none), section_at_. False if the step is too long
  // to see the first one.
  template <class Section>
  bool find_events(Section& section) {
    const auto& theta = Step::Basis::get().theta;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      fast_[k] = slip_speed(i) > 2 * options_.slip_tolerance;
    }
    for (int k = 0; k < nodes; ++k) {
      const HeldAnswer<S>* answer = &step_.answer(k);
      if (answer->dependent) {
        modes_.evaluate(step_.node(k), held_, answer_, true);
        ++result_.right_hand_sides;
        answer = &answer_;
      }
      functions_.evaluate(step_.node(k), held_, fast_, *answer, values_);
      for (std::size_t f = 0; f < values_.size(); ++f) table_[f][static_cast<std::size_t>(k)] = values_[f];
    }
    theta_ = 2.0;
    fired_.fill(false);
    std::array<Scalar, static_cast<std::size_t>(Functions::count)> roots;
    bool seen = true;
    for (int f = 0; f < Functions::count; ++f) {
      const auto row = static_cast<std::size_t>(f);
      roots[row] = 2.0;
      if (table_[row][0] == std::numeric_limits<Scalar>::infinity()) continue;
      const auto value = [&](const Scalar& x) { return function_at(f, x); };
      const Scalar resolution = Functions::resolution(f, held_, gap_tolerance_, velocity_tolerance_);
      const auto bracket = first_bracket<Scalar>(theta, table_[row].data(), nodes, resolution, value);
      if (!bracket.found()) continue;
      if (bracket.at_start) {
        fired_[row] = true;
        seen = false;
        let_go(f);
        continue;
      }
      if (bracket.begin > theta_) continue;
      roots[row] =
          bracketed_root<Scalar>(value, bracket.begin, bracket.at_begin, bracket.end, bracket.at_end, epsilon());
      theta_ = std::min<Scalar>(theta_, roots[row]);
    }
    if (!seen) return false;
    up_to_ = 2.0;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (closed(i) || !(held_.floor[k] < 0.0)) continue;
      // The step ends at the first point at which the contact has left its penetration.
      for (int n = 1; n < nodes; ++n) {
        if (!(table_[2 * k][static_cast<std::size_t>(n)] + held_.floor[k] > 0.0)) continue;
        up_to_ = std::min<Scalar>(up_to_, theta(n));
        break;
      }
    }
    if (theta_ > up_to_) theta_ = 2.0;
    if (theta_ <= 1.0) {
      const Scalar together = theta_ + 64 * epsilon() * std::max<Scalar>(magnitude(now_.t), 1.0) / step_.size();
      for (std::size_t f = 0; f < roots.size(); ++f) fired_[f] = roots[f] <= 1.0 && roots[f] <= together;
    }
    section_at_ = 3.0;
    if constexpr (!std::is_same_v<std::remove_cvref_t<Section>, NoSection>) find_section(section);
    return true;
  }

  // A contact that is left with a velocity, but whose gap looks negative: that is rounding, which lowers its floor.
  void let_go(int f) {
    const auto k = static_cast<std::size_t>(f / 2);
    if (f % 2 != 0 || closed(f / 2)) return;
    const Motion& state = step_.begin();
    const auto w = system_.directions(system_.configuration(state.q, state.t), f / 2);
    const Scalar depth = -table_[static_cast<std::size_t>(f)][1];
    const bool leaves = w.normal.dot(state.u) + w.normal_rheonomic > velocity_tolerance_;
    if (leaves && depth < gap_tolerance_ / 10) held_.floor[k] -= 2 * depth;
  }

  template <class Section>
  void find_section(Section& section) {
    const auto& theta = Step::Basis::get().theta;
    const auto value = [&](const Scalar& x) { return Scalar(section(step_.at(x))); };
    Scalar last = section(step_.node(0));
    for (int k = 1; k < nodes; ++k) {
      if (theta(k - 1) > theta_) return;
      const Scalar next = section(step_.node(k));
      const bool armed = last < 0.0 && !(k == 1 && on_section_);
      if (armed && next >= 0.0) {
        section_at_ = bracketed_root<Scalar>(value, theta(k - 1), last, theta(k), next, epsilon());
        if (section_at_ > std::min<Scalar>(theta_, up_to_)) section_at_ = 3.0;
        return;
      }
      last = next;
    }
  }

  // ---- events ----

  // At now_, the end of the phase, with what has fired.
  EventDrivenStatus handle_event() {
    stops_ = S::tangential_dimension > 1 && finish_slip();
    if (now_.t - crowd_time_ > 64 * epsilon() * std::max<Scalar>(magnitude(now_.t), 1.0)) {
      crowd_time_ = now_.t;
      crowd_ = 0;
    }
    ++crowd_;
    event_ = {};
    event_.t = now_.t;
    event_.before = now_;
    event_.held_before = held_;
    accelerations_.kinematics(now_, kinematics_);
    Contacts touching{};
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const bool arrives = !closed(i) && fired_[2 * k];
      const bool near = !closed(i) && kinematics_.gaps(i) - held_.floor[k] <= 16 * epsilon() &&
                        kinematics_.normal_velocities(i) <= velocity_tolerance_;
      touching[k] = closed(i) || arrives || near;
      event_.hit[k] = touching[k] && !closed(i);
      if (event_.hit[k]) held_.floor[k] = std::min<Scalar>(held_.floor[k], 0.0);
    }
    const bool crept = creeps();
    // What the accelerations decide is seen more clearly a little later, on the way the phase would have gone.
    const Scalar later = theta_ + (S::tangential_dimension > 1 ? 0x1p-16 : 0x1p-20);
    look_ahead_ = (later - theta_) * step_.size();
    const Motion ahead = stops_ ? now_ : step_.at(later);
    const EventDrivenStatus status = transition(touching, &ahead);
    if (!crept) creep_start_ = now_.t;
    return status;
  }

  // The rest of the way of a spatial slip that has become slow, at the deceleration that it has. False if there is
  // none.
  bool finish_slip() {
    Scalar time = 0.0;
    modes_.evaluate(now_, held_, answer_);
    const auto configuration = system_.configuration(now_.q, now_.t);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (held_.contacts[k] != ContactState::sliding || !fired_[2 * k + 1] || !fast_[k]) continue;
      const auto w = system_.directions(configuration, i);
      const Tangential velocity = w.tangential.transpose() * now_.u + w.tangential_rheonomic;
      const Tangential acceleration = w.tangential.transpose() * answer_.acceleration +
                                      system_.acceleration_terms(configuration, now_.u, i).tangential;
      const Scalar approach = -velocity.dot(acceleration);
      if (approach > 0.0) time = std::max<Scalar>(time, velocity.squaredNorm() / approach);
    }
    if (!(time > 0.0)) return false;
    now_.q += time * now_.u + (time * time / 2) * answer_.acceleration;
    now_.u += time * answer_.acceleration;
    now_.t += time;
    return true;
  }

  bool has_settled() const {
    return std::any_of(event_.settled.begin(), event_.settled.end(), [](bool b) { return b; });
  }
  bool crowded() const { return crowd_ > 100; }

  // From the contacts that touch at now_ (kinematics_ there) to velocities, discrete state and projected state after
  // the event. `ahead`, if given, is where accelerations are looked at if there is no impact.
  EventDrivenStatus transition(const Contacts& touching, const Motion* ahead) {
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      event_.impact =
          event_.impact || (touching[k] && has_gap(i) && kinematics_.normal_velocities(i) < -velocity_tolerance_ &&
                            (!closed(i) || ahead == nullptr));
    }
    if (event_.impact) {
      const EventDrivenStatus hit = solve_impact(touching);
      if (hit != EventDrivenStatus::completed) return hit;
    }
    DiscreteState<S> next = held_;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const bool leaves = has_gap(i) && kinematics_.normal_velocities(i) > velocity_tolerance_ && !event_.settled[k];
      if (!touching[k] || leaves) {
        next.contacts[k] = ContactState::open;
        continue;
      }
      next.contacts[k] = ContactState::sliding;
      if (!has_friction(i)) continue;
      const Tangential& velocity = kinematics_.tangential_velocities[k];
      const Scalar speed = velocity.norm();
      const bool goes_on = ahead != nullptr && !event_.impact;
      const bool stuck = goes_on && held_.contacts[k] == ContactState::sticking;
      const bool creeps = goes_on && held_.contacts[k] == ContactState::creeping;
      const bool stops = goes_on && held_.contacts[k] == ContactState::sliding && fired_[2 * k + 1];
      const bool slow = S::tangential_dimension > 1 && speed <= options_.slip_tolerance && (stops_ || !goes_on);
      if (creeps && !fired_[2 * k + 1]) {
        next.contacts[k] = ContactState::creeping;
      } else if (!creeps && (stuck || stops || slow || speed <= velocity_tolerance_)) {
        next.contacts[k] = ContactState::sticking;
      } else {
        next.slip[k] = velocity / speed;
      }
    }
    // The impacts that a settled contact does without have the percussion of its weight over the time they would take,
    // as rest has it, and what takes the last rebound.
    if (has_settled()) modes_.stop(now_, next);
    return decide(next, event_.impact || ahead == nullptr ? nullptr : ahead);
  }

  EventDrivenStatus solve_impact(const Contacts& touching) {
    impact_system_.closed = touching;
    const auto& report = impacts_.impact(now_);
    ++result_.contact_problems;
    if (!report.advanced()) {
      result_.solver = report.solver.status;
      return EventDrivenStatus::unsolved;
    }
    event_.percussions = {report.normal_percussions, report.tangential_percussions};
    accelerations_.kinematics(now_, kinematics_);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!has_gap(i) || !touching[k] || closed(i)) continue;
      count_bounce(i, kinematics_.normal_velocities(i));
    }
    return EventDrivenStatus::completed;
  }

  // gddot_N of contact i at now_, as long as it stays open.
  Scalar free_normal_acceleration(int i) {
    modes_.evaluate(now_, held_, answer_);
    ++result_.right_hand_sides;
    const auto configuration = system_.configuration(now_.q, now_.t);
    return system_.directions(configuration, i).normal.dot(answer_.acceleration) +
           system_.acceleration_terms(configuration, now_.u, i).normal;
  }

  // Contact i leaves with the speed `rebound`.
  void count_bounce(int i, const Scalar& rebound) {
    const auto k = static_cast<std::size_t>(i);
    Bounces& bounces = bounces_[k];
    const bool slower = bounces.count > 0 && rebound < bounces.speed;
    if (bounces.count >= 2 && slower && rebound > 0.0) {
      const Scalar deceleration = -free_normal_acceleration(i);
      if (rebound * rebound <= 2 * deceleration * accumulation_height_) {
        event_.settled[k] = true;
        const Scalar ratio = rebound / bounces.speed;
        event_.settled_at = now_.t + 2 * rebound / (deceleration * (1 - ratio));
      }
    }
    bounces.count = slower ? bounces.count + 1 : 1;
    bounces.speed = rebound;
    bounces.t = now_.t;
  }

  // The discrete state by the contact problem of the accelerations, where `next` is what it starts from: contacts that
  // can be closed, and `sticking` where gdot_T = 0.
  EventDrivenStatus decide(DiscreteState<S> next, const Motion* ahead) {
    const DiscreteState<S> last = held_;
    held_ = next;
    project(now_);
    bool any = false;
    for (int i = 0; i < contacts; ++i) any = any || closed(i);
    if (any) {
      const Motion& there = ahead != nullptr ? *ahead : now_;
      accelerations_.solve(there, next.contacts, next.slip, acceleration_);
      ++result_.contact_problems;
      if (!acceleration_.solver.solved()) {
        result_.solver = acceleration_.solver.status;
        return EventDrivenStatus::inconsistent;
      }
      accelerations_.kinematics(there, kinematics_);
      for (int i = 0; i < contacts; ++i) {
        if (support_stiffness(i) <= 0.0) return EventDrivenStatus::indeterminate;
      }
      read_decision(next);
      force_transition(last);
    }
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (closed(i)) {
        if (event_.settled[k]) ++result_.accumulations;
        bounces_[k] = {};
      } else {
        event_.settled[k] = false;
      }
    }
    project(now_);
    return EventDrivenStatus::completed;
  }

  // w_N^T M^-1 (w_N - mu W_T d) of a sliding contact, over w_N^T M^-1 w_N; 1 of others. From kinematics_ and the mass
  // matrix of the last contact problem.
  Scalar support_stiffness(int i) {
    const auto k = static_cast<std::size_t>(i);
    if (held_.contacts[k] != ContactState::sliding || system_.law(i).kind != ContactKind::frictional) return 1.0;
    const auto& w = kinematics_.directions[k];
    Vector<S::dof, Scalar> image = w.normal;
    accelerations_.mass().solve_in_place(image);
    const Scalar mobility = w.normal.dot(image);
    const Scalar mu = system_.friction_coefficient(i, kinematics_.tangential_velocities[k].norm());
    return 1 - mu * held_.slip[k].dot(w.tangential.transpose() * image) / mobility;
  }

  void read_decision(const DiscreteState<S>& candidates) {
    using std::sqrt;
    // Half of the digits: contact solvers leave residuals of some, and what is real grows beyond on the way ahead.
    const Scalar largest = std::max<Scalar>(acceleration_.tangential_accelerations.cwiseAbs().maxCoeff(),
                                            acceleration_.normal_accelerations.cwiseAbs().maxCoeff());
    const Scalar threshold = sqrt(epsilon()) * std::max<Scalar>(largest, 1.0);
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (candidates.contacts[k] == ContactState::open) continue;
      if (has_gap(i) && acceleration_.normal_accelerations(i) > threshold) {
        held_.contacts[k] = ContactState::open;
        continue;
      }
      const Tangential acceleration = acceleration_.tangential_accelerations.col(i);
      const Scalar size = acceleration.norm();
      if (candidates.contacts[k] == ContactState::sticking && size > threshold) {
        held_.contacts[k] = slips();
        held_.slip[k] = acceleration / size;
      }
    }
  }

  // What begins to slip does so as
  static constexpr ContactState slips() {
    return S::tangential_dimension > 1 ? ContactState::creeping : ContactState::sliding;
  }

  // Where the accelerations do not show the end of a phase that a zero has shown, the zero decides.
  void force_transition(const DiscreteState<S>& last) {
    if (event_.impact || held_.contacts != last.contacts || answer_.dependent) return;
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (last.contacts[k] == ContactState::open || event_.hit[k]) continue;
      if (fired_[2 * k] && has_gap(i)) {
        held_.contacts[k] = ContactState::open;
      } else if (fired_[2 * k + 1] && last.contacts[k] == ContactState::sticking) {
        const Tangential force = acceleration_.tangential_forces.col(i);
        held_.contacts[k] = slips();
        held_.slip[k] = -force / force.norm();
      }
    }
  }

  // Gaps of closed contacts to their floors, normal velocities of closed and tangential ones of sticking contacts to
  // zero.
  void project(Motion& state) {
    bool any = false;
    for (int i = 0; i < contacts; ++i) any = any || closed(i);
    if (!any) return;
    accelerations_.factorize(state);
    if (!accelerations_.mass().positive_definite()) return;  // the next step says so
    accelerations_.kinematics(state, kinematics_);
    ConstraintProjection<S::dof, Scalar> positions(accelerations_.mass());
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!closed(i) || !has_gap(i)) continue;
      const auto& w = kinematics_.directions[k].normal;
      positions.add(w, kinematics_.gaps(i) - held_.floor[k] - w.dot(state.q));
    }
    positions.apply(state.q);
    accelerations_.kinematics(state, kinematics_);
    ConstraintProjection<S::dof, Scalar> velocities(accelerations_.mass());
    for (int i = 0; i < contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!closed(i)) continue;
      const auto& w = kinematics_.directions[k];
      if (has_gap(i)) velocities.add(w.normal, w.normal_rheonomic);
      if (held_.contacts[k] != ContactState::sticking) continue;
      for (int p = 0; p < S::tangential_dimension; ++p) velocities.add(w.tangential.col(p), w.tangential_rheonomic(p));
    }
    velocities.apply(state.u);
  }

  const S& system_;
  EventDrivenOptions options_;
  Scalar rtol_, atol_, gap_tolerance_, velocity_tolerance_, accumulation_height_;
  HeldModes<S> modes_;
  Functions functions_;
  AccelerationProblem<S> accelerations_;
  ClosedContacts<S> impact_system_;
  MoreauMidpoint<ClosedContacts<S>> impacts_;

  Motion now_;
  DiscreteState<S> held_;
  Step step_;
  Scalar h_ = 0.0;           // to try next
  Scalar theta_ = 2.0;       // of the event within step_; beyond 1: none
  Scalar up_to_ = 2.0;       // end of the part of step_ that is used if there is no event
  Scalar section_at_ = 3.0;  // of the section within step_
  bool on_section_ = false;  // the motion begins where it crossed the section
  std::array<bool, static_cast<std::size_t>(Functions::count)> fired_{};
  bool stops_ = false;  // the event is the end of a spatial slip
  Scalar creep_start_ = 0.0;
  Scalar look_ahead_ = 0.0;  // [s] of the last event
  Contacts fast_{};          // spatial contacts that slide fast enough to stop
  std::array<Bounces, contacts> bounces_{};
  Event<S> event_;
  int crowd_ = 0;  // events at crowd_time_
  Scalar crowd_time_ = 0.0;
  EventDrivenResult result_;

  // Workspace.
  HeldAnswer<S> answer_;
  AccelerationAnswer<S> acceleration_;
  ContactKinematics<S> kinematics_;
  typename Functions::Values values_;
  std::array<std::array<Scalar, static_cast<std::size_t>(nodes)>, static_cast<std::size_t>(Functions::count)> table_;
};

}  // namespace nsdbench
