// Many disks whose steps are timed: heaps in a box at rest and settling, and blocks with a given number of contacts.
#pragma once

#include <string>

#include "problems/disk_assembly.hpp"

namespace nsdbench::disk_scale {

struct Scene {
  std::string name;
  problems::DiskAssembly assembly;
  ManyBodyState state;
  double dt = 0.0;  // of its steps [s]
};

// Disks of 3.5 to 5 mm dropped into a box, each at rest on two supports, friction 0.5, steps of 1 ms.
Scene heap_at_rest(int disks);
// The same heap, each disk with a velocity of its own of up to 0.1 m/s in each direction: all contacts close or open.
Scene heap_settling(int disks);

// Disks in rows on the gaps of the rows below, friction 0.6, steps of 1/240 s. Radii of 5 mm differ by up to 1e-4 of
// it, and the disks stand as far apart as `contacts` of them, floor included, are closed: at most those of all
// neighbours, fewer than three a disk.
Scene block(int disks, int contacts);

}  // namespace nsdbench::disk_scale
