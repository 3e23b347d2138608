// Time of a right-hand side on the acceleration level, by contact solver: one second of the oscillator on an inclined
// plane (Woesle & Pfeiffer 1996) in the setting with stick-slip, mu = 0.13.
//
//   right_hand_side/<solver>   counters per right-hand side: `iterations`, and `unsolved` over the second
//
// Absolute times depend on the machine, ratios within one run do not.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/reference_data.hpp"

namespace {

using namespace nsdbench;
using problems::InclinedPlaneOscillator;
using problems::InclinedPlaneOscillatorParameters;

InclinedPlaneOscillatorParameters stick_slip_parameters() {
  auto parameters =
      support::paper_parameters<InclinedPlaneOscillatorParameters>("woesle1996", "inclined_plane_oscillator");
  parameters.mu = parameters.mu_0 = 0.13;
  return parameters;
}

void right_hand_side(benchmark::State& run, const std::string& solver_name) {
  const InclinedPlaneOscillator body(stick_slip_parameters());
  const auto solver = make_contact_solver(solver_name);
  AccelerationOptions options;
  options.max_evaluations = 600000;
  const auto integrator = make_acceleration_level(body, *solver, options);
  double right_hand_sides = 0.0;
  double iterations = 0.0;
  double unsolved = 0.0;
  bool completed = true;
  for (auto _ : run) {
    State<6> state = body.initial_state();
    const Outcome result = integrator->integrate(state, {1.0});
    completed = completed && result.completed();
    right_hand_sides += static_cast<double>(result.counts.evaluations);
    iterations += static_cast<double>(result.counts.solver_iterations);
    unsolved = static_cast<double>(result.counts.unsolved_problems);
  }
  if (!completed) run.SkipWithError("the motion did not come to its end");
  run.counters["time"] =
      benchmark::Counter(right_hand_sides, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  run.counters["iterations"] = iterations / right_hand_sides;
  run.counters["unsolved"] = unsolved;
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string solver : {"portfolio", "alternation", "newton", "psor", "psor_block"}) {
    benchmark::RegisterBenchmark(("right_hand_side/" + solver).c_str(), [solver](benchmark::State& run) {
      right_hand_side(run, solver);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
