// What a sweep costs beside its cases: a map that computes nothing, so that all of the time is overhead.
//
//   memory/<cases>   all cases of a full grid, in memory
//   files/<cases>    the same, kept in files, which are forced to the medium
//   read/<cases>     taking up the files
//   merge/<cases>    the table and the record
//   refined/<side>   a grid of side x side points, refined along a circle, in memory; the counter `computed` is the
//   share
//                    of its points that are computed
//
// One thread; the counter `per_case` is the time for each of the cases.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sweeps/sweep_folder.hpp"
#include "sweeps/sweep_run.hpp"
#include "sweeps/sweep_summary.hpp"
#include "sweeps/swept_map.hpp"

namespace {

using namespace nsdbench::sweeps;

class EmptyMap final : public SweptMap {
 public:
  std::vector<Input> inputs() const override { return {{"x", "1", "across"}, {"y", "1", "up"}}; }
  std::vector<Quantity> quantities() const override { return {{"side", "1", "of a circle", {"inside", "outside"}}}; }
  std::unique_ptr<Evaluator> evaluator(const Settings&) const override { return std::make_unique<Empty>(); }

 private:
  class Empty final : public Evaluator {
    void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
      quantities[0] = inputs[0] * inputs[0] + inputs[1] * inputs[1] < 0.6 ? 1.0 : 2.0;
    }
  };
};

Sweep grid(long points, int coarsest) {
  Sweep sweep;
  sweep.name = "overhead";
  sweep.map = "empty";
  sweep.axes = {{"y", Axis::Spacing::linear, -1.0, 1.0, points}, {"x", Axis::Spacing::linear, -1.0, 1.0, points}};
  sweep.quantities = {"side"};
  if (coarsest > 1) sweep.refinement = {"side", coarsest};
  sweep.cases_per_bundle = 1000;
  return sweep;
}

// The side of a square grid with about so many points.
long side_of(const benchmark::State& state) { return static_cast<long>(std::lround(std::sqrt(state.range(0)))); }

void count(benchmark::State& state, long cases) {
  state.counters["per_case"] = benchmark::Counter(
      static_cast<double>(cases), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// A folder that vanishes with the object.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("nsdbench-sweep-" + std::to_string(::getpid()));
  Folder() { std::filesystem::remove_all(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

void memory(benchmark::State& state) {
  const Sweep sweep = grid(side_of(state), 1);
  for (auto _ : state) {
    SweepStages stages(sweep);
    run_sweep(sweep, EmptyMap(), nullptr, {1, {}}, stages);
    benchmark::DoNotOptimize(stages.computed());
  }
  count(state, sweep.cases());
}

void files(benchmark::State& state) {
  const Sweep sweep = grid(side_of(state), 1);
  for (auto _ : state) {
    const Folder folder;
    SweepFolder::create(folder.path, sweep);
    CaseFiles store = SweepFolder(folder.path).files();
    SweepStages stages(sweep);
    run_sweep(sweep, EmptyMap(), &store, {1, {}}, stages);
  }
  count(state, sweep.cases());
}

void read(benchmark::State& state) {
  const Folder folder;
  const SweepFolder here = SweepFolder::create(folder.path, grid(side_of(state), 1));
  CaseFiles store = here.files();
  {
    SweepStages stages(here.sweep());
    run_sweep(here.sweep(), EmptyMap(), &store, {1, {}}, stages);
  }
  for (auto _ : state) {
    SweepStages stages(here.sweep());
    benchmark::DoNotOptimize(read_stages(store, stages).done);
  }
  count(state, here.sweep().cases());
}

void merge(benchmark::State& state) {
  const Sweep sweep = grid(side_of(state), 1);
  const EmptyMap map;
  SweepStages stages(sweep);
  run_sweep(sweep, map, nullptr, {1, {}}, stages);
  for (auto _ : state) {
    const auto table = merged_table(sweep, map, stages);
    const std::string csv = table.csv();
    benchmark::DoNotOptimize(summary_text(sweep, map, stages, shares_of(sweep, map, stages), table, csv));
  }
  count(state, sweep.cases());
}

void refined(benchmark::State& state) {
  const Sweep sweep = grid(state.range(0), 32);
  double computed = 0.0;
  for (auto _ : state) {
    SweepStages stages(sweep);
    run_sweep(sweep, EmptyMap(), nullptr, {1, {}}, stages);
    computed = static_cast<double>(stages.computed());
  }
  state.counters["computed"] = computed / static_cast<double>(sweep.cases());
  count(state, static_cast<long>(computed));
}

BENCHMARK(memory)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(files)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(read)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(merge)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(refined)->Arg(257)->Arg(1025)->Arg(2049)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
