// The arena itself: every contender over every problem.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

struct ArenaOptions {
  std::vector<std::string> sets;     // empty: all
  std::vector<std::string> solvers;  // empty: all
  bool peers = false;
  std::filesystem::path data;  // directory of contact data; empty: none
  std::vector<double> tolerances = {1e-4, 1e-8};
  double time_limit = 5.0;  // [s]
  problem_sets::Extent extent = problem_sets::Extent::full;
  bool histories = true;          // of the problems of the chosen sets among history_problems(), and the drawn solvers
  std::vector<std::string> draw;  // solvers to draw in any case: see drawn_solvers
};

// Throws std::invalid_argument for an unknown set or solver, one of `draw` that does not take part, a tolerance or time
// limit that is not positive and finite, a set, solver or tolerance that is given twice, or if there is no problem.
// Reports on `progress` what it does. The context is filled in except what only the caller knows: see
// arena_context.
Results run_arena(ArenaOptions options, std::ostream& progress);

// Machine, cores, compiler, flags, versions of the suite, its libraries and the peers, commit, and what times depend on
// besides. `provenance` is the block of a run record; what may differ between runs (date, command, wall time) goes to
// `run`.
void set_context(Results& results, const nlohmann::ordered_json& provenance, const ArenaOptions& options);

}  // namespace nsdbench::arena
