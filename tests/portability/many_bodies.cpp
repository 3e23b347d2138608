#include <string>

#include "problems/disk_assembly.hpp"
#include "solvers/integration/motion_log.hpp"
#include "solvers/integration/time_stepping/many_body_midpoint.hpp"
#include "tests/portability/golden_motions.hpp"

namespace nsdbench::portability {

namespace {

// So many disks that loops over them use threads.
constexpr int columns = 120;
constexpr int rows = 50;
constexpr double radius = 0.01;  // m

problems::DiskAssembly assembly() {
  std::vector<double> radii;
  for (int k = 0; k < columns * rows; ++k) radii.push_back(radius * (1.0 - 0.002 * (k % 7)));
  const double width = 2.0 * radius * (columns + 1);
  problems::DiskAssemblyLaws laws;
  laws.between_disks = laws.with_walls = {0.3, 0.2};
  const double top = 2.0 * radius * (2 * rows);
  return problems::DiskAssembly(std::move(radii),
                                {{{-width, 0.0}, {width, 0.0}, 0.0, {}},
                                 {{0.0, 0.0}, {0.0, top}, 0.0, {}},
                                 {{width, 0.0}, {width, top}, 0.0, {}}},
                                {}, laws);
}

}  // namespace

void print_many_bodies() {
  const problems::DiskAssembly disks = assembly();
  std::vector<problems::Point> centers;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const double shift = row % 2 == 0 ? 1.0 : 1.4;
      centers.push_back({radius * (2.0 * column + shift), radius * (1.0 + 2.0 * row)});
    }
  }
  for (const int threads : {1, 2, 3, 7}) {
    print_motions("disks/" + std::to_string(threads) + "_threads", [&] {
      RoundSolverOptions options;
      options.threads = threads;
      ManyBodyMidpoint<problems::DiskAssembly> midpoint(disks, 1e-3, options);
      ManyBodyState state = disks.at_rest(centers);
      MotionTrace trace(state);
      for (int k = 0; k < 12; ++k) {
        midpoint.step(state);
        trace.step(state);
      }
      trace.finish(state);
    });
  }
}

}  // namespace nsdbench::portability
