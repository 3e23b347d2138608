// Cost of a step of the prismatic joint with clearance (Chaturvedi, Sandu & Sandu, sec. 3), by method: the three
// formulations of the complementarity program and Moreau's midpoint rule with contact solvers, at equal step sizes.
//
//   case_<1|2|3>/<method>   0.02 s in steps of 1e-4 s: free flight, impacts, lasting contact; counters per step:
//   `time`,
//                           `iterations` (linear systems, quadratic programs, or of the contact solver), `evaluations`
//
// Absolute times depend on the machine, ratios within one run do not.
#include <benchmark/benchmark.h>

#include <string>

#include "problems/prismatic_joint.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "support/reference_data.hpp"

namespace {

using namespace nsdbench;
using problems::PrismaticJoint;
using problems::PrismaticJointParameters;

constexpr double h = 1e-4;
constexpr double end = 0.02;

// Sec. 3: the force acts in the centre, 0.5 mm and l below it, the last without gravity.
PrismaticJointParameters paper_case(int number) {
  auto parameters = support::paper_parameters<PrismaticJointParameters>("chaturvedi", "prismatic_joint");
  parameters.s = number == 1 ? 0.0 : (number == 2 ? 0.5e-3 : parameters.l);
  if (number == 3) parameters.g = 0.0;
  return parameters;
}

void count(benchmark::State& run, double steps, double iterations, double evaluations) {
  run.counters["time"] = benchmark::Counter(steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  run.counters["iterations"] = iterations / steps;
  run.counters["evaluations"] = evaluations / steps;
}

void complementarity_program(benchmark::State& run, int number, ComplementarityFormulation formulation) {
  const PrismaticJoint joint(paper_case(number));
  ComplementarityProgramOptions options;
  options.formulation = formulation;
  options.h_min = options.h_max = h;
  const auto program = make_implicit_euler(joint, options);
  double steps = 0.0;
  double iterations = 0.0;
  double evaluations = 0.0;
  bool completed = true;
  for (auto _ : run) {
    State<3> state = joint.initial_state();
    const Outcome outcome = program->integrate(state, {end});
    completed = completed && outcome.completed();
    steps += static_cast<double>(outcome.counts.accepted_steps);
    iterations += static_cast<double>(outcome.counts.solver_iterations);
    evaluations += static_cast<double>(outcome.counts.evaluations);
  }
  if (!completed) run.SkipWithError("a program was not solved");
  count(run, steps, iterations, evaluations);
}

void moreau_midpoint(benchmark::State& run, int number, const std::string& solver_name) {
  const PrismaticJoint joint(paper_case(number));
  const auto solver = make_contact_solver(solver_name);
  FixedStep integrator(joint, *solver, h);
  double steps = 0.0;
  double iterations = 0.0;
  bool completed = true;
  for (auto _ : run) {
    State<3> state = joint.initial_state();
    const Outcome outcome = integrator.integrate(state, {end});
    completed = completed && outcome.completed();
    steps += static_cast<double>(outcome.counts.accepted_steps);
    iterations += static_cast<double>(outcome.counts.solver_iterations);
  }
  if (!completed) run.SkipWithError("a contact problem was not solved");
  count(run, steps, iterations, steps);
}

}  // namespace

int main(int argc, char** argv) {
  for (int number = 1; number <= 3; ++number) {
    const std::string prefix = "case_" + std::to_string(number) + "/";
    for (const auto formulation : complementarity_formulations()) {
      if (!available(formulation)) continue;
      const std::string name = prefix + std::string(to_string(formulation));
      benchmark::RegisterBenchmark(name.c_str(), [number, formulation](benchmark::State& run) {
        complementarity_program(run, number, formulation);
      })->Unit(benchmark::kMillisecond);
    }
    for (const std::string solver : {"portfolio", "lemke", "psor_block", "newton"}) {
      benchmark::RegisterBenchmark((prefix + "moreau_midpoint/" + solver).c_str(), [number,
                                                                                    solver](benchmark::State& run) {
        moreau_midpoint(run, number, solver);
      })->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
