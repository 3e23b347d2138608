#include "benchmarks/arena/performance_profile.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace nsdbench::arena {

namespace {

// Times below this are no measurement; it keeps quotients finite.
constexpr double shortest_time = 1e-9;

double cost_of(const Row& row, Cost cost) {
  return cost == Cost::time ? std::max(row.seconds, shortest_time) : std::max(row.iterations, 1);
}

bool solves(const Row& row) { return row.verdict == Verdict::solved && row.solvable != "no"; }

bool counts(const Row& row, Cost cost) { return solves(row) && (cost == Cost::time || row.iterations >= 0); }

}  // namespace

std::vector<double> profile(const std::vector<Row>& rows, const std::string& solver, Cost cost,
                            const std::vector<double>& factors) {
  std::map<std::string, double> least;
  std::set<std::string> problems;
  for (const Row& row : rows) {
    if (row.solvable == "yes" || solves(row)) problems.insert(row.problem);
    if (!counts(row, cost)) continue;
    const auto [found, is_new] = least.emplace(row.problem, cost_of(row, cost));
    if (!is_new) found->second = std::min(found->second, cost_of(row, cost));
  }
  std::vector<double> ratios;
  for (const Row& row : rows) {
    if (row.solver == solver && counts(row, cost)) ratios.push_back(cost_of(row, cost) / least[row.problem]);
  }
  std::vector<double> shares;
  for (const double factor : factors) {
    const auto within = std::count_if(ratios.begin(), ratios.end(), [&](double ratio) { return ratio <= factor; });
    shares.push_back(problems.empty() ? 0.0 : static_cast<double>(within) / static_cast<double>(problems.size()));
  }
  return shares;
}

}  // namespace nsdbench::arena
