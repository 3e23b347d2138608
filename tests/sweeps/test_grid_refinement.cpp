// Which points of a grid are computed, and which lie between equal ones.
#include <functional>
#include <stdexcept>
#include <vector>

#include "sweeps/grid_refinement.hpp"
#include "tests/helpers/catch.hpp"

using nsdbench::sweeps::GridRefinement;

namespace {

using Classify = std::function<int(int row, int column)>;

GridRefinement refined(int rows, int columns, int coarsest, const Classify& classify) {
  GridRefinement grid(rows, columns, coarsest);
  for (auto wanted = grid.wanted(); !wanted.empty(); wanted = grid.wanted()) {
    for (const auto& point : wanted) grid.set(point, classify(point.row, point.column));
  }
  return grid;
}

// Every point has the class that a full grid would give it.
void check_all(const GridRefinement& grid, const Classify& classify) {
  int wrong = 0;
  for (int row = 0; row < grid.rows(); ++row) {
    for (int column = 0; column < grid.columns(); ++column) {
      if (grid.at(row, column) != classify(row, column)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

int disc(int row, int column) {
  const double x = row - 64.3;
  const double y = column - 63.2;
  return x * x + y * y < 45.0 * 45.0 ? 2 : 1;
}

}  // namespace

TEST_CASE("a grid whose first distance is one is computed as a whole") {
  const GridRefinement grid = refined(5, 9, 1, disc);
  CHECK(grid.computed_points() == 45);
}

TEST_CASE("a region without a border is filled from the coarsest grid") {
  const GridRefinement grid = refined(33, 17, 8, [](int, int) { return 4; });
  CHECK(grid.computed_points() == 5 * 3);
  check_all(grid, [](int, int) { return 4; });
  CHECK(grid.computed(8, 16));
  CHECK_FALSE(grid.computed(8, 15));
}

TEST_CASE("a border is followed, and costs as its length") {
  const GridRefinement grid = refined(129, 129, 16, disc);
  check_all(grid, disc);
  // The circle has a length of some 283 distances; near it two points in each direction are computed on every level,
  // each half as long: below 8 for each distance.
  CHECK(grid.computed_points() < 8 * 283);
}

TEST_CASE("a border that the coarsest grid sees at one corner only is followed to its end") {
  // A band of three points' width from one corner along a diagonal, which no other point of the coarsest grid is on.
  const auto band = [](int row, int column) { return row - 2 * column >= -1 && row - 2 * column <= 1 ? 3 : 1; };
  const GridRefinement grid = refined(65, 65, 32, band);
  check_all(grid, band);
}

TEST_CASE("what is wanted stays wanted until it is known") {
  GridRefinement grid(5, 5, 4);
  const std::vector<GridRefinement::Point> first = grid.wanted();
  REQUIRE(first.size() == 4);
  CHECK(grid.wanted() == first);
  grid.set(first[2], 1);
  CHECK(grid.wanted() == first);
  CHECK_THROWS_AS(grid.set(first[2], 1), std::logic_error);
}

TEST_CASE("grids that cannot be halved are refused") {
  CHECK_THROWS_AS(GridRefinement(10, 9, 8), std::invalid_argument);
  CHECK_THROWS_AS(GridRefinement(13, 13, 6), std::invalid_argument);
  CHECK_THROWS_AS(GridRefinement(1, 9, 1), std::invalid_argument);
  CHECK_THROWS_AS(GridRefinement(9, 9, 0), std::invalid_argument);
}
