#include "experiments/inclined_plane_motion_map/map.hpp"

#include <cstddef>
#include <optional>

#include "support/parallel.hpp"

namespace nsdbench::experiments::motion_map {
namespace {

using problems::InclinedPlaneOscillatorParameters;

class Refinement {
 public:
  Refinement(const InclinedPlaneOscillatorParameters& parameters, const Plane& plane, const Method& method,
             support::PartialRows& partial, support::Progress& progress)
      : parameters_(parameters), plane_(plane), method_(method), partial_(partial), progress_(progress) {
    const auto rows = static_cast<std::size_t>(plane.up.points);
    const auto columns = static_cast<std::size_t>(plane.across.points);
    map_.motions.assign(rows, std::vector<Motion>(columns, Motion::undecided));
    states_.assign(rows, std::vector<PointState>(columns, PointState::unknown));
  }

  Map run(int coarsest) {
    for (int row = 0; row < plane_.up.points; row += coarsest) {
      for (int column = 0; column < plane_.across.points; column += coarsest) want(row, column);
    }
    compute_wanted();
    for (int step = coarsest / 2; step >= 1; step /= 2) {
      while (want_where_cells_disagree(step)) compute_wanted();
      fill(step);
    }
    return map_;
  }

 private:
  enum class PointState { unknown, wanted, computed, filled };

  PointState& state(int row, int column) {
    return states_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  Motion& motion(int row, int column) {
    return map_.motions[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }

  bool want(int row, int column) {
    if (state(row, column) != PointState::unknown) return false;
    state(row, column) = PointState::wanted;
    return true;
  }

  // Calls visit(row, column) for the 3 x 3 points of a cell: corners, and what the step adds between them.
  template <class Visit>
  static void visit_cell(int row, int column, int step, const Visit& visit) {
    for (const int up : {0, step, 2 * step}) {
      for (const int across : {0, step, 2 * step}) visit(row + up, column + across);
    }
  }
  template <class Visit>
  void visit_cells(int step, const Visit& visit) {
    for (int row = 0; row + 2 * step < plane_.up.points; row += 2 * step) {
      for (int column = 0; column + 2 * step < plane_.across.points; column += 2 * step) visit(row, column);
    }
  }

  // Two of the known points of the cell have different motions.
  bool disagrees(int row, int column, int step) {
    const Motion first = motion(row, column);
    bool differs = false;
    visit_cell(row, column, step, [&](int r, int c) {
      const bool known = state(r, c) == PointState::computed || state(r, c) == PointState::filled;
      differs = differs || (known && motion(r, c) != first);
    });
    return differs;
  }

  // Marks the points to be computed; whether there are any. Points on an edge may show a difference to the cell beyond.
  bool want_where_cells_disagree(int step) {
    bool any = false;
    visit_cells(step, [&](int row, int column) {
      if (!disagrees(row, column, step)) return;
      visit_cell(row, column, step, [&](int r, int c) { any = want(r, c) || any; });
    });
    return any;
  }

  void fill(int step) {
    visit_cells(step, [&](int row, int column) {
      const Motion of_cell = motion(row, column);
      visit_cell(row, column, step, [&](int r, int c) {
        if (state(r, c) != PointState::unknown) return;
        state(r, c) = PointState::filled;
        motion(r, c) = of_cell;
      });
    });
  }

  void compute_wanted() {
    ++pass_;
    support::for_each_index(
        plane_.up.points, [&](int row) { compute_row(row); },
        [&](double fraction) { progress_.update(plane_.name + ", pass " + std::to_string(pass_), fraction); },
        method_.threads);
    for (std::vector<PointState>& row : states_) {
      for (PointState& point : row) {
        if (point != PointState::wanted) continue;
        point = PointState::computed;
        ++map_.computed;
      }
    }
  }

  // Every point is computed alone, and rows are by themselves: any thread may do any row.
  void compute_row(int row) {
    std::vector<int> columns;
    for (int column = 0; column < plane_.across.points; ++column) {
      if (state(row, column) == PointState::wanted) columns.push_back(column);
    }
    if (columns.empty()) return;
    const std::string name = plane_.name + ":" + std::to_string(pass_) + ":" + std::to_string(row);
    std::optional<std::vector<double>> values = partial_.find(name, columns.size());
    if (!values) {
      values.emplace();
      for (const int column : columns) {
        InclinedPlaneOscillatorParameters here = parameters_;
        plane_.set(here, plane_.across.at(column), plane_.up.at(row));
        values->push_back(static_cast<double>(classify(here, method_)));
      }
      partial_.add(name, *values);
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
      motion(row, columns[k]) = static_cast<Motion>(static_cast<int>((*values)[k]));
    }
  }

  const InclinedPlaneOscillatorParameters& parameters_;
  const Plane& plane_;
  const Method& method_;
  support::PartialRows& partial_;
  support::Progress& progress_;
  Map map_;
  std::vector<std::vector<PointState>> states_;
  int pass_ = 0;
};

}  // namespace

Map compute_map(const InclinedPlaneOscillatorParameters& parameters, const Plane& plane, const Method& method,
                int coarsest, support::PartialRows& partial, support::Progress& progress) {
  return Refinement(parameters, plane, method, partial, progress).run(coarsest);
}

}  // namespace nsdbench::experiments::motion_map
