// A map of motions over a plane of two parameters.
#pragma once

#include <string>
#include <vector>

#include "experiments/inclined_plane_motion_map/motions.hpp"
#include "support/partial_rows.hpp"
#include "support/progress.hpp"

namespace nsdbench::experiments::motion_map {

struct Axis {
  double from, to;
  int points;
  double at(int k) const { return from + (to - from) * k / (points - 1); }
};

// One plane: `set` puts the coordinates into the parameters.
struct Plane {
  std::string name;
  Axis across, up;
  void (*set)(problems::InclinedPlaneOscillatorParameters&, double across, double up);
};

struct Map {
  std::vector<std::vector<Motion>> motions;  // by row (up), then column (across)
  long computed = 0;                         // points whose motion was computed; the others lie between equal ones

  Motion at(int row, int column) const {
    return motions[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
};

// Computes every `coarsest`-th point in both directions, a power of two that divides the numbers of intervals; then
// halves the distance until all points are known. A new point is computed if it belongs to a cell (of four neighbours
// of the coarser grid, and new points computed on its edges) in which two motions differ, and has the motion of that
// cell otherwise. With coarsest = 1 every point is computed. The result does not depend on the number of threads.
Map compute_map(const problems::InclinedPlaneOscillatorParameters& parameters, const Plane& plane, const Method& method,
                int coarsest, support::PartialRows& partial, support::Progress& progress);

}  // namespace nsdbench::experiments::motion_map
