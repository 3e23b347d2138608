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
  std::vector<ArenaRow> rows;
};

// Throws std::invalid_argument, naming file and place, for a file that holds no such results.
ArenaResults read_arena(const std::filesystem::path& file);

// What a solver did on the problems of one kind, at one tolerance.
struct SolverSummary {
  std::string solver;
  int solved = 0;
  int unsolved = 0;
  int claimed_but_wrong = 0;
  int not_applicable = 0;
  int proven_infeasible = 0;
  double correct_rate = 0.0;  // solved of the problems that some solver solves
  double mean_seconds = 0.0;  // shifted geometric mean
};

// The shift of the mean, as a part of the time limit: times far below it differ by what hardly matters.
inline constexpr double shift_of_time_limit = 1e-3;

// Over the problems that some solver solves: exp(mean of log(t + s)) - s with the shift s. Where a solver does not
// solve a problem, cannot represent it, or claims a wrong answer, t is the time limit.
std::vector<SolverSummary> summaries(const ArenaResults& results, const std::string& kind, double tolerance);

std::vector<std::string> kinds_of(const ArenaResults& results);
std::vector<double> tolerances_of(const ArenaResults& results);

}  // namespace nsdbench::report
