// The results as CSV: one header line, columns by name, an empty field where there is no value.
#pragma once

#include <span>
#include <string>

#include "benchmarks/work_precision/cost.hpp"

namespace nsdbench::work_precision {

// One line per run: problem, method, order, group, dt, dt_min, dt_max, atol, base_steps, cpu_time, error,
// relative_error, completed. Times in seconds, errors in the unit of the problem.
std::string csv_of_runs(std::span<const Row> rows);

// problem, method, group, base_steps, cpu_time, relative_error.
std::string csv_of_medians(std::span<const MedianRun> medians);

}  // namespace nsdbench::work_precision
