// Computes the cases of a sweep.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "sweeps/case_results.hpp"
#include "sweeps/sweep.hpp"
#include "sweeps/sweep_stages.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::sweeps {

// Throws std::invalid_argument if the map has not the sweep's inputs and quantities, if a value is outside of an
// input's range, if the sweep is refined by a quantity without classes, or if the map refuses the settings.
void check_sweep(const Sweep& sweep, const SweptMap& map);

// The sweep with a value of every input: those of the map as `fixed`, where it neither fixes nor varies them. A plan
// holds it, so that parameters that are changed in a file later do not get into its cases. Throws as check_sweep does.
Sweep with_all_inputs(const Sweep& sweep, const SweptMap& map);

// Part `number` of `count`, from 1 on: the bundles number, number + count, ... of a stage. What a case costs grows
// along axes, so that each part has some of all.
struct Chunk {
  long number = 1;
  long count = 1;
  bool has(const Bundle& bundle) const { return bundle.number % count == number - 1; }
};

struct RunOptions {
  int threads = 0;  // 0: all cores. It changes nothing but the time.
  // Gets what is being done, the share of its missing bundles that are computed, and how many cases that makes. By one
  // thread at a time.
  std::function<void(std::string_view, double, long)> progress = {};
};

// What came of a stage, or of the part of it that was to be computed.
struct StageRun {
  bool complete = false;                       // all bundles of the stage are known, and were taken
  std::vector<SweepStages::Failure> failures;  // of the part, in the order of the cases' numbers
};

// Computes what is missing of the present stage. With a `store`, results that stand there are taken up, and those that
// are computed are added to it. A chunk that is a part of several looks at its own bundles alone, and completes no
// stage. A case for which the map throws support::ComputationFailed, or std::invalid_argument, is one that failed; any
// other exception ends the run after the bundles that were begun.
StageRun run_stage(const Sweep& sweep, const SweptMap& map, CaseStore* store, const Chunk& chunk,
                   const RunOptions& options, SweepStages& stages);

// What the part of that number does of the present stage, which `stages` are at. A stage with fewer bundles than there
// are parts is not worth a round of all of them: the first part computes it as a whole and goes on to the next one, as
// long as these are small. (Borders that run along the grid take hundreds of stages with a few cases each.) Returns
// failed cases of what was computed or taken up.
std::vector<SweepStages::Failure> run_part(const Sweep& sweep, const SweptMap& map, CaseStore* store,
                                           const Chunk& chunk, const RunOptions& options, SweepStages& stages);

// All stages to the end.
void run_sweep(const Sweep& sweep, const SweptMap& map, CaseStore* store, const RunOptions& options,
               SweepStages& stages);

// Takes up what stands in the store, stage by stage, until one is not complete. Returns the cases of that stage that
// are missing; 0: all stages are complete.
long read_stages(const CaseStore& store, SweepStages& stages);

}  // namespace nsdbench::sweeps
