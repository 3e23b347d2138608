// Runs of one case: by the complementarity program, by Moreau's midpoint rule, by any integrator.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/prismatic_clearance_cases/closed_form.hpp"
#include "experiments/prismatic_clearance_cases/statistics.hpp"
#include "problems/prismatic_joint.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/integration/implicit_euler/program_options.hpp"
#include "solvers/integration/implicit_euler/program_step.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench::experiments::prismatic {

using problems::PrismaticJoint;
using problems::PrismaticJointParameters;

// One of the paper's cases (sec. 3).
struct Case {
  std::string suffix;  // of quantities and tables: c1, c2, c3
  PrismaticJointParameters parameters;
};
std::string case_name(const Case& c);  // "case 1"

// Bounds of the program's steps [s].
struct Steps {
  double h_min = 0.0, h_max = 0.0;
};
inline Steps equal_steps(double h) { return {h, h}; }

// Those that this build has.
std::vector<ComplementarityFormulation> formulations();

using Observe = std::function<void(const SliderStep&)>;

struct ProgramRun {
  Outcome outcome;
  ProgramAccuracy<PrismaticJoint> accuracy;
  // [N] The largest of the equations of motion; that of the moments, in N m, over half of the slider's length, as the
  // force on an end that has this moment.
  double equation_residual(const PrismaticJoint& joint) const;
  // Reached its end, or where the slider leaves the rod.
  bool finished() const;
};

// All from the joint's initial state to `end` or to where the slider leaves the rod.

// The caller looks at the outcome.
ProgramRun run_program(const PrismaticJoint& joint, ComplementarityFormulation formulation, const Steps& steps,
                       double end, const Observe& observe);
// By the formulation newton. Throws support::ComputationFailed unless the run is finished.
ProgramRun run_newton(const PrismaticJoint& joint, const Steps& steps, double end, const Observe& observe);
// With the fixed step dt. Throws UnsolvedContactProblem, naming the time, unless the run is finished.
void run_midpoint(const PrismaticJoint& joint, ContactSolver& solver, double dt, double end, const Observe& observe);

// [m] Error of y of an end, the larger of the two.
double distance_error(const PrismaticJoint& joint, const ClosedForm& exact, const State<3>& state);

}  // namespace nsdbench::experiments::prismatic
