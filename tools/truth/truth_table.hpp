// The problems that have reference solutions.
#pragma once

#include <string_view>
#include <vector>

#include "tools/truth/truth_file.hpp"

namespace nsdbench::truth {

struct TruthEntry {
  std::string_view problem;
  TruthFile (*compute)();
};

// Every problem of the suite, by name. Parameters come from reference-data/: Throws std::invalid_argument for a file
// that cannot be used, and std::runtime_error for a motion whose two computations do not agree.
const std::vector<TruthEntry>& truth_table();

// Each computes the file of one problem.
TruthFile bouncing_ball_truth();
TruthFile damped_oscillator_truth();
TruthFile impact_oscillator_truth();
TruthFile inclined_plane_oscillator_truth();
TruthFile prismatic_joint_truth();
TruthFile slider_crank_truth();
TruthFile sliding_point_mass_truth();
TruthFile woodpecker_truth();

}  // namespace nsdbench::truth
