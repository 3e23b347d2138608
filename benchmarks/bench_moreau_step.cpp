// Time per step of Moreau's midpoint rule for the suite's three problems, with Lemke's method, and where it goes.
//
//   step/<problem>          a step as the experiments take it, averaged over a stretch of the motion
//   plain_step/<problem>    the same stretch by the hand-written loop of plain_loops.hpp: the yardstick
//   solver/<problem>/<name> the stretch with every registered contact solver in turn
//   evaluation/<problem>    M (factored), h, gaps and directions at the midpoints of that stretch
//   lcp_setup/<problem>     eq. (33) from a contact problem of that stretch (steps with closed contacts only)
//   lcp_solve/<problem>     Lemke's method on such an LCP
//   residual/<problem>      the recomputed residual of the answer
//
// Absolute times depend on the machine; the counter `active` (fraction of steps with closed contacts) and the ratios
// within one run do not.
#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/plain_loops.hpp"
#include "problems/bouncing_ball.hpp"
#include "problems/slider_crank.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/reference_data.hpp"

namespace {

using namespace nsdbench;

using support::paper_parameters;

// A problem, the stretch of its motion that is timed, and its hand-written twin.
struct WoodpeckerCase {
  using System = problems::Woodpecker;
  using Plain = plain::Woodpecker;
  static constexpr double dt = 1e-5;
  static constexpr long steps = 30000;  // two cycles
  static System system() {
    return System(paper_parameters<problems::WoodpeckerParameters>("glocker2005", "woodpecker"));
  }
};

struct SliderCrankCase {
  using System = problems::SliderCrank;
  using Plain = plain::SliderCrank;
  static constexpr double dt = 1e-5;
  static constexpr long steps = 13784;  // two revolutions
  static System system() {
    return System(paper_parameters<problems::SliderCrankParameters>("flores2010", "slider_crank"));
  }
};

struct BouncingBallCase {
  using System = problems::BouncingBall;
  static constexpr double dt = 1e-4;
  static constexpr long steps = 10000;
  static System system() {
    return System(paper_parameters<problems::BouncingBallParameters>("studer2008", "bouncing_ball"));
  }
};

void per_step(benchmark::State& state, long steps) {
  state.counters["per_item"] = benchmark::Counter(
      static_cast<double>(steps), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Case>
void step_with(benchmark::State& state, const std::string& solver_name) {
  const auto system = Case::system();
  const auto solver = make_contact_solver(solver_name);
  MoreauMidpoint integrator(system, *solver);
  long active = 0;
  for (auto _ : state) {
    auto at = system.initial_state();
    active = 0;
    for (long k = 0; k < Case::steps; ++k) {
      const auto& report = integrator.step(at, Case::dt);
      if (!report.advanced()) return state.SkipWithError("a contact problem stayed unsolved");
      active += report.active_contacts > 0 ? 1 : 0;
    }
    benchmark::DoNotOptimize(at);
  }
  per_step(state, Case::steps);
  state.counters["active"] = static_cast<double>(active) / static_cast<double>(Case::steps);
}

template <class Case>
void step(benchmark::State& state) {
  step_with<Case>(state, "lemke");
}

template <class Case>
void plain_step(benchmark::State& state) {
  const auto system = Case::system();
  const typename Case::Plain plain(system.parameters());
  const auto start = system.initial_state();
  for (auto _ : state) {
    double q[3] = {start.q(0), start.q(1), start.q(2)};
    double u[3] = {start.u(0), start.u(1), start.u(2)};
    for (long k = 0; k < Case::steps; ++k) {
      if (!plain.step(q, u, Case::dt)) state.SkipWithError("a contact problem stayed unsolved");
    }
    benchmark::DoNotOptimize(q);
    benchmark::DoNotOptimize(u);
  }
  per_step(state, Case::steps);
}

// Contact problems and midpoints met along the stretch.
template <class System>
struct Stretch {
  std::vector<State<System::dof>> midpoints;
  std::vector<typename MoreauMidpoint<System>::Problem> problems;
};

template <class Case>
Stretch<typename Case::System> follow(const typename Case::System& system) {
  Stretch<typename Case::System> stretch;
  const auto solver = make_contact_solver("lemke");
  MoreauMidpoint integrator(system, *solver);
  auto at = system.initial_state();
  for (long k = 0; k < Case::steps; ++k) {
    auto midpoint = at;
    midpoint.q += 0.5 * Case::dt * at.u;
    stretch.midpoints.push_back(midpoint);
    const auto& report = integrator.step(at, Case::dt);
    if (report.active_contacts > 0) stretch.problems.push_back(integrator.contact_problem());
  }
  return stretch;
}

template <class Case>
void evaluation(benchmark::State& state) {
  using System = typename Case::System;
  const auto system = Case::system();
  const auto stretch = follow<Case>(system);
  LdlFactorization<System::dof> mass;
  for (auto _ : state) {
    for (const auto& at : stretch.midpoints) {
      const auto configuration = system.configuration(at.q, at.t);
      if constexpr (!System::constant_mass_matrix) mass.compute(system.mass_matrix(configuration));
      Vector<System::dof> forces = system.forces(configuration, at.u);
      const auto gaps = system.gaps(configuration);
      for (int i = 0; i < System::contact_count; ++i) {
        if (gaps(i) > 0.0) continue;
        auto directions = system.directions(configuration, i);
        benchmark::DoNotOptimize(directions);
      }
      benchmark::DoNotOptimize(forces);
      benchmark::DoNotOptimize(mass);
    }
  }
  per_step(state, static_cast<long>(stretch.midpoints.size()));
}

template <class Case>
void lcp_setup(benchmark::State& state) {
  const auto stretch = follow<Case>(Case::system());
  StandardForm form;
  for (auto _ : state) {
    for (const auto& problem : stretch.problems) {
      bool planar = form.build(problem.view());
      benchmark::DoNotOptimize(planar);
    }
  }
  per_step(state, static_cast<long>(stretch.problems.size()));
}

template <class Case>
void lcp_solve(benchmark::State& state) {
  const auto stretch = follow<Case>(Case::system());
  std::vector<StandardForm> forms(stretch.problems.size());
  for (std::size_t i = 0; i < forms.size(); ++i) forms[i].build(stretch.problems[i].view());
  Lemke lemke;
  std::vector<double> x(64);
  long pivots = 0;
  for (auto _ : state) {
    pivots = 0;
    for (const StandardForm& form : forms) {
      pivots += lemke.attempt(form.view(), {x.data(), static_cast<std::size_t>(form.size())}).iterations;
    }
  }
  per_step(state, static_cast<long>(forms.size()));
  state.counters["pivots"] = static_cast<double>(pivots) / static_cast<double>(forms.size());
}

template <class Case>
void residual(benchmark::State& state) {
  const auto stretch = follow<Case>(Case::system());
  const auto solver = make_contact_solver("lemke");
  std::vector<std::vector<double>> answers;
  for (const auto& problem : stretch.problems) {
    const auto view = problem.view();
    std::vector<double> percussions(static_cast<std::size_t>(view.size));
    std::vector<Mode> modes(view.laws.size());
    solver->solve(view, percussions, modes);
    answers.push_back(percussions);
  }
  std::vector<Mode> modes(16);
  for (auto _ : state) {
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto view = stretch.problems[i].view();
      double value = contact_residual(view, answers[i], {modes.data(), view.laws.size()});
      benchmark::DoNotOptimize(value);
    }
  }
  per_step(state, static_cast<long>(answers.size()));
}

BENCHMARK(step<WoodpeckerCase>)->Name("step/woodpecker");
BENCHMARK(plain_step<WoodpeckerCase>)->Name("plain_step/woodpecker");
BENCHMARK(evaluation<WoodpeckerCase>)->Name("evaluation/woodpecker");
BENCHMARK(lcp_setup<WoodpeckerCase>)->Name("lcp_setup/woodpecker");
BENCHMARK(lcp_solve<WoodpeckerCase>)->Name("lcp_solve/woodpecker");
BENCHMARK(residual<WoodpeckerCase>)->Name("residual/woodpecker");
BENCHMARK(step<SliderCrankCase>)->Name("step/slider_crank");
BENCHMARK(plain_step<SliderCrankCase>)->Name("plain_step/slider_crank");
BENCHMARK(evaluation<SliderCrankCase>)->Name("evaluation/slider_crank");
BENCHMARK(lcp_setup<SliderCrankCase>)->Name("lcp_setup/slider_crank");
BENCHMARK(lcp_solve<SliderCrankCase>)->Name("lcp_solve/slider_crank");
BENCHMARK(residual<SliderCrankCase>)->Name("residual/slider_crank");
BENCHMARK(step<BouncingBallCase>)->Name("step/bouncing_ball");
BENCHMARK(evaluation<BouncingBallCase>)->Name("evaluation/bouncing_ball");
BENCHMARK(lcp_setup<BouncingBallCase>)->Name("lcp_setup/bouncing_ball");
BENCHMARK(lcp_solve<BouncingBallCase>)->Name("lcp_solve/bouncing_ball");
BENCHMARK(residual<BouncingBallCase>)->Name("residual/bouncing_ball");

// Every solver of the registry, a new one too.
template <class Case>
void register_solvers(const std::string& problem) {
  for (const std::string& solver : contact_solver_names()) {
    std::string name = "solver/";
    name.append(problem).append("/").append(solver);
    benchmark::RegisterBenchmark(name.c_str(), [solver](benchmark::State& state) { step_with<Case>(state, solver); });
  }
}

const bool solvers_registered = [] {
  register_solvers<WoodpeckerCase>("woodpecker");
  register_solvers<SliderCrankCase>("slider_crank");
  return true;
}();

}  // namespace
