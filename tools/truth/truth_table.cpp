#include "tools/truth/truth_table.hpp"

namespace nsdbench::truth {

const std::vector<TruthEntry>& truth_table() {
  static const std::vector<TruthEntry> table = {
      {"bouncing_ball", bouncing_ball_truth},           {"damped_oscillator", damped_oscillator_truth},
      {"impact_oscillator", impact_oscillator_truth},   {"inclined_plane_oscillator", inclined_plane_oscillator_truth},
      {"prismatic_joint", prismatic_joint_truth},       {"slider_crank", slider_crank_truth},
      {"sliding_point_mass", sliding_point_mass_truth}, {"woodpecker", woodpecker_truth}};
  return table;
}

}  // namespace nsdbench::truth
