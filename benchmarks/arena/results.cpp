#include "benchmarks/arena/results.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "benchmarks/arena/independent_residual.hpp"
#include "support/json_file.hpp"

namespace nsdbench::arena {

namespace {

using nlohmann::ordered_json;

// 2: problems without solution have verdicts of their own.
constexpr int format_version = 2;
constexpr std::array<std::pair<Verdict, const char*>, 6> verdict_names = {
    {{Verdict::solved, "solved"},
     {Verdict::unsolved, "unsolved"},
     {Verdict::claimed_but_wrong, "claimed_but_wrong"},
     {Verdict::not_applicable, "not_applicable"},
     {Verdict::accepted_without_solution, "accepted_without_solution"},
     {Verdict::proven_infeasible, "proven_infeasible"}}};

Verdict verdict_named(const std::string& text) {
  for (const auto& [verdict, name] : verdict_names) {
    if (text == name) return verdict;
  }
  throw std::invalid_argument("unknown verdict '" + text + "'");
}

constexpr std::array columns = {"set",         "problem",  "kind",         "contacts",  "coordinates",
                                "solvable",    "solver",   "peer",         "tolerance", "status",
                                "claimed",     "verdict",  "iterations",   "time_s",    "time_median_s",
                                "repetitions", "residual", "file_residual"};

// JSON has no infinity: null stands for it.
ordered_json finite_or_null(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }
double from_null(const ordered_json& value) {
  return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

ordered_json to_json(const Row& row) {
  return {row.set,
          row.problem,
          row.kind,
          row.contacts,
          row.coordinates,
          row.solvable,
          row.solver,
          row.peer,
          row.tolerance,
          row.status,
          row.claimed,
          std::string(to_string(row.verdict)),
          row.iterations,
          row.seconds,
          row.seconds_median,
          row.repetitions,
          finite_or_null(row.residual),
          row.file_residual ? finite_or_null(*row.file_residual) : ordered_json(false)};
}

ordered_json to_json(const History& history) {
  return {{"problem", history.problem},       {"kind", history.kind},
          {"solver", history.solver},         {"peer", history.peer},
          {"iterations", history.iterations}, {"time_s", history.seconds},
          {"residual", history.residual}};
}

History history_from(const ordered_json& entry) {
  return {entry.at("problem"),    entry.at("kind"),   entry.at("solver"),  entry.at("peer"),
          entry.at("iterations"), entry.at("time_s"), entry.at("residual")};
}

Row row_from(const ordered_json& entry) {
  if (entry.size() != columns.size()) throw std::invalid_argument("a row has not as many entries as there are columns");
  Row row;
  std::size_t k = 0;
  row.set = entry[k++].get<std::string>();
  row.problem = entry[k++].get<std::string>();
  row.kind = entry[k++].get<std::string>();
  row.contacts = entry[k++].get<int>();
  row.coordinates = entry[k++].get<int>();
  row.solvable = entry[k++].get<std::string>();
  row.solver = entry[k++].get<std::string>();
  row.peer = entry[k++].get<bool>();
  row.tolerance = entry[k++].get<double>();
  row.status = entry[k++].get<std::string>();
  row.claimed = entry[k++].get<bool>();
  row.verdict = verdict_named(entry[k++].get<std::string>());
  row.iterations = entry[k++].get<int>();
  row.seconds = entry[k++].get<double>();
  row.seconds_median = entry[k++].get<double>();
  row.repetitions = entry[k++].get<int>();
  row.residual = from_null(entry[k++]);
  if (!entry[k].is_boolean()) row.file_residual = from_null(entry[k]);
  return row;
}

void check_same_context(const ordered_json& a, const ordered_json& b) {
  const auto refuse = [](const std::string& key, const ordered_json& first, const ordered_json& second) {
    throw std::invalid_argument("results of different contexts are not merged, since their times do not compare: " +
                                key + " is " + first.dump() + " in one and " + second.dump() + " in the other");
  };
  for (const auto& [key, value] : a.items()) {
    const ordered_json other = b.contains(key) ? b[key] : ordered_json(nullptr);
    if (value != other) refuse(key, value, other);
  }
  for (const auto& [key, value] : b.items()) {
    if (!a.contains(key)) refuse(key, nullptr, value);
  }
}

std::string place_of(const std::string& solver, const std::string& problem, double tolerance) {
  std::ostringstream text;
  text << "solver " << solver << " on problem " << problem << " at tolerance " << tolerance;
  return text.str();
}

using Place = std::tuple<std::string, std::string, double>;  // solver, problem, tolerance
Place place_of(const Row& row) { return {row.solver, row.problem, row.tolerance}; }

void append(Results& all, const Results& part) {
  check_same_context(all.context, part.context);
  std::set<Place> known;
  for (const Row& row : all.rows) known.insert(place_of(row));
  for (const Row& row : part.rows) {
    if (!known.insert(place_of(row)).second) {
      throw std::invalid_argument("two results have a row for " + place_of(row.solver, row.problem, row.tolerance));
    }
    all.rows.push_back(row);
  }
  for (const History& history : part.histories) {
    const bool is_there = std::any_of(all.histories.begin(), all.histories.end(), [&](const History& other) {
      return other.problem == history.problem && other.solver == history.solver;
    });
    if (!is_there) all.histories.push_back(history);
  }
}

// Every solver has a row for every problem at every tolerance.
void check_complete(const std::vector<Row>& rows) {
  std::set<Place> known;
  std::set<std::string> solvers;
  std::set<std::string> problems;
  std::set<double> tolerances;
  for (const Row& row : rows) {
    known.insert(place_of(row));
    solvers.insert(row.solver);
    problems.insert(row.problem);
    tolerances.insert(row.tolerance);
  }
  for (const std::string& solver : solvers) {
    for (const std::string& problem : problems) {
      for (const double tolerance : tolerances) {
        if (known.contains({solver, problem, tolerance})) continue;
        throw std::invalid_argument(
            "these results are not merged, since shares of different sets of problems do not compare: there is no row "
            "for " +
            place_of(solver, problem, tolerance));
      }
    }
  }
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  for (const auto& [value, name] : verdict_names) {
    if (value == verdict) return name;
  }
  return "unsolved";
}

Verdict verdict_on(const Measurement& measurement, problem_sets::Solvable solvable, bool peer, double tolerance,
                   double time_limit) {
  using problem_sets::Solvable;
  if (measurement.ending != Ending::answered) return Verdict::unsolved;
  if (measurement.status == SolverStatus::not_applicable) return Verdict::not_applicable;
  constexpr double forgiven_factor = 1e3;
  constexpr double never_forgiven = 1e-3;
  const bool within = measurement.residual <= allowed(tolerance, measurement.rounding);
  const bool in_time = measurement.seconds <= time_limit;
  if (measurement.status == SolverStatus::infeasible) {
    if (solvable == Solvable::yes) return Verdict::claimed_but_wrong;
    if (solvable == Solvable::no) return in_time ? Verdict::proven_infeasible : Verdict::unsolved;
  }
  if (within) {
    if (!in_time) return Verdict::unsolved;
    return solvable == Solvable::no ? Verdict::accepted_without_solution : Verdict::solved;
  }
  if (!measurement.claimed) return Verdict::unsolved;
  const bool contradicted =
      !peer || !(measurement.residual <= forgiven_factor * tolerance) || !(measurement.residual <= never_forgiven);
  return contradicted ? Verdict::claimed_but_wrong : Verdict::unsolved;
}

void mark_untold_iterations(std::vector<Row>& rows) {
  std::set<std::string> told;
  for (const Row& row : rows) {
    if (!row.peer || row.iterations > 0) told.insert(row.solver);
  }
  for (Row& row : rows) {
    if (!told.contains(row.solver)) row.iterations = -1;
  }
}

std::string Results::json() const {
  // Command lines and names of files may hold bytes that are no UTF-8.
  using support::json_words;
  std::string text =
      "{\"format\": \"nsdbench-arena\", \"version\": " + std::to_string(format_version) + ",\n\"context\": ";
  text += json_words(context, 2) + ",\n\"run\": " + json_words(run, 2) + ",\n\"columns\": " + json_words(columns) +
          ",\n\"rows\": [";
  for (std::size_t i = 0; i < rows.size(); ++i) text += (i == 0 ? "\n" : ",\n") + json_words(to_json(rows[i]));
  text += "\n],\n\"histories\": [";
  for (std::size_t i = 0; i < histories.size(); ++i)
    text += (i == 0 ? "\n" : ",\n") + json_words(to_json(histories[i]));
  return text + "\n]}\n";
}

Results read_results(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::invalid_argument("arena results cannot be read from " + file.string());
  try {
    const ordered_json document = ordered_json::parse(stream);
    if (document.at("format") != "nsdbench-arena" || document.at("version") != format_version) {
      throw std::invalid_argument("its format or version is another");
    }
    if (document.at("columns") != ordered_json(columns)) throw std::invalid_argument("its columns are others");
    Results results;
    results.context = document.at("context");
    results.run = document.at("run");
    for (const ordered_json& entry : document.at("rows")) results.rows.push_back(row_from(entry));
    for (const ordered_json& entry : document.at("histories")) results.histories.push_back(history_from(entry));
    return results;
  } catch (const ordered_json::exception&) {
    throw std::invalid_argument(file.string() + " is no arena.json: it is not JSON, or lacks something");
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(file.string() + " is no arena.json: " + error.what());
  }
}

Results merged(const std::vector<Results>& parts) {
  Results all = parts.front();
  for (auto part = parts.begin() + 1; part != parts.end(); ++part) append(all, *part);
  check_complete(all.rows);
  if (parts.size() == 1) return all;
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const Results& part : parts) runs.push_back(part.run);
  all.run = {{"merged", runs}};
  return all;
}

}  // namespace nsdbench::arena
