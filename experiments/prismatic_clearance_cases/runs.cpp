#include "experiments/prismatic_clearance_cases/runs.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/support/run_outcome.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/computation_failed.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments::prismatic {

std::string case_name(const Case& c) { return "case " + c.suffix.substr(1); }

std::vector<ComplementarityFormulation> formulations() {
  std::vector<ComplementarityFormulation> here;
  for (const ComplementarityFormulation formulation : complementarity_formulations()) {
    if (available(formulation)) here.push_back(formulation);
  }
  return here;
}

double ProgramRun::equation_residual(const PrismaticJoint& joint) const {
  Vector<3> residuals = accuracy.equation_residuals;
  residuals(2) /= 0.5 * joint.parameters().l_s;
  return residuals.maxCoeff();
}

bool ProgramRun::finished() const { return outcome.completed() || outcome.reason == StopReason::stopped; }

ProgramRun run_program(const PrismaticJoint& joint, ComplementarityFormulation formulation, const Steps& steps,
                       double end, const Observe& observe) {
  ComplementarityProgramOptions options;
  options.formulation = formulation;
  options.h_min = steps.h_min;
  options.h_max = steps.h_max;
  const auto integrator = make_implicit_euler(joint, options);
  ProgramRun run;
  State<3> state = joint.initial_state();
  run.outcome = integrator->integrate(state, {end, {}, {}}, [&](const SliderStep& step) {
    run.accuracy.update(program_report(step));
    observe(step);
    return joint.within_range(step.end().q);
  });
  return run;
}

ProgramRun run_newton(const PrismaticJoint& joint, const Steps& steps, double end, const Observe& observe) {
  const ProgramRun run = run_program(joint, ComplementarityFormulation::newton, steps, end, observe);
  if (run.finished()) return run;
  std::string sentence = "the program of the step at t = " + support::readable(run.outcome.time);
  sentence += " s ended ";
  sentence += to_string(run.outcome.solver);
  throw support::ComputationFailed(sentence);
}

void run_midpoint(const PrismaticJoint& joint, ContactSolver& solver, double dt, double end, const Observe& observe) {
  const auto integrator = make_moreau(joint, solver, dt);
  State<3> state = joint.initial_state();
  const Outcome outcome = integrator->integrate(state, {end, {}, {}}, [&](const SliderStep& step) {
    observe(step);
    return joint.within_range(step.end().q);
  });
  require_solved(outcome);
}

double distance_error(const PrismaticJoint& joint, const ClosedForm& exact, const State<3>& state) {
  const ClosedForm::Ends d = exact.distances(state.t);
  return std::max(std::abs(joint.end_distance(state.q, 0) - d[0]), std::abs(joint.end_distance(state.q, 1) - d[1]));
}

}  // namespace nsdbench::experiments::prismatic
