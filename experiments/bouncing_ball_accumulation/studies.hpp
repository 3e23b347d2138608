// The parts of the experiment, in the order of main.cpp.
#pragma once

#include "experiments/bouncing_ball_accumulation/statistics.hpp"
#include "experiments/support/experiment.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::experiments::ball {

// References to the ball, its closed form and the contact solver of a run.
struct Setting {
  const BouncingBall& ball;
  const ExactBouncingBall& exact;
  ContactSolver& solver;
};

// Sec. 10.1 as the paper has it: step size adjustment and extrapolation over odd substeps (Fig. 10) and over all
// (Fig. 9). False if the motion over odd substeps did not reach its end.
bool adjust_steps(Experiment& experiment, const Setting& setting);

// The base scheme by itself, at one step size and at many. Throws UnsolvedContactProblem.
void fix_steps(Experiment& experiment, const Setting& setting);

// The motion by any other integrator: times of impacts and of their accumulation point.
void integrate_motion(Experiment& experiment, const Setting& setting);

}  // namespace nsdbench::experiments::ball
