// The scale study: steps and contact problems from a hundred disks to a hundred thousand, and steps of as many disks
// and contacts as scenes have for which a game engine's times are published.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/disk_scale/measurement.hpp"

namespace nsdbench::disk_scale {

struct Extent {
  std::vector<int> disks_by_parts;   // steps by parts, sweeps
  std::vector<int> disks_by_method;  // contact problems by method
  int threads = 1;                   // at most
  double seconds = 0.1;              // of repetitions of a measurement
  double solving = 0.2;              // budget of a solve [s]
};
Extent quick_extent();
Extent full_extent();

struct PartRow {
  std::string scene;
  int disks = 0;
  int contacts = 0;
  int threads = 1;
  ManyBodyTimes times;
  SweepTimes sweep;  // on one thread only
};

struct MethodRow {
  std::string scene;
  int disks = 0;
  int contacts = 0;
  std::string method;
  std::string start;  // cold or warm
  double tolerance = 0.0;
  Solve solve;
};

struct MemoryRow {
  int disks = 0;
  double bytes_a_disk = 0.0;  // of contacts, problem and percussions
  // By how much a process grows, divided by the disks: with conjugate gradients, which sweep alone, and with the
  // portfolio, the default method; NaN where that is not measured.
  double process_a_disk = 0.0;
  double portfolio_process_a_disk = 0.0;
};

// One step of a block: detection, assembly, solve and integration. Starts: cold; held, from what 60 steps of 8 sweeps
// each leave while the block stands still, as in an engine; warm, if the steps before could be solved.
struct QualityRow {
  int disks = 0;
  int contacts = 0;
  int threads = 1;
  std::string start;
  std::string method;
  std::string until;  // "4 sweeps", "8 sweeps", "residual 1e-6"
  Solve solve;
  double step = 0.0;       // [s]
  double published = 0.0;  // of the engine's scene with as many bodies or contacts [s]
};

struct Study {
  std::vector<PartRow> parts;
  std::vector<MethodRow> methods;
  std::vector<MemoryRow> memory;
  std::vector<QualityRow> quality;
};

// Says on standard error what it is at. A processor that is busy with other programs makes threads wait for each other
// for milliseconds in every loop; times on one thread suffer less.
Study run_study(const Extent& extent);

}  // namespace nsdbench::disk_scale
