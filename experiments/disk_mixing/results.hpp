// Tables and quantities of a run of the drum.
#pragma once

#include <optional>

#include "experiments/disk_mixing/mixing_run.hpp"
#include "experiments/support/experiment.hpp"

namespace nsdbench::experiments::mixing {

// Disks whose surfaces are nearer than that are neighbours, relative to their mean radius.
constexpr double neighbour_reach = 1.0;

double mixing_index(const Drum& drum, const Frame& frame);

void record_tables(Experiment& experiment, const Drum& drum, const MixingRun& run);
// `half_width`: of the mixing index at the end, if other starts have shown it.
void record_quantities(Experiment& experiment, const Drum& drum, const MixingRun& run,
                       std::optional<double> half_width);

}  // namespace nsdbench::experiments::mixing
