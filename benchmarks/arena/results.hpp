// The arena's results: one row a contender, problem and tolerance, and the context they were measured in.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/arena/histories.hpp"
#include "benchmarks/arena/measurement.hpp"

namespace nsdbench::arena {

enum class Verdict { solved, unsolved, claimed_but_wrong, not_applicable };
std::string_view to_string(Verdict verdict);

struct Row {
  std::string set;
  std::string problem;
  std::string kind;  // "lcp", "planar", "spatial"
  int contacts = 0;
  int coordinates = 0;
  std::string solvable;  // "yes", "no", "unknown"
  std::string solver;
  bool peer = false;
  double tolerance = 0.0;
  std::string status;
  bool claimed = false;
  Verdict verdict = Verdict::unsolved;
  int iterations = 0;
  double seconds = 0.0;
  double seconds_median = 0.0;
  int repetitions = 0;
  double residual = 0.0;                // +infinity: no finite answer
  std::optional<double> file_residual;  // of problems from files
};

// What a measurement is worth.
//
// Solved: the arena's own residual is within the tolerance, and the solve within the time limit. Claimed but wrong: the
// contender reported success and that residual contradicts it. For the suite's solvers, who promise this very residual,
// any excess beyond rounding does. Other libraries stop by measures of their own, which differ from it by norms and
// scales; they are only taken to task beyond a thousand times the tolerance, more than norms over some hundred contacts
// explain, or beyond 1e-3 of the reference velocity, which no measure of success excuses.
Verdict verdict_on(const Measurement& measurement, bool peer, double tolerance, double time_limit);

// The JSON library does not declare that moving throws nothing.
struct Results {                   // NOLINT(bugprone-exception-escape)
  nlohmann::ordered_json context;  // what must be the same for times to be compared
  nlohmann::ordered_json run;      // date, command, wall time
  std::vector<Row> rows;
  std::vector<History> histories;

  // Context, run, names of the columns, a line for each row, a line for each history.
  std::string json() const;
};

// Throws std::invalid_argument, naming the file, if it cannot be read or is no arena.json.
Results read_results(const std::filesystem::path& file);

// All rows of both, and the histories; where both have one of a solver on a problem, that of `a`. Throws
// std::invalid_argument if the contexts differ, naming the first entry that does, or if both have a row for the same
// solver, problem and tolerance.
Results merged(const Results& a, const Results& b);

}  // namespace nsdbench::arena
