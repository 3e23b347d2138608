// The arena's results: one row per contender, problem and tolerance, and the context in which they were measured.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/arena/histories.hpp"
#include "benchmarks/arena/measurement.hpp"

namespace nsdbench::arena {

enum class Verdict {
  solved,
  unsolved,
  claimed_but_wrong,
  not_applicable,
  accepted_without_solution,  // the tolerance is met, though the problem is known to have no solution
  proven_infeasible           // the contender says that there is no solution, and the problem is known to have none
};
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
  int iterations = 0;  // -1: the library does not tell; see mark_untold_iterations
  double seconds = 0.0;
  double seconds_median = 0.0;
  int repetitions = 0;
  double residual = 0.0;                // +infinity: no finite answer
  std::optional<double> file_residual;  // of problems from files
};

// What a measurement on a problem is worth.
//
// Solved: the arena's own residual is within the tolerance, and the solve within the time limit. Claimed but wrong: the
// contender reported success and that residual contradicts it. For the suite's solvers, who promise this very residual,
// any excess does, but for rounding of at most a tenth of the tolerance. Other libraries stop by measures of their own,
// which differ from it by norms and scales; a claim of theirs counts as wrong only beyond a thousand times the
// tolerance, more than norms over some hundred contacts explain, or beyond 1e-3 of the reference velocity, which no
// measure of success excuses. The answer `infeasible` on a problem that has a solution is a wrong claim whoever makes
// it.
//
// A problem known to have no solution is never solved. Percussions whose residual meets a loose tolerance exist all the
// same where the data are close to those of a solvable problem: they are approximate solutions, what the tolerance asks
// for, and neither right nor wrong; they are counted by themselves.
Verdict verdict_on(const Measurement& measurement, problem_sets::Solvable solvable, bool peer, double tolerance,
                   double time_limit);

// Some libraries do not tell how many iterations a solve took, which then reads 0. Sets the iterations of all rows of a
// peer to -1 if none of them is positive: taken for a number, they would be the fewest on every problem.
void mark_untold_iterations(std::vector<Row>& rows);

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

// All rows of all parts (at least one), and the histories; where several have one of a solver on a problem, the first.
// Throws std::invalid_argument if the contexts differ, naming the first entry that does, if two parts have a row for
// the same solver, problem and tolerance, or if the rows do not cover every solver on every problem at every tolerance:
// shares of different sets of problems do not compare.
Results merged(const std::vector<Results>& parts);

}  // namespace nsdbench::arena
