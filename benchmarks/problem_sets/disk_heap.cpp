#include "benchmarks/problem_sets/disk_heap.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "benchmarks/problem_sets/random.hpp"

namespace nsdbench::problem_sets {

namespace {

using problems::Point;

constexpr double largest_radius = 5e-3;  // [m]
constexpr double smallest_radius = 3.5e-3;
constexpr double rounding = 1e-12;  // of lengths, relative to the largest radius: some operations
constexpr int none = -1;

// What a disk that rolls meets first.
struct Meeting {
  Point at;
  int disk = none;  // which other one; none: a wall or the ground, or nothing if it is not `found`
  bool found = false;
};

class Heap {
 public:
  Heap(PlacedDisks& disks, int columns) : disks_(disks), columns_(columns) {}

  // Falls from above at x, rolls, and stays.
  void drop(double radius, double x) {
    Point p = {std::clamp(x, radius, disks_.width - radius), std::numeric_limits<double>::infinity()};
    for (int support = fall(radius, p); support != none; support = fall(radius, p)) {
      const double side = p.x >= center(support).x ? 1.0 : -1.0;
      if (roll(radius, side, support, p)) break;
    }
    add(radius, p);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  const Point& center(int disk) const { return disks_.centers[at(disk)]; }
  double radius_of(int disk) const { return disks_.radii[at(disk)]; }
  int column_of(double x) const { return std::clamp(static_cast<int>(x / (2.0 * largest_radius)), 0, columns_ - 1); }
  static int row_of(double y) { return std::max(0, static_cast<int>(y / (2.0 * largest_radius))); }
  int rows() const { return static_cast<int>(cells_.size()) / columns_; }

  void add(double radius, const Point& p) {
    const auto place = at(row_of(p.y)) * at(columns_) + at(column_of(p.x));
    if (place >= cells_.size()) cells_.resize((at(row_of(p.y)) + 1) * at(columns_));
    cells_[place].push_back(static_cast<int>(disks_.centers.size()));
    disks_.centers.push_back(p);
    disks_.radii.push_back(radius);
  }

  // Calls visit(disk) for the disks of a row of cells from x - reach to x + reach.
  template <class Visit>
  void for_each_in_row(int row, double x, double reach, const Visit& visit) const {
    for (int column = column_of(x - reach); column <= column_of(x + reach); ++column) {
      for (const int disk : cells_[at(row) * at(columns_) + at(column)]) visit(disk);
    }
  }

  // Straight down to what is below: the disk on which it lands, or none for the ground.
  int fall(double radius, Point& p) const {
    double height = radius;
    int support = none;
    const int top = std::isfinite(p.y) ? std::min(row_of(p.y), rows() - 1) : rows() - 1;
    for (int row = top; row >= 0; --row) {
      // Nothing in this row or below carries it higher than this.
      if (support != none && (row + 1) * 2.0 * largest_radius + radius + largest_radius < height) break;
      for_each_in_row(row, p.x, radius + largest_radius, [&](int disk) {
        const double reach = radius + radius_of(disk);
        const double aside = std::abs(p.x - center(disk).x);
        if (aside >= reach * (1.0 - rounding)) return;
        const double y = center(disk).y + std::sqrt(reach * reach - aside * aside);
        if (y > height && y <= p.y) {
          height = y;
          support = disk;
        }
      });
    }
    p.y = height;
    return support;
  }

  // Rolls down to the side (1 right, -1 left) over `support`, and over what it meets, until it rests between two
  // (true) or has come so far aside that it falls (false).
  bool roll(double radius, double side, int support, Point& p) const {
    while (true) {
      const Meeting next = meeting(radius, side, support, p);
      if (!next.found) {
        p = {center(support).x + side * (radius + radius_of(support)), center(support).y};
        return false;
      }
      p = next.at;
      if (next.disk == none || side * (center(next.disk).x - p.x) >= 0.0) return true;
      support = next.disk;
    }
  }

  Meeting meeting(double radius, double side, int support, const Point& p) const {
    const Point& pivot = center(support);
    const double arm = radius + radius_of(support);
    Meeting first;
    double least = arm - side * (p.x - pivot.x);  // how far aside it goes at most
    const auto offer = [&](const Point& there, int disk) {
      const double aside = side * (there.x - p.x);
      if (aside < -rounding * largest_radius || aside > least) return;
      least = aside;
      first = {there, disk, true};
    };
    const double wall = side > 0.0 ? disks_.width - radius : radius;
    if (std::abs(wall - pivot.x) < arm) offer({wall, pivot.y + leg(arm, wall - pivot.x)}, none);
    if (pivot.y <= radius) offer({pivot.x + side * leg(arm, radius - pivot.y), radius}, none);
    const double reach = 2.0 * (radius + largest_radius);
    for (int row = row_of(pivot.y - reach); row <= std::min(row_of(pivot.y + reach), rows() - 1); ++row) {
      for_each_in_row(row, pivot.x, reach, [&](int disk) {
        if (disk == support) return;
        for (const double sign : {-1.0, 1.0}) {
          Point there;
          if (!between(support, disk, radius, sign, there)) continue;
          const double approach = (there.y - pivot.y) * (center(disk).x - there.x) * side -
                                  (there.x - pivot.x) * side * (center(disk).y - there.y);
          if (there.y >= pivot.y && approach > 0.0) offer(there, disk);
        }
      });
    }
    return first;
  }

  static double leg(double hypotenuse, double other) {
    return std::sqrt(std::max(hypotenuse * hypotenuse - other * other, 0.0));
  }

  // Where a disk touches both `a` and `b`, on one side of the line between them or the other.
  bool between(int a, int b, double radius, double sign, Point& there) const {
    const double dx = center(b).x - center(a).x;
    const double dy = center(b).y - center(a).y;
    const double distance = std::sqrt(dx * dx + dy * dy);
    const double to_a = radius + radius_of(a);
    const double to_b = radius + radius_of(b);
    if (distance >= to_a + to_b) return false;
    const double along = (to_a * to_a - to_b * to_b + distance * distance) / (2.0 * distance);
    const double across = sign * leg(to_a, along);
    there = {center(a).x + (along * dx - across * dy) / distance, center(a).y + (along * dy + across * dx) / distance};
    return true;
  }

  PlacedDisks& disks_;
  int columns_;
  std::vector<std::vector<int>> cells_;  // disks by row and column
};

}  // namespace

PlacedDisks dropped_disks(int count, unsigned seed) {
  Random random(seed);
  PlacedDisks disks;
  const int columns = static_cast<int>(std::sqrt(static_cast<double>(count))) + 1;
  disks.width = columns * 2.0 * largest_radius;
  Heap heap(disks, columns);
  for (int k = 0; k < count; ++k) {
    const double radius = random.uniform(smallest_radius, largest_radius);
    heap.drop(radius, random.uniform(0.0, disks.width));
  }
  return disks;
}

PlacedDisks stacked_disks(int rows, int columns) {
  PlacedDisks disks;
  const double height = std::sqrt(3.0);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      disks.radii.push_back(largest_radius);
      disks.centers.push_back({(1.0 + 2.0 * column + row % 2) * largest_radius, (1.0 + height * row) * largest_radius});
    }
  }
  disks.width = (2.0 * columns + 1.0) * largest_radius;
  return disks;
}

}  // namespace nsdbench::problem_sets
