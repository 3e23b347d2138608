#include "experiments/disk_pile/one_step.hpp"

#include <cstddef>
#include <string>

#include "solvers/integration/motion_log.hpp"
#include "solvers/integration/time_stepping/many_body_midpoint.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::disk_pile {

RestingStep step_from_rest(const DisksAtRest& disks, const Setting& setting) {
  ManyBodyMidpoint<problems::DiskAssembly> midpoint(disks.assembly, setting.dt, setting.solver, setting.fallback);
  ManyBodyState state = disks.assembly.at_rest(disks.centers);
  MotionTrace trace(state);
  const ManyBodyStep step = midpoint.step(state);
  trace.finish(state);
  if (step.reason != StopReason::completed) {
    throw support::ComputationFailed("the contact problem of " + std::to_string(disks.assembly.body_count()) +
                                     " disks at rest is not solved: " + std::string(to_string(step.solver.status)));
  }
  RestingStep result;
  result.contacts = midpoint.contacts();
  result.solution = {step.solver, step.newton_steps};
  for (std::size_t k = 0; k < result.contacts.size(); ++k) result.percussions.push_back(midpoint.percussion(k)[0]);
  return result;
}

Iterations solve_from_rest(const DisksAtRest& disks, const Setting& setting, RoundMethod method) {
  RoundSolverOptions options = setting.solver;
  options.method = method;
  if (method != RoundMethod::portfolio) options.max_sweeps = 200'000;  // for a column of 100 disks PSOR takes some 1e5
  ManyBodyMidpoint<problems::DiskAssembly> midpoint(disks.assembly, setting.dt, options);
  ManyBodyState state = disks.assembly.at_rest(disks.centers);
  MotionTrace trace(state);
  const ManyBodyStep step = midpoint.step(state);
  trace.finish(state);
  return {step.solver, step.newton_steps};
}

}  // namespace nsdbench::experiments::disk_pile
