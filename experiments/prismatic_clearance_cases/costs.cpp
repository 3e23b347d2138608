#include <algorithm>
#include <string>

#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/integration/implicit_euler/step_program_interior_point.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

// [s] Of the interior point method's comparison: contacts close and settle within 2.5 ms.
double compared(const Experiment& experiment) { return experiment.options().full ? 6e-3 : 3e-3; }

// [m/s] A step's program is solved to 1e-13 m/s. Nothing holds the velocities until contacts close, after at most 18 of
// the equal steps, in which these errors can add up; then the contacts do.
constexpr double velocities_agree = 1e-12;

// What all runs with the paper's steps have in common.
struct Extremes {
  double violation = 0.0, residual = 0.0, complementarity = 0.0;
  void add(const PrismaticJoint& joint, const ProgramRun& run) {
    violation = std::max(violation, run.accuracy.constraint_violation);
    residual = std::max(residual, run.equation_residual(joint));
    complementarity = std::max(complementarity, run.accuracy.complementarity);
  }
};

// Iterations of the program of every step, equal steps h, all cases.
struct Spread {
  std::vector<double> iterations;
  double most() const { return *std::max_element(iterations.begin(), iterations.end()); }
};

// [m/s] Largest difference of the velocities of the centre, and of an end about it. Positions are sums of h times
// velocities.
double difference(const PrismaticJoint& joint, const State<3>& one, const State<3>& other) {
  Vector<3> difference = one.u - other.u;
  difference(2) *= 0.5 * joint.parameters().l_s;
  return difference.cwiseAbs().maxCoeff();
}

// What one formulation's runs with the paper's steps took.
struct Costs {
  RunCounts total;  // of runs that came to their end
  long failures = 0;
  int most = 0;  // iterations for one step
  int most_programs = 0;
  std::vector<double> per_step;

  void observe(const SliderStep& step) {
    const auto& report = program_report(step);
    most = std::max(most, report.iterations);
    most_programs = std::max(most_programs, report.programs);
    per_step.push_back(report.iterations);
  }
  void add(const RunCounts& run) {
    total.accepted_steps += run.accepted_steps;
    total.contact_problems += run.contact_problems;
    total.solver_iterations += run.solver_iterations;
    total.evaluations += run.evaluations;
  }
};

// Numbers of iterations, of steps and of programs. Ipopt's come from its linear algebra, too.
Uncertainty counted(ComplementarityFormulation formulation) {
  if (!is_expensive(formulation)) return Uncertainty::count();
  return Uncertainty::varying("Another build of Ipopt, or of the linear algebra it uses, takes other iterations.");
}

void record(Experiment& experiment, ComplementarityFormulation formulation, const Costs& costs) {
  const std::string name(to_string(formulation));
  const std::string where = ", formulation " + name + ", the paper's steps, " + studied_cases(experiment, formulation);
  experiment.quantity("failures_" + name, static_cast<double>(costs.failures), "1", counted(formulation),
                      "programs that " + name + " left unsolved, the paper's steps, " +
                          studied_cases(experiment, formulation) + "; their steps were halved");
  if (costs.total.accepted_steps == 0) return;
  const auto per = [&](const char* what, double value, const std::string& meaning) {
    experiment.quantity(std::string(what) + "_" + name, value, "1", counted(formulation), meaning + where);
  };
  const auto mean = [&](long sum) {
    return static_cast<double>(sum) / static_cast<double>(costs.total.accepted_steps);
  };
  per("programs_per_step", mean(costs.total.contact_problems),
      "programs solved per step, those that find its size included");
  per("iterations_per_step", mean(costs.total.solver_iterations), "iterations per step");
  per("evaluations_per_step", mean(costs.total.evaluations), "evaluations of the program per step");
  per("landing_iterations_ratio", costs.most / median(costs.per_step),
      "iterations of the most expensive step, all programs that find its size included, over the median of all steps");
  per("programs_of_dearest_step", costs.most_programs, "most programs solved for one step");
}

// The contact solver's iterations, for comparison.
void count_midpoint_iterations(Experiment& experiment, const std::vector<Case>& all, ContactSolver& solver) {
  long iterations = 0;
  long count = 0;
  for (const Case& c : all) {
    run_midpoint(PrismaticJoint(c.parameters), solver, paper_steps(experiment).h_min, *experiment.options().end_time,
                 [&](const SliderStep& step) {
                   iterations += step.solver_iterations();
                   ++count;
                 });
  }
  experiment.quantity("iterations_per_step_midpoint", static_cast<double>(iterations) / static_cast<double>(count), "1",
                      Uncertainty::count(),
                      "iterations of the contact solver per step of the midpoint rule, all cases");
}

}  // namespace

void count_iterations(Experiment& experiment, const std::vector<Case>& all, ContactSolver& solver,
                      Unfinished& unfinished) {
  Extremes extremes;
  support::Table& steps = experiment.table("cost", {{"formulation", "1", "0 newton, 1 relaxation, 2 interior point"},
                                                    {"case", "1", "the paper's case 1, 2 or 3"},
                                                    {"t", "s"},
                                                    {"programs", "1"},
                                                    {"iterations", "1"}});
  for (const ComplementarityFormulation formulation : formulations()) {
    Costs costs;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!is_studied(experiment, formulation, all[k])) continue;
      const PrismaticJoint joint(all[k].parameters);
      const ProgramRun run = run_program(
          joint, formulation, paper_steps(experiment), *experiment.options().end_time, [&](const SliderStep& step) {
            const auto& report = program_report(step);
            steps.row({static_cast<double>(formulation), static_cast<double>(k + 1), step.end().t,
                       static_cast<double>(report.programs), static_cast<double>(report.iterations)});
            costs.observe(step);
          });
      steps.break_line();
      costs.failures += run.outcome.counts.unsolved_problems;
      if (!unfinished.finished(formulation, run, "the paper's steps, " + case_name(all[k]))) continue;
      extremes.add(joint, run);
      costs.add(run.outcome.counts);
    }
    record(experiment, formulation, costs);
  }
  experiment.quantity("max_constraint_violation", extremes.violation, "m", Uncertainty::residual(1e-8),
                      "largest -g at the end of a step, the paper's steps, all cases and formulations");
  experiment.quantity(
      "max_equation_residual", extremes.residual, "N", Uncertainty::residual(1e-12),
      "largest residual of the equations of motion, that of the moments over half of the slider's length, "
      "likewise, recomputed from the end state");
  experiment.quantity("max_complementarity", extremes.complementarity, "m", Uncertainty::residual(1e-12),
                      "largest |min(h^2 G_ii lambda_i, g_i)|, likewise");
  count_midpoint_iterations(experiment, all, solver);
}

// One program per step: its iterations are those of the method, with no search for the step's size.
void compare_formulations(Experiment& experiment, const std::vector<Case>& all, Unfinished& unfinished) {
  for (const auto& [h, key] : {std::pair(1e-4, "1e_4"), std::pair(1e-3, "1e_3")}) {
    std::vector<std::vector<State<3>>> reference(all.size());
    double apart = 0.0;
    for (const ComplementarityFormulation formulation : formulations()) {
      const std::string name(to_string(formulation));
      const bool first = formulation == ComplementarityFormulation::newton;
      const double end =
          std::min(*experiment.options().end_time, is_expensive(formulation) ? compared(experiment) : 1e300);
      double largest = 0.0;
      bool complete = true;
      Spread spread;
      for (std::size_t k = 0; k < all.size() && complete; ++k) {
        const PrismaticJoint joint(all[k].parameters);
        std::size_t at = 0;
        const ProgramRun run = run_program(joint, formulation, equal_steps(h), end, [&](const SliderStep& step) {
          spread.iterations.push_back(program_report(step).iterations);
          if (first) {
            reference[k].push_back(step.end());
          } else {
            largest = std::max(largest, difference(joint, step.end(), reference[k].at(at++)));
          }
        });
        complete = unfinished.finished(formulation, run,
                                       "equal steps of " + support::shortest(h) + " s, " + case_name(all[k]));
      }
      if (!complete || spread.iterations.empty()) continue;
      std::string where = ", formulation " + name;
      where += ", equal steps of " + support::shortest(h) + " s, all cases";
      if (is_expensive(formulation)) where += ", first " + support::shortest(1e3 * compared(experiment)) + " ms";
      std::string suffix = std::string(key) + "_";
      suffix += name;
      experiment.quantity("most_iterations_" + suffix, spread.most(), "1", counted(formulation),
                          "iterations of the most expensive step" + where);
      experiment.quantity("iterations_ratio_" + suffix, spread.most() / median(spread.iterations), "1",
                          counted(formulation),
                          "iterations of the most expensive step over the median of all steps" + where);
      if (first) continue;
      experiment.quantity("velocity_difference_" + suffix, largest, "m/s", Uncertainty::residual(velocities_agree),
                          "largest difference of a velocity, of the centre or of an end about it, from newton's, after "
                          "any step" +
                              where);
      apart = std::max(apart, largest);
    }
    experiment.quantity(std::string("velocity_difference_") + key, apart, "m/s",
                        Uncertainty::residual(velocities_agree),
                        "the largest of these differences, of all formulations that this build has");
  }
  if (const std::string obstacle = interior_point_obstacle(); !obstacle.empty()) {
    experiment.note("The interior point method is left out: " + obstacle + ".");
  }
}

}  // namespace nsdbench::experiments::prismatic
