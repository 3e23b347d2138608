#include "benchmarks/work_precision/tables.hpp"

#include <cmath>
#include <initializer_list>

#include "support/numbers.hpp"

namespace nsdbench::work_precision {

namespace {

// A field without a value is empty.
std::string field(double value) { return std::isfinite(value) ? support::shortest(value) : ""; }

void append(std::string& csv, std::initializer_list<std::string> fields) {
  bool first = true;
  for (const std::string& text : fields) {
    if (!first) csv += ',';
    csv += text;
    first = false;
  }
  csv += '\n';
}

}  // namespace

std::string csv_of_runs(std::span<const Row> rows) {
  std::string csv =
      "problem,method,order,group,dt,dt_min,dt_max,atol,base_steps,cpu_time,error,relative_error,completed\n";
  for (const Row& row : rows) {
    const Setting& setting = row.setting;
    append(csv, {row.problem, row.method, std::to_string(row.order), std::to_string(setting.group), field(setting.dt),
                 field(setting.dt_min), field(setting.dt_max), field(setting.atol), std::to_string(row.base_steps),
                 field(row.cpu_time), field(row.error), field(row.relative_error), row.completed ? "1" : "0"});
  }
  return csv;
}

std::string csv_of_medians(std::span<const MedianRun> medians) {
  std::string csv = "problem,method,group,base_steps,cpu_time,relative_error\n";
  for (const MedianRun& run : medians) {
    append(csv, {run.problem, run.method, std::to_string(run.group), field(run.base_steps), field(run.cpu_time),
                 field(run.relative_error)});
  }
  return csv;
}

}  // namespace nsdbench::work_precision
