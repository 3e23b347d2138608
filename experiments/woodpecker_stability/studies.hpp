// The parts of the experiment. Each adds its tables, quantities and notes.
#pragma once

#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/woodpecker_stability/cycle.hpp"
#include "experiments/woodpecker_stability/diagrams.hpp"
#include "experiments/woodpecker_stability/section_attractors.hpp"

namespace nsdbench::experiments {

// The jammed sleeve, by statics and by the integrator: when it stays, how far the bird may swing, and from which part
// of Table I's state on the motion does not end there.
void measure_jamming(Experiment& experiment, const problems::WoodpeckerParameters& parameters);

// The limit cycle that the motion from Table I's start comes to: by Newton's method from that motion after some cycles.
// Throws support::ComputationFailed if the motion does not return to the section, or if no cycle is found.
Cycle<double> find_first_cycle(const problems::WoodpeckerParameters& parameters, const std::string& solver);

// The limit cycle in two precisions and with two tolerances: the tolerances' difference is its uncertainty.
struct CycleRuns {
  Cycle<double> coarse;
  Cycle<Extended> fine;
  Cycle<Extended> checked;  // with a larger tolerance
};

// Throws support::ComputationFailed if the motion does not return to the section, or if no cycle is found.
CycleRuns find_cycles(const problems::WoodpeckerParameters& parameters, const std::string& solver);

// Period, fall, energies, multiplier and extremes of the limit cycle.
void measure_cycle(Experiment& experiment, const CycleRuns& runs);

// The table of a cycle: states, modes, contact forces and percussions.
std::vector<support::Column> cycle_columns();

// The cycle through `omega` [rad/s] on the section, for drawing: 25 states of each step, and the last state of a mode
// once more where the next one begins.
void draw_cycle(support::Table& table, WoodpeckerMap<double>& here, double omega);
// Tables `cycle` and `start`.
void draw_cycle(Experiment& experiment, WoodpeckerMap<double>& here, double omega);

// Deviations from the cycle, return by return, from Table I's start on.
void measure_deviations(Experiment& experiment, WoodpeckerMap<double>& here, const CycleRuns& runs, int cycles);

// The return map at `points` points of the section, and the attractors that it shows beside the cycle at `fixed`.
SectionAttractors measure_return_map(Experiment& experiment, WoodpeckerMap<double>& here, double fixed, int points);

// Starts with the sleeve at rest and contact 2 closed, the bird `delta` off its jammed rest with omega_S.
struct BasinMap {
  std::string name;                         // of the table and, with an underscore, of the quantities
  double delta_from = 0.0, delta_to = 0.0;  // [rad]
  double omega_to = 0.0;                    // [rad/s]; the range begins at its negative
  int points = 0;                           // in both directions
};

// Where motions end that start there.
void map_basins(Experiment& experiment, const problems::WoodpeckerParameters& parameters,
                const SectionAttractors& attractors, const BasinMap& map);

// Attractors at the points of `plan`, and the branch of the limit cycle at `fixed` [rad/s] at `branch_points` values of
// the parameter: the branch takes little time, and its stability changes within narrow windows.
void draw_diagram(Experiment& experiment, const problems::WoodpeckerParameters& parameters, const Sweep& plan,
                  int branch_points, double fixed, const Settling& settling);

// The period by Moreau's midpoint rule, an independent calculation, against `period` [s].
void compare_with_midpoint_rule(Experiment& experiment, WoodpeckerMap<double>& here, double omega, double period);

}  // namespace nsdbench::experiments
