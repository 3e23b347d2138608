// The parts of the experiment. Each adds its tables, quantities and notes.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/prismatic_clearance_cases/closed_form.hpp"
#include "experiments/prismatic_clearance_cases/runs.hpp"
#include "experiments/prismatic_clearance_cases/unfinished.hpp"
#include "experiments/support/experiment.hpp"

namespace nsdbench::experiments::prismatic {

// [s] First part of the figures, where contacts close.
inline constexpr double shown = 5e-3;

// The interior point method takes some 7 ms per step, a thousand times as long as newton.
inline bool is_expensive(ComplementarityFormulation formulation) {
  return formulation == ComplementarityFormulation::interior_point;
}

// Whether studies over many steps run a formulation in that case: the interior point method in case 2 alone, in which
// both ends hit again and again, unless the run is at full resolution.
inline bool is_studied(const Experiment& experiment, ComplementarityFormulation formulation, const Case& c) {
  return !is_expensive(formulation) || experiment.options().full || c.suffix == "c2";
}
inline std::string studied_cases(const Experiment& experiment, ComplementarityFormulation formulation) {
  return !is_expensive(formulation) || experiment.options().full ? "all cases" : "case 2";
}

// [s] h_min and h_max of the program: --dt-min and --dt-max.
inline Steps paper_steps(const Experiment& experiment) {
  return {experiment.options().control->dt_min, experiment.options().control->dt_max};
}

// Figures 4 to 12: the program with the paper's steps, with what it shows of first contact and landings, and the closed
// form; and how deep the midpoint rule enters the rod. Returns the time when the first contact closes with the paper's
// steps [s], or NaN.
double draw_case(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact, ContactSolver& solver);

// The closed form's curves, beside any motion.
void draw_closed_form(Experiment& experiment, const Case& c, const ClosedForm& exact);

// The same motion by the event-driven integrator, beside the closed form.
void follow_events(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact,
                   ContactSolver& solver);

// The motion by the integrator that was asked for, where that is not the paper's: what all integrators tell. Throws
// std::invalid_argument if it does not apply.
void follow_by_name(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact,
                    ContactSolver& solver);

// Results of the run of one case with fine equal steps.
struct FineMotion {
  std::vector<std::pair<double, double>> along;  // x [m] and xdot [m/s] after every step
  double largest_residual = 0.0;                 // [N] of the equations of motion
  std::array<double, 2> forces{};                // [N] on the left and the right end, in the last step
  double angle = 0.0;                            // [rad] at the end
  bool two_points = false;                       // at the end: both ends press, on opposite sides
};

// The quantities of one case, by the program with equal steps h [s] and 2 h.
FineMotion measure(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact, double h);

// Equal steps of 1e-3 s, which the paper calls sufficient.
void judge_coarse_step(Experiment& experiment, const std::vector<Case>& all,
                       const std::vector<std::optional<ClosedForm>>& exact);

// The cost of each formulation with the paper's steps, the search for their size included.
void count_iterations(Experiment& experiment, const std::vector<Case>& all, ContactSolver& solver,
                      Unfinished& unfinished);

// The formulations side by side at equal steps: their motions, and how evenly their iterations are spread.
void compare_formulations(Experiment& experiment, const std::vector<Case>& all, Unfinished& unfinished);

// Largest error of an end's y against the step size, and its order.
void study_convergence(Experiment& experiment, const Case& c, const ClosedForm& exact, ContactSolver& solver,
                       Unfinished& unfinished);

// The effect of friction: the paper's last remark.
void study_friction(Experiment& experiment, const std::vector<Case>& all);

// Case 2 on a guide that is a body of its own, heavy and light, against the fixed one.
void free_the_guide(Experiment& experiment, const Case& second);

}  // namespace nsdbench::experiments::prismatic
