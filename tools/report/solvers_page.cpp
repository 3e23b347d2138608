#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "solvers/contact/selection/registry.hpp"
#include "support/json_file.hpp"
#include "support/text_table.hpp"
#include "tools/report/arena_results.hpp"
#include "tools/report/figures_html.hpp"
#include "tools/report/html.hpp"
#include "tools/report/pages.hpp"
#include "tools/report/plots.hpp"
#include "tools/report/settings_html.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;

// They add up to the number of problems.
constexpr const char* columns_of_counts[] = {"Solved",           "Unsolved",          "Claimed but wrong",
                                             "Cannot represent", "Proven infeasible", "Infeasible, no answer"};

// Of a kind at a tolerance: all, and those that are known to have no solution.
std::pair<std::size_t, std::size_t> numbers_of_problems(const ArenaResults& results, const std::string& kind,
                                                        double tolerance) {
  std::set<std::string> all;
  std::set<std::string> without_solution;
  for (const ArenaRow& row : results.rows) {
    if (row.kind != kind || row.tolerance != tolerance) continue;
    all.insert(row.problem);
    if (!row.solvable) without_solution.insert(row.problem);
  }
  return {all.size(), without_solution.size()};
}

std::string summary_table(const ArenaResults& results, const std::string& kind, double tolerance) {
  const std::vector<SolverSummary> all = summaries(results, kind, tolerance);
  if (all.empty()) return {};
  HtmlTable html;
  const auto [problems, without_solution] = numbers_of_problems(results, kind, tolerance);
  html.caption = kind + " problems, tolerance " + support::with_digits(tolerance, 2) + ": " + std::to_string(problems) +
                 " problems, " + std::to_string(without_solution) + " of them known to have no solution";
  html.columns = {"Solver", "Problems"};
  for (const char* column : columns_of_counts) html.columns.emplace_back(column);
  for (const char* column : {"Correct rate", "Shifted geometric mean", "Times the best"}) {
    html.columns.emplace_back(column);
  }
  for (std::size_t k = 1; k < html.columns.size(); ++k) html.numbers.push_back(k);
  for (const SolverSummary& one : all) {
    const std::string wrong = std::to_string(one.claimed_but_wrong);
    html.rows.push_back({code(one.solver), std::to_string(one.problems), std::to_string(one.solved),
                         std::to_string(one.unsolved),
                         one.claimed_but_wrong > 0 ? element("strong", {{"class", "verdict bad"}}, wrong) : wrong,
                         std::to_string(one.not_applicable), std::to_string(one.proven_infeasible),
                         std::to_string(one.without_answer), support::with_digits(100.0 * one.correct_rate, 3) + " %",
                         support::with_digits(1e6 * one.mean_seconds, 3) + " µs",
                         support::with_digits(one.mean_seconds / all.front().mean_seconds, 3)});
  }
  return table(html);
}

std::string conclusion(const ArenaResults& results, const std::string& kind, double tolerance) {
  const std::vector<SolverSummary> all = summaries(results, kind, tolerance);
  if (all.size() < 2) return {};
  std::string fastest;
  for (const SolverSummary& one : all) {
    if (one.mean_seconds <= timing_scatter * all.front().mean_seconds)
      fastest += (fastest.empty() ? "" : ", ") + one.solver;
  }
  double best_rate = 0.0;
  for (const SolverSummary& one : all) best_rate = std::max(best_rate, one.correct_rate);
  std::string best;
  int wrong = 0;
  for (const SolverSummary& one : all) {
    if (one.correct_rate == best_rate) best += (best.empty() ? "" : ", ") + one.solver;
    wrong += one.claimed_but_wrong;
  }
  std::string text = "Least mean time (within a tenth): " + fastest + ". Most problems solved (" +
                     support::with_digits(100.0 * best_rate, 3) + " % of those that any solver solves): " + best + ". ";
  text += wrong == 0 ? "No answer that was claimed is wrong." : std::to_string(wrong) + " claimed answers are wrong.";
  text += " Shift of the mean: " + support::with_digits(1e6 * typical_time(results, kind, tolerance), 2) + " µs.";
  return paragraph(text);
}

// How often a solver met each obstacle, by kind of problem, over all tolerances: its limitations as measured.
std::string limitations_of(const ArenaResults& results, const std::string& solver) {
  std::string text;
  for (const std::string& kind : kinds_of(results)) {
    int all = 0;
    int not_applicable = 0;
    int unsolved = 0;
    for (const ArenaRow& row : results.rows) {
      if (row.solver != solver || row.kind != kind) continue;
      ++all;
      if (row.verdict == "not_applicable") ++not_applicable;
      if (row.verdict == "unsolved" && row.solvable) ++unsolved;
    }
    std::string part;
    if (all > 0 && not_applicable == all) {
      part = "cannot represent " + kind + " problems";
    } else {
      if (not_applicable > 0) {
        part = "cannot represent " + std::to_string(not_applicable) + " of " + std::to_string(all) + " " + kind +
               " problems";
      }
      if (unsolved > 0) {
        part += (part.empty() ? "" : ", ") + std::string("leaves ") + std::to_string(unsolved) + " of " +
                std::to_string(all) + " " + kind + " problems unsolved";
      }
    }
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  }
  return text.empty() ? "none that these problems show" : text;
}

std::string methods_table(const ArenaResults& results) {
  HtmlTable html;
  html.caption =
      "The methods and their limitations, as these problems show them; problems count once for each tolerance";
  html.columns = {"Solver", "Method", "Limitations"};
  std::vector<std::string> solvers;
  for (const ArenaRow& row : results.rows) {
    if (std::find(solvers.begin(), solvers.end(), row.solver) == solvers.end()) solvers.push_back(row.solver);
  }
  for (const std::string& solver : solvers) {
    std::string description = "a solver of another library";
    for (const ContactSolverEntry& entry : contact_solvers()) {
      if (entry.name == solver) description = entry.description;
    }
    html.rows.push_back({code(solver), escaped(description), escaped(limitations_of(results, solver))});
  }
  return table(html);
}

std::string machine_name(const std::vector<ArenaResults>& all, std::size_t k) {
  return "(" + std::to_string(k + 1) + ") " + all[k].machine;
}

std::string machines_table(const std::vector<ArenaResults>& all) {
  HtmlTable html;
  html.caption = "Results from several machines; shares and means are of the problems that all of them have";
  html.columns = {"Machine", "Time limit [s]", "Rows", "Command"};
  html.numbers = {1, 2};
  for (std::size_t k = 0; k < all.size(); ++k) {
    html.rows.push_back({escaped(machine_name(all, k)), support::with_digits(all[k].time_limit, 3),
                         std::to_string(all[k].rows.size()), code(all[k].run.value("command", std::string("–")))});
  }
  return table(html);
}

// Solvers by name, machines beside each other.
std::string merged_table(const std::vector<ArenaResults>& all, const std::string& kind, double tolerance) {
  HtmlTable html;
  html.caption = kind + " problems, tolerance " + support::with_digits(tolerance, 2) + ", by machine";
  html.columns = {"Solver"};
  std::vector<std::string> solvers;
  std::vector<std::vector<SolverSummary>> by_machine;
  for (std::size_t k = 0; k < all.size(); ++k) {
    html.columns.push_back("(" + std::to_string(k + 1) + ") correct rate");
    html.columns.push_back("(" + std::to_string(k + 1) + ") mean time");
    by_machine.push_back(summaries(all[k], kind, tolerance));
    for (const SolverSummary& one : by_machine.back()) {
      if (std::find(solvers.begin(), solvers.end(), one.solver) == solvers.end()) solvers.push_back(one.solver);
    }
  }
  for (const std::string& solver : solvers) {
    std::vector<std::string> row = {code(solver)};
    for (const auto& machine : by_machine) {
      const auto found =
          std::find_if(machine.begin(), machine.end(), [&](const SolverSummary& one) { return one.solver == solver; });
      row.push_back(found == machine.end() ? "–" : support::with_digits(100.0 * found->correct_rate, 3) + " %");
      row.push_back(found == machine.end() ? "–" : support::with_digits(1e6 * found->mean_seconds, 3) + " µs");
    }
    html.rows.push_back(std::move(row));
  }
  return html.rows.empty() ? std::string() : table(html);
}

const char* const limitations =
    "Times are of one machine, each the least of several repetitions, and say nothing of machines with other caches. "
    "Problems are small by the measure of engineering, since most come from single steps of mechanisms. A problem that "
    "a "
    "method cannot represent counts as one that it does not solve, so that methods for planar friction stand low among "
    "spatial problems. Iterations of different methods are not the same work. Wrong claims of solvers of other "
    "libraries "
    "are counted by this suite's residual, with the allowance that the arena's help states.";

}  // namespace

Page solvers_page(const Sources& sources, const std::vector<fs::path>& others, Files& files) {
  Page page;
  page.file = "solvers.html";
  page.title = "Contact solvers";
  page.content = heading(1, "solvers", "Contact solvers");
  page.content += paragraph(
      "Every solver gets the same problems, the same start and the same tolerance, and is judged by a residual that is "
      "computed anew from the original problem. An answer that a solver calls solved, and that this residual "
      "contradicts, is claimed but wrong.");
  const fs::path own = sources.results() / "arena" / "arena.json";
  std::vector<ArenaResults> all;
  if (!support::is_missing(own)) {
    try {
      all.push_back(read_arena(own));
    } catch (const std::invalid_argument& error) {
      page.faults.push_back("arena: The results cannot be read: " + sources.without_folder(error.what()) + ".");
      page.content += paragraph(page.faults.back());
    }
  }
  for (const fs::path& folder : others) all.push_back(read_arena(folder / "arena.json"));
  if (all.empty()) {
    if (!page.faults.empty()) return page;
    page.content += paragraph("There are no results of the arena here: 'make bench' or 'make bench-full' leaves them.");
    return page;
  }
  const ArenaResults& first = all.front();
  page.content += paragraph("Measured on " + first.machine + ", with a time limit of " +
                            support::with_digits(first.time_limit, 3) + " s a problem.");
  if (first.quick) {
    page.content +=
        "<p class=\"note\">This is a quick run of the arena, on small problems and with a short time limit: 'make "
        "bench-full' takes all.</p>\n";
  }
  page.content += paragraph(
      "The shifted geometric mean is exp(mean of log(t + s)) - s over the problems that some solver solves; t is the "
      "time "
      "limit where a solver has no right answer, and s the median of the least times, so that differences far below "
      "what a "
      "problem takes do not count.");
  page.content += paragraph(
      "Every problem stands in one of the columns from 'Solved' to 'Infeasible, no answer': the last one counts "
      "problems without a solution that a solver neither proves to be so nor claims to have solved. The correct rate "
      "is of the problems that some solver solves.");
  if (all.size() > 1) page.content += machines_table(all);
  const std::vector<ArenaResults> common = with_common_problems(all);
  for (const std::string& kind : kinds_of(first)) {
    page.content += heading(2, kind, kind + " problems");
    for (const double tolerance : tolerances_of(first)) {
      page.content += conclusion(first, kind, tolerance) + summary_table(first, kind, tolerance);
      if (all.size() > 1) page.content += merged_table(common, kind, tolerance);
    }
  }
  page.content += drawn_figures(sources, "arena",
                                {{"arena_profile_time", "Performance profiles by time"},
                                 {"arena_profile_iterations", "Performance profiles by iterations"},
                                 {"arena_history", "Residual against time"},
                                 {"arena_scaling", "Time against the number of contacts"},
                                 {"arena_r_factors", "Iterations against the spectral radius, by r-factor"}},
                                &page.faults);
  page.content += plots_section(sources, page, files);
  page.content += heading(2, "methods", "Methods, settings and limitations") + methods_table(first);
  page.content += paragraph(
      "All solvers run with their default options but for the tolerance and the time limit; 'nsdbench-solve "
      "--list-solvers' "
      "names the methods, and their headers in solvers/contact say what the options are.");
  page.content += heading(2, "limitations", "What these numbers do not say") + paragraph(limitations);
  nlohmann::ordered_json machine = first.context;
  machine.update(first.run);
  page.content += settings_html("Machine and settings", "Machine and settings", machine);
  if (!support::is_missing(sources.results() / "arena" / "summary.md")) {
    page.content +=
        element("p", "All counts by set of problems: " +
                         link_to(sources.address(sources.results() / "arena" / "summary.md"), "summary.md"));
  }
  return page;
}

}  // namespace nsdbench::report
