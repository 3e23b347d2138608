#include "benchmarks/arena/representatives.hpp"

#include <algorithm>
#include <stdexcept>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::arena {

namespace {

struct Score {
  std::string solver;
  std::string family;
  bool peer = false;
  bool wanted = false;
  std::size_t order = 0;  // of the first row
  int applicable = 0;
  int solved = 0;
  double log_time = 0.0;

  bool better_than(const Score& other) const {
    if (solved != other.solved) return solved > other.solved;
    if (solved > 0 && log_time != other.log_time) return log_time / solved < other.log_time / other.solved;
    return order < other.order;
  }
};

using Scores = std::map<std::string, Score>;  // by solver

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool in_order_of_rows(const Score& a, const Score& b) { return a.peer != b.peer ? b.peer : a.order < b.order; }

// Of the problems of `kind`, or of all if that is empty.
Scores scores_of(const std::vector<Row>& rows, const std::string& kind, const std::vector<std::string>& wanted) {
  Scores scores;
  std::size_t order = 0;
  for (const Row& row : rows) {
    ++order;
    if (!kind.empty() && row.kind != kind) continue;
    Score& score = scores[row.solver];
    if (score.solver.empty()) {
      score.solver = row.solver;
      score.family = family_of(row.solver);
      score.peer = row.peer;
      score.wanted = contains(wanted, row.solver);
      score.order = order;
    }
    if (row.verdict != Verdict::not_applicable) ++score.applicable;
    if (row.verdict != Verdict::solved) continue;
    ++score.solved;
    score.log_time += elementary::log(std::max(row.seconds, 1e-9));
  }
  return scores;
}

// The best of each family, best family first as far as `first` does not decide.
template <class First>
std::vector<Score> best_of_families(const Scores& scores, First first) {
  std::map<std::string, Score> best;
  for (const auto& [solver, score] : scores) {
    const auto [found, is_new] = best.emplace(score.family, score);
    if (is_new) continue;
    const bool wanted = found->second.wanted || score.wanted;
    if (score.better_than(found->second)) found->second = score;
    found->second.wanted = wanted;
  }
  std::vector<Score> chosen;
  for (const auto& [family, score] : best) {
    if (score.solved > 0 || score.wanted) chosen.push_back(score);
  }
  std::sort(chosen.begin(), chosen.end(), [&](const Score& a, const Score& b) {
    return first(a) != first(b) ? first(a) < first(b) : a.better_than(b);
  });
  return chosen;
}

std::vector<std::string> chosen_families(const Scores& scores) {
  std::vector<Score> best = best_of_families(scores, [](const Score& score) {
    if (score.wanted) return 0;
    return score.peer || is_relaxation(score.family) ? 1 : 2;
  });
  if (best.size() > most_families) best.resize(most_families);
  std::sort(best.begin(), best.end(), in_order_of_rows);
  std::vector<std::string> families;
  for (const Score& score : best) families.push_back(score.family);
  return families;
}

std::vector<std::string> chosen_solvers(const Scores& scores, const std::vector<std::string>& families) {
  std::vector<Score> chosen;
  for (const auto& [solver, score] : scores) {
    if (score.wanted && score.applicable > 0) chosen.push_back(score);
  }
  // Peers are few, and asked for.
  for (const Score& best : best_of_families(scores, [](const Score& score) { return score.peer ? 0 : 1; })) {
    const bool is_there =
        std::any_of(chosen.begin(), chosen.end(), [&](const Score& score) { return score.solver == best.solver; });
    if (best.solved == 0 || is_there || !contains(families, best.family) || chosen.size() >= most_lines) continue;
    chosen.push_back(best);
  }
  std::sort(chosen.begin(), chosen.end(), in_order_of_rows);
  std::vector<std::string> names;
  for (const Score& score : chosen) names.push_back(score.solver);
  return names;
}

void check_wanted(const Scores& scores, const std::vector<std::string>& wanted) {
  if (wanted.size() > most_lines) {
    throw std::invalid_argument(std::to_string(wanted.size()) + " solvers to draw are not allowed: more than " +
                                std::to_string(most_lines) + " lines cannot be told apart");
  }
  for (auto name = wanted.begin(); name != wanted.end(); ++name) {
    if (!scores.contains(*name)) {
      throw std::invalid_argument("solver '" + *name + "' cannot be drawn: it has no results");
    }
    if (std::find(wanted.begin(), name, *name) != name) {
      throw std::invalid_argument("solver '" + *name + "' is to be drawn twice");
    }
  }
}

}  // namespace

std::string family_of(const std::string& solver) { return solver.substr(0, solver.find_first_of("_-")); }

bool is_relaxation(const std::string& family) { return family == "pjor" || family == "psor" || family == "nesterov"; }

Drawn drawn_solvers(const std::vector<Row>& rows, const std::vector<std::string>& wanted) {
  const Scores of_all = scores_of(rows, "", wanted);
  check_wanted(of_all, wanted);
  Drawn drawn;
  drawn.families = chosen_families(of_all);
  for (const char* kind : {"lcp", "planar", "spatial"}) {
    std::vector<std::string> solvers = chosen_solvers(scores_of(rows, kind, wanted), drawn.families);
    if (!solvers.empty()) drawn.by_kind[kind] = std::move(solvers);
  }
  return drawn;
}

}  // namespace nsdbench::arena
