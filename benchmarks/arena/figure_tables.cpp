#include "benchmarks/arena/figure_tables.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

#include "benchmarks/arena/representatives.hpp"
#include "benchmarks/arena/summary.hpp"
#include "experiments/support/numbers.hpp"
#include "experiments/support/table.hpp"

namespace nsdbench::arena {

namespace {

using experiments::Column;
using experiments::Table;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// What the scripts are told, in run.gp.
class RunScript {
 public:
  void text(const std::string& name, const std::string& value) { lines_ << name << " = '" << value << "'\n"; }
  TextFile file() const { return {"run.gp", "# Written by the run; loaded by style.gp.\n" + lines_.str()}; }

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
  const double exponent = std::log10(tolerance);
  if (std::abs(exponent - std::round(exponent)) > 1e-9) return experiments::shortest(tolerance);
  return "10^{" + std::to_string(std::lround(exponent)) + "}";
}

std::string enhanced(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + enhanced(name);
  return text;
}

double cost_of(const Row& row, Cost cost) {
  return cost == Cost::time ? row.seconds : static_cast<double>(row.iterations);
}

bool counts(const Row& row, Cost cost) { return row.verdict == Verdict::solved && cost_of(row, cost) > 0.0; }

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
    factors.push_back(std::pow(10.0, static_cast<double>(k) / per_decade));
  return factors;
}

TextFile profile_table(const std::string& name, const std::vector<Row>& rows, const std::vector<std::string>& solvers,
                       Cost cost) {
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

void add_profiles(const Results& results, RunScript& run, std::vector<TextFile>& files) {
  std::string kinds;
  const std::vector<double> tolerances = tolerances_of(results.rows);
  for (const char* kind : {"lcp", "planar", "spatial"}) {
    const std::vector<std::string> solvers = representatives(results.rows, kind);
    if (solvers.empty()) continue;
    kinds += (kinds.empty() ? "" : " ") + std::string(kind);
    run.text(std::string("names_") + kind, enhanced(solvers));
    for (std::size_t k = 0; k < tolerances.size(); ++k) {
      const std::vector<Row> rows = selected(results.rows, kind, tolerances[k]);
      const std::string suffix = std::string(kind) + "_" + std::to_string(k + 1);
      files.push_back(profile_table("profile_time_" + suffix, rows, solvers, Cost::time));
      files.push_back(profile_table("profile_iterations_" + suffix, rows, solvers, Cost::iterations));
    }
  }
  run.text("kinds", kinds);
  std::string texts;
  for (const double tolerance : tolerances) texts += (texts.empty() ? "" : " ") + enhanced(tolerance);
  run.text("tolerances", texts);
}

// Slope of log y over log x by least squares; NaN for less than three points.
double exponent(const std::vector<std::pair<double, double>>& points) {
  if (points.size() < 3) return nothing;
  double mean_x = 0.0;
  double mean_y = 0.0;
  const auto count = static_cast<double>(points.size());
  for (const auto& [x, y] : points) {
    mean_x += std::log(x) / count;
    mean_y += std::log(y) / count;
  }
  double covariance = 0.0;
  double variance = 0.0;
  for (const auto& [x, y] : points) {
    covariance += (std::log(x) - mean_x) * (std::log(y) - mean_y);
    variance += (std::log(x) - mean_x) * (std::log(x) - mean_x);
  }
  return variance > 0.0 ? covariance / variance : nothing;
}

// Time against contacts of the towers at rest, at the tightest tolerance.
void add_scaling(const Results& results, RunScript& run, std::vector<TextFile>& files) {
  const std::vector<double> tolerances = tolerances_of(results.rows);
  std::string kinds;
  for (const std::string kind : {"planar", "spatial"}) {
    std::map<std::string, std::map<int, double>> times;
    std::vector<int> sizes;
    for (const Row& row : results.rows) {
      const bool at_rest = row.problem.find("-rest-") != std::string::npos;
      if (row.set != "stack_" + kind || !at_rest || row.tolerance != tolerances.back()) continue;
      sizes.push_back(row.contacts);
      if (row.verdict == Verdict::solved) times[row.solver][row.contacts] = row.seconds;
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    std::vector<std::string> solvers = representatives(results.rows, kind);
    std::erase_if(solvers, [&](const std::string& solver) { return times[solver].size() < 2; });
    if (solvers.empty()) continue;
    kinds += (kinds.empty() ? "" : " ") + kind;
    std::vector<Column> columns = {{"contacts", "1"}};
    std::string exponents;
    for (const std::string& solver : solvers) {
      columns.push_back({column_name(solver), "s"});
      const std::map<int, double>& series = times[solver];
      const double slope = exponent({series.begin(), series.end()});
      char text[16] = "-";
      if (std::isfinite(slope)) std::snprintf(text, sizeof text, "%.1f", slope);
      exponents += std::string(exponents.empty() ? "" : " ") + text;
    }
    run.text("scaling_names_" + kind, enhanced(solvers));
    run.text("scaling_exponents_" + kind, exponents);
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
  run.text("scaling_kinds", kinds);
}

// Spectral radius of E - diag(G)^-1 G.
double jacobi_radius(const ContactProblem& problem) {
  const auto n = static_cast<Eigen::Index>(problem.size());
  const Eigen::Map<const Eigen::MatrixXd> g(problem.dense.data(), n, n);
  const Eigen::MatrixXd iteration =
      Eigen::MatrixXd::Identity(n, n) - Eigen::MatrixXd(g.diagonal().cwiseInverse().asDiagonal()) * g;
  return iteration.eigenvalues().cwiseAbs().maxCoeff();
}

// Iterations of the relaxation methods, each with its r-factors, on problems of growing coupling.
void add_r_factors(const Results& results, RunScript& run, std::vector<TextFile>& files) {
  const std::vector<double> tolerances = tolerances_of(results.rows);
  std::vector<std::string> solvers;
  for (const std::string& solver : distinct(results.rows, &Row::solver)) {
    const std::string family = family_of(solver);
    if (family == "pjor" || family == "psor" || family == "nesterov") solvers.push_back(solver);
  }
  if (solvers.size() > most_lines) solvers.resize(most_lines);
  std::map<std::string, double> radii;
  const problem_sets::ProblemSet& set = problem_sets::set_named("coupling");
  for (int i = 0; i < set.size; ++i) {
    const problem_sets::NamedProblem named = set.make(i);
    radii[named.name] = jacobi_radius(named.problem);
  }
  std::string kinds;
  for (const std::string kind : {"lcp", "planar"}) {
    std::map<double, std::map<std::string, int>> iterations;
    for (const Row& row : results.rows) {
      if (row.set != "coupling" || row.kind != kind || row.tolerance != tolerances.back()) continue;
      auto& at_radius = iterations[radii[row.problem]];
      if (row.verdict == Verdict::solved) at_radius[row.solver] = row.iterations;
    }
    if (iterations.empty() || solvers.empty()) continue;
    kinds += (kinds.empty() ? "" : " ") + kind;
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
  run.text("r_factor_kinds", kinds);
  run.text("r_factor_names", kinds.empty() ? "" : enhanced(solvers));
}

void add_histories(const Results& results, RunScript& run, std::vector<TextFile>& files) {
  std::vector<std::string> problems;
  for (const History& history : results.histories) {
    if (std::find(problems.begin(), problems.end(), history.problem) == problems.end())
      problems.push_back(history.problem);
  }
  std::string names;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    std::vector<const History*> chosen;
    for (const History& history : results.histories) {
      if (history.problem == problems[i] && !history.seconds.empty() && chosen.size() < most_lines)
        chosen.push_back(&history);
    }
    std::vector<Column> columns;
    std::size_t longest = 0;
    for (const History* history : chosen) {
      columns.push_back({column_name(history->solver) + "_time", "s"});
      columns.push_back({column_name(history->solver), "1"});
      longest = std::max(longest, history->seconds.size());
    }
    if (columns.empty()) continue;
    const std::string name = "history_" + std::to_string(i + 1);
    Table table(name, columns);
    for (std::size_t k = 0; k < longest; ++k) {
      std::vector<double> line;
      for (const History* history : chosen) {
        const bool there = k < history->seconds.size();
        line.push_back(there ? history->seconds[k] : nothing);
        // A logarithmic axis has no zero.
        line.push_back(there ? std::max(history->residual[k], 1e-17) : nothing);
      }
      table.row(line);
    }
    names += (names.empty() ? "" : " ") + problems[i];
    std::vector<std::string> solvers;
    for (const History* history : chosen) solvers.push_back(history->solver);
    run.text("history_names_" + std::to_string(i + 1), enhanced(solvers));
    files.push_back({name + ".csv", table.csv()});
  }
  run.text("history_problems", names);
}

std::string caption(const Results& results) {
  std::ostringstream text;
  const auto value = [&](const char* key) {
    const auto found = results.context.find(key);
    return found == results.context.end() || !found->is_string() ? std::string() : found->get<std::string>();
  };
  text << "nsdbench contact-arena: " << distinct(results.rows, &Row::solver).size() << " solvers, "
       << distinct(results.rows, &Row::problem).size() << " problems, time limit "
       << experiments::shortest(results.context.value("time_limit_s", 0.0)) << " s each, one thread; "
       << value("commit").substr(0, 10) << ", " << value("compiler") << ", " << value("cpu");
  std::string line = text.str();
  std::replace(line.begin(), line.end(), '\'', ' ');
  return line;
}

}  // namespace

std::vector<double> profile(const std::vector<Row>& rows, const std::string& solver, Cost cost,
                            const std::vector<double>& factors) {
  std::map<std::string, double> least;
  for (const Row& row : rows) {
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
    shares.push_back(least.empty() ? 0.0 : static_cast<double>(within) / static_cast<double>(least.size()));
  }
  return shares;
}

std::vector<TextFile> figure_tables(const Results& results) {
  std::vector<TextFile> files;
  RunScript run;
  run.text("run_caption", caption(results));
  run.text("run_name", "nsdbench contact-arena");
  if (!results.rows.empty()) {
    add_profiles(results, run, files);
    add_scaling(results, run, files);
    add_r_factors(results, run, files);
  }
  add_histories(results, run, files);
  files.push_back(run.file());
  return files;
}

}  // namespace nsdbench::arena
