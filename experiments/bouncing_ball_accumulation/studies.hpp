// The parts of the experiment, in the order of main.cpp.
#pragma once

#include <vector>

#include "experiments/bouncing_ball_accumulation/statistics.hpp"
#include "experiments/support/experiment.hpp"
#include "experiments/support/uncertainty.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::experiments::ball {

// References to the ball, its closed form and the contact solver of a run.
struct Setting {
  const BouncingBall& ball;
  const ExactBouncingBall& exact;
  ContactSolver& solver;
};

// Table `exact`: the closed form up to `end` [s], flight by flight, with the force and the percussions of the table.
std::vector<support::Column> exact_columns();
void draw_exact(support::Table& table, const BouncingBall& ball, const ExactBouncingBall& exact, double end);

// Sec. 10.1 as the paper has it: step size adjustment and extrapolation over odd substeps (Fig. 10) and over all
// (Fig. 9). False if the motion over odd substeps did not reach its end.
bool adjust_steps(Experiment& experiment, const Setting& setting);

// The base scheme by itself, at one step size and at many. Throws UnsolvedContactProblem.
void fix_steps(Experiment& experiment, const Setting& setting);

// The motion by any other integrator: times of impacts and of their accumulation point.
void integrate_motion(Experiment& experiment, const Setting& setting);

// `growth` [J]: by the percussions of impacts. Zero but for the rounding of energies of some joules.
inline void record_impact_energy(Experiment& experiment, const char* key, double growth) {
  experiment.quantity(
      key, growth, "J", Uncertainty::residual(1e-12),
      "largest kinetic energy that the percussion of an impact puts in: none, since there is one contact "
      "with a restitution coefficient of at most 1");
}

}  // namespace nsdbench::experiments::ball
