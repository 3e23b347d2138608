// The parts of the experiment. Each adds its tables, quantities and notes.
#pragma once

#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/woodpecker_limit_cycle/cycle_runs.hpp"

namespace nsdbench::experiments::woodpecker {

// The cycle's largest multiplier is near -0.84: a deviation from the cycle alternates and shrinks by 0.84^100 = 3e-8
// in the cycles that are let pass.
constexpr int settling_cycles = 100;

// Cycles that are let pass from a state on the cycle of another step size.
constexpr int transient_cycles = 24;

// Figures 4 and 5: the motion from Table I's start, with contact 2 closed and slipping.
void draw_time_history(Experiment& experiment, CycleRuns& runs);

// Figure 6: the cycle through `settled`, its energy balance and its stiction. The statistics of its contact problems.
SolverStatistics draw_limit_cycle(Experiment& experiment, CycleRuns& runs, const BirdState& settled);

// The cycle's quantities at these steps [s], and their limits for dt -> 0: for the midpoint rule.
void study_step_sizes(Experiment& experiment, CycleRuns& runs, const BirdState& settled,
                      const std::vector<double>& steps);

// The cycle's quantities with the settings of the run, for other methods than the midpoint rule; their uncertainties by
// finer ones.
void measure_cycle(Experiment& experiment, CycleRuns& runs, const BirdState& settled);

// When contacts switch on the cycle.
void measure_switching_times(Experiment& experiment, CycleRuns& runs, const BirdState& settled);

// Table I's start and the cycle.
void measure_distances(Experiment& experiment, CycleRuns& runs, const BirdState& settled);

// The contact problems of the midpoint rule: all that were met, with the step sizes named by the paper and from initial
// states all over the state space. `on_cycle`: those of the settled cycle.
void check_contact_problems(Experiment& experiment, CycleRuns& runs, const SolverStatistics& on_cycle);

// The bird's angle at the first state of the reference solution, from Table I's start: with the midpoint rule at all
// `steps`, its limit for dt -> 0 and how its error falls; with another method with the step size of the run.
void compare_with_reference(Experiment& experiment, CycleRuns& runs, const std::vector<double>& steps);

}  // namespace nsdbench::experiments::woodpecker
