// One step of disks at rest, from percussions of zero.
#pragma once

#include <vector>

#include "experiments/disk_pile/parts.hpp"
#include "problems/disk_assembly.hpp"

namespace nsdbench::experiments::disk_pile {

struct RestingStep {
  std::vector<ClosedContact> contacts;
  std::vector<double> percussions;  // normal, of each contact [N s]
  SolverResult solver;
};

// Throws support::ComputationFailed if the contact problem stays unsolved.
RestingStep step_from_rest(const problems::DiskAssembly& disks, const std::vector<problems::Point>& centers,
                           const Setting& setting);

}  // namespace nsdbench::experiments::disk_pile
