#include "benchmarks/disk_scale/scenes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "benchmarks/problem_sets/disk_heap.hpp"
#include "benchmarks/problem_sets/random.hpp"

namespace nsdbench::disk_scale {

namespace {

using problem_sets::Random;
using problems::DiskAssembly;
using problems::Point;

problems::DiskAssemblyLaws laws_with(double friction) {
  problems::DiskAssemblyLaws laws;
  laws.between_disks = {friction, 0.0};
  laws.with_walls = {friction, 0.0};
  return laws;
}

// Neighbours in rows of `columns`, of which every other one is shifted to the right by half a disk.
std::vector<std::pair<int, int>> neighbours(int disks, int columns) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < disks; ++i) {
    const int row = i / columns;
    const int column = i % columns;
    if (column + 1 < columns && i + 1 < disks) pairs.emplace_back(i, i + 1);
    const int upper_left = i + columns + row % 2 - 1;
    if (column + row % 2 > 0 && upper_left < disks) pairs.emplace_back(i, upper_left);
    if (column + row % 2 < columns && upper_left + 1 < disks) pairs.emplace_back(i, upper_left + 1);
  }
  return pairs;
}

}  // namespace

Scene heap_at_rest(int disks) {
  // By how much disks that touch overlap, relative to their radii: far more than rounding.
  constexpr double overlap = 1e-7;
  constexpr unsigned seed = 16;
  const problem_sets::PlacedDisks heap = problem_sets::dropped_disks(disks, seed);
  std::vector<double> radii = heap.radii;
  for (double& radius : radii) radius *= 1.0 + overlap;
  const double height = 0.02 * disks;  // more than any heap of these disks has
  DiskAssembly assembly(std::move(radii),
                        {{{-heap.width, 0.0}, {2.0 * heap.width, 0.0}, 0.0, {}},
                         {{0.0, 0.0}, {0.0, height}, 0.0, {}},
                         {{heap.width, 0.0}, {heap.width, height}, 0.0, {}}},
                        {}, laws_with(0.5));
  ManyBodyState state = assembly.at_rest(heap.centers, 4.0 * overlap);
  return {"at rest", std::move(assembly), std::move(state), 1e-3};
}

Scene heap_settling(int disks) {
  Scene scene = heap_at_rest(disks);
  scene.name = "settling";
  Random random(17);
  for (std::size_t body = 0; body < scene.state.u.size() / 3; ++body) {
    for (std::size_t i = 0; i < 2; ++i) scene.state.u[3 * body + i] = random.uniform(-0.1, 0.1);
  }
  // To where half a step leads to the heap.
  for (std::size_t i = 0; i < scene.state.q.size(); ++i) scene.state.q[i] -= 0.5 * scene.dt * scene.state.u[i];
  return scene;
}

Scene block(int disks, int contacts) {
  constexpr double radius = 5e-3;
  constexpr double difference = 1e-4;
  const int columns = static_cast<int>(std::ceil(std::sqrt(disks)));
  Random random(18);
  std::vector<double> radii;
  for (int i = 0; i < disks; ++i) radii.push_back(radius * (1.0 - random.uniform(0.0, difference)));
  std::vector<double> reaches;  // of pairs, the largest first
  for (const auto& [i, j] : neighbours(disks, columns)) {
    reaches.push_back(radii[static_cast<std::size_t>(i)] + radii[static_cast<std::size_t>(j)]);
  }
  std::ranges::sort(reaches, std::greater<>());
  // Those of the lowest row with the floor are closed, too.
  const int wanted = std::clamp(contacts - columns, 1, static_cast<int>(reaches.size()));
  const double pitch = reaches[static_cast<std::size_t>(wanted) - 1] * (1.0 - 1e-12);  // and rounding
  std::vector<Point> centers;
  for (int i = 0; i < disks; ++i) {
    const int row = i / columns;
    centers.push_back({pitch * (i % columns + 0.5 * (row % 2)),
                       radius * (1.0 - difference) + pitch * std::sqrt(0.75) * static_cast<double>(row)});
  }
  const double beyond = 2.0 * pitch * columns;
  DiskAssembly assembly(std::move(radii), {{{-beyond, 0.0}, {2.0 * beyond, 0.0}, 0.0, {}}}, {}, laws_with(0.6));
  ManyBodyState state = assembly.at_rest(centers, 4.0 * difference);
  return {"block", std::move(assembly), std::move(state), 1.0 / 240.0};
}

}  // namespace nsdbench::disk_scale
