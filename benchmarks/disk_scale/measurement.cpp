#include "benchmarks/disk_scale/measurement.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "support/isolated.hpp"

namespace nsdbench::disk_scale {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// The shortest time of `run`, after `prepare` each time, which are repeated for `seconds`, but eight times at least.
template <class Prepare, class Run>
double shortest(double seconds, const Prepare& prepare, const Run& run) {
  double least = std::numeric_limits<double>::infinity();
  const auto begin = Clock::now();
  for (int k = 0; k < 8 || seconds_since(begin) < seconds; ++k) {
    prepare();
    const auto start = Clock::now();
    run();
    least = std::min(least, seconds_since(start));
  }
  return least;
}

// Loops that wait for the memory and not for their own sums: two numbers in one operation, four operations at a time.
// `end` is a multiple of four.
using Two [[gnu::vector_size(16), gnu::may_alias]] = double;

[[gnu::noinline]] void change(Two* x, std::size_t end) {
  for (std::size_t i = 0; i < end; i += 4) {
    x[i] = x[i] * 0.999 + 1e-3;
    x[i + 1] = x[i + 1] * 0.999 + 1e-3;
    x[i + 2] = x[i + 2] * 0.999 + 1e-3;
    x[i + 3] = x[i + 3] * 0.999 + 1e-3;
  }
}

[[gnu::noinline]] double sum_of(const Two* x, std::size_t end) {
  Two a = {0.0, 0.0};
  Two b = a;
  Two c = a;
  Two d = a;
  for (std::size_t i = 0; i < end; i += 4) {
    a += x[i];
    b += x[i + 1];
    c += x[i + 2];
    d += x[i + 3];
  }
  const Two sum = (a + b) + (c + d);
  return sum[0] + sum[1];
}

// Solves at once: any percussions are an answer.
RoundSolverOptions any_answer(int threads) { return options_of({"psor", 1e9, {1, 1}, threads}); }

using Answers = std::map<std::pair<int, int>, std::array<double, 2>>;

Answers answers_of(const ManyBodyMidpoint<problems::DiskAssembly>& midpoint) {
  Answers answers;
  for (std::size_t k = 0; k < midpoint.contacts().size(); ++k) {
    answers[{midpoint.contacts()[k].first, midpoint.contacts()[k].second}] = midpoint.percussion(k);
  }
  return answers;
}

RoundContactProblem with_guess(const ManyBodyMidpoint<problems::DiskAssembly>& midpoint, const Answers& answers) {
  RoundContactProblem problem = midpoint.problem();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ClosedContact& contact = midpoint.contacts()[static_cast<std::size_t>(problem.order()[i])];
    const auto found = answers.find({contact.first, contact.second});
    problem.contacts[i].percussion_n = found == answers.end() ? 0.0 : found->second[0];
    problem.contacts[i].percussion_t = found == answers.end() ? 0.0 : found->second[1];
  }
  return problem;
}

}  // namespace

ManyBodyTimes time_parts(const Scene& scene, int threads, double seconds) {
  ManyBodyMidpoint<problems::DiskAssembly> midpoint(scene.assembly, scene.dt, any_answer(threads));
  constexpr double never = std::numeric_limits<double>::infinity();
  ManyBodyTimes least{never, never, never, never};
  ManyBodyState state = scene.state;
  const auto begin = Clock::now();
  for (int k = 0; k < 12 || seconds_since(begin) < seconds; ++k) {
    std::ranges::copy(scene.state.q, state.q.begin());
    std::ranges::copy(scene.state.u, state.u.begin());
    ManyBodyTimes times;
    midpoint.measure(&times);
    midpoint.step(state);
    if (k < 2) continue;  // memory is given to it
    least.detection = std::min(least.detection, times.detection);
    least.assembly = std::min(least.assembly, times.assembly);
    least.solve = std::min(least.solve, times.solve);
    least.integration = std::min(least.integration, times.integration);
  }
  return least;
}

StepProblems step_problems(const Scene& scene, const Budget& budget) {
  constexpr int steps_before = 3;
  ManyBodyMidpoint<problems::DiskAssembly> midpoint(scene.assembly, scene.dt,
                                                    options_of({reference_method(budget), 1e-6, budget, 1}));
  ManyBodyState state = scene.state;
  StepProblems problems;
  bool solved = midpoint.step(state).reason == StopReason::completed;
  problems.cold = with_guess(midpoint, {});
  problems.bytes_a_disk = static_cast<double>(midpoint.assembly().bytes()) / scene.assembly.body_count();
  for (int k = 1; k < steps_before && solved; ++k) solved = midpoint.step(state).reason == StopReason::completed;
  if (!solved) return problems;
  const Answers before = answers_of(midpoint);
  midpoint.step(state);  // its problem is wanted, and not whether it is solved
  problems.warm = with_guess(midpoint, before);
  problems.has_warm = true;
  return problems;
}

Solve time_solve(const RoundContactProblem& problem, const SolveSetting& setting) {
  constexpr double long_enough = 0.05;  // [s]
  constexpr int most = 5;
  RoundContactSolver solver(options_of(setting));
  Solve solve;
  solve.seconds = std::numeric_limits<double>::infinity();
  double total = 0.0;
  RoundContactProblem copy;
  for (int k = 0; k < most && total < long_enough; ++k) {
    copy = problem;
    const auto start = Clock::now();
    const SolverResult result = solver.solve(copy);
    const double seconds = seconds_since(start);
    total += seconds;
    solve.seconds = std::min(solve.seconds, seconds);
    solve.iterations = result.iterations;
    solve.solved = result.solved();
    solve.residual = result.residual;
  }
  return solve;
}

SweepTimes time_sweep(const RoundContactProblem& problem, double seconds) {
  constexpr int sweeps = 20;
  // Nothing is as good as this tolerance: all sweeps are done. Looks at the residual are in both numbers of sweeps.
  RoundContactSolver one(options_of({"psor", 1e-300, {1, 1}, 1}));
  RoundContactSolver many(options_of({"psor", 1e-300, {1 + sweeps, 1}, 1}));
  // Each time from the same percussions: sweeps over an answer would find nothing to do.
  RoundContactProblem copy;
  const auto start = [&] { copy = problem; };
  const double little = shortest(seconds, start, [&] { one.solve(copy); });
  const double much = shortest(2.0 * seconds, start, [&] { many.solve(copy); });
  SweepTimes times;
  times.sweep = (much - little) / sweeps;
  const std::size_t bytes =
      problem.contacts.size() * sizeof(RoundContact) + problem.free_bodies.size() * sizeof(RoundBody);
  std::vector<double> array(bytes / sizeof(double), 1.0);
  Two* const x = reinterpret_cast<Two*>(array.data());
  const std::size_t end = array.size() / 8 * 4;
  const auto nothing = [] {};
  times.read_and_write = shortest(seconds, nothing, [x, end] { change(x, end); });
  volatile double sum = 0.0;  // so that the loop is not left out
  times.read = shortest(seconds, nothing, [x, end, &sum] { sum = sum + sum_of(x, end); });
  return times;
}

RoundContactProblem after_sweeps(const RoundContactProblem& problem, int sweeps) {
  RoundContactProblem copy = problem;
  RoundContactSolver(options_of({"psor", 1e-300, {sweeps, 1}, 1})).solve(copy);
  return copy;
}

double memory_of(const std::function<Scene()>& make, RoundMethod method) {
  constexpr double patience = 60.0;                            // [s]
  constexpr std::size_t memory_limit = std::size_t{1} << 33U;  // 8 GiB
  double grown = std::numeric_limits<double>::quiet_NaN();
  const auto peak = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
  };
  support::run_isolated(
      [&](const support::Send& send) {
        const double before = peak();
        const Scene scene = make();
        ManyBodyState state = scene.state;
        RoundSolverOptions options;
        options.method = method;
        options.tolerance = 1e-12;
        options.max_sweeps = 10;
        options.max_newton_steps = 1;
        ManyBodyMidpoint<problems::DiskAssembly> midpoint(scene.assembly, scene.dt, options);
        for (int k = 0; k < 3; ++k) midpoint.step(state);
        const double after = peak() - before;
        send(&after);
      },
      sizeof(double), [&](const void* record) { grown = *static_cast<const double*>(record); }, patience, memory_limit);
  return grown;
}

}  // namespace nsdbench::disk_scale
