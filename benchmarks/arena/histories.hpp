// Residual against time: the same problem solved with ever more iterations allowed.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/measurement.hpp"

namespace nsdbench::arena {

struct History {
  std::string problem;
  std::string kind;
  std::string solver;
  bool peer = false;
  // A point for every limit 1, 2, 4, ... of iterations, as long as it changes something.
  std::vector<int> iterations;
  std::vector<double> seconds;
  std::vector<double> residual;
};

// Each point is a solve of its own from zero percussions, with nothing but the limit different, so that it works for
// any contender and observing costs no time. Ends when the contender stops before the limit, the
// residual stops falling, or time is up.
History history_of(const ContenderInfo& contender, const ArenaProblem& problem, double time_limit);

// Problems whose histories are drawn: names, the sets they are from, and what they show.
struct HistoryProblem {
  const char* set;
  const char* name;
};
const std::vector<HistoryProblem>& history_problems();

}  // namespace nsdbench::arena
