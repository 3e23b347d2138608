// Runs of every method on a problem: error, base steps and CPU time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/work_precision/method.hpp"

namespace nsdbench::work_precision {

// One run.
struct Row {
  std::string problem;
  std::string method;
  int order = 0;  // 0: it follows the error
  Setting setting;
  long base_steps = 0;
  double cpu_time = 0.0;        // [s], the least of the repetitions; not a number if the run was not completed
  double error = 0.0;           // largest over the nodes, in the unit of the problem
  double relative_error = 0.0;  // over the problem's scale
  bool completed = false;
};

// Least CPU time of the calling thread that `run` takes [s], from so many repetitions that they take `seconds` in all.
double least_cpu_time(double seconds, const std::function<void()>& run);

Row measure(const Problem& problem, const Method& method, ContactSolver& solver, const Setting& setting,
            double seconds_of_timing);

// Every method that applies, at all its settings, in the order of the table.
std::vector<Row> measure_all(const Problem& problem, ContactSolver& solver, const Extent& extent);

}  // namespace nsdbench::work_precision
