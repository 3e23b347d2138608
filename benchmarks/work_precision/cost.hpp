// What an error costs: medians of groups of runs, and the cost of a given error between them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "benchmarks/work_precision/measurement.hpp"

namespace nsdbench::work_precision {

// Medians of one group of runs, each by itself: base steps, CPU time, relative error.
struct MedianRun {
  std::string problem;
  std::string method;
  int group = 0;
  double base_steps = 0.0;
  double cpu_time = 0.0;  // [s]
  double relative_error = 0.0;
};

// One entry per group, in the order of the rows. Groups less than half of whose runs were completed are left out, and
// so are runs that were not, and errors of zero, which have no logarithm.
std::vector<MedianRun> medians(std::span<const Row> rows);

// A cost, or an upper bound of it where the coarsest runs are more accurate than asked for.
struct Cost {
  double value = 0.0;
  bool is_bound = false;
};

// The cost of `error` on a curve of (cost, error) from coarse to fine, by a straight line in logarithms between the
// first point that is as accurate and the one before; nothing if none is.
std::optional<Cost> cost_of(double error, std::span<const std::pair<double, double>> curve);

// The relative errors of the tables: 1e-3 ... 1e-9.
const std::vector<double>& errors_of_tables();

enum class Measure { base_steps, cpu_time };

// (cost, error) of one method on one problem.
std::vector<std::pair<double, double>> curve_of(std::span<const MedianRun> medians, std::string_view problem,
                                                std::string_view method, Measure measure);

// Aligned text: for each problem the base steps, and the CPU time, that each method takes for the errors of the tables;
// '-' where it does not get there, '<' before upper bounds.
std::string cost_tables(std::span<const MedianRun> medians);

}  // namespace nsdbench::work_precision
