#include "experiments/disk_pile/one_step.hpp"

#include <cstddef>
#include <string>

#include "solvers/integration/time_stepping/many_body_midpoint.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::disk_pile {

RestingStep step_from_rest(const problems::DiskAssembly& disks, const std::vector<problems::Point>& centers,
                           const Setting& setting) {
  ManyBodyMidpoint<problems::DiskAssembly> midpoint(disks, setting.dt, setting.solver, setting.fallback);
  ManyBodyState state = disks.at_rest(centers);
  const ManyBodyStep step = midpoint.step(state);
  if (step.reason != StopReason::completed) {
    throw support::ComputationFailed("the contact problem of " + std::to_string(disks.body_count()) +
                                     " disks at rest is not solved: " + std::string(to_string(step.solver.status)));
  }
  RestingStep result;
  result.contacts = midpoint.contacts();
  result.solver = step.solver;
  for (std::size_t k = 0; k < result.contacts.size(); ++k) result.percussions.push_back(midpoint.percussion(k)[0]);
  return result;
}

}  // namespace nsdbench::experiments::disk_pile
