// The methods of the work-precision diagrams. A further integrator is one more line of the table in method.cpp.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/work_precision/problem.hpp"
#include "solvers/analysis/measured_run.hpp"

namespace nsdbench::work_precision {

// How fine a run is. Settings that a method does not have are NaN.
struct Setting {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  int group = 0;         // runs of the same group are summed up by their median: an octave of step sizes, or the like
  double dt = none;      // [s], of fixed steps
  double dt_min = none;  // [s]
  double dt_max = none;  // [s]
  double atol = none;    // in SI units; of event_driven and acceleration_level rtol, too
};

// How much is computed.
struct Extent {
  int per_group = 16;                // settings per octave
  long most_base_steps = 1 << 18;    // about the cost of the finest fixed-step runs
  double seconds_of_timing = 20e-3;  // repeat a run until it has taken this much CPU time
};
Extent full_extent();
Extent quick_extent();

struct Method {
  // That of the table of integrators, with a suffix where one integrator has several lines: -p2 extrapolates to order
  // 2, -even2 to order 2 in even powers, -tolerance to the order that a tolerance asks for.
  std::string name;
  std::string description;
  int order = 0;  // in smooth parts; 0: it follows the error
  std::function<bool(const Problem&)> applies;
  // From coarse to fine.
  std::function<std::vector<Setting>(const Problem&, const Extent&)> settings;
  // One run. Unless it is `judged`, its error is left zero, so that its time is that of the integration alone.
  std::function<MeasuredRun(const Problem&, ContactSolver&, const Setting&, bool judged)> run;
};

const std::vector<Method>& method_table();

// The rule of the smallest step, dt_min = T (dt_max / T)^p with the problem's unit of time T, which is the paper's
// dt_max^p for T = 1 s; never below 1e-13 s, where times of some seconds have few digits left, and never above dt_max.
double smallest_step(const Problem& problem, double dt_max, int order);

}  // namespace nsdbench::work_precision
