#include "benchmarks/arena/representatives.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace nsdbench::arena {

namespace {

struct Score {
  std::string solver;
  std::string family;
  bool peer = false;
  std::size_t order = 0;
  int solved = 0;
  double log_time = 0.0;

  bool better_than(const Score& other) const {
    if (solved != other.solved) return solved > other.solved;
    return solved > 0 && log_time / solved < other.log_time / other.solved;
  }
};

}  // namespace

std::string family_of(const std::string& solver) { return solver.substr(0, solver.find_first_of("_-")); }

std::vector<std::string> representatives(const std::vector<Row>& rows, const std::string& kind) {
  std::map<std::string, Score> scores;
  for (const Row& row : rows) {
    if (row.kind != kind) continue;
    Score& score = scores[row.solver];
    if (score.solver.empty()) {
      score.solver = row.solver;
      score.family = family_of(row.solver);
      score.peer = row.peer;
      score.order = scores.size();
    }
    if (row.verdict != Verdict::solved) continue;
    ++score.solved;
    score.log_time += std::log(std::max(row.seconds, 1e-9));
  }
  std::map<std::string, Score> best;
  for (const auto& [solver, score] : scores) {
    if (score.solved == 0) continue;
    const auto found = best.find(score.family);
    if (found == best.end() || score.better_than(found->second)) best[score.family] = score;
  }
  std::vector<Score> chosen;
  for (const auto& [family, score] : best) chosen.push_back(score);
  std::sort(chosen.begin(), chosen.end(), [](const Score& a, const Score& b) {
    return a.peer != b.peer ? a.peer : a.better_than(b);  // peers are few, and asked for
  });
  if (chosen.size() > most_lines) chosen.resize(most_lines);
  std::sort(chosen.begin(), chosen.end(),
            [](const Score& a, const Score& b) { return a.peer != b.peer ? b.peer : a.order < b.order; });
  std::vector<std::string> names;
  for (const Score& score : chosen) names.push_back(score.solver);
  return names;
}

}  // namespace nsdbench::arena
