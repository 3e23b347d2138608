#include "benchmarks/arena/arena.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "benchmarks/arena/arena_problems.hpp"
#include "benchmarks/arena/contender.hpp"
#include "benchmarks/arena/measurement.hpp"
#include "benchmarks/arena/representatives.hpp"

namespace nsdbench::arena {

namespace {

[[noreturn]] void refuse_solver(const std::string& name, const std::vector<ContenderInfo>& all) {
  std::string known;
  for (const ContenderInfo& info : all) known.append(known.empty() ? "" : ", ").append(info.name);
  throw std::invalid_argument("unknown solver '" + name + "'; known are " + known);
}

std::vector<ContenderInfo> chosen_contenders(const ArenaOptions& options) {
  std::vector<ContenderInfo> all = contenders(options.peers);
  if (options.solvers.empty()) return all;
  std::vector<ContenderInfo> chosen;
  for (const std::string& name : options.solvers) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const ContenderInfo& info) { return info.name == name; });
    if (found == all.end()) refuse_solver(name, all);
    chosen.push_back(*found);
  }
  return chosen;
}

void check_positive(const char* what, double value) {
  if (value > 0.0 && std::isfinite(value)) return;
  std::ostringstream sentence;
  sentence << what << ' ' << value << " is not allowed: it must be positive and finite";
  throw std::invalid_argument(sentence.str());
}

template <class Value>
void check_distinct(const char* what, const std::vector<Value>& values) {
  for (auto value = values.begin(); value != values.end(); ++value) {
    if (std::find(values.begin(), value, *value) == value) continue;
    std::ostringstream sentence;
    sentence << what << ' ' << *value << " is given twice";
    throw std::invalid_argument(sentence.str());
  }
}

void check_options(const ArenaOptions& options) {
  if (options.tolerances.empty()) throw std::invalid_argument("there must be a tolerance");
  for (const double tolerance : options.tolerances) check_positive("tolerance", tolerance);
  check_positive("time limit", options.time_limit);
  check_distinct("tolerance", options.tolerances);
  check_distinct("solver", options.solvers);
  check_distinct("set", options.sets);
}

// As drawn_solvers() will, but before hours of measuring.
void check_drawn(const std::vector<std::string>& wanted, const std::vector<ContenderInfo>& contestants) {
  std::vector<Row> rows;
  for (const ContenderInfo& info : contestants) rows.emplace_back().solver = info.name;
  drawn_solvers(rows, wanted);
}

std::vector<ProblemMaker> chosen_problems(const ArenaOptions& options) {
  std::vector<ProblemMaker> makers = own_problems(options.sets, options.extent);
  if (!options.data.empty()) {
    std::vector<ProblemMaker> more = data_problems(options.data, options.sets, options.extent);
    std::move(more.begin(), more.end(), std::back_inserter(makers));
  }
  if (makers.empty()) {
    throw std::invalid_argument(
        options.data.empty()
            ? "there is no problem: the chosen sets take theirs from files, and no directory of "
              "problem files (--data) is given"
            : "there is no problem: " + options.data.string() + " has no files of the chosen sets and sizes");
  }
  return makers;
}

void add_rows(const ContenderInfo& contender, const ArenaProblem& problem, const ArenaOptions& options,
              std::vector<Row>& rows) {
  MeasurementOptions measurement_options;
  measurement_options.time_limit = options.time_limit;
  const std::vector<Measurement> measurements = measure(contender, problem, options.tolerances, measurement_options);
  for (std::size_t k = 0; k < measurements.size(); ++k) {
    const Measurement& measured = measurements[k];
    Row row;
    row.set = problem.set;
    row.problem = problem.name;
    row.kind = to_string(problem_sets::kind_of(problem.problem));
    row.contacts = problem_sets::contact_count(problem.problem);
    row.coordinates = problem.problem.size();
    row.solvable = to_string(problem.solvable);
    row.solver = contender.name;
    row.peer = contender.peer;
    row.tolerance = options.tolerances[k];
    row.status = to_string(measured);
    row.claimed = measured.claimed;
    row.verdict = verdict_on(measured, problem.solvable, contender.peer, options.tolerances[k], options.time_limit);
    row.iterations = measured.iterations;
    row.seconds = measured.seconds;
    row.seconds_median = measured.seconds_median;
    row.repetitions = measured.repetitions;
    row.residual = measured.residual;
    if (measured.file_residual >= 0.0) row.file_residual = measured.file_residual;
    rows.push_back(std::move(row));
  }
}

void add_histories(const std::vector<ContenderInfo>& contestants, const ArenaOptions& options, Results& results,
                   std::ostream& progress) {
  const Drawn all = drawn_solvers(results.rows, options.draw);
  for (const HistoryProblem& wanted : history_problems()) {
    const bool chosen =
        options.sets.empty() || std::find(options.sets.begin(), options.sets.end(), wanted.set) != options.sets.end();
    if (!chosen) continue;
    for (const ProblemMaker& make : own_problems({wanted.set}, problem_sets::Extent::full)) {
      const ArenaProblem problem = make();
      if (problem.name != wanted.name) continue;
      progress << "histories of " << problem.name << '\n';
      const std::string kind{to_string(problem_sets::kind_of(problem.problem))};
      const auto found = all.by_kind.find(kind);
      if (found == all.by_kind.end()) break;
      const std::vector<std::string>& drawn = found->second;
      for (const ContenderInfo& contender : contestants) {
        if (std::find(drawn.begin(), drawn.end(), contender.name) == drawn.end()) continue;
        results.histories.push_back(history_of(contender, problem, options.time_limit));
      }
      break;
    }
  }
}

}  // namespace

Results run_arena(ArenaOptions options, std::ostream& progress) {
  check_options(options);
  // Loose tolerances first: a solve that fails there for lack of time need not be tried again.
  std::sort(options.tolerances.begin(), options.tolerances.end(), std::greater<>());
  const std::vector<ContenderInfo> contestants = chosen_contenders(options);
  check_drawn(options.draw, contestants);
  const std::vector<ProblemMaker> makers = chosen_problems(options);

  Results results;
  std::string set;
  for (std::size_t i = 0; i < makers.size(); ++i) {
    const ArenaProblem problem = makers[i]();
    if (problem.set != set) {
      set = problem.set;
      progress << "problem " << i + 1 << " of " << makers.size() << ", set " << set << std::endl;
    }
    for (const ContenderInfo& contender : contestants) add_rows(contender, problem, options, results.rows);
  }
  mark_untold_iterations(results.rows);
  if (options.histories) add_histories(contestants, options, results, progress);
  return results;
}

void set_context(Results& results, const nlohmann::ordered_json& provenance, const ArenaOptions& options) {
  constexpr std::array of_the_run = {"date", "wall_time", "command"};
  for (const auto& [key, value] : provenance.items()) {
    const bool may_differ = std::find(of_the_run.begin(), of_the_run.end(), key) != of_the_run.end();
    (may_differ ? results.run : results.context)[key] = value;
  }
  // Not part of the context, but the first thing to look at where times are odd.
  std::array<double, 3> load{};
  if (getloadavg(load.data(), static_cast<int>(load.size())) > 0) results.run["load_average"] = load;
  results.context["cores"] = std::thread::hardware_concurrency();
  results.context["threads_used"] = 1;
  results.context["time_limit_s"] = options.time_limit;
  nlohmann::ordered_json peers = nlohmann::ordered_json::object();
  for (const LibraryInfo& library : peer_libraries()) {
    peers[library.name] =
        library.version.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(library.version);
  }
  results.context["peers"] = peers;
}

}  // namespace nsdbench::arena
