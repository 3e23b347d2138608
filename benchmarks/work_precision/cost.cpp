#include "benchmarks/work_precision/cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "solvers/analysis/order_fit.hpp"
#include "solvers/elementary/elementary.hpp"
#include "support/numbers.hpp"

namespace nsdbench::work_precision {

namespace {

bool same_group(const Row& a, const Row& b) {
  return a.problem == b.problem && a.method == b.method && a.setting.group == b.setting.group;
}

// One group; nothing if too few runs count.
std::optional<MedianRun> median_of(std::span<const Row> group) {
  std::vector<double> steps;
  std::vector<double> times;
  std::vector<double> errors;
  for (const Row& row : group) {
    if (!row.completed || !(row.relative_error > 0.0)) continue;
    steps.push_back(static_cast<double>(row.base_steps));
    times.push_back(row.cpu_time);
    errors.push_back(row.relative_error);
  }
  if (errors.empty() || 2 * errors.size() < group.size()) return std::nullopt;
  const Row& first = group.front();
  return MedianRun{first.problem, first.method, first.setting.group, median(steps), median(times), median(errors)};
}

std::string milliseconds(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", 1e3 * seconds);
  return text.data();
}

std::string text_of(const std::optional<Cost>& cost, Measure measure) {
  if (!cost) return "-";
  const std::string number =
      measure == Measure::base_steps ? std::to_string(std::lround(cost->value)) : milliseconds(cost->value);
  return (cost->is_bound ? "<" : "") + number;
}

std::vector<std::string> distinct(std::span<const MedianRun> medians, std::string MedianRun::*member) {
  std::vector<std::string> names;
  for (const MedianRun& run : medians) {
    if (std::find(names.begin(), names.end(), run.*member) == names.end()) names.push_back(run.*member);
  }
  return names;
}

void append_line(std::string& text, const std::vector<std::string>& cells) {
  constexpr std::size_t first_width = 26;  // the longest name and a space
  constexpr std::size_t width = 10;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::string padding(std::max(k == 0 ? first_width : width, cells[k].size() + 1) - cells[k].size(), ' ');
    text += k == 0 ? cells[k] + padding : padding + cells[k];
  }
  text += '\n';
}

}  // namespace

std::vector<MedianRun> medians(std::span<const Row> rows) {
  std::vector<MedianRun> result;
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = begin + 1;
    while (end < rows.size() && same_group(rows[begin], rows[end])) ++end;
    if (const auto run = median_of(rows.subspan(begin, end - begin))) result.push_back(*run);
    begin = end;
  }
  return result;
}

std::optional<Cost> cost_of(double error, std::span<const std::pair<double, double>> curve) {
  const auto reached =
      std::find_if(curve.begin(), curve.end(), [&](const auto& point) { return point.second <= error; });
  if (reached == curve.end()) return std::nullopt;
  if (reached == curve.begin()) return Cost{reached->first, reached->second < error};
  const auto& [cost, left] = *(reached - 1);
  const double share = elementary::log(error / left) / elementary::log(reached->second / left);
  return Cost{cost * elementary::pow(reached->first / cost, share), false};
}

const std::vector<double>& errors_of_tables() {
  static const std::vector<double> errors = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
  return errors;
}

std::vector<std::pair<double, double>> curve_of(std::span<const MedianRun> medians, std::string_view problem,
                                                std::string_view method, Measure measure) {
  std::vector<std::pair<double, double>> curve;
  for (const MedianRun& run : medians) {
    if (run.problem != problem || run.method != method) continue;
    curve.emplace_back(measure == Measure::base_steps ? run.base_steps : run.cpu_time, run.relative_error);
  }
  return curve;
}

std::string cost_tables(std::span<const MedianRun> medians) {
  std::string text;
  for (const std::string& problem : distinct(medians, &MedianRun::problem)) {
    for (const Measure measure : {Measure::base_steps, Measure::cpu_time}) {
      text += problem + (measure == Measure::base_steps ? ": base steps" : ": CPU time in ms") +
              " for an error, relative to the motion, of\n";
      std::vector<std::string> header = {""};
      for (const double error : errors_of_tables()) header.push_back(support::shortest(error));
      append_line(text, header);
      for (const std::string& method : distinct(medians, &MedianRun::method)) {
        const auto curve = curve_of(medians, problem, method, measure);
        if (curve.empty()) continue;
        std::vector<std::string> line = {method};
        for (const double error : errors_of_tables()) line.push_back(text_of(cost_of(error, curve), measure));
        append_line(text, line);
      }
      text += '\n';
    }
  }
  return text;
}

}  // namespace nsdbench::work_precision
