#include "tools/report/plots.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/text_table.hpp"
#include "tools/report/csv_file.hpp"
#include "tools/report/html.hpp"

namespace nsdbench::report {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_rows_of_values = 300;

struct Line {
  std::string label;
  std::vector<std::pair<double, double>> points;
};

std::size_t column_of(const CsvFile& csv, const ordered_json& plot, const std::string& name) {
  const std::optional<std::size_t> column = csv.column(name);
  if (!column) {
    throw std::invalid_argument("report/plots.json: plot " + plot.at("id").get<std::string>() + ": " +
                                plot.at("file").get<std::string>() + " has no column '" + name + "'");
  }
  return *column;
}

bool is_wanted(const CsvFile& csv, const ordered_json& plot, std::size_t row) {
  if (!plot.contains("where")) return true;
  for (const auto& [name, text] : plot.at("where").items()) {
    if (csv.rows[row][column_of(csv, plot, name)] != text.get<std::string>()) return false;
  }
  return true;
}

// The words that the plot has for a column or for a value of its series.
std::string name_of(const ordered_json& plot, const std::string& key) {
  const auto names = plot.find("names");
  return names == plot.end() ? key : names->value(key, key);
}

std::string label_of(const ordered_json& plot, const std::string& value) {
  std::string label = plot.value("label", std::string("{}"));
  const std::size_t at = label.find("{}");
  return at == std::string::npos ? label : label.replace(at, 2, name_of(plot, value));
}

std::vector<std::string> columns_of_lines(const CsvFile& csv, const ordered_json& plot) {
  const ordered_json& y = plot.at("y");
  if (y.is_array()) return y.get<std::vector<std::string>>();
  if (y != "*") return {y.get<std::string>()};
  std::vector<std::string> names = csv.columns;
  std::erase(names, plot.at("x").get<std::string>());
  return names;
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t middle = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[middle] : 0.5 * (numbers[middle - 1] + numbers[middle]);
}

void reduce_to_octaves(Line& line) {
  std::map<int, std::pair<std::vector<double>, std::vector<double>>> octaves;
  for (const auto& [x, y] : line.points) {
    auto& [xs, ys] = octaves[std::ilogb(x)];
    xs.push_back(x);
    ys.push_back(y);
  }
  line.points.clear();
  for (const auto& [octave, points] : octaves) line.points.emplace_back(median(points.first), median(points.second));
}

std::vector<Line> lines_of(const CsvFile& csv, const ordered_json& plot) {
  const std::size_t x = column_of(csv, plot, plot.at("x"));
  const std::string log = plot.value("log", std::string());
  const bool log_x = log.find('x') != std::string::npos;
  const bool log_y = log.find('y') != std::string::npos;
  std::vector<Line> lines;
  std::map<std::string, std::size_t> places;
  for (const std::string& name : columns_of_lines(csv, plot)) {
    const std::size_t y = column_of(csv, plot, name);
    for (std::size_t row = 0; row < csv.rows.size(); ++row) {
      if (!is_wanted(csv, plot, row)) continue;
      std::string key = name;
      std::string label = name_of(plot, name);
      if (plot.contains("series")) {
        const std::string& value = csv.rows[row][column_of(csv, plot, plot.at("series"))];
        key += "/" + value;
        label = label_of(plot, value);
      }
      const auto [place, is_new] = places.emplace(key, lines.size());
      if (is_new) lines.push_back({label, {}});
      const double at = csv.number(row, x);
      const double value = csv.number(row, y);
      if (!std::isfinite(at) || !std::isfinite(value) || (log_x && at <= 0.0) || (log_y && value <= 0.0)) continue;
      lines[place->second].points.emplace_back(at, value);
    }
  }
  if (plot.value("octaves", false)) {
    for (Line& line : lines) reduce_to_octaves(line);
  }
  return lines;
}

// Where y is x, at each x of the first line.
Line diagonal(const std::vector<Line>& lines, const std::string& label) {
  Line line{label, {}};
  for (const auto& [x, y] : lines.front().points) line.points.emplace_back(x, x);
  return line;
}

// Seven digits: more than a screen shows.
std::string list_text(const Line& line, double std::pair<double, double>::*part) {
  std::string text;
  for (const auto& point : line.points) text += (text.empty() ? "" : ",") + support::with_digits(point.*part, 7);
  return "[" + text + "]";
}

std::string script_of(const ordered_json& plot, const std::vector<Line>& lines) {
  const std::string log = plot.value("log", std::string());
  ordered_json settings = {{"x_label", plot.at("x_label")},
                           {"y_label", plot.at("y_label")},
                           {"x_log", log.find('x') != std::string::npos},
                           {"y_log", log.find('y') != std::string::npos},
                           {"points", plot.value("points", false)}};
  std::string series;
  for (const Line& line : lines) {
    series += (series.empty() ? "" : ",\n") + std::string("{\"label\":") + ordered_json(line.label).dump() +
              ",\"x\":" + list_text(line, &std::pair<double, double>::first) +
              ",\"y\":" + list_text(line, &std::pair<double, double>::second) + "}";
  }
  std::string text = settings.dump();
  text.insert(text.size() - 1, ",\"series\":[" + series + "]");
  return "nsdbench.plot(" + plot.at("id").dump() + ", " + script_text(text) + ");\n";
}

std::string values_table(const Sources& sources, const ordered_json& plot, const std::vector<Line>& lines) {
  std::size_t points = 0;
  for (const Line& line : lines) points += line.points.size();
  const std::size_t every = points / most_rows_of_values + 1;
  HtmlTable html;
  html.caption = "Values: " + plot.at("title").get<std::string>();
  html.columns = {"Line", plot.at("x_label"), plot.at("y_label")};
  html.numbers = {1, 2};
  std::size_t k = 0;
  for (const Line& line : lines) {
    for (const auto& [x, y] : line.points) {
      if (k++ % every == 0) {
        html.rows.push_back({escaped(line.label), support::with_digits(x, 5), support::with_digits(y, 5)});
      }
    }
  }
  const auto file = plot.at("file").get<std::string>();
  std::string text = every == 1 ? std::to_string(points) + " values"
                                : std::to_string(html.rows.size()) + " of " + std::to_string(points) + " values";
  return details(escaped(text),
                 "<p>All digits: " + link_to(sources.address(sources.results() / file), file) + "</p>" + table(html));
}

}  // namespace

std::string plots_section(const Sources& sources, Page& page, Files& files) {
  std::string html;
  std::string scripts;
  for (const ordered_json& plot : sources.settings("plots.json")) {
    if (plot.at("page") != page.file) continue;
    const auto id = plot.at("id").get<std::string>();
    html += heading(3, id, plot.at("title").get<std::string>());
    const auto file = plot.at("file").get<std::string>();
    if (support::is_missing(sources.results() / file)) {
      html += paragraph("There is no " + file + " among these results.");
      continue;
    }
    std::string complaint;
    const std::optional<CsvFile> csv = readable_csv(sources.results() / file, complaint);
    if (!csv) {
      if (sources.record(file.substr(0, file.find('/'))) == nullptr) {  // that of a record says so itself
        page.faults.push_back(file + " cannot be read: " + sources.without_folder(complaint) + ".");
      }
      html += paragraph("This plot cannot be drawn: " + complaint + ".");
      continue;
    }
    std::vector<Line> lines = lines_of(*csv, plot);
    html += paragraph(plot.at("caption").get<std::string>());
    html += "<div class=\"plot\" id=\"plot-" + escaped(id) + "\" role=\"group\" aria-label=\"" +
            escaped(plot.at("title").get<std::string>()) + "\"></div>\n";
    html += values_table(sources, plot, lines);
    if (plot.contains("diagonal")) lines.push_back(diagonal(lines, plot.at("diagonal")));
    scripts += script_of(plot, lines);
  }
  if (!scripts.empty()) {
    const std::string name = "data/plots-" + page.file.substr(0, page.file.rfind('.')) + ".js";
    files.push_back({name, scripts});
    for (const char* script : {"assets/uPlot.iife.min.js", "assets/plots.js"}) page.scripts.emplace_back(script);
    page.scripts.push_back(name);
  }
  return html.empty() ? html : heading(2, "plots", "Interactive plots") + html;
}

}  // namespace nsdbench::report
