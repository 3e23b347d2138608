// Poincare sections of motions with contacts, and their return maps, by the event-driven integration.
//
// A section is defined by a discrete state of the motion and by a condition: a zero of a function of the state, or
// an event of some kind ("contact 2 goes from stick to slip"). On it the motion has fewer coordinates than its state:
//   - the condition takes one,
//   - a closed contact takes its gap and gdot_N, a sticking one gdot_T in addition,
//   - cyclic coordinates (on which nothing depends, such as the height of a body that falls for ever) are left out.
// What remains are the coordinates x of the section. A motion loses degrees of freedom in phases with closed or
// sticking contacts: each lost one is a zero multiplier of the return map in coordinates that still have it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "solvers/integration/event_driven/event_driven_integrator.hpp"

namespace nsdbench {

// One of `at_event` and `function` says where the section is.
template <MechanicalSystem S, int Dimension>
struct PoincareSection {
  using Scalar = ScalarOf<S>;
  using Point = Vector<Dimension, Scalar>;

  std::function<bool(const Event<S>&)> at_event;        // true for events on the section
  std::function<Scalar(const StateOf<S>&)> function;    // rises through zero on the section
  std::function<StateOf<S>(const Point&)> embed;        // the state just past the section, from its coordinates
  std::function<Point(const StateOf<S>&)> coordinates;  // of a state just past the section
  DiscreteState<S> held;                                // just past the section
  std::function<bool(const StateOf<S>&)> ends;          // if set: motions end where it is true
};

// Whether a motion has come back to its section.
enum class ReturnStatus : std::uint8_t {
  returned,
  too_late,   // not within the longest time
  ended,      // the section's `ends` was true in a step: at one of eight points of it
  elsewhere,  // on the section with another discrete state: the coordinates do not hold there
  failed      // the integration did not get there; its outcome says why
};
constexpr std::string_view to_string(ReturnStatus status) {
  switch (status) {
    case ReturnStatus::returned:
      return "returned";
    case ReturnStatus::too_late:
      return "too late";
    case ReturnStatus::ended:
      return "ended";
    case ReturnStatus::elsewhere:
      return "elsewhere";
    case ReturnStatus::failed:
      return "failed";
  }
  return "unknown";
}

// One return. `state` and `point` lie on the section only with `returned`; otherwise `state` is the last state of the
// motion.
template <MechanicalSystem S, int Dimension>
struct Return {
  ReturnStatus status = ReturnStatus::failed;
  Outcome integration;
  Vector<Dimension, ScalarOf<S>> point = Vector<Dimension, ScalarOf<S>>::Zero();
  StateOf<S> start;
  StateOf<S> state;
  bool returned() const { return status == ReturnStatus::returned; }
  ScalarOf<S> time() const { return state.t - start.t; }  // [s]
};

// x -> x'. Deterministic. Jumps of velocities and of the discrete state are all in it, so that derivatives by
// differences (map_derivative.hpp) have the saltation of every event, as long as the neighbours meet the same events in
// the same order.
template <MechanicalSystem S, int Dimension>
class ReturnMap {
 public:
  using Scalar = ScalarOf<S>;
  using Section = PoincareSection<S, Dimension>;
  using Point = Vector<Dimension, Scalar>;

  // `longest` [s]: longest time of a return. Throws std::invalid_argument for a section without embed or
  // coordinates, with none or both of at_event and function, or for a time that is not positive.
  ReturnMap(std::unique_ptr<EventDrivenIntegrator<S>> integrator, Section section, double longest)
      : section_(std::move(section)), longest_(longest), integrator_(std::move(integrator)) {
    if (!section_.embed || !section_.coordinates) {
      throw std::invalid_argument("a section needs both embed and coordinates");
    }
    if (static_cast<bool>(section_.at_event) == static_cast<bool>(section_.function)) {
      throw std::invalid_argument("a section needs an event or a function, and not both");
    }
    if (!(longest > 0.0)) {
      std::ostringstream sentence;
      sentence << "longest time of return " << longest << " s is not allowed: it must be positive";
      throw std::invalid_argument(sentence.str());
    }
  }

  // Integrates from the section back to it. The observers are shown every EventDrivenStep and Event on the way, the
  // last event included; they return nothing.
  template <class OnStep, class OnEvent>
  Return<S, Dimension> go(const Point& from, OnStep&& on_step, OnEvent&& on_event) {
    Return<S, Dimension> made;
    made.start = section_.embed(from);
    made.state = made.start;
    integrator_->set_discrete_state(section_.held);
    finish(made, on_step, on_event, false);
    return made;
  }
  Return<S, Dimension> go(const Point& from) {
    return go(
        from, [](const EventDrivenStep<S>&) {}, [](const Event<S>&) {});
  }

  // Integrates from any state, on the section or not, to the section. The discrete state follows from the state.
  template <class OnStep, class OnEvent>
  Return<S, Dimension> reach(const StateOf<S>& from, OnStep&& on_step, OnEvent&& on_event) {
    Return<S, Dimension> made;
    made.start = from;
    made.state = from;
    finish(made, on_step, on_event, true);
    return made;
  }
  Return<S, Dimension> reach(const StateOf<S>& from) {
    return reach(
        from, [](const EventDrivenStep<S>&) {}, [](const Event<S>&) {});
  }

  // The image, where there is one.
  std::optional<Point> operator()(const Point& from) {
    const auto made = go(from);
    if (!made.returned()) return std::nullopt;
    return made.point;
  }

  const Section& section() const { return section_; }

 private:
  template <class OnStep, class OnEvent>
  void finish(Return<S, Dimension>& made, OnStep& on_step, OnEvent& on_event, bool from_anywhere) {
    bool there = false;
    bool ended = false;
    constexpr int places = 8;  // in each step: a step of collocation may be half an oscillation long
    const auto observe_step = [&](const Step<S>& any) {
      const EventDrivenStep<S>& step = event_driven_step(any);
      on_step(step);
      for (int k = 1; section_.ends && k <= places && !ended; ++k) {
        ended = section_.ends(step.at(step.end_theta() * k / places));
      }
      return !ended;
    };
    const auto observe_event = [&](const Event<S>& event) {
      on_event(event);
      there = section_.at_event && section_.at_event(event);
      return !there;
    };
    Destination<S> destination{made.state.t + Scalar(longest_)};
    if (section_.function) {
      // A motion that starts on the section, where rounding may have put it below, does not return at once.
      const Scalar away = made.start.t + 1e-6 * Scalar(longest_);
      destination.section = [this, from_anywhere, away](const StateOf<S>& state) {
        return !from_anywhere && state.t < away ? Scalar(1.0) : section_.function(state);
      };
    }
    made.integration = from_anywhere ? integrator_->integrate(made.state, destination, observe_step, observe_event)
                                     : integrator_->resume(made.state, destination, observe_step, observe_event);
    there = there || made.integration.reason == StopReason::section;
    if (there) {
      made.status = integrator_->discrete_state().contacts == section_.held.contacts ? ReturnStatus::returned
                                                                                     : ReturnStatus::elsewhere;
      if (made.returned()) made.point = section_.coordinates(made.state);
    } else if (ended) {
      made.status = ReturnStatus::ended;
    } else {
      made.status = made.integration.completed() ? ReturnStatus::too_late : ReturnStatus::failed;
    }
  }

  Section section_;
  double longest_;
  std::unique_ptr<EventDrivenIntegrator<S>> integrator_;
};

}  // namespace nsdbench
