#include "tools/report/arena_results.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "solvers/elementary/elementary.hpp"
#include "support/json_file.hpp"

namespace nsdbench::report {

namespace {

using nlohmann::ordered_json;
using support::JsonPlace;

const std::set<std::string> arena_verdicts = {
    "solved", "unsolved", "claimed_but_wrong", "not_applicable", "accepted_without_solution", "proven_infeasible"};

template <class Values, class Value>
void add_new(Values& values, const Value& value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

void count(SolverSummary& summary, const ArenaRow& row) {
  ++summary.problems;
  if (row.verdict == "solved") ++summary.solved;
  if (row.verdict == "unsolved") ++(row.solvable ? summary.unsolved : summary.without_answer);
  if (row.verdict == "claimed_but_wrong" || row.verdict == "accepted_without_solution") ++summary.claimed_but_wrong;
  if (row.verdict == "not_applicable") ++summary.not_applicable;
  if (row.verdict == "proven_infeasible") ++summary.proven_infeasible;
}

}  // namespace

ArenaResults read_arena(const std::filesystem::path& file) {
  const ordered_json document = support::read_json(file);
  const JsonPlace root(document, file.string());
  if (!document.is_object() || !root.has("format") || root.text("format") != "nsdbench-arena") {
    root.refuse("holds no results of the arena");
  }
  ArenaResults results;
  results.context = root.object("context").value();
  results.run = root.object("run").value();
  results.time_limit = root.object("context").number("time_limit_s");
  if (!(results.time_limit > 0.0)) root.refuse("context.time_limit_s must be positive");
  results.quick =
      root.object("run").has("command") && root.object("run").text("command").find(" --quick") != std::string::npos;
  const JsonPlace context = root.object("context");
  const auto told = [&](const char* key) {
    return context.has(key) ? context.text(key) : "unknown " + std::string(key);
  };
  results.machine = told("cpu") + ", " + told("compiler") + ", " + told("commit").substr(0, 7);
  std::map<std::string, std::size_t> place;
  const std::vector<std::string> columns = root.texts("columns");
  for (std::size_t k = 0; k < columns.size(); ++k) place[columns[k]] = k;
  root.array("rows");
  try {
    for (const ordered_json& entry : document.at("rows")) {
      const auto field = [&](const char* name) -> const ordered_json& { return entry.at(place.at(name)); };
      results.rows.push_back({field("kind"), field("problem"), field("solver"), field("solvable") != "no",
                              field("tolerance"), field("verdict"), field("time_s")});
      const ArenaRow& row = results.rows.back();
      if (arena_verdicts.count(row.verdict) == 0 || !(row.seconds >= 0.0))
        throw std::invalid_argument("verdict or time");
    }
  } catch (const std::exception&) {
    root.refuse("row " + std::to_string(results.rows.size() + 1) + " lacks something that the report needs");
  }
  if (results.rows.empty()) root.refuse("has no rows");
  return results;
}

double typical_time(const ArenaResults& results, const std::string& kind, double tolerance) {
  std::map<std::string, double> least;
  for (const ArenaRow& row : results.rows) {
    if (row.kind != kind || row.tolerance != tolerance || row.verdict != "solved") continue;
    const auto [place, is_new] = least.emplace(row.problem, row.seconds);
    if (!is_new) place->second = std::min(place->second, row.seconds);
  }
  std::vector<double> times;
  for (const auto& [problem, seconds] : least) times.push_back(seconds);
  std::sort(times.begin(), times.end());
  return times.empty() ? results.time_limit : times[times.size() / 2];
}

std::vector<ArenaResults> with_common_problems(std::vector<ArenaResults> all) {
  using Key = std::tuple<std::string, std::string, double>;
  std::map<Key, std::set<std::size_t>> where;
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (const ArenaRow& row : all[k].rows) where[{row.kind, row.problem, row.tolerance}].insert(k);
  }
  for (ArenaResults& results : all) {
    std::erase_if(results.rows, [&](const ArenaRow& row) {
      return where.at({row.kind, row.problem, row.tolerance}).size() != all.size();
    });
  }
  return all;
}

std::vector<SolverSummary> summaries(const ArenaResults& results, const std::string& kind, double tolerance) {
  const auto is_meant = [&](const ArenaRow& row) { return row.kind == kind && row.tolerance == tolerance; };
  std::set<std::string> counted;
  std::vector<std::string> solvers;
  for (const ArenaRow& row : results.rows) {
    if (!is_meant(row)) continue;
    if (row.verdict == "solved") counted.insert(row.problem);
    add_new(solvers, row.solver);
  }
  const double shift = typical_time(results, kind, tolerance);
  std::vector<SolverSummary> all;
  for (const std::string& solver : solvers) {
    SolverSummary summary;
    summary.solver = solver;
    double logarithms = 0.0;
    int correct = 0;
    for (const ArenaRow& row : results.rows) {
      if (!is_meant(row) || row.solver != solver) continue;
      count(summary, row);
      if (counted.count(row.problem) == 0) continue;
      const bool solved = row.verdict == "solved";
      correct += solved ? 1 : 0;
      logarithms += elementary::log((solved ? std::min(row.seconds, results.time_limit) : results.time_limit) + shift);
    }
    if (summary.not_applicable == summary.problems) continue;
    const auto problems = static_cast<double>(std::max<std::size_t>(counted.size(), 1));
    summary.correct_rate = correct / problems;
    summary.mean_seconds = elementary::exp(logarithms / problems) - shift;
    all.push_back(summary);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const SolverSummary& a, const SolverSummary& b) { return a.mean_seconds < b.mean_seconds; });
  return all;
}

std::vector<std::string> kinds_of(const ArenaResults& results) {
  std::vector<std::string> kinds;
  for (const ArenaRow& row : results.rows) add_new(kinds, row.kind);
  return kinds;
}

std::vector<double> tolerances_of(const ArenaResults& results) {
  std::vector<double> tolerances;
  for (const ArenaRow& row : results.rows) add_new(tolerances, row.tolerance);
  return tolerances;
}

}  // namespace nsdbench::report
