#include <algorithm>
#include <string>

#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

constexpr double compared = 6e-3;  // s: of the interior point method's comparison

// What all runs with the paper's steps have in common.
struct Extremes {
  double violation = 0.0, residual = 0.0, complementarity = 0.0;
  void see(const ProgramResult& result) {
    violation = std::max(violation, result.max_constraint_violation);
    residual = std::max(residual, result.max_equation_residual);
    complementarity = std::max(complementarity, result.max_complementarity);
  }
};

// Iterations of the program of every step, equal steps h, all cases.
struct Spread {
  std::vector<double> iterations;
  double most() const { return *std::max_element(iterations.begin(), iterations.end()); }
};

// Largest difference of two states' entries.
double difference(const State<3>& one, const State<3>& other) {
  return std::max((one.q - other.q).cwiseAbs().maxCoeff(), (one.u - other.u).cwiseAbs().maxCoeff());
}

}  // namespace

void count_iterations(Experiment& experiment, const std::vector<Case>& all, ContactSolver& solver,
                      Unfinished& unfinished) {
  const double end = *experiment.options().end_time;
  Extremes extremes;
  support::Table& steps = experiment.table(
      "cost", {{"formulation", "1"}, {"case", "1"}, {"t", "s"}, {"programs", "1"}, {"iterations", "1"}});
  for (const ComplementarityFormulation formulation : formulations()) {
    const std::string name(to_string(formulation));
    long total_steps = 0, total_programs = 0, total_iterations = 0, total_evaluations = 0, failures = 0;
    int most = 0;
    int most_programs = 0;
    std::vector<double> per_step;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const PrismaticJoint joint(all[k].parameters);
      const ProgramResult result = run_program(
          joint, formulation, paper_steps(experiment), end, [&](const State<3>&, const State<3>& after, const auto& r) {
            steps.row({static_cast<double>(formulation), static_cast<double>(k + 1), after.t,
                       static_cast<double>(r.programs), static_cast<double>(r.iterations)});
            most = std::max(most, r.iterations);
            most_programs = std::max(most_programs, r.programs);
            per_step.push_back(r.iterations);
          });
      steps.break_line();
      failures += result.failures;
      if (!unfinished.finished(formulation, result, "the paper's steps, case " + all[k].suffix.substr(1))) continue;
      extremes.see(result);
      total_steps += result.steps;
      total_programs += result.programs;
      total_iterations += result.iterations;
      total_evaluations += result.evaluations;
    }
    experiment.quantity(
        "failures_" + name, static_cast<double>(failures), "1", 0.0,
        "programs that " + name + " left unsolved, the paper's steps, all cases; their steps were halved");
    if (total_steps == 0) continue;
    const auto per = [&](const char* what, double value, const std::string& meaning) {
      std::string sentence = meaning;
      sentence += ", formulation ";
      sentence += name;
      sentence += ", the paper's steps, all cases";
      experiment.quantity(std::string(what) + "_" + name, value, "1", std::nullopt, sentence);
    };
    const auto mean = [&](long sum) { return static_cast<double>(sum) / static_cast<double>(total_steps); };
    per("programs_per_step", mean(total_programs), "programs solved a step, those that find its size included");
    per("iterations_per_step", mean(total_iterations), "iterations per step");
    per("evaluations_per_step", mean(total_evaluations), "evaluations of the program per step");
    per("landing_iterations_ratio", most / median(per_step),
        "iterations of the dearest step, all programs that find its size included, over the median of all steps");
    per("programs_of_dearest_step", most_programs, "most programs solved for one step");
  }
  experiment.quantity("max_constraint_violation", extremes.violation, "m", std::nullopt,
                      "largest -g at the end of a step, the paper's steps, all cases and formulations");
  experiment.quantity("max_equation_residual", extremes.residual, "N", std::nullopt,
                      "largest residual of the equations of motion (N, N m), likewise, recomputed from the end state");
  experiment.quantity("max_complementarity", extremes.complementarity, "m", std::nullopt,
                      "largest |min(h^2 G_ii lambda_i, g_i)|, likewise");
  long iterations = 0;
  long count = 0;
  for (const Case& c : all) {
    run_midpoint(PrismaticJoint(c.parameters), solver, paper_steps(experiment).h_min, end,
                 [&](const State<3>&, const State<3>&, const auto& report) {
                   iterations += report.solver.iterations;
                   ++count;
                 });
  }
  experiment.quantity("iterations_per_step_midpoint", static_cast<double>(iterations) / static_cast<double>(count), "1",
                      std::nullopt, "iterations of the contact solver a step of the midpoint rule, all cases");
}

// One program per step: its iterations are those of the method, with no search for the step's size.
void compare_formulations(Experiment& experiment, const std::vector<Case>& all, Unfinished& unfinished) {
  for (const auto& [h, key] : {std::pair(1e-4, "1e_4"), std::pair(1e-3, "1e_3")}) {
    std::vector<std::vector<State<3>>> reference(all.size());
    for (const ComplementarityFormulation formulation : formulations()) {
      const std::string name(to_string(formulation));
      const bool first = formulation == ComplementarityFormulation::newton;
      const double end = std::min(*experiment.options().end_time, is_dear(formulation) ? compared : 1e300);
      double largest = 0.0;
      bool complete = true;
      Spread spread;
      for (std::size_t k = 0; k < all.size() && complete; ++k) {
        const PrismaticJoint joint(all[k].parameters);
        std::size_t at = 0;
        const ProgramResult result = run_program(
            joint, formulation, equal_steps(h), end, [&](const State<3>&, const State<3>& after, const auto& report) {
              spread.iterations.push_back(report.iterations);
              if (first) {
                reference[k].push_back(after);
              } else {
                largest = std::max(largest, difference(after, reference[k].at(at++)));
              }
            });
        complete = unfinished.finished(formulation, result,
                                       "equal steps of " + support::shortest(h) + " s, " + case_name(all[k]));
      }
      if (!complete || spread.iterations.empty()) continue;
      std::string where = ", formulation " + name;
      where += ", equal steps of " + support::shortest(h) + " s, all cases";
      if (is_dear(formulation)) where += ", first 6 ms";
      std::string suffix = std::string(key) + "_";
      suffix += name;
      experiment.quantity("most_iterations_" + suffix, spread.most(), "1", std::nullopt,
                          "iterations of the dearest step" + where);
      experiment.quantity("iterations_ratio_" + suffix, spread.most() / median(spread.iterations), "1", std::nullopt,
                          "iterations of the dearest step over the median of all steps" + where);
      if (first) continue;
      experiment.quantity("state_difference_" + suffix, largest, "1", std::nullopt,
                          "largest difference of a position (m, rad) or velocity (m/s, rad/s) from newton's, after any "
                          "step" +
                              where);
    }
  }
  if (!available(ComplementarityFormulation::interior_point)) {
    experiment.note("This build has no interior point method: Ipopt was not found when it was configured.");
  }
}

}  // namespace nsdbench::experiments::prismatic
