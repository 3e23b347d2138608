// Disks at rest that touch: the states from which the contact problems of many disks are made, in any number and at
// once, since no motion has to be computed.
#pragma once

#include <vector>

#include "problems/disk_assembly.hpp"

namespace nsdbench::problem_sets {

struct PlacedDisks {
  std::vector<double> radii;             // [m]
  std::vector<problems::Point> centers;  // [m]
  double width = 0.0;                    // of the box: walls at x = 0, x = width and y = 0 [m]
};

// `count` disks with radii between 3.5 and 5 mm, dropped one after the other between two walls: each falls at a place
// drawn with `seed`, rolls down what it meets and comes to rest between two supports (Visscher & Bolsterli 1972, Nature
// 239). Hence about two contacts a disk, as many as frictionless disks need to stay where they are. The box is as wide
// as the heap is high, about.
PlacedDisks dropped_disks(int count, unsigned seed);

// Equal disks of 5 mm in `rows` rows of `columns`, each row on the gaps of the row below, with the lowest on the
// ground: about three contacts a disk, one for each disk more than are needed. No walls at the sides.
PlacedDisks stacked_disks(int rows, int columns);

}  // namespace nsdbench::problem_sets
