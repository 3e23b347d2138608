// The contract of all integrators: they integrate from a state to an end time and show the motion to an observer.
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "solvers/integration/motion_log.hpp"
#include "solvers/integration/observer.hpp"
#include "solvers/integration/outcome.hpp"
#include "solvers/integration/setting.hpp"

namespace nsdbench {

// Where a run ends.
template <IntegrableSystem S>
struct Destination {
  using Scalar = ScalarOf<S>;

  Scalar t_end = 0.0;  // [s]
  // Times between start and end at which a step must end, since forces jump there that no contact shows [s]; sorted.
  std::span<const Scalar> boundaries{};
  // If set: the run stops where this function of the state rises through zero. A state that lies on the section at the
  // start counts as having crossed it.
  std::function<Scalar(const StateOf<S>&)> section{};
};

// An integrator owns its workspaces, holds references to the system and to its contact solver, and does not allocate
// after its first step. Runs with the same input give the same bytes.
template <IntegrableSystem S>
class Integrator {
 public:
  using Scalar = ScalarOf<S>;

  virtual ~Integrator() = default;

  // The name in the table of integrators.
  virtual std::string_view name() const = 0;

  // Order of convergence of the positions at the ends of steps as the largest step goes to zero, with impacts and other
  // events in the interval; tolerances that would refine the steps do not count.
  virtual int order() const = 0;

  // The settings that decide the method's numbers, with the defaults that it took: what records and captions say of a
  // run.
  virtual IntegratorSettingList settings() const = 0;

  // Whether the bits of its motions depend on the suite alone. Those of others, which leave a part to a library, are not
  // logged (motion_log.hpp).
  virtual bool has_own_bits() const { return true; }

  // Integrates from state.t to the destination. Shows the observer every accepted step and every event. The state is
  // then the end of the last accepted step or, where the run ended at a section, its crossing: methods without dense
  // output find it by linear interpolation in a step that they have shown whole. The caller must look at the outcome.
  // Throws std::invalid_argument if the end is not finite or lies before the start, if boundaries are not sorted or not
  // between the two, or for settings that do not fit the interval (a step that is lost in the rounding of times).
  Outcome integrate(StateOf<S>& state, const Destination<S>& destination, Observer<S>& observer) {
    check(state.t, destination);
    MotionTrace trace(state, has_own_bits() ? MotionLog::current() : nullptr);
    Outcome outcome =
        trace.active() ? traced_run(state, destination, observer, trace) : run(state, destination, observer);
    outcome.time = static_cast<double>(state.t);
    return outcome;
  }

  // The same with callables in place of an observer; each returns nothing, or false to stop the run.
  template <class OnStep, class OnEvent>
  Outcome integrate(StateOf<S>& state, const Destination<S>& destination, OnStep&& on_step, OnEvent&& on_event) {
    CallableObserver<S, OnStep, OnEvent> observer(std::forward<OnStep>(on_step), std::forward<OnEvent>(on_event));
    return integrate(state, destination, observer);
  }
  template <StepCallable<S> OnStep>
  Outcome integrate(StateOf<S>& state, const Destination<S>& destination, OnStep&& on_step) {
    return integrate(state, destination, std::forward<OnStep>(on_step), [](const Event<S>&) {});
  }
  Outcome integrate(StateOf<S>& state, const Destination<S>& destination) {
    Observer<S> nobody;
    return integrate(state, destination, nobody);
  }

 protected:
  // The method itself. The interval has been checked; the caller fills in `time` of the outcome.
  virtual Outcome run(StateOf<S>& state, const Destination<S>& destination, Observer<S>& observer) = 0;

  // Throws as integrate() says.
  static void check(const Scalar& t_start, const Destination<S>& destination) {
    using std::isfinite;
    if (!(destination.t_end >= t_start) || !isfinite(destination.t_end)) {
      refuse("end time", destination.t_end, "it must be finite and not before the start");
    }
    Scalar before = t_start;
    for (const Scalar& boundary : destination.boundaries) {
      if (!(boundary > before && boundary < destination.t_end)) {
        refuse("step boundary", boundary, "boundaries must be sorted and lie between start and end");
      }
      before = boundary;
    }
  }

 private:
  // Takes every step and every event in before the observer sees them.
  class TracingObserver final : public Observer<S> {
   public:
    TracingObserver(Observer<S>& observer, MotionTrace& trace) : observer_(observer), trace_(trace) {}
    bool on_step(const Step<S>& step) override {
      trace_.step(step.end());
      return observer_.on_step(step);
    }
    bool on_event(const Event<S>& event) override {
      trace_.event(event.before, event.after);
      return observer_.on_event(event);
    }

   private:
    Observer<S>& observer_;
    MotionTrace& trace_;
  };

  Outcome traced_run(StateOf<S>& state, const Destination<S>& destination, Observer<S>& observer, MotionTrace& trace) {
    TracingObserver tracing(observer, trace);
    const Outcome outcome = run(state, destination, tracing);
    trace.finish(state);
    return outcome;
  }

  [[noreturn]] static void refuse(const char* what, const Scalar& time, const char* rule) {
    std::ostringstream sentence;
    sentence << what << ' ' << time << " s is not allowed: " << rule;
    throw std::invalid_argument(sentence.str());
  }
};

}  // namespace nsdbench
