// Pairs of disks that touch, by a uniform grid of cells as wide as the largest disk: the work grows with the number of
// disks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/mechanics/many_body_system.hpp"

namespace nsdbench::problems {

// Cells in rows, from the lower left one. Keeps its memory from one configuration to the next.
class DiskGrid {
 public:
  // Fills in the order of the bodies, cell by cell; the contacts between disks, body by body in that order; and
  // `start`. False if a position or the distance of two is not finite or two centres coincide. Same result for any
  // number of threads.
  bool find_contacts(const std::vector<double>& q, const std::vector<double>& radii, double largest_radius, int threads,
                     ContactDetection& detection);

 private:
  struct Disk {
    double x = 0.0;
    double y = 0.0;
    double radius = 0.0;
    std::int32_t body = 0;
  };
  // The places of two disks in the order of the cells.
  using Pair = std::array<std::int32_t, 2>;
  struct Chunk {
    std::vector<Pair> pairs;
    std::size_t count = 0;  // of pairs
    bool distinct = true;
  };

  bool lay_out(const std::vector<double>& q, std::size_t disks, double largest_radius, int threads);
  void sort(const std::vector<double>& q, const std::vector<double>& radii, int threads, ContactDetection& detection);
  void find_pairs(int first_cell, int last_cell, Chunk& chunk, std::int32_t* start) const;
  void write_contacts(Chunk& chunk, std::size_t first_contact, ContactDetection& detection) const;

  double left_ = 0.0;
  double bottom_ = 0.0;
  double cells_per_length_ = 1.0;  // 1 / width of a cell
  int columns_ = 1;
  int rows_ = 1;
  std::vector<int> start_;    // of each cell in disks_
  std::vector<int> cell_of_;  // of each body
  std::vector<Disk> disks_;   // cell by cell
  std::vector<Chunk> chunks_;
  std::vector<std::size_t> first_contact_;  // of each chunk
};

}  // namespace nsdbench::problems
