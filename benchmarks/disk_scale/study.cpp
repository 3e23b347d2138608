#include "benchmarks/disk_scale/study.hpp"

#include <algorithm>
#include <iostream>
#include <limits>
#include <thread>

#include "support/parallel.hpp"

namespace nsdbench::disk_scale {

namespace {

using MakeScene = Scene (*)(int);
constexpr std::array<MakeScene, 2> heaps = {heap_at_rest, heap_settling};
constexpr std::array<double, 3> tolerances = {1e-4, 1e-6, 1e-8};

int threads_of(const Extent& extent) {
  // Asked for before there are any: those of OpenMP stay.
  static const int to_be_had =
      support::threads_to_be_had(std::max(static_cast<int>(std::thread::hardware_concurrency()), 1));
  return std::clamp(extent.threads, 1, to_be_had);
}

void study_memory(const Extent& extent, Study& study) {
  constexpr int most_of_portfolio = 10000;  // factorizations of more disks take long
  for (const int disks : {extent.disks_by_parts.front(), 1000, most_of_portfolio, extent.disks_by_parts.back()}) {
    const auto grown = [disks](RoundMethod method) {
      return memory_of([disks] { return heap_at_rest(disks); }, method) / disks;
    };
    std::cerr << "disk-scale: memory, " << disks << " disks\n";
    study.memory.push_back(
        {disks, 0.0, grown(RoundMethod::conjugate_gradient),
         disks <= most_of_portfolio ? grown(RoundMethod::portfolio) : std::numeric_limits<double>::quiet_NaN()});
  }
  // After the processes, which would begin with what this process has freed.
  for (MemoryRow& row : study.memory) {
    row.bytes_a_disk = step_problems(heap_at_rest(row.disks), {1, 1}).bytes_a_disk;
  }
}

void study_parts(const Extent& extent, Study& study) {
  for (const MakeScene make : heaps) {
    for (const int disks : extent.disks_by_parts) {
      const Scene scene = make(disks);
      std::cerr << "disk-scale: parts of a step, " << scene.name << ", " << disks << " disks\n";
      const RoundContactProblem problem = step_problems(scene, {1, 1}).cold;
      const auto contacts = static_cast<int>(problem.contacts.size());
      for (int threads = 1; threads <= threads_of(extent); ++threads) {
        PartRow row{scene.name, disks, contacts, threads, time_parts(scene, threads, extent.seconds), {}};
        if (threads == 1) row.sweep = time_sweep(problem, extent.seconds);
        study.parts.push_back(row);
      }
    }
  }
}

// By falling tolerance, up to the first that is not reached.
void study_methods_from(const Scene& scene, const RoundContactProblem& problem, const char* start, const Budget& budget,
                        Study& study) {
  const auto contacts = static_cast<int>(problem.contacts.size());
  for (const std::string& method : method_names()) {
    if (!affordable(method, budget)) continue;
    for (const double tolerance : tolerances) {
      const Solve solve = time_solve(problem, {method, tolerance, budget, 1});
      study.methods.push_back({scene.name, scene.assembly.body_count(), contacts, method, start, tolerance, solve});
      if (!solve.solved) break;
    }
  }
}

void study_methods(const Extent& extent, Study& study) {
  for (const MakeScene make : heaps) {
    for (const int disks : extent.disks_by_method) {
      const Scene scene = make(disks);
      std::cerr << "disk-scale: contact problems, " << scene.name << ", " << disks << " disks\n";
      const Budget budget = budget_of(extent.solving, disks);
      const StepProblems problems = step_problems(scene, budget);
      study_methods_from(scene, problems.cold, "cold", budget, study);
      if (problems.has_warm) study_methods_from(scene, problems.warm, "warm", budget, study);
    }
  }
}

// The engine's scenes: 2026 bodies with 8823 contacts, more than as many disks in a plane can have, in 2.9 ms; 22000
// bodies with 58000 contacts in 16.4 ms; one thread.
struct PublishedScene {
  int disks;
  int contacts;
  double seconds;
};
constexpr std::array<PublishedScene, 3> published_scenes = {
    {{2026, 8823, 2.9e-3}, {3042, 8823, 2.9e-3}, {22000, 58000, 16.4e-3}}};

void study_block(const Scene& scene, const StepProblems& problems, double published, const Extent& extent,
                 Study& study) {
  constexpr int sweeps_held = 60 * 8;
  const auto contacts = static_cast<int>(problems.cold.contacts.size());
  const Budget budget = budget_of(extent.solving, scene.assembly.body_count());
  const RoundContactProblem held = after_sweeps(problems.cold, sweeps_held);
  for (int threads = 1; threads <= threads_of(extent); ++threads) {
    const ManyBodyTimes parts = time_parts(scene, threads, extent.seconds);
    const auto add = [&](const char* start, const RoundContactProblem& problem, const std::string& until,
                         const SolveSetting& setting) {
      const Solve solve = time_solve(problem, setting);
      study.quality.push_back({scene.assembly.body_count(), contacts, threads, start, setting.method, until, solve,
                               parts.detection + parts.assembly + parts.integration + solve.seconds, published});
    };
    const auto add_all = [&](const char* start, const RoundContactProblem& problem, bool to_the_end) {
      for (const int sweeps : {4, 8}) {
        // No sweep too few for a tolerance that nothing reaches.
        add(start, problem, std::to_string(sweeps) + " sweeps", {"psor", 1e-300, {sweeps, 1}, threads});
      }
      for (const std::string& method : method_names()) {
        if (to_the_end && affordable(method, budget)) add(start, problem, "1e-6", {method, 1e-6, budget, threads});
      }
    };
    add_all("cold", problems.cold, true);
    add_all("held", held, false);
    if (problems.has_warm) add_all("warm", problems.warm, true);
  }
}

void study_quality(const Extent& extent, Study& study) {
  for (const PublishedScene& published : published_scenes) {
    const Scene scene = block(published.disks, published.contacts);
    std::cerr << "disk-scale: a step at equal quality, " << published.disks << " disks\n";
    const Budget budget = budget_of(extent.solving, published.disks);
    study_block(scene, step_problems(scene, budget), published.seconds, extent, study);
  }
}

}  // namespace

Extent quick_extent() { return {{100, 1000, 3000, 10000, 30000, 100000}, {100, 300, 1000}, 1, 0.03, 0.15}; }

Extent full_extent() {
  return {{100, 300, 1000, 3000, 10000, 30000, 100000}, {100, 300, 1000, 3000, 10000, 30000, 100000}, 2, 0.5, 10.0};
}

Study run_study(const Extent& extent) {
  Study study;
  study_memory(extent, study);
  study_parts(extent, study);
  study_methods(extent, study);
  study_quality(extent, study);
  return study;
}

}  // namespace nsdbench::disk_scale
