// Painleve's regime: contacts with G_NN < mu |G_NT|, which sliding friction closes faster than the normal percussion
// opens them. Solutions may be several, percussions do not vanish with dt, and pivoting may end on a ray.
#include <algorithm>
#include <array>
#include <cmath>

#include "benchmarks/problem_sets/directions.hpp"
#include "benchmarks/problem_sets/sets.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problem_sets {

namespace {

// The sorts of problems, one after the other.
constexpr std::array<double, 3> angles = {0.9, 1.1071487177940904, 1.3};  // [rad]; the second has the smallest mu
constexpr std::array<double, 3> excesses = {1.05, 1.5, 4.0};              // mu over its critical value
constexpr std::array<double, 2> steps = {1e-3, 1e-5};                     // [s]
constexpr std::array<int, 4> rod_counts = {2, 3, 5, 10};
constexpr std::array<int, 5> random_sizes = {1, 2, 3, 5, 10};
constexpr int random_seeds = 4;
constexpr int single_rods = static_cast<int>(angles.size() * excesses.size() * steps.size());
constexpr int sledges = static_cast<int>(rod_counts.size() * excesses.size());
constexpr int spatial_problems = static_cast<int>(random_sizes.size()) * 2;
constexpr int open_problems = static_cast<int>(random_sizes.size()) * random_seeds;

constexpr double root_inertia = 0.57735026918962576;  // a rod of unit mass and half length has J = 1/3

// Rods whose lower ends slide ahead of them at 1 m/s on a sledge, or on the ground (sledge_mass = 0).
// Freedoms: x, z, angle of each rod, then x, z of the sledge; columns include M^(-1/2).
ContactProblem rods(int count, double sledge_mass, const std::array<double, 3>& tilt, double excess, double dt) {
  ContactProblem problem;
  Directions w(3 * count + (sledge_mass > 0.0 ? 2 : 0), 2 * count);
  for (int i = 0; i < count; ++i) {
    const double angle = tilt[static_cast<std::size_t>(i % 3)];
    const std::size_t base = 3 * static_cast<std::size_t>(i);
    const std::span<double> normal = w.column(2 * i);
    const std::span<double> tangent = w.column(2 * i + 1);
    normal[base + 1] = 1.0;
    normal[base + 2] = -elementary::cos(angle) / root_inertia;
    tangent[base] = 1.0;
    tangent[base + 2] = -elementary::sin(angle) / root_inertia;
    if (sledge_mass > 0.0) {
      const std::size_t sledge = 3 * static_cast<std::size_t>(count);
      normal[sledge + 1] = -1.0 / std::sqrt(sledge_mass);
      tangent[sledge] = -1.0 / std::sqrt(sledge_mass);
    }
    const double critical = dot(normal, normal) / std::abs(dot(normal, tangent));
    problem.add_frictional(excess * critical, 1);
    problem.c.push_back(-10.0 * dt);  // rods fall, the sledge is held by what it glides on
    problem.c.push_back(1.0);
  }
  set_delassus(problem, w);
  return problem;
}

// Random directions and friction beyond the critical value at every contact.
NamedProblem random_problem(std::uint64_t seed, int contacts, int tangents, bool regular, const std::string& name) {
  Random random(seed);
  NamedProblem made{name, {}, regular ? Solvable::yes : Solvable::unknown};
  const int block = 1 + tangents;
  const int n = block * contacts;
  Directions w(regular ? n + n / 2 + 1 : std::max(2, 3 * contacts / 2), n);
  w.fill(random);
  std::vector<double> velocity(static_cast<std::size_t>(w.dof()));
  for (double& entry : velocity) entry = random.uniform(-1.0, 1.0);
  for (int i = 0; i < contacts; ++i) {
    const int normal = block * i;
    double coupling = 0.0;
    for (int k = 1; k < block; ++k) coupling = elementary::hypot(coupling, dot(w.column(normal), w.column(normal + k)));
    const double critical = dot(w.column(normal), w.column(normal)) / coupling;
    made.problem.add_frictional(random.uniform(1.05, 3.0) * critical, tangents);
    for (int k = 0; k < block; ++k) {
      const double restitution = random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0);
      made.problem.c.push_back((1.0 + restitution) * dot(w.column(normal + k), velocity));
    }
  }
  set_delassus(made.problem, w);
  return made;
}

NamedProblem painleve_problem(int i) {
  const std::string name = "painleve-";
  if (i < single_rods) {
    const double angle = angles[static_cast<std::size_t>(i % 3)];
    const double excess = excesses[static_cast<std::size_t>(i / 3 % 3)];
    return {name + "rod-" + std::to_string(i),
            rods(1, 0.0, {angle, angle, angle}, excess, steps[static_cast<std::size_t>(i / 9)]), Solvable::yes};
  }
  i -= single_rods;
  if (i < sledges) {
    const int count = rod_counts[static_cast<std::size_t>(i / 3)];
    return {name + "sledge-" + std::to_string(count) + "-" + std::to_string(i % 3),
            rods(count, 2.0, angles, excesses[static_cast<std::size_t>(i % 3)], steps[0]), Solvable::yes};
  }
  i -= sledges;
  if (i < spatial_problems) {
    const int contacts = random_sizes[static_cast<std::size_t>(i / 2)];
    return random_problem(6000 + static_cast<std::uint64_t>(i), contacts, 2, true,
                          name + "spatial-" + std::to_string(contacts) + "-" + std::to_string(i % 2));
  }
  i -= spatial_problems;
  const int contacts = random_sizes[static_cast<std::size_t>(i / random_seeds)];
  return random_problem(7000 + static_cast<std::uint64_t>(i), contacts, 1, false,
                        name + "open-" + std::to_string(contacts) + "-" + std::to_string(i % random_seeds));
}

}  // namespace

ProblemSet painleve_set() {
  return {
      "painleve",
      "Friction beyond the value at which G_NN < mu |G_NT|: sliding rods alone and on a common sledge, random spatial "
      "contacts (all with directions of full column rank, hence solvable), and random redundant planar contacts of "
      "which nothing is known.",
      single_rods + sledges + spatial_problems + open_problems, painleve_problem, [](int i) { return i % 4 == 0; }};
}

}  // namespace nsdbench::problem_sets
