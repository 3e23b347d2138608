#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>

#include "solvers/integration/integrator_table.hpp"
#include "support/json_file.hpp"
#include "support/text_table.hpp"
#include "tools/report/csv_file.hpp"
#include "tools/report/figures_html.hpp"
#include "tools/report/html.hpp"
#include "tools/report/order_table.hpp"
#include "tools/report/pages.hpp"
#include "tools/report/plots.hpp"
#include "tools/report/settings_html.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;

// The errors for which the costs are compared, relative to the motion.
constexpr double wanted_errors[] = {1e-3, 1e-6, 1e-9};

struct Cost {
  std::string method;
  double seconds = 0.0;
};

std::size_t required_column(const CsvFile& csv, const std::string& name, const fs::path& file) {
  const std::optional<std::size_t> found = csv.column(name);
  if (!found) throw std::invalid_argument(file.string() + " has no column '" + name + "'");
  return *found;
}

// By problem, then by method: medians (cost, error).
using Medians = std::map<std::string, std::map<std::string, std::vector<std::pair<double, double>>>>;

Medians read_medians(const fs::path& file) {
  const CsvFile csv = read_csv(file);
  const std::size_t problem = required_column(csv, "problem", file);
  const std::size_t method = required_column(csv, "method", file);
  const std::size_t seconds = required_column(csv, "cpu_time", file);
  const std::size_t error = required_column(csv, "relative_error", file);
  Medians medians;
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    medians[csv.rows[row][problem]][csv.rows[row][method]].emplace_back(csv.number(row, seconds),
                                                                        csv.number(row, error));
  }
  return medians;
}

// The least cost of a median with at most this error, by method, the cheapest first.
std::vector<Cost> costs(const std::map<std::string, std::vector<std::pair<double, double>>>& methods, double error) {
  std::vector<Cost> all;
  for (const auto& [method, points] : methods) {
    std::optional<double> least;
    for (const auto& [seconds, reached] : points) {
      if (reached <= error && (!least || seconds < *least)) least = seconds;
    }
    if (least) all.push_back({method, *least});
  }
  std::stable_sort(all.begin(), all.end(), [](const Cost& a, const Cost& b) { return a.seconds < b.seconds; });
  return all;
}

// The suite's integrators, as their table has them.
std::string integrators_table() {
  HtmlTable html;
  html.caption = "The methods";
  html.columns = {"Name", "Method", "Source", "Impacts"};
  for (const IntegratorInfo& info : integrator_table()) {
    html.rows.push_back({code(info.name), escaped(info.description), escaped(info.source),
                         info.treats_impacts ? "treated" : "end a run"});
  }
  return table(html);
}

// How many of the costs, the cheapest first, do not differ from the least.
std::size_t number_of_cheapest(const std::vector<Cost>& all) {
  const auto is_cheapest = [&](const Cost& cost) { return cost.seconds <= timing_scatter * all.front().seconds; };
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_cheapest));
}

// A sentence a problem: what is cheapest for the middle one of the wanted errors, and what does not reach it.
std::string sentences_of_problems(const Medians& medians) {
  constexpr double error = 1e-6;
  std::string list;
  for (const auto& [problem, methods] : medians) {
    const std::vector<Cost> all = costs(methods, error);
    std::string text;
    if (all.empty()) {
      text = "no method reaches an error of 1e-6.";
    } else {
      const std::size_t best = number_of_cheapest(all);
      std::string names;
      for (std::size_t k = 0; k < best; ++k) {
        names += (k == 0 ? "" : k + 1 == best ? " and " : ", ") + all[k].method;
      }
      text = "for an error of 1e-6 " + names + (best == 1 ? " is the cheapest" : " are the cheapest, within a tenth");
      if (all.size() > best) {
        text += "; " + all[best].method + " takes " + support::with_digits(all[best].seconds / all[0].seconds, 3) +
                " times as long";
      }
      std::string beyond;
      for (const auto& [method, points] : methods) {
        const auto is_it = [&name = method](const Cost& cost) { return cost.method == name; };
        if (std::none_of(all.begin(), all.end(), is_it)) beyond += (beyond.empty() ? "" : ", ") + method;
      }
      text += beyond.empty() ? "; all methods reach it." : "; not within the measured range: " + beyond + ".";
    }
    list += element("li", code(problem) + ": " + escaped(text)) + "\n";
  }
  return element("ul", list);
}

// Which methods are among the cheapest for the most problems, by wanted error.
std::string sentence_of_winners(const Medians& medians) {
  std::string text;
  for (const double error : wanted_errors) {
    std::map<std::string, int> wins;
    int problems = 0;
    for (const auto& [problem, methods] : medians) {
      const std::vector<Cost> all = costs(methods, error);
      if (all.empty()) continue;
      for (std::size_t k = 0; k < number_of_cheapest(all); ++k) ++wins[all[k].method];
      ++problems;
    }
    if (problems == 0) continue;
    const auto most =
        std::max_element(wins.begin(), wins.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    std::string names;
    for (const auto& [method, number] : wins) {
      if (number == most->second) names += (names.empty() ? "" : ", ") + method;
    }
    text += (text.empty() ? "for an error of " : "; for ") + support::with_digits(error, 1) + " " + names + " (" +
            std::to_string(most->second) + " of " + std::to_string(problems) + ")";
  }
  if (text.empty()) return text;
  return paragraph(
      "Methods whose times are within a tenth of the least count as equal. Among the cheapest in the most "
      "problems are: " +
      text + ".");
}

std::string conclusions(const Medians& medians) {
  HtmlTable html;
  html.caption = "The cheapest methods for a wanted error, relative to the motion; times within a tenth do not differ";
  html.columns = {"Problem", "Error", "First", "Second", "Methods that reach it"};
  html.numbers = {1, 4};
  for (const auto& [problem, methods] : medians) {
    for (const double error : wanted_errors) {
      const std::vector<Cost> all = costs(methods, error);
      std::vector<std::string> row = {code(problem), support::with_digits(error, 1)};
      row.push_back(all.empty() ? "none reaches it"
                                : code(all[0].method) + ", " + support::with_digits(1e3 * all[0].seconds, 3) + " ms");
      row.push_back(all.size() < 2 ? "–"
                                   : code(all[1].method) + ", " +
                                         support::with_digits(all[1].seconds / all[0].seconds, 3) + " times as long");
      row.push_back(std::to_string(all.size()) + " of " + std::to_string(methods.size()));
      html.rows.push_back(std::move(row));
    }
  }
  return table(html);
}

// What the runs of each method were: how many, and from where to where their settings went.
std::string methods_table(const fs::path& file) {
  const CsvFile csv = read_csv(file);
  const std::vector<std::string> settings = {"order", "dt", "dt_min", "dt_max", "atol"};
  const std::size_t method = required_column(csv, "method", file);
  const std::size_t completed = required_column(csv, "completed", file);
  struct Range {
    double least = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
  };
  struct Runs {
    int all = 0;
    int completed = 0;
    std::vector<Range> ranges;
  };
  std::vector<std::string> order;
  std::map<std::string, Runs> methods;
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const auto [place, is_new] = methods.try_emplace(csv.rows[row][method]);
    Runs& runs = place->second;
    if (is_new) {
      order.push_back(csv.rows[row][method]);
      runs.ranges.resize(settings.size());
    }
    ++runs.all;
    if (csv.rows[row][completed] == "1") ++runs.completed;
    for (std::size_t k = 0; k < settings.size(); ++k) {
      const double value = csv.number(row, required_column(csv, settings[k], file));
      if (!std::isfinite(value)) continue;
      runs.ranges[k] = {std::min(runs.ranges[k].least, value), std::max(runs.ranges[k].largest, value)};
    }
  }
  HtmlTable html;
  html.caption = "Settings of the runs, over all problems; times in seconds";
  html.columns = {"Method", "Runs", "Came to their end"};
  html.columns.insert(html.columns.end(), settings.begin(), settings.end());
  html.numbers = {1, 2};
  for (const std::string& name : order) {
    const Runs& runs = methods[name];
    std::vector<std::string> row = {code(name), std::to_string(runs.all), std::to_string(runs.completed)};
    for (const Range& range : runs.ranges) {
      row.push_back(range.least > range.largest ? "–"
                    : range.least == range.largest
                        ? support::with_digits(range.least, 3)
                        : support::with_digits(range.least, 3) + " to " + support::with_digits(range.largest, 3));
    }
    html.rows.push_back(std::move(row));
  }
  return details("Settings of the methods", table(html));
}

bool is_quick(const fs::path& file) {
  if (support::is_missing(file)) return false;
  const nlohmann::ordered_json context = support::read_json(file);
  return context.is_object() && context.contains("quick") && context.at("quick") == true;
}

// What was measured of work and precision. Throws std::invalid_argument, naming the file, for what cannot be read.
std::string work_precision(const Sources& sources, Page& page, Files& files) {
  const fs::path folder = sources.results() / "work-precision";
  std::string html;
  html += paragraph(
      "All methods integrate the same motion with many settings; the error is that against the reference solution. "
      "Times "
      "are of one machine. Numbers of evaluations do not depend on it.");
  if (is_quick(folder / "context.json")) {
    html += "<p class=\"note\">This is a quick measurement, with fewer runs: 'make bench-full' makes all.</p>\n";
  }
  const Medians medians = read_medians(folder / "medians.csv");
  html += sentence_of_winners(medians) + sentences_of_problems(medians) + conclusions(medians);
  if (!support::is_missing(folder / "work_precision.csv")) html += methods_table(folder / "work_precision.csv");
  html += drawn_figures(sources, "work-precision",
                        {{"work_precision_cpu_time", "Error against CPU time"},
                         {"work_precision_base_steps", "Error against evaluations"}},
                        &page.faults);
  html += plots_section(sources, page, files);
  if (!support::is_missing(folder / "context.json"))
    html += settings_html("Machine and settings", "Machine and settings of the measurement",
                          support::read_json(folder / "context.json"));
  return html;
}

}  // namespace

Page integrators_page(const Sources& sources, Files& files) {
  Page page;
  page.file = "integrators.html";
  page.title = "Integrators";
  page.content = heading(1, "integrators", "Integrators");
  page.content += integrators_table();
  page.content += heading(2, "orders", "Orders of convergence") + order_table(sources);
  page.content += heading(2, "work-precision", "Work and precision");
  const fs::path folder = sources.results() / "work-precision";
  if (support::is_missing(folder / "medians.csv")) {
    page.content +=
        paragraph("There are no work-precision results here: 'make bench' or 'make bench-full' leaves them.");
    return page;
  }
  try {
    page.content += work_precision(sources, page, files);
  } catch (const std::invalid_argument& error) {
    page.faults.push_back("work-precision: The results cannot be read: " + sources.without_folder(error.what()) + ".");
    page.content += paragraph(page.faults.back());
  }
  return page;
}

}  // namespace nsdbench::report
