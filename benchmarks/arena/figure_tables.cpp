#include "benchmarks/arena/figure_tables.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

#include "benchmarks/arena/line_styles.hpp"
#include "benchmarks/arena/performance_profile.hpp"
#include "benchmarks/arena/power_law.hpp"
#include "benchmarks/arena/representatives.hpp"
#include "benchmarks/arena/summary.hpp"
#include "solvers/elementary/elementary.hpp"
#include "support/numbers.hpp"
#include "support/table.hpp"

namespace nsdbench::arena {

namespace {

using support::Column;
using support::Table;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// What the scripts are told, in run.gp.
class RunScript {
 public:
  void text(const std::string& name, const std::string& value) { lines_ << name << " = '" << value << "'\n"; }
  support::TextFile file() const { return {"run.gp", "# Written by the run; loaded by style.gp.\n" + lines_.str()}; }

 private:
  std::ostringstream lines_;
};

// A name of a column, of letters, digits and underscores.
std::string column_name(std::string solver) {
  std::replace(solver.begin(), solver.end(), '-', '_');
  return solver;
}

// For gnuplot's enhanced text.
std::string enhanced(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == '_' ? std::string("\\_") : std::string(1, c);
  return text;
}
std::string enhanced(double tolerance) {
  const double exponent = elementary::log10(tolerance);
  if (std::abs(exponent - std::round(exponent)) > 1e-9) return support::shortest(tolerance);
  return "10^{" + std::to_string(std::lround(exponent)) + "}";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// What the scripts draw in one panel: the names for the key and the numbers of their line styles, word by word.
void tell_lines(RunScript& run, const std::string& panel, const std::vector<std::string>& solvers,
                const std::map<std::string, int>& styles) {
  std::vector<std::string> names;
  std::vector<std::string> numbers;
  for (const std::string& solver : solvers) {
    names.push_back(enhanced(solver));
    numbers.push_back(std::to_string(styles.at(solver)));
  }
  run.text(panel + "_names", joined(names));
  run.text(panel + "_styles", joined(numbers));
}

// All that the tables are made from.
struct Source {
  const Results& results;
  Drawn drawn;
  std::vector<std::string> relaxations;  // drawn in the figure of the r-factors
  std::map<std::string, int> styles;

  const std::vector<std::string>& solvers(const std::string& kind) const {
    static const std::vector<std::string> none;
    const auto found = drawn.by_kind.find(kind);
    return found == drawn.by_kind.end() ? none : found->second;
  }
};

Source source_of(const Results& results, const std::vector<std::string>& wanted) {
  Source source{results, drawn_solvers(results.rows, wanted), {}, {}};
  for (const std::string& solver : distinct(results.rows, &Row::solver)) {
    const auto& families = source.drawn.families;
    const bool is_drawn = std::find(families.begin(), families.end(), family_of(solver)) != families.end();
    if (is_drawn && is_relaxation(family_of(solver))) source.relaxations.push_back(solver);
  }
  if (source.relaxations.size() > most_lines) source.relaxations.resize(most_lines);
  std::vector<std::vector<std::string>> panels;
  for (const auto& [kind, solvers] : source.drawn.by_kind) panels.push_back(solvers);
  panels.push_back(source.relaxations);
  source.styles = line_styles(source.drawn.families, panels);
  return source;
}

bool tells_iterations(const std::vector<Row>& rows, const std::string& solver) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const Row& row) { return row.solver == solver && row.iterations >= 0; });
}

std::vector<Row> selected(const std::vector<Row>& rows, const std::string& kind, double tolerance) {
  std::vector<Row> chosen;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen),
               [&](const Row& row) { return row.kind == kind && row.tolerance == tolerance; });
  return chosen;
}

std::vector<double> profile_factors() {
  constexpr int per_decade = 40;
  constexpr int decades = 4;
  std::vector<double> factors;
  for (int k = 0; k <= per_decade * decades; ++k)
    factors.push_back(elementary::pow(10.0, static_cast<double>(k) / per_decade));
  return factors;
}

support::TextFile profile_table(const std::string& name, const std::vector<Row>& rows,
                                const std::vector<std::string>& solvers, Cost cost) {
  const std::vector<double> factors = profile_factors();
  std::vector<Column> columns = {{"factor", "1"}};
  std::vector<std::vector<double>> shares;
  for (const std::string& solver : solvers) {
    columns.push_back({column_name(solver), "1"});
    shares.push_back(profile(rows, solver, cost, factors));
  }
  Table table(name, columns);
  for (std::size_t k = 0; k < factors.size(); ++k) {
    std::vector<double> line = {factors[k]};
    for (const auto& share : shares) line.push_back(share[k]);
    table.row(line);
  }
  return {name + ".csv", table.csv()};
}

void add_profiles(const Source& source, RunScript& run, std::vector<support::TextFile>& files) {
  std::vector<std::string> kinds;
  const std::vector<double> tolerances = tolerances_of(source.results.rows);
  for (const auto& [kind, solvers] : source.drawn.by_kind) {
    kinds.push_back(kind);
    std::vector<std::string> telling = solvers;
    std::erase_if(telling, [&](const std::string& solver) { return !tells_iterations(source.results.rows, solver); });
    tell_lines(run, "profile_time_" + kind, solvers, source.styles);
    tell_lines(run, "profile_iterations_" + kind, telling, source.styles);
    for (std::size_t k = 0; k < tolerances.size(); ++k) {
      const std::vector<Row> rows = selected(source.results.rows, kind, tolerances[k]);
      const std::string suffix = kind + "_" + std::to_string(k + 1);
      files.push_back(profile_table("profile_time_" + suffix, rows, solvers, Cost::time));
      files.push_back(profile_table("profile_iterations_" + suffix, rows, telling, Cost::iterations));
    }
  }
  run.text("kinds", joined(kinds));
  std::vector<std::string> texts;
  for (const double tolerance : tolerances) texts.push_back(enhanced(tolerance));
  run.text("tolerances", joined(texts));
}

// "1.02±0.03", or "-".
std::string exponent_text(const std::map<int, double>& series) {
  const PowerLaw law = fit_power_law({series.begin(), series.end()});
  if (!std::isfinite(law.exponent)) return "-";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f±%.2f", law.exponent, law.standard_error);
  return text.data();
}

// Time against contacts of the towers at rest, at the tightest tolerance.
void add_scaling(const Source& source, RunScript& run, std::vector<support::TextFile>& files) {
  const std::vector<double> tolerances = tolerances_of(source.results.rows);
  std::vector<std::string> kinds;
  for (const std::string kind : {"planar", "spatial"}) {
    std::map<std::string, std::map<int, double>> times;
    std::vector<int> sizes;
    for (const Row& row : source.results.rows) {
      const bool at_rest = row.problem.find("-rest-") != std::string::npos;
      if (row.set != "stack_" + kind || !at_rest || row.tolerance != tolerances.back()) continue;
      sizes.push_back(row.contacts);
      if (row.verdict == Verdict::solved) times[row.solver][row.contacts] = row.seconds;
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    std::vector<std::string> solvers = source.solvers(kind);
    std::erase_if(solvers, [&](const std::string& solver) { return times[solver].empty(); });
    if (solvers.empty()) continue;
    kinds.push_back(kind);
    std::vector<Column> columns = {{"contacts", "1"}};
    std::vector<std::string> exponents;
    for (const std::string& solver : solvers) {
      columns.push_back({column_name(solver), "s"});
      exponents.push_back(exponent_text(times[solver]));
    }
    tell_lines(run, "scaling_" + kind, solvers, source.styles);
    run.text("scaling_" + kind + "_exponents", joined(exponents));
    Table table("scaling_" + kind, columns);
    for (const int size : sizes) {
      std::vector<double> line = {static_cast<double>(size)};
      for (const std::string& solver : solvers) {
        const auto found = times[solver].find(size);
        line.push_back(found == times[solver].end() ? nothing : found->second);
      }
      table.row(line);
    }
    files.push_back({"scaling_" + kind + ".csv", table.csv()});
  }
  run.text("scaling_kinds", joined(kinds));
}

// Spectral radius of E - D^-1 G with the diagonal D of G: D^(-1/2) G D^(-1/2) is symmetric and has the eigenvalues of
// D^-1 G.
double jacobi_radius(const ContactProblem& problem) {
  const auto n = static_cast<Eigen::Index>(problem.size());
  const Eigen::Map<const Eigen::MatrixXd> g(problem.dense.data(), n, n);
  const Eigen::VectorXd root = g.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = root.asDiagonal() * g * root.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(scaled, Eigen::EigenvaluesOnly);
  return (1.0 - solver.eigenvalues().array()).abs().maxCoeff();
}

// Iterations of the relaxation methods, each with its r-factors, on problems of growing coupling.
void add_r_factors(const Source& source, RunScript& run, std::vector<support::TextFile>& files) {
  const std::vector<double> tolerances = tolerances_of(source.results.rows);
  const std::vector<std::string>& solvers = source.relaxations;
  std::map<std::string, double> radii;
  const problem_sets::ProblemSet& set = problem_sets::set_named("coupling");
  for (int i = 0; i < set.size; ++i) {
    const problem_sets::NamedProblem named = set.make(i);
    radii[named.name] = jacobi_radius(named.problem);
  }
  std::vector<std::string> kinds;
  for (const std::string kind : {"lcp", "planar"}) {
    std::map<double, std::map<std::string, int>> iterations;
    for (const Row& row : source.results.rows) {
      if (row.set != "coupling" || row.kind != kind || row.tolerance != tolerances.back()) continue;
      auto& at_radius = iterations[radii[row.problem]];
      if (row.verdict == Verdict::solved) at_radius[row.solver] = std::max(row.iterations, 1);
    }
    if (iterations.empty() || solvers.empty()) continue;
    kinds.push_back(kind);
    std::vector<Column> columns = {{"radius", "1"}};
    for (const std::string& solver : solvers) columns.push_back({column_name(solver), "1"});
    Table table("r_factors_" + kind, columns);
    for (const auto& [radius, counts_at] : iterations) {
      std::vector<double> line = {radius};
      for (const std::string& solver : solvers) {
        const auto found = counts_at.find(solver);
        line.push_back(found == counts_at.end() ? nothing : static_cast<double>(found->second));
      }
      table.row(line);
    }
    files.push_back({"r_factors_" + kind + ".csv", table.csv()});
  }
  run.text("r_factors_kinds", joined(kinds));
  tell_lines(run, "r_factors", solvers, source.styles);
}

support::TextFile history_table(const std::string& name, const std::vector<const History*>& histories) {
  std::vector<Column> columns;
  std::vector<Descent> descents;
  std::size_t longest = 0;
  for (const History* history : histories) {
    columns.push_back({column_name(history->solver) + "_time", "s"});
    columns.push_back({column_name(history->solver), "1"});
    descents.push_back(descent_of(*history));
    longest = std::max(longest, history->seconds.size());
  }
  Table table(name, columns);
  for (std::size_t k = 0; k < longest; ++k) {
    std::vector<double> line;
    for (const Descent& descent : descents) {
      const bool there = k < descent.seconds.size();
      line.push_back(there ? descent.seconds[k] : nothing);
      // A logarithmic axis has no zero.
      line.push_back(there ? std::max(descent.residual[k], 1e-17) : nothing);
    }
    table.row(line);
  }
  return {name + ".csv", table.csv()};
}

// Of the drawn solvers those whose histories were recorded.
void add_histories(const Source& source, RunScript& run, std::vector<support::TextFile>& files) {
  std::vector<std::string> problems;
  for (const History& history : source.results.histories) {
    if (std::find(problems.begin(), problems.end(), history.problem) == problems.end())
      problems.push_back(history.problem);
  }
  std::vector<std::string> names;
  for (const std::string& problem : problems) {
    std::vector<const History*> chosen;
    std::vector<std::string> solvers;
    for (const History& history : source.results.histories) {
      const std::vector<std::string>& drawn = source.solvers(history.kind);
      const bool is_drawn = std::find(drawn.begin(), drawn.end(), history.solver) != drawn.end();
      if (history.problem != problem || history.seconds.empty() || !is_drawn) continue;
      chosen.push_back(&history);
      solvers.push_back(history.solver);
    }
    if (chosen.empty()) continue;
    names.push_back(problem);
    const std::string name = "history_" + std::to_string(names.size());
    tell_lines(run, name, solvers, source.styles);
    files.push_back(history_table(name, chosen));
  }
  run.text("history_problems", joined(names));
}

// Two lines at the foot of every figure: what was run, and on what.
void tell_captions(const Results& results, RunScript& run) {
  const auto value = [&](const char* key) {
    const auto found = results.context.find(key);
    std::string text = found == results.context.end() || !found->is_string() ? "" : found->get<std::string>();
    std::replace(text.begin(), text.end(), '\'', ' ');
    return text;
  };
  run.text("run_name", "nsdbench contact-arena");
  run.text("arena_run", "nsdbench contact-arena: " + std::to_string(distinct(results.rows, &Row::solver).size()) +
                            " solvers, " + std::to_string(distinct(results.rows, &Row::problem).size()) +
                            " problems, time limit " + support::shortest(results.context.value("time_limit_s", 0.0)) +
                            " s each, one thread");
  run.text("run_caption", value("commit").substr(0, 10) + ", " + value("compiler") + ", " + value("cpu"));
}

}  // namespace

Descent descent_of(const History& history) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t k = 0; k < history.seconds.size(); ++k) points.emplace_back(history.seconds[k], history.residual[k]);
  std::sort(points.begin(), points.end());
  Descent descent;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [seconds, residual] : points) {
    least = std::min(least, residual);
    descent.seconds.push_back(seconds);
    descent.residual.push_back(least);
  }
  return descent;
}

std::vector<support::TextFile> figure_tables(const Results& results, const std::vector<std::string>& wanted) {
  std::vector<support::TextFile> files;
  RunScript run;
  tell_captions(results, run);
  const Source source = source_of(results, wanted);
  add_profiles(source, run, files);
  add_scaling(source, run, files);
  add_r_factors(source, run, files);
  add_histories(source, run, files);
  files.push_back(run.file());
  return files;
}

}  // namespace nsdbench::arena
