// How far a quantity of a run with any integrator may be from the exact one: by the same run with finer settings, and
// with still finer ones.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments {

// The run as it was asked for, a finer one and the finest.
inline constexpr int refinement_levels = 3;

// From one level to the next all steps that are given are divided by 4, and tolerances by 10; an entry that is 0 stays
// the method's own default. So much, since errors at impacts are anything up to a bound that is proportional to the
// step: with a factor of 2 three of them often lie close together by chance. `end` [s]: the latest time of the run, for
// which dt_min keeps some digits.
IntegratorSettings refined(IntegratorSettings settings, int level, double end);
double refined_step(double dt, int level);

// A quantity at the levels; NaN where a run has none.
using RefinedValues = std::array<double, refinement_levels>;

// One quantity, `get(run)`, of the runs of all levels.
template <class Run, class Get>
RefinedValues values_of(const std::array<Run, refinement_levels>& runs, const Get& get) {
  RefinedValues values{};
  for (std::size_t level = 0; level < values.size(); ++level) values[level] = get(runs[level]);
  return values;
}

// Half-width of the uncertainty of values[0], and no less than `resolution`, below which the quantity is not known
// anyway (rounding, the size of a step that locates an event), in its unit. With the changes a from values[0] to [1]
// and b from [1] to [2], and the largest difference s of any two:
//   b <= a / 2    the values converge: 2 s. If the changes go on to shrink so, the limit is within 2 a.
//   b <= 2 a, or s within ten times the resolution, where it is chance which change is the smaller
//                 the errors scatter: 3 s, the factor that Roache (Verification and Validation in Computational Science
//                 and Engineering, 1998, sec. 5.6) recommends where no order is observed.
//   otherwise     the finer runs differ by more than the coarser ones: nothing, the limit is not known.
// Nothing, too, where a value is missing. Differences within `resolution` are none.
std::optional<double> uncertainty(const RefinedValues& values, double resolution);

// Why there is none.
inline constexpr char finer_runs_disagree[] =
    "The runs with finer steps do not agree well enough, or did not reach their end.";

// [s] How sharply a method locates events: its fixed or smallest step, in whose middle it places them; 0 for methods
// that find them within their steps.
double event_resolution(const IntegratorSettingList& settings);

// What the rounding of a value of about this size leaves.
double rounding_of(double value);

// For the meaning of a quantity.
inline constexpr char refinement_sentence[] = "uncertainty: by runs with 4 and 16 times finer steps";

}  // namespace nsdbench::experiments
