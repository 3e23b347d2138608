// Computes the cases of a sweep.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
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

// Computes the first case and the last one; of scattered points, opposite corners of their box. Throws
// std::invalid_argument if the map refuses the values of one of them, such as a smallest step above the largest. One
// that cannot be computed is a result. Returns why, of both if both fail; empty otherwise.
std::vector<std::string> check_first_and_last_case(const Sweep& sweep, const SweptMap& map);

// The sweep with a value of every input that its cases depend on: those of the map as `fixed`, where it neither fixes
// nor varies them. A plan holds it, so that parameters that are changed in a file later do not get into its cases.
// Throws as check_sweep does.
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
  bool complete = false;             // all bundles of the stage are known, and were taken
  std::vector<CaseReason> failures;  // of the part, in the order of the cases' numbers
  std::vector<CaseReason> left_out;  // likewise, by this run; with the rest of their bundles they are missing
};

class Places;

// Computes the cases of a sweep, with one evaluator of the map for each thread, kept from stage to stage. A case for
// which the map throws support::ComputationFailed, or std::invalid_argument, is one that failed; one for which it
// throws CaseLeftOut stays missing; any other exception, such as support::InputError for a file, ends the run after the
// bundles that were begun.
class SweepRunner {
 public:
  // Keeps references to map and store. With a store, results that stand there are taken up, and those that are computed
  // are added to it. Throws std::invalid_argument if the map has not the sweep's inputs and quantities.
  SweepRunner(Sweep sweep, const SweptMap& map, CaseStore* store, RunOptions options);
  ~SweepRunner();
  SweepRunner(const SweepRunner&) = delete;
  SweepRunner& operator=(const SweepRunner&) = delete;

  // What is missing of the present stage. A chunk that is a part of several looks at its own bundles alone, and
  // completes no stage.
  StageRun run_stage(const Chunk& chunk, SweepStages& stages);

  // What the part of that number does of the present stage, which `stages` are at. Where a border is followed along the
  // grid there are hundreds of stages with a few cases each. These are not worth a round of all parts: the first one
  // computes them as a whole, one after the other, until a larger one follows. Returns what came of all of them.
  StageRun run_part(const Chunk& chunk, SweepStages& stages);
  static constexpr std::size_t bundles_of_a_small_stage = 2;

  // All stages to the end, or to the first of which cases were left out. Returns those, and the failed cases of all.
  StageRun run_all(SweepStages& stages);

 private:
  std::unique_ptr<Evaluator> take_evaluator();
  void give_back(std::unique_ptr<Evaluator> evaluator);

  Sweep sweep_;
  const SweptMap& map_;
  CaseStore* store_;
  RunOptions options_;
  std::unique_ptr<Places> places_;
  std::mutex lock_;
  std::vector<std::unique_ptr<Evaluator>> idle_;
};

// All stages to the end. Throws CaseLeftOut if a case was left out.
void run_sweep(const Sweep& sweep, const SweptMap& map, CaseStore* store, const RunOptions& options,
               SweepStages& stages);

// Throws support::ComputationFailed, with the reason of the first, if cases failed.
void require_no_failure(const SweepStages& stages);

// What stands in a store.
struct Known {
  long done = 0;           // cases, failed ones among them
  long stage_done = 0;     // of the first stage that is not complete
  long stage_missing = 0;  // of that stage; 0: all stages are complete
  std::vector<CaseReason> failures;
  std::vector<CaseReason> left_out;  // of that stage, by the last runs
};

// Has the stages take what stands in the store, up to the first one that is not complete.
Known read_stages(const CaseStore& store, SweepStages& stages);

}  // namespace nsdbench::sweeps
