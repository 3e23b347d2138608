// The parts of the experiment. Each adds its tables, quantities and notes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/analysis/incidents.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/integration/outcome.hpp"

namespace nsdbench::experiments::woodpecker_steps {

// An accepted step.
struct StepSize {
  double begin = 0.0, dt = 0.0;  // [s]
  int order = 0;
};

// The motion over the first period, by the integrator that was asked for.
struct FirstPeriod {
  Outcome outcome;
  State<3> end;
  SwitchingPoints<problems::Woodpecker> switching;
  std::vector<StepSize> steps;
  long resolved_switching_points = 0;   // accepted steps that resolved one
  int largest_switching_order = 0;      // of these
  double largest_switching_step = 0.0;  // of these [s]
};

// Figure 13: portrait, modes, step size and order. False if the motion did not reach its end.
bool show_motion(Experiment& experiment, const problems::Woodpecker& woodpecker, ContactSolver& solver);

// Table VII and the instants of switching. `finer`: with finer settings, for uncertainties, which are no smaller than
// `resolution` [s].
void tell_incidents(Experiment& experiment, const FirstPeriod& motion, const std::vector<FirstPeriod>& finer,
                    double resolution);

// The instants against those of reference-data/truth/woodpecker.json: the same scheme in quadruple precision with a
// dt_min of 1e-21 s.
void compare_with_reference(Experiment& experiment, const FirstPeriod& motion);

// Figure 14: the error of phi_S against dt_max for every order p, with the paper's dt_min against its reference and
// against a finer one; and with a dt_min so small that it does not count, in extended precision.
void study_orders(Experiment& experiment, const problems::WoodpeckerParameters& parameters, ContactSolver& solver);

}  // namespace nsdbench::experiments::woodpecker_steps
