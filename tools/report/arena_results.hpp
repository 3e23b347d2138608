// Results of the contact solver arena, as arena.json holds them.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace nsdbench::report {

struct ArenaRow {
  std::string kind;
  std::string problem;
  std::string solver;
  bool solvable = true;  // not known to have no solution
  double tolerance = 0.0;
  std::string verdict;
  double seconds = 0.0;
};

struct ArenaResults {              // NOLINT(bugprone-exception-escape): the JSON library declares nothing
  std::string machine;             // processor, compiler and commit: by what results of several machines are told apart
  nlohmann::ordered_json context;  // settings and machine, as recorded
  nlohmann::ordered_json run;
  double time_limit = 0.0;  // seconds
  bool quick = false;       // of the smaller problems alone
  std::vector<ArenaRow> rows;
};

// Throws std::invalid_argument, naming file and place, for a file that holds no such results.
ArenaResults read_arena(const std::filesystem::path& file);

// What a solver did on the problems of one kind, at one tolerance.
struct SolverSummary {
  std::string solver;
  int problems = 0;  // the sum of those below
  int solved = 0;
  int unsolved = 0;           // and not known to have no solution
  int claimed_but_wrong = 0;  // also where there is no solution
  int not_applicable = 0;
  int proven_infeasible = 0;
  int without_answer = 0;     // left without an answer, and there is no solution
  double correct_rate = 0.0;  // solved of the problems that some solver solves
  double mean_seconds = 0.0;  // shifted geometric mean
};

// Of the problems of a kind that some solver solves: the median of the least times [s]. The shift of the mean below, so
// that times far below what problems take do not count.
double typical_time(const ArenaResults& results, const std::string& kind, double tolerance);

// Over the problems that some solver solves: exp(mean of log(t + s)) - s with the shift s = typical_time. Where a
// solver does not solve a problem, cannot represent it, or claims a wrong answer, t is the time limit. The fastest
// first.
std::vector<SolverSummary> summaries(const ArenaResults& results, const std::string& kind, double tolerance);

// Those rows alone whose kind, problem and tolerance all of `all` have: shares and means of the others do not compare.
std::vector<ArenaResults> with_common_problems(std::vector<ArenaResults> all);

std::vector<std::string> kinds_of(const ArenaResults& results);
std::vector<double> tolerances_of(const ArenaResults& results);

}  // namespace nsdbench::report
