// A slider on a rod with clearance (Chaturvedi, Sandu & Sandu, secs 3 and 4): Figures 4 to 12.
//
//   M (u_n - u_n-1)/h = f(q_n) + W(q_n) lambda_n,   q_n = q_n-1 + h u_n,   0 <= lambda_n perpendicular to g(q_n) >= 0
//   m = 5 kg, J = 8e-4 kg m^2, l_s = 20 mm, c = 10 um, f_x = 50 N at (0, -s) in the slider's axes
//   case 1: s = 0;   case 2: s = 0.5 mm, both under gravity;   case 3: s = l = 10 mm, without gravity
//
//   prismatic_clearance_cases                                            h in [1e-4, 1e-3] s, as in the paper
//   prismatic_clearance_cases --dt-min 1e-5 --dt-max 1e-4 --dt 1e-5      finer, and midpoint steps of 1e-5 s
//   prismatic_clearance_cases --set s=2e-3                               case 2 with the force further out
//
// Every case by the complementarity program in all its formulations and by Moreau's midpoint rule with a contact
// solver, beside its closed form (closed_form.hpp) and the event-driven integrator; then on a guide that moves, with
// friction, over clearances and places of the force, and against the step size. Quantities are those of the program
// with equal steps of 1e-6 s.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/prismatic_clearance_cases/contact_map.hpp"
#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "experiments/support/experiment.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::prismatic;
using experiments::Experiment;
using experiments::Uncertainty;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::vector<Case> cases(const PrismaticJointParameters& printed) {
  Case first{"c1", printed};
  first.parameters.s = 0.0;
  const Case second{"c2", printed};
  Case third{"c3", printed};
  third.parameters.s = printed.l;
  third.parameters.g = 0.0;
  return {first, second, third};
}

// The frame's options of adjusted steps that the steps of the paper's method do not have.
void refuse_what_does_not_apply(const Experiment& experiment) {
  if (experiment.options().integrator != "implicit_euler") return;
  const experiments::StepControl& control = *experiment.options().control;
  if (control.order != 1) {
    throw std::invalid_argument("option --order: " + std::to_string(control.order) +
                                " is not allowed: implicit Euler has order 1");
  }
  if (control.step_limit != experiments::StepControl{}.step_limit) {
    throw std::invalid_argument("option --step-limit: " + std::to_string(control.step_limit) +
                                " is not allowed: runs of this experiment have no limit of steps");
  }
}

// x and xdot of `motion` against those of case 1, after every step.
void compare_along(Experiment& experiment, const Case& c, const FineMotion& motion, const FineMotion& first) {
  double position = 0.0;
  double velocity = 0.0;
  for (std::size_t k = 0; k < std::min(motion.along.size(), first.along.size()); ++k) {
    position = std::max(position, std::abs(motion.along[k].first - first.along[k].first));
    velocity = std::max(velocity, std::abs(motion.along[k].second - first.along[k].second));
  }
  experiment.quantity("x_difference_" + c.suffix, position, "m", Uncertainty::residual(1e-15),
                      "largest difference of x from case 1 after any fine step, " + case_name(c));
  experiment.quantity("xdot_difference_" + c.suffix, velocity, "m/s", Uncertainty::residual(1e-14),
                      "largest difference of xdot from case 1 after any fine step, " + case_name(c));
}

// What the runs say of the forces' sums, of the angle against eq. 19 and of the equations of motion.
void compare_cases(Experiment& experiment, const PrismaticJointParameters& printed,
                   const std::vector<FineMotion>& motions) {
  double most = 0.0;
  double least = std::numeric_limits<double>::infinity();
  double residual = 0.0;
  for (const FineMotion& motion : motions) {
    const double sum = motion.forces[0] + motion.forces[1];
    most = std::max(most, sum);
    least = std::min(least, sum);
    residual = std::max(residual, motion.largest_residual);
  }
  if (least > 0.0) {
    experiment.quantity("steady_force_spread", most / least - 1.0, "1", 1e-9,
                        "largest over smallest sum of both normal forces at the end among the cases, minus one");
  }
  double spread = 0.0;
  for (const std::size_t end : {0U, 1U}) {
    const auto [weakest, strongest] =
        std::ranges::minmax_element(motions, {}, [end](const FineMotion& motion) { return motion.forces[end]; });
    const double least_force = weakest->forces[end];
    spread = least_force > 0.0 ? std::max(spread, strongest->forces[end] / least_force - 1.0)
                               : std::numeric_limits<double>::infinity();
  }
  if (std::isfinite(spread)) {
    experiment.quantity(
        "contact_force_spread", spread, "1", 1e-9,
        "largest over smallest normal force on the same end, at the end, among the cases, minus one; of "
        "both ends the larger");
  }
  if (motions[2].two_points) {
    experiment.quantity("misalignment_over_bound", std::abs(motions[2].angle) / (printed.c / (2.0 * printed.l_s)), "1",
                        1e-12, "angle of the two-point contact at the end over the bound c/(2 l) of eq. 19");
  }
  experiment.quantity(
      "max_equation_residual_fine", residual, "N", Uncertainty::residual(1e-10),
      "largest residual of the equations of motion, that of the moments over half of the slider's length, "
      "of the fine runs: forces of steps with a hit are impulses over h, and round accordingly");
}

using ClosedForms = std::vector<std::optional<ClosedForm>>;

ClosedForms closed_forms(Experiment& experiment, const std::vector<Case>& all) {
  ClosedForms exact;
  for (const Case& c : all) {
    exact.push_back(ClosedForm::of(c.parameters));
    if (!exact.back()) experiment.note("No closed form for " + case_name(c) + " with these parameters.");
  }
  return exact;
}

// Every case with the paper's steps, by events and with fine steps; then the cases against each other.
void study_cases(Experiment& experiment, const PrismaticJointParameters& printed, const std::vector<Case>& all,
                 const ClosedForms& exact, ContactSolver& solver) {
  const double fine = experiment.options().quick ? 8e-6 : 1e-6;
  experiment.method("fine_h", fine);
  std::vector<FineMotion> motions;
  double first_contact_error = 0.0;  // a NaN stays one
  for (std::size_t k = 0; k < all.size(); ++k) {
    experiment.progress().update("case " + std::to_string(k + 1), 0.0);
    const double first_contact = draw_case(experiment, all[k], exact[k], solver);
    const double error = exact[k] ? std::abs(first_contact / exact[k]->first_contact_time() - 1.0) : nothing;
    first_contact_error = error > first_contact_error || std::isnan(error) ? error : first_contact_error;
    follow_events(experiment, all[k], exact[k], solver);
    motions.push_back(measure(experiment, all[k], exact[k], fine));
    if (k > 0) compare_along(experiment, all[k], motions[k], motions[0]);
  }
  if (std::isfinite(first_contact_error)) {
    experiment.quantity("paper_steps_first_contact_error", first_contact_error, "1", Uncertainty::of_one_run(),
                        "largest error of the time when the first contact closes with the paper's steps, relative to "
                        "the closed form, all cases");
  }
  compare_cases(experiment, printed, motions);
}

void study_formulations(Experiment& experiment, const std::vector<Case>& all, const ClosedForms& exact,
                        ContactSolver& solver) {
  experiment.progress().update("formulations", 0.0);
  Unfinished unfinished(experiment);
  count_iterations(experiment, all, solver, unfinished);
  compare_formulations(experiment, all, unfinished);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (exact[k]) study_convergence(experiment, all[k], *exact[k], solver, unfinished);
  }
  unfinished.record();
}

// What every integrator tells of the cases.
void compare_integrator(Experiment& experiment, const std::vector<Case>& all, const ClosedForms& exact,
                        ContactSolver& solver) {
  for (std::size_t k = 0; k < all.size(); ++k) follow_by_name(experiment, all[k], exact[k], solver);
  experiment.note(
      "The studies of the complementarity program (its formulations, orders, friction, clearances) are left out.");
}

void run(Experiment& experiment) {
  refuse_what_does_not_apply(experiment);
  const auto printed = experiment.parameters<PrismaticJointParameters>("prismatic_joint");
  const std::vector<Case> all = cases(printed);
  for (const Case& c : all) {
    const PrismaticJoint joint(c.parameters);  // refuses what cannot be
    experiment.require_integrator(why_not_applicable(experiment.options().integrator, joint));
  }
  const auto solver = make_contact_solver(experiment.options().solver);
  experiment.method("cases", "c1: s = 0; c2: as in the parameters; c3: s = l, g = 0");
  const ClosedForms exact = closed_forms(experiment, all);
  if (experiment.options().integrator != "implicit_euler") {
    compare_integrator(experiment, all, exact, *solver);
    return;
  }
  study_cases(experiment, printed, all, exact, *solver);
  judge_coarse_step(experiment, all, exact);
  free_the_guide(experiment, all[1]);
  study_formulations(experiment, all, exact, *solver);
  experiment.progress().update("friction", 0.0);
  study_friction(experiment, all);
  map_contacts(experiment, printed, paper_steps(experiment), *experiment.options().end_time);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "prismatic_clearance_cases";
  info.paper = "chaturvedi";
  info.title = "Slider on a rod with clearance (Chaturvedi, Sandu & Sandu, secs 3 and 4): Figures 4 to 12";
  info.description =
      "Integrates the three cases by implicit Euler with complementarity constraints, h between --dt-min and "
      "--dt-max,\n"
      "in all formulations, and by Moreau's midpoint rule with step --dt; compares with the closed form and the\n"
      "event-driven integration; adds friction, a guide that moves, and clearances from 1 to 100 um.\n\n"
      "  prismatic_clearance_cases\n"
      "  prismatic_clearance_cases --dt 1e-5 --dt-min 1e-5 --dt-max 1e-4 --out results/finer\n"
      "  prismatic_clearance_cases --set s=2e-3 --out results/further-out\n"
      "  prismatic_clearance_cases --full    the interior point method in all cases and studies";
  info.default_integrator = "implicit_euler";
  info.impacts = "the slider hits the rod";
  info.default_dt = 1e-4;
  info.default_control = experiments::StepControl{1e-4, 1e-3, 1, 0.0, 0.0};
  info.default_end_time = 0.08;
  info.default_threads = 0;
  info.has_full_resolution = true;
  info.figures = {
      {"chaturvedi_fig4", "Case 1: positions of centre and ends along y and x"},
      {"chaturvedi_fig5", "Case 1: velocities along y and x"},
      {"chaturvedi_fig6", "Case 1: contact forces"},
      {"chaturvedi_fig7", "Case 2: positions of centre and ends along y"},
      {"chaturvedi_fig8", "Case 2: velocity along y"},
      {"chaturvedi_fig9", "Case 2: contact forces"},
      {"chaturvedi_fig10", "Case 3: positions of centre and ends along y"},
      {"chaturvedi_fig11", "Case 3: velocity along y"},
      {"chaturvedi_fig12", "Case 3: contact forces"},
      {"chaturvedi_friction", "Speed with friction, and acceleration over the friction coefficient"},
      {"chaturvedi_contact_map", "Contacts over clearance and place of the force, after 2 ms and at the end"},
      {"chaturvedi_convergence", "Error against the step size"},
      {"chaturvedi_cost", "Iterations per step"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
