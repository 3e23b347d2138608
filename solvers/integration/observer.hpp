// Observers of a run: every integrator calls them after each accepted step and at each event.
#pragma once

#include <type_traits>
#include <utility>

#include "solvers/integration/event.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench {

// Observers see accepted steps only, not those that were tried and rejected. Both functions return false to
// stop the run. A step that ends at an event comes before it.
template <IntegrableSystem S>
class Observer {
 public:
  virtual ~Observer() = default;
  virtual bool on_step(const Step<S>& /*step*/) { return true; }
  virtual bool on_event(const Event<S>& /*event*/) { return true; }
};

namespace detail {

// A callable that returns nothing never stops the run.
template <class Function, class Argument>
bool goes_on(Function& function, const Argument& argument) {
  if constexpr (std::is_void_v<std::invoke_result_t<Function&, const Argument&>>) {
    function(argument);
    return true;
  } else {
    return static_cast<bool>(function(argument));
  }
}

}  // namespace detail

// What can be called with a step.
template <class Function, class S>
concept StepCallable = requires(Function& function, const Step<S>& step) {
  function(step);
};

// An observer made of two callables, for steps and for events; each returns nothing, or false to stop the run.
template <IntegrableSystem S, class OnStep, class OnEvent>
class CallableObserver final : public Observer<S> {
 public:
  CallableObserver(OnStep on_step, OnEvent on_event)
      : on_step_(std::forward<OnStep>(on_step)), on_event_(std::forward<OnEvent>(on_event)) {}
  bool on_step(const Step<S>& step) override { return detail::goes_on(on_step_, step); }
  bool on_event(const Event<S>& event) override { return detail::goes_on(on_event_, event); }

 private:
  OnStep on_step_;  // a reference if the callable was an lvalue
  OnEvent on_event_;
};

}  // namespace nsdbench
