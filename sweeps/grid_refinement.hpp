// Which points of a grid have to be computed, if the borders between classes are what is looked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nsdbench::sweeps {

// A grid of points (row, column), each of which has a class, a whole number. Every `coarsest`-th point in both
// directions is computed at first; then the distance is halved until it is 1. A new point is computed if it belongs to
// a cell of four neighbours of the coarser grid in which two known points differ (its corners, and points on its edges
// that were computed for the cell beyond), and has the class of that cell otherwise. So a region that lies between
// points of the coarsest grid is missed, and a border that is seen anywhere is followed.
//
// What is to be computed follows from the classes alone, so that any number of threads, and a run that goes on from
// another one's results, come to the same points.
class GridRefinement {
 public:
  struct Point {
    int row = 0, column = 0;
    friend bool operator==(const Point&, const Point&) = default;
  };

  // `coarsest` is a power of two, and rows - 1 and columns - 1 are multiples of it. Throws std::invalid_argument
  // otherwise. With coarsest = 1 every point is computed.
  GridRefinement(int rows, int columns, int coarsest);

  // Whether an axis of so many points can be refined from every `coarsest`-th of them.
  static bool can_refine(long points, int coarsest);

  // The points whose classes are wanted next, row by row; none if all are known. They stay wanted until set() has been
  // called for each of them.
  std::vector<Point> wanted();

  void set(Point point, int of_class);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  // Of a point that is known.
  int at(int row, int column) const { return classes_[index(row, column)]; }
  // Whether it was computed; the others lie between equal ones.
  bool computed(int row, int column) const { return states_[index(row, column)] == State::computed; }
  long computed_points() const { return computed_; }

 private:
  enum class State : std::uint8_t { unknown, wanted, filled, computed };

  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  bool known(int row, int column) const { return states_[index(row, column)] >= State::filled; }
  void want(int row, int column);
  bool disagrees(int row, int column) const;
  void want_where_cells_disagree();
  void fill();

  int rows_, columns_;
  int step_;             // between the points of the present grid
  bool halved_ = false;  // it has a coarser one
  std::vector<int> classes_;
  std::vector<State> states_;
  std::vector<Point> wanted_;  // in no order
  std::size_t missing_ = 0;    // of the wanted ones
  long computed_ = 0;
};

}  // namespace nsdbench::sweeps
