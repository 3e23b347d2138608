// One step of disks at rest, from percussions of zero.
#pragma once

#include <array>
#include <vector>

#include "experiments/disk_pile/parts.hpp"
#include "problems/disk_assembly.hpp"

namespace nsdbench::experiments::disk_pile {

struct DisksAtRest {
  problems::DiskAssembly assembly;
  std::vector<problems::Point> centers;
};

// Numbers of disks of the columns, and of rows of the piles.
inline constexpr std::array column_disks = {10, 30, 100};
inline constexpr std::array pile_rows = {10, 20, 30};

DisksAtRest column_at_rest(const DiskPileParameters& parameters, int disks);
DisksAtRest pile_at_rest(const DiskPileParameters& parameters, int rows);

// Newton steps cost much more than sweeps: iterations alone would hide what a method does.
struct Iterations {
  SolverResult solver;
  int newton_steps = 0;  // among its iterations
};

struct RestingStep {
  std::vector<ClosedContact> contacts;
  std::vector<double> percussions;  // normal, of each contact [N s]
  Iterations solution;
};

// Throws support::ComputationFailed if the contact problem stays unsolved.
RestingStep step_from_rest(const DisksAtRest& disks, const Setting& setting);

// The contact problem of that step alone, by one method and without a fallback.
Iterations solve_from_rest(const DisksAtRest& disks, const Setting& setting, RoundMethod method);

}  // namespace nsdbench::experiments::disk_pile
