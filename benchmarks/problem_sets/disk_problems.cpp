#include "benchmarks/problem_sets/disk_problems.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

#include "benchmarks/problem_sets/disk_heap.hpp"
#include "benchmarks/problem_sets/random.hpp"
#include "benchmarks/problem_sets/sets.hpp"
#include "problems/disk_assembly.hpp"
#include "solvers/integration/time_stepping/many_body_midpoint.hpp"

namespace nsdbench::problem_sets {

namespace {

using problems::DiskAssembly;
using problems::WallSegment;

constexpr double step = 1e-3;  // [s]
// By how much disks that touch overlap, relative to their radii: far more than rounding, so that the same contacts are
// closed everywhere, and far less than what a run leaves.
constexpr double overlap = 1e-7;

enum class System : std::uint8_t {
  heap_at_rest,  // dropped disks at rest under gravity
  heap_shaken,   // the same, each with a velocity of its own that the step has to stop
  block_struck   // stacked disks that hit the ground with a common velocity
};

struct Plan {
  System system;
  int disks;
  double friction;
};

// The block of n^2 disks, or of n (n + 1).
constexpr std::array<Plan, disk_problem_count> plans = {{
    {System::heap_at_rest, 50, 0.5},
    {System::heap_at_rest, 50, 0.0},
    {System::block_struck, 36, 0.3},
    {System::heap_at_rest, 500, 0.5},
    {System::heap_at_rest, 500, 0.0},
    {System::heap_shaken, 500, 0.5},
    {System::block_struck, 342, 0.3},
    {System::heap_at_rest, 5000, 0.5},
    {System::heap_shaken, 5000, 0.0},
    {System::block_struck, 3364, 0.3},
    {System::heap_at_rest, 50000, 0.5},
    {System::block_struck, 33489, 0.0},
}};

const char* name_of(System system) {
  switch (system) {
    case System::heap_at_rest:
      return "heap-rest";
    case System::heap_shaken:
      return "heap-shaken";
    case System::block_struck:
      break;
  }
  return "block-struck";
}

const char* sentence_of(System system) {
  switch (system) {
    case System::heap_at_rest:
      return "Disks of different sizes that came to rest in a box, each on two supports, under gravity";
    case System::heap_shaken:
      return "Disks of different sizes in a box, each on two supports, with random velocities of up to 1 m/s";
    case System::block_struck:
      break;
  }
  return "A block of equal disks in rows, each on the gaps of the row below, that strikes the ground with 1 m/s while "
         "it "
         "moves sideways with 0.2 m/s";
}

PlacedDisks place(const Plan& plan) {
  constexpr unsigned seed = 11000;
  if (plan.system != System::block_struck) return dropped_disks(plan.disks, seed + static_cast<unsigned>(plan.disks));
  int rows = 1;
  while ((rows + 1) * (rows + 1) <= plan.disks) ++rows;
  return stacked_disks(rows, plan.disks / rows);
}

DiskAssembly assembly_of(const Plan& plan, const PlacedDisks& disks) {
  problems::DiskAssemblyLaws laws;
  laws.between_disks = {plan.friction, 0.0};
  laws.with_walls = {plan.friction, 0.0};
  std::vector<double> radii = disks.radii;
  for (double& radius : radii) radius *= 1.0 + overlap;
  // The walls at the sides of a heap are higher than any heap of these disks.
  const double height = 0.02 * static_cast<double>(radii.size());
  const double beyond = 2.0 * disks.width;
  std::vector<WallSegment> walls = {{{-beyond, 0.0}, {disks.width + beyond, 0.0}, 0.0, {}}};
  if (plan.system != System::block_struck) {
    walls.push_back({{0.0, 0.0}, {0.0, height}, 0.0, {}});
    walls.push_back({{disks.width, 0.0}, {disks.width, height}, 0.0, {}});
  }
  return {std::move(radii), std::move(walls), {}, laws};
}

// Velocities before the step, and positions from which half a step leads to where the disks touch.
void set_moving(const Plan& plan, ManyBodyState& state) {
  Random random(12000 + static_cast<std::uint64_t>(plan.disks));
  for (std::size_t body = 0; body < state.u.size() / 3; ++body) {
    double* u = &state.u[3 * body];
    if (plan.system == System::heap_shaken) {
      u[0] = random.uniform(-1.0, 1.0);
      u[1] = random.uniform(-1.0, 1.0);
    } else if (plan.system == System::block_struck) {
      u[0] = 0.2;
      u[1] = -1.0;
    }
  }
  for (std::size_t i = 0; i < state.q.size(); ++i) state.q[i] -= 0.5 * step * state.u[i];
}

}  // namespace

bool is_small_disk_problem(int i) { return plans.at(static_cast<std::size_t>(i)).disks < 100; }

DiskProblem disk_problem(int i) {
  const Plan& plan = plans.at(static_cast<std::size_t>(i));
  const PlacedDisks disks = place(plan);
  const DiskAssembly assembly = assembly_of(plan, disks);
  ManyBodyState state = assembly.at_rest(disks.centers, 4.0 * overlap);
  set_moving(plan, state);
  // The problem of the step is wanted and not its answer: without percussions the residual is 1 at most.
  RoundSolverOptions any_answer;
  any_answer.tolerance = 2.0;
  ManyBodyMidpoint<DiskAssembly> midpoint(assembly, step, any_answer);
  midpoint.step(state);
  DiskProblem made;
  made.problem = midpoint.problem();
  const bool smooth = plan.friction == 0.0;
  made.name = std::string("disks-") + name_of(plan.system) + (smooth ? "-smooth-" : "-") + std::to_string(plan.disks) +
              "-" + std::to_string(made.problem.contacts.size());
  made.description = std::string(sentence_of(plan.system)) + (smooth ? ", without friction." : ", with friction.");
  return made;
}

ProblemSet disks_set() {
  return {"disks",
          "One step of 36 to 50000 disks, 1e2 to 1e5 contacts, from zero percussions: heaps at rest and heaps whose "
          "disks all move, with as many contacts as hold them, and a block that strikes the ground, with one contact a "
          "disk more. Without restitution and with walls at rest, stopping all disks satisfies every contact, so that "
          "such problems are solvable.",
          disk_problem_count,
          [](int i) {
            const DiskProblem made = disk_problem(i);
            return NamedProblem{made.name, made.problem.assembled(), Solvable::yes};
          },
          is_small_disk_problem};
}

}  // namespace nsdbench::problem_sets
