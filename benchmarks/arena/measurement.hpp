// One contender on one problem: time, iterations, and what the answer is worth.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/arena/arena_problems.hpp"
#include "benchmarks/arena/contender.hpp"

namespace nsdbench::arena {

// How a measurement ended: a solver's status, or one of the arena's own.
enum class Ending : std::uint8_t {
  answered,       // `status` says how
  killed,         // gave no answer in time and was ended from outside
  crashed,        // ended its process
  out_of_memory,  // asked for more than the arena grants
};

struct Measurement {
  Ending ending = Ending::answered;
  SolverStatus status = SolverStatus::invalid_input;
  bool claimed = false;
  int iterations = 0;
  int repetitions = 0;   // timed solves
  double seconds = 0.0;  // the fastest batch of them, for one solve
  double seconds_median = 0.0;
  double residual = 0.0;       // independent_residual of the answer
  double rounding = 0.0;       // by how much rounding may have changed it
  double file_residual = 0.0;  // the file's own scaled residual; negative if the problem is from no file
};

std::string to_string(const Measurement& measurement);  // "solved", "time_limit", "killed", ...

struct MeasurementOptions {
  double time_limit = 1.0;  // of one solve [s]
  int max_iterations = 0;   // 0: the contender's own limit
  bool repeat = true;       // repeat short solves to time them
};

// Solves `problem` to each of the tolerances, in a process of its own so that no contender can stop the arena, slow
// down the next or use more than 3 GiB; it is killed if it gives no answer within twice the time limit and half a
// second. Every contender is measured alike: one untimed solve that sizes the workspaces, then batches of solves from
// zero percussions, each batch of at least 20 us, until 2 ms or 15 batches are full. Solves of more than a tenth of a
// second, and those of more than a fifth of the time limit that solve nothing, are timed only once. Where a loose
// tolerance took too long, the tighter ones are not tried and get the same measurement, without its claim.
std::vector<Measurement> measure(const ContenderInfo& contender, const ArenaProblem& problem,
                                 const std::vector<double>& tolerances, const MeasurementOptions& options);

}  // namespace nsdbench::arena
