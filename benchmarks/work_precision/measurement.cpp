#include "benchmarks/work_precision/measurement.hpp"

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <limits>

namespace nsdbench::work_precision {

namespace {

// [ns]
std::int64_t thread_cpu_time() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{1'000'000'000} * now.tv_sec + now.tv_nsec;
}

}  // namespace

double least_cpu_time(double seconds, const std::function<void()>& run) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t before = thread_cpu_time();
  const std::int64_t end = before + static_cast<std::int64_t>(1e9 * seconds);
  do {
    run();
    const std::int64_t after = thread_cpu_time();
    least = std::min(least, after - before);
    before = after;
  } while (before < end);
  return static_cast<double>(least) / 1e9;
}

Row measure(const Problem& problem, const Method& method, ContactSolver& solver, const Setting& setting,
            double seconds_of_timing) {
  const MeasuredRun run = method.run(problem, solver, setting, true);
  Row row{problem.name,
          method.name,
          method.order,
          setting,
          run.outcome.counts.evaluations,
          Setting::none,
          run.error,
          run.error / problem.scale,
          run.completed};
  if (run.completed) {
    row.cpu_time = least_cpu_time(seconds_of_timing, [&] { method.run(problem, solver, setting, false); });
  }
  return row;
}

std::vector<Row> measure_all(const Problem& problem, ContactSolver& solver, const Extent& extent) {
  std::vector<Row> rows;
  for (const Method& method : method_table()) {
    if (!method.applies(problem)) continue;
    for (const Setting& setting : method.settings(problem, extent)) {
      rows.push_back(measure(problem, method, solver, setting, extent.seconds_of_timing));
    }
  }
  return rows;
}

}  // namespace nsdbench::work_precision
