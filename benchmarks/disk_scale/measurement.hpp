// What a step of many disks takes, part by part, and what its contact problem takes to solve.
#pragma once

#include <cstddef>
#include <functional>

#include "benchmarks/disk_scale/methods.hpp"
#include "benchmarks/disk_scale/scenes.hpp"
#include "solvers/integration/time_stepping/many_body_midpoint.hpp"

namespace nsdbench::disk_scale {

// The shortest times of the parts of steps from the scene's state, whose percussions nobody computes: `solve` is one
// look at the residual. Repeats for `seconds`.
ManyBodyTimes time_parts(const Scene& scene, int threads, double seconds);

// The contact problem of the first step, without percussions, and that of a later step, with the percussions of the
// step before it as a guess.
struct StepProblems {
  RoundContactProblem cold;
  RoundContactProblem warm;
  bool has_warm = false;      // false if one of the steps before could not be solved
  double bytes_a_disk = 0.0;  // of contacts, problem and percussions; the solver's own come on top
};
// The steps before are solved to 1e-6 by the reference method within the budget each.
StepProblems step_problems(const Scene& scene, const Budget& budget);

struct Solve {
  int iterations = 0;
  bool solved = false;
  double residual = 0.0;
  double seconds = 0.0;  // the shortest of some repetitions
};
// From the percussions in the problem.
Solve time_solve(const RoundContactProblem& problem, const SolveSetting& setting);

// The problem with the percussions that projected sweeps leave.
RoundContactProblem after_sweeps(const RoundContactProblem& problem, int sweeps);

// One projected sweep over all contacts, and loops over an array as large as contacts and bodies of the problem: one
// that reads every number, and one that reads, changes and writes it, as a sweep does. Repeats each for `seconds`.
struct SweepTimes {
  double sweep = 0.0;  // [s]
  double read = 0.0;
  double read_and_write = 0.0;
};
SweepTimes time_sweep(const RoundContactProblem& problem, double seconds);

// By how much the memory of a process grows that makes the scene and does some steps by the method, [bytes]; NaN if it
// takes longer than a minute. The steps are too short for an answer, but make what the method holds: with Newton steps
// a factorization, which methods that sweep do without.
double memory_of(const std::function<Scene()>& make, RoundMethod method);

}  // namespace nsdbench::disk_scale
