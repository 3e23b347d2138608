// Time of a solve against the number of contacts, for every registered solver: walls of bricks in the plane and in
// space, from 1 contact to 2000.
//
//   cold/planar/<solver>/<contacts>   from zero percussions
//   warm/planar/<solver>/<contacts>   from the solution for a push that is 1 % stronger
//   cold/spatial/..., warm/spatial/...
//
// Options beside those of Google Benchmark: --largest=N (contacts; default 2000), --tolerance=T (default 1e-8),
// --time-limit=S for one solve (default 1 s). A solver that fails at some size is not asked for larger ones.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "benchmarks/problem_sets/wall.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/numbers.hpp"

namespace {

using namespace nsdbench;

constexpr double push = 0.005;  // [m/s] as fast as gravity in half a step: some bricks slide

struct Settings {
  int largest = 2000;
  double tolerance = 1e-8;
  double time_limit = 1.0;
};

struct Case {
  std::string solver;
  bool spatial = false;
  bool warm = false;
  int contacts = 0;
  std::string family() const {
    return (warm ? "warm/" : "cold/") + std::string(spatial ? "spatial/" : "planar/") + solver;
  }
};

// Solver families that failed, and why.
std::map<std::string, std::string>& failures() {
  static std::map<std::string, std::string> all;
  return all;
}

void solve(benchmark::State& state, const Case& at, const Settings& settings) {
  const auto failed = failures().find(at.family());
  if (failed != failures().end()) return state.SkipWithError(failed->second.c_str());
  SolverOptions options;
  options.tolerance = settings.tolerance;
  options.time_limit = settings.time_limit;
  const auto solver = make_contact_solver(at.solver, options);
  const ContactProblem problem = problem_sets::wall(at.contacts, at.spatial, push);
  const ContactProblemView view = problem.view();
  std::vector<double> start(problem.c.size(), 0.0);
  std::vector<double> percussions(problem.c.size(), 0.0);
  std::vector<Mode> modes(problem.laws.size());
  const auto solved = [&](const ContactProblemView& which, std::vector<double>& answer) {
    const SolverResult result = solver->solve(which, answer, modes);
    if (!result.solved())
      failures()[at.family()] =
          "unsolved at " + std::to_string(at.contacts) + " contacts: " + std::string(to_string(result.status));
    return result.solved();
  };
  if (at.warm) {
    const ContactProblem before = problem_sets::wall(at.contacts, at.spatial, 1.01 * push);
    if (!solved(before.view(), start)) return state.SkipWithError(failures()[at.family()].c_str());
  }
  percussions = start;
  if (!solved(view, percussions)) return state.SkipWithError(failures()[at.family()].c_str());

  SolverResult result;
  while (state.KeepRunning()) {
    std::copy(start.begin(), start.end(), percussions.begin());
    result = solver->solve(view, percussions, modes);
    benchmark::DoNotOptimize(percussions.data());
  }
  state.counters["contacts"] = static_cast<double>(problem.laws.size()) / 2.0;
  state.counters["iterations"] = result.iterations;
}

// Takes the value of --name=value out of the arguments.
template <class Number>
void take(std::vector<std::string>& arguments, const std::string& name, Number& value) {
  const std::string prefix = "--" + name + "=";
  for (auto it = arguments.begin(); it != arguments.end(); ++it) {
    if (it->rfind(prefix, 0) != 0) continue;
    const auto number = support::parse_number(it->substr(prefix.size()));
    if (!number || !(*number > 0.0)) throw std::invalid_argument(*it + " is not allowed: it must be a positive number");
    value = static_cast<Number>(*number);
    arguments.erase(it);
    return;
  }
}

// Whether the solver can represent the laws at all.
bool applicable(const std::string& solver, bool spatial) {
  const ContactProblem problem = problem_sets::wall(1, spatial, push);
  std::vector<double> percussions(problem.c.size(), 0.0);
  std::vector<Mode> modes(problem.laws.size());
  const SolverResult result = make_contact_solver(solver)->solve(problem.view(), percussions, modes);
  return result.status != SolverStatus::not_applicable;
}

void register_all(const Settings& settings) {
  for (const bool spatial : {false, true}) {
    for (const std::string& solver : contact_solver_names()) {
      if (!applicable(solver, spatial)) continue;
      for (const bool warm : {false, true}) {
        for (const int contacts : {1, 2, 4, 10, 20, 40, 100, 200, 400, 1000, 2000}) {
          if (contacts > settings.largest || (spatial && contacts == 2)) continue;
          const Case at{solver, spatial, warm, contacts};
          const std::string name = at.family() + "/" + std::to_string(contacts);
          benchmark::RegisterBenchmark(name.c_str(), [at, settings](benchmark::State& state) {
            solve(state, at, settings);
          })->Unit(benchmark::kMicrosecond);
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  Settings settings;
  try {
    take(arguments, "largest", settings.largest);
    take(arguments, "tolerance", settings.tolerance);
    take(arguments, "time-limit", settings.time_limit);
  } catch (const std::invalid_argument& error) {
    std::cerr << "bench_contact_solvers: " << error.what() << '\n';
    return 2;
  }
  register_all(settings);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
