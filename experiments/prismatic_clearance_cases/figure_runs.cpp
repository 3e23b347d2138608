#include <algorithm>
#include <limits>
#include <string>

#include "experiments/prismatic_clearance_cases/motion_table.hpp"
#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

double draw_program(Experiment& experiment, const Case& c) {
  const PrismaticJoint joint(c.parameters);
  support::Table& table = experiment.table("motion_" + c.suffix, motion_columns());
  add_row(table, joint, joint.initial_state(), nothing, {});
  SliderStatistics statistics(joint);
  State<3> last;
  const ProgramRun run =
      run_newton(joint, paper_steps(experiment), *experiment.options().end_time, [&](const SliderStep& step) {
        statistics.observe(step);
        add_row(table, joint, step.end(), step.size(), forces_of(step));
        last = step.end();
      });
  if (!joint.within_range(last.q)) {
    std::string sentence = "Runs of " + case_name(c);
    sentence += " end at t = " + support::shortest(last.t) + " s: the slider leaves the rod.";
    experiment.note(sentence);
  }
  experiment.quantity(
      "landings_" + c.suffix, static_cast<double>(run.accuracy.landings), "1", Uncertainty::count(),
      "steps that were shortened such that a closing contact ends within 1e-8 m, the paper's steps, " + case_name(c));
  experiment.quantity("unlanded_" + c.suffix, static_cast<double>(run.accuracy.unlanded), "1", Uncertainty::count(),
                      "contacts that closed further than 1e-8 m from the beginning of their step, likewise");
  if (statistics.first_contact_time() > 0.0) {
    experiment.quantity("paper_steps_first_contact_time_" + c.suffix, statistics.first_contact_time(), "s",
                        Uncertainty::of_one_run(),
                        "time when the first contact closes with the paper's steps, " + case_name(c));
  }
  return statistics.first_contact_time();
}

void follow_midpoint(Experiment& experiment, const Case& c, ContactSolver& solver) {
  const PrismaticJoint joint(c.parameters);
  double deepest = 0.0;
  State<3> last = joint.initial_state();
  run_midpoint(joint, solver, *experiment.options().dt, *experiment.options().end_time, [&](const SliderStep& step) {
    const State<3>& after = step.end();
    deepest = std::max(deepest, -joint.gaps(joint.configuration(after.q, after.t)).minCoeff());
    last = after;
  });
  experiment.quantity("midpoint_penetration_" + c.suffix, deepest, "m", Uncertainty::of_one_run(),
                      "largest -g at the end of a step of the midpoint rule with step --dt, " + case_name(c));
  experiment.quantity("midpoint_angle_" + c.suffix, last.q(2), "rad", Uncertainty::of_one_run(),
                      "angle of the slider at the end, likewise");
}

}  // namespace

void draw_closed_form(Experiment& experiment, const Case& c, const ClosedForm& exact) {
  const double end = *experiment.options().end_time;
  support::Table& curve = experiment.table("exact_" + c.suffix, {{"t", "s"},
                                                                 {"x", "m"},
                                                                 {"y", "m"},
                                                                 {"y_left", "m"},
                                                                 {"y_right", "m"},
                                                                 {"force_left", "N"},
                                                                 {"force_right", "N"}});
  constexpr int fine = 1000;
  for (int k = 0; k <= 2 * fine; ++k) {
    const double t = k <= fine ? shown * k / fine : shown + (end - shown) * (k - fine) / fine;
    const ClosedForm::Ends d = exact.distances(t);
    const bool settled = t >= exact.settled_time();
    const ClosedForm::Ends forces = exact.steady_forces();
    const double sign = c.parameters.g > 0.0 ? 1.0 : -1.0;  // of the right end's force: below, or above
    curve.row({t, exact.x(t), 0.5 * (d[0] + d[1]), d[0], d[1], settled ? forces[0] : nothing,
               settled ? sign * forces[1] : nothing});
  }
}

double draw_case(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact, ContactSolver& solver) {
  const double first_contact = draw_program(experiment, c);
  follow_midpoint(experiment, c, solver);
  if (exact) draw_closed_form(experiment, c, *exact);
  return first_contact;
}

}  // namespace nsdbench::experiments::prismatic
