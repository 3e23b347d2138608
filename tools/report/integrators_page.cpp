#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "support/json_file.hpp"
#include "support/text_table.hpp"
#include "tools/report/csv_file.hpp"
#include "tools/report/figures_html.hpp"
#include "tools/report/html.hpp"
#include "tools/report/order_table.hpp"
#include "tools/report/pages.hpp"
#include "tools/report/plots.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;

// The errors for which the costs are compared, relative to the motion.
constexpr double wanted_errors[] = {1e-3, 1e-6, 1e-9};

struct Cost {
  std::string method;
  double seconds = 0.0;
};

// By problem, then by method: medians (cost, error).
using Medians = std::map<std::string, std::map<std::string, std::vector<std::pair<double, double>>>>;

Medians read_medians(const fs::path& file) {
  const CsvFile csv = read_csv(file);
  const auto column = [&](const char* name) {
    const std::optional<std::size_t> found = csv.column(name);
    if (!found) throw std::invalid_argument(file.string() + " has no column '" + name + "'");
    return *found;
  };
  const std::size_t problem = column("problem");
  const std::size_t method = column("method");
  const std::size_t seconds = column("cpu_time");
  const std::size_t error = column("relative_error");
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

std::string conclusions(const Medians& medians) {
  HtmlTable html;
  html.caption = "The cheapest methods for a wanted error, relative to the motion";
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
                                         support::with_digits(all[1].seconds / all[0].seconds, 2) + " times as long");
      row.push_back(std::to_string(all.size()) + " of " + std::to_string(methods.size()));
      html.rows.push_back(std::move(row));
    }
  }
  return table(html);
}

std::string settings_table(const fs::path& file) {
  HtmlTable html;
  html.caption = "Machine and settings of the measurement";
  html.columns = {"What", "Value"};
  const nlohmann::ordered_json context = support::read_json(file);
  for (const auto& [key, value] : context.items()) {
    html.rows.push_back({code(key), escaped(value.is_string() ? value.get<std::string>() : value.dump())});
  }
  return details("Machine and settings", table(html));
}

}  // namespace

Page integrators_page(const Sources& sources, Files& files) {
  Page page;
  page.file = "integrators.html";
  page.title = "Integrators";
  page.content = heading(1, "integrators", "Integrators");
  page.content += heading(2, "orders", "Orders of convergence") + order_table(sources);
  page.content += heading(2, "work-precision", "Work and precision");
  const fs::path folder = sources.results() / "work-precision";
  if (!fs::exists(folder / "medians.csv")) {
    page.content +=
        paragraph("There are no work-precision results here: 'make bench' or 'make bench-full' leaves them.");
    return page;
  }
  page.content += paragraph(
      "All methods integrate the same motion with many settings; the error is that against the reference solution. "
      "Times "
      "are of one machine. Numbers of evaluations do not depend on it.");
  page.content += conclusions(read_medians(folder / "medians.csv"));
  page.content += drawn_figures(sources, "work-precision",
                                {{"work_precision_cpu_time", "Error against CPU time"},
                                 {"work_precision_base_steps", "Error against evaluations"}});
  page.content += plots_section(sources, page, files);
  if (fs::exists(folder / "context.json")) page.content += settings_table(folder / "context.json");
  return page;
}

}  // namespace nsdbench::report
