// A run with Moreau's midpoint rule and a fixed step, with what the rule says of every step.
#pragma once

#include <utility>

#include "solvers/integration/time_stepping/fixed_step.hpp"

namespace nsdbench::testing {

// Calls observe(begin, end, report) after every step; it returns false to stop the run.
template <MechanicalSystem S, class Observe>
Outcome run_midpoint(const S& system, ContactSolver& solver, StateOf<S>& state, const ScalarOf<S>& t_end,
                     const ScalarOf<S>& dt, Observe&& observe) {
  FixedStep<S> integrator(system, solver, dt);
  return integrator.integrate(
      state, {t_end}, [&](const Step<S>& step) { return observe(step.begin(), step.end(), midpoint_report(step)); });
}

}  // namespace nsdbench::testing
