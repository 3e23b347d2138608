#include "benchmarks/arena/solve_costs.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>

#include "benchmarks/arena/summary.hpp"

namespace nsdbench::arena {

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

std::string number_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

support::Cells cost_table(const std::vector<const Row*>& rows, double (*cost)(const Row&),
                          std::string (*render)(double)) {
  std::vector<std::string> classes;
  std::vector<std::string> solvers;
  std::map<std::string, std::map<std::string, std::vector<double>>> costs;
  std::map<std::string, std::vector<double>> all;
  for (const Row* row : rows) {
    if (row->verdict != Verdict::solved) continue;
    const std::string name = class_of(*row);
    if (std::find(classes.begin(), classes.end(), name) == classes.end()) classes.push_back(name);
    if (std::find(solvers.begin(), solvers.end(), row->solver) == solvers.end()) solvers.push_back(row->solver);
    const double value = cost(*row);
    if (value < 0.0) continue;  // not told
    costs[row->solver][name].push_back(value);
    all[row->solver].push_back(value);
  }
  const auto cell = [&](const std::vector<double>& values) {
    return values.empty() ? "-" : render(median(values)) + " (" + std::to_string(values.size()) + ")";
  };
  support::Cells cells(1, {"solver"});
  cells[0].insert(cells[0].end(), classes.begin(), classes.end());
  cells[0].emplace_back("all");
  for (const std::string& solver : solvers) {
    std::vector<std::string> line = {solver};
    for (const std::string& name : classes) line.push_back(cell(costs[solver][name]));
    line.push_back(cell(all[solver]));
    cells.push_back(std::move(line));
  }
  return cells;
}

}  // namespace

std::string duration_text(double seconds) {
  constexpr std::array<std::pair<double, const char*>, 3> units = {{{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}}};
  const auto* unit = std::find_if(units.begin(), units.end() - 1, [&](const auto& u) { return seconds >= u.first; });
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g %s", seconds / unit->first, unit->second);
  return text.data();
}

support::Cells time_table(const std::vector<const Row*>& rows) {
  return cost_table(
      rows, [](const Row& row) { return row.seconds; }, &duration_text);
}

support::Cells iteration_table(const std::vector<const Row*>& rows) {
  return cost_table(
      rows, [](const Row& row) { return static_cast<double>(row.iterations); }, &number_text);
}

}  // namespace nsdbench::arena
