#include "experiments/support/experiment_sweep.hpp"

#include <string>
#include <string_view>

#include "sweeps/sweep_run.hpp"

namespace nsdbench::experiments {

sweeps::SweepStages compute_sweep(Experiment& experiment, const sweeps::Sweep& sweep, const sweeps::SweptMap& map,
                                  sweeps::CaseStore* store) {
  sweeps::SweepStages stages(sweep);
  sweeps::RunOptions run;
  run.threads = experiment.options().threads;
  run.progress = [&](std::string_view what, double part, long) {
    experiment.progress().update(sweep.name + ", " + std::string(what), part);
  };
  sweeps::run_sweep(sweep, map, store, run, stages);
  sweeps::require_no_failure(stages);
  return stages;
}

}  // namespace nsdbench::experiments
