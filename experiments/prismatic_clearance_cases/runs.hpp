// Runs of one case: by the complementarity program and by Moreau's midpoint rule.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/prismatic_clearance_cases/closed_form.hpp"
#include "experiments/prismatic_clearance_cases/watcher.hpp"
#include "experiments/support/integration_failure.hpp"
#include "problems/prismatic_joint.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/implicit_euler/complementarity_program.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::prismatic {

using problems::PrismaticJoint;
using problems::PrismaticJointParameters;

// One of the paper's cases (sec. 3).
struct Case {
  std::string suffix;  // of quantities and tables: c1, c2, c3
  PrismaticJointParameters parameters;
};

// Bounds of the program's steps [s].
struct Steps {
  double h_min = 0.0, h_max = 0.0;
};
inline Steps equal_steps(double h) { return {h, h}; }

inline std::vector<ComplementarityFormulation> formulations() {
  std::vector<ComplementarityFormulation> here;
  for (const ComplementarityFormulation formulation : complementarity_formulations()) {
    if (available(formulation)) here.push_back(formulation);
  }
  return here;
}

// From the joint's initial state to `end` or to where the slider leaves the rod. `observe(before, after, report)`. The
// caller looks at the result's status.
template <class Observer>
ProgramResult run_program(const PrismaticJoint& joint, ComplementarityFormulation formulation, const Steps& steps,
                          double end, Observer&& observe) {
  ComplementarityProgramOptions options;
  options.formulation = formulation;
  options.h_min = steps.h_min;
  options.h_max = steps.h_max;
  ComplementarityProgram<PrismaticJoint> integrator(joint, options);
  State<3> state = joint.initial_state();
  return integrator.integrate(state, end, [&](const State<3>& before, const State<3>& after, const auto& report) {
    observe(before, after, report);
    return joint.within_range(after.q);
  });
}

// By the formulation newton. Throws support::ComputationFailed unless the run came to its end.
template <class Observer>
ProgramResult run_newton(const PrismaticJoint& joint, const Steps& steps, double end, Observer&& observe) {
  double t = joint.initial_state().t;
  const ProgramResult result = run_program(joint, ComplementarityFormulation::newton, steps, end,
                                           [&](const State<3>& before, const State<3>& after, const auto& report) {
                                             t = after.t;
                                             observe(before, after, report);
                                           });
  if (!result.completed()) {
    std::string sentence = "the program of the step at t = " + std::to_string(t);
    sentence += " s ended ";
    sentence += to_string(result.status);
    throw support::ComputationFailed(sentence);
  }
  return result;
}

inline Forces forces_of(const Vector<4>& forces) { return {forces(0), forces(1), forces(2), forces(3)}; }

// Likewise, with the fixed step dt. `observe(before, after, report)`.
template <class Observer>
void run_midpoint(const PrismaticJoint& joint, ContactSolver& solver, double dt, double end, Observer&& observe) {
  MoreauMidpoint integrator(joint, solver);
  State<3> state = joint.initial_state();
  const IntegrationResult result =
      integrate(integrator, state, end, dt, [&](const State<3>& before, const State<3>& after, const auto& report) {
        observe(before, after, report);
        return joint.within_range(after.q);
      });
  require_solved(result, state.t, dt);
}

// [m] Of y of an end, whichever is larger.
inline double distance_error(const PrismaticJoint& joint, const ClosedForm& exact, const State<3>& state) {
  const ClosedForm::Ends d = exact.distances(state.t);
  return std::max(std::abs(joint.end_distance(state.q, 0) - d[0]), std::abs(joint.end_distance(state.q, 1) - d[1]));
}

inline std::string case_name(const Case& c) { return "case " + c.suffix.substr(1); }

}  // namespace nsdbench::experiments::prismatic
