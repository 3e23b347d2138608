// Maps and diagrams of an experiment.
#pragma once

#include "experiments/support/experiment.hpp"
#include "sweeps/case_results.hpp"
#include "sweeps/sweep_stages.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::experiments {

// All cases of the sweep, on as many threads as --threads says, with the run's progress. With a store, results that
// stand there are taken up. Throws support::ComputationFailed, with the reason, if a case failed.
sweeps::SweepStages compute_sweep(Experiment& experiment, const sweeps::Sweep& sweep, const sweeps::SweptMap& map,
                                  sweeps::CaseStore* store = nullptr);

}  // namespace nsdbench::experiments
