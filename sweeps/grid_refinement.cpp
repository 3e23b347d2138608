#include "sweeps/grid_refinement.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

namespace nsdbench::sweeps {
namespace {

// Calls visit(row, column) for the 3 x 3 points of a cell: its corners, and what the step adds between them.
template <class Visit>
void visit_cell(int row, int column, int step, const Visit& visit) {
  for (const int up : {0, step, 2 * step}) {
    for (const int across : {0, step, 2 * step}) visit(row + up, column + across);
  }
}

// Calls visit(row, column) for the first corner of every cell, which has twice the step for its width.
template <class Visit>
void visit_cells(int rows, int columns, int step, const Visit& visit) {
  for (int row = 0; row + 2 * step < rows; row += 2 * step) {
    for (int column = 0; column + 2 * step < columns; column += 2 * step) visit(row, column);
  }
}

}  // namespace

bool GridRefinement::can_refine(long points, int coarsest) {
  const bool power_of_two = coarsest > 0 && (coarsest & (coarsest - 1)) == 0;
  return power_of_two && points >= 2 && (points - 1) % coarsest == 0;
}

GridRefinement::GridRefinement(int rows, int columns, int coarsest) : rows_(rows), columns_(columns), step_(coarsest) {
  if (!can_refine(rows, coarsest) || !can_refine(columns, coarsest)) {
    throw std::invalid_argument("a grid of " + std::to_string(rows) + " x " + std::to_string(columns) +
                                " points cannot be refined from every " + std::to_string(coarsest) +
                                "-th: that must be a power of two that divides both numbers less one");
  }
  const std::size_t points = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  classes_.assign(points, 0);
  states_.assign(points, State::unknown);
  for (int row = 0; row < rows; row += coarsest) {
    for (int column = 0; column < columns; column += coarsest) want(row, column);
  }
}

void GridRefinement::want(int row, int column) {
  State& state = states_[index(row, column)];
  if (state != State::unknown) return;
  state = State::wanted;
  wanted_.push_back({row, column});
  ++missing_;
}

std::vector<GridRefinement::Point> GridRefinement::wanted() {
  if (missing_ == 0) {
    wanted_.clear();
    // Points that were computed on an edge may show a difference to the cell beyond: a grid is left when there are
    // none. The first step is a grid by itself; it has no cells of a coarser one.
    while (true) {
      if (halved_) want_where_cells_disagree();
      if (!wanted_.empty()) break;
      if (halved_) fill();
      if (step_ == 1) break;
      step_ /= 2;
      halved_ = true;
    }
    std::ranges::sort(wanted_, {}, [](const Point& p) { return std::tuple(p.row, p.column); });
  }
  return wanted_;
}

void GridRefinement::set(Point point, int of_class) {
  const std::size_t k = index(point.row, point.column);
  if (states_[k] != State::wanted) {
    throw std::logic_error("the class of a point was set that was not wanted");
  }
  classes_[k] = of_class;
  states_[k] = State::computed;
  ++computed_;
  --missing_;
}

bool GridRefinement::disagrees(int row, int column) const {
  const int first = at(row, column);
  bool differs = false;
  visit_cell(row, column, step_, [&](int r, int c) { differs = differs || (known(r, c) && at(r, c) != first); });
  return differs;
}

void GridRefinement::want_where_cells_disagree() {
  visit_cells(rows_, columns_, step_, [&](int row, int column) {
    if (!disagrees(row, column)) return;
    visit_cell(row, column, step_, [&](int r, int c) { want(r, c); });
  });
}

void GridRefinement::fill() {
  visit_cells(rows_, columns_, step_, [&](int row, int column) {
    const int of_cell = at(row, column);
    visit_cell(row, column, step_, [&](int r, int c) {
      State& state = states_[index(r, c)];
      if (state != State::unknown) return;
      state = State::filled;
      classes_[index(r, c)] = of_cell;
    });
  });
}

}  // namespace nsdbench::sweeps
