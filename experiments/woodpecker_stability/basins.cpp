#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/woodpecker_stability/attractors.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "support/parallel.hpp"

namespace nsdbench::experiments {
namespace {

// A square grid of starts and the basin of each. Every fourth point in both directions is computed at first; the
// distance is halved twice, and a new point is computed if it belongs to a cell of the coarser grid (with the points
// that were computed on its edges) in which two basins differ. It has the basin of that cell otherwise.
class BasinGrid {
 public:
  static constexpr int coarsest = 4;  // points - 1 is a multiple of it

  using Find = std::function<void(int row, const std::vector<int>& columns, std::vector<Basin>& found)>;
  using Report = std::function<void(double)>;

  BasinGrid(const BasinMap& map, int threads)
      : map_(map),
        threads_(threads),
        basins_(size() * size(), Basin::other),
        states_(size() * size(), PointState::unknown) {}

  double delta(int k) const { return map_.delta_from + (map_.delta_to - map_.delta_from) * k / (map_.points - 1); }
  double omega(int k) const { return map_.omega_to * (2.0 * k / (map_.points - 1) - 1.0); }
  Basin at(int row, int column) const { return basins_[index(row, column)]; }
  long computed() const { return std::ranges::count(states_, PointState::computed); }

  void compute(const Find& find, const Report& report) {
    for (int row = 0; row < map_.points; row += coarsest) {
      for (int column = 0; column < map_.points; column += coarsest) want(row, column);
    }
    compute_wanted(find, report);
    for (int step = coarsest / 2; step >= 1; step /= 2) {
      while (want_where_cells_disagree(step)) compute_wanted(find, report);
      fill(step);
    }
  }

 private:
  enum class PointState : std::uint8_t { unknown, wanted, computed, filled };

  std::size_t size() const { return static_cast<std::size_t>(map_.points); }
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * size() + static_cast<std::size_t>(column);
  }
  bool known(int row, int column) const { return states_[index(row, column)] >= PointState::computed; }

  bool want(int row, int column) {
    PointState& state = states_[index(row, column)];
    if (state != PointState::unknown) return false;
    state = PointState::wanted;
    return true;
  }

  // Calls visit for the 3 x 3 points of a cell.
  template <class Visit>
  void visit_cell(int row, int column, int step, const Visit& visit) const {
    for (const int up : {0, step, 2 * step}) {
      for (const int across : {0, step, 2 * step}) visit(row + up, column + across);
    }
  }
  template <class Visit>
  void visit_cells(int step, const Visit& visit) const {
    for (int row = 0; row + 2 * step < map_.points; row += 2 * step) {
      for (int column = 0; column + 2 * step < map_.points; column += 2 * step) visit(row, column);
    }
  }

  // Points on an edge may show a difference to the cell beyond: called until there is nothing new.
  bool want_where_cells_disagree(int step) {
    bool any = false;
    visit_cells(step, [&](int row, int column) {
      bool differs = false;
      visit_cell(row, column, step,
                 [&](int r, int c) { differs = differs || (known(r, c) && at(r, c) != at(row, column)); });
      if (!differs) return;
      visit_cell(row, column, step, [&](int r, int c) { any = want(r, c) || any; });
    });
    return any;
  }

  void fill(int step) {
    visit_cells(step, [&](int row, int column) {
      visit_cell(row, column, step, [&](int r, int c) {
        if (states_[index(r, c)] != PointState::unknown) return;
        states_[index(r, c)] = PointState::filled;
        basins_[index(r, c)] = at(row, column);
      });
    });
  }

  void compute_wanted(const Find& find, const Report& report) {
    support::for_each_index(
        map_.points,
        [&](int row) {
          std::vector<int> columns;
          for (int column = 0; column < map_.points; ++column) {
            if (states_[index(row, column)] == PointState::wanted) columns.push_back(column);
          }
          std::vector<Basin> found;
          find(row, columns, found);
          for (std::size_t k = 0; k < columns.size(); ++k) {
            basins_[index(row, columns[k])] = found[k];
            states_[index(row, columns[k])] = PointState::computed;
          }
        },
        report, threads_);
  }

  const BasinMap& map_;
  int threads_;
  std::vector<Basin> basins_;
  std::vector<PointState> states_;
};

// Share of the points with that basin, of every `stride`-th in both directions.
double share_of(const BasinGrid& grid, int points, Basin basin, int stride) {
  long all = 0;
  long counted = 0;
  for (int row = 0; row < points; row += stride) {
    for (int column = 0; column < points; column += stride) {
      ++all;
      if (grid.at(row, column) == basin) ++counted;
    }
  }
  return static_cast<double>(counted) / static_cast<double>(all);
}

// Half-width of a share of the plane that was counted on the grid: twice the standard error of as many points at random
// as the coarsest grid has, since what is narrower than that may be missed, and no less than the change from the grid
// with twice the distance. A basin of which no point was found may have three points' share, by the same reasoning.
double half_width_of(const BasinGrid& grid, int points, Basin basin) {
  const double share = share_of(grid, points, basin, 1);
  const double on_a_side = (points - 1) / BasinGrid::coarsest + 1.0;
  const double at_first = on_a_side * on_a_side;
  const double binomial = std::max(2.0 * std::sqrt(share * (1.0 - share) / at_first), 3.0 / at_first);
  return std::max(binomial, std::abs(share - share_of(grid, points, basin, 2)));
}

void record(Experiment& experiment, const BasinMap& map, const BasinGrid& grid, double rest_phi_s) {
  auto& table = experiment.table(map.name, {{"phi_S", "rad"},
                                            {"omega_S", "rad/s"},
                                            {"basin", "1",
                                             "1 to the limit cycle, 2 to the motion of two returns, 3 the sleeve jams, "
                                             "4 outside the model, 5 not back in time, 6 other"}});
  for (int row = 0; row < map.points; ++row) {
    for (int column = 0; column < map.points; ++column) {
      const auto basin = static_cast<std::size_t>(grid.at(row, column));
      table.row({rest_phi_s + grid.delta(column), grid.omega(row), static_cast<double>(basin)});
    }
    table.break_line();
  }
  constexpr std::array<const char*, 6> names{"cycle", "two_cycle", "jams", "outside_model", "late", "other"};
  constexpr std::array<const char*, 6> meanings{"to the limit cycle",
                                                "to the motion of two returns",
                                                "the sleeve jams",
                                                "|phi_S| > 1 rad: outside the model, of which eq. (15) is linearised",
                                                "not back on the section within longest_return",
                                                "none of these"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto basin = static_cast<Basin>(k + 1);
    experiment.quantity(map.name + "_" + names[k], share_of(grid, map.points, basin, 1), "1",
                        half_width_of(grid, map.points, basin),
                        std::string("share of the starts of that map: ") + meanings[k]);
  }
  experiment.quantity(map.name + "_computed", static_cast<double>(grid.computed()) / (map.points * map.points), "1",
                      Uncertainty::count(),
                      "share of the points of that map whose motion was computed: the others lie between equal ones");
}

}  // namespace

void map_basins(Experiment& experiment, const problems::WoodpeckerParameters& parameters,
                const SectionAttractors& attractors, const BasinMap& map) {
  const JammedSleeve<double> jammed(parameters);
  BasinGrid grid(map, experiment.options().threads);
  grid.compute(
      [&](int row, const std::vector<int>& columns, std::vector<Basin>& found) {
        if (columns.empty()) return;
        WoodpeckerMap<double> here(parameters, experiment.options().solver, diagram_options());
        for (const int column : columns) {
          const State<3> start = jammed.state(grid.delta(column), grid.omega(row));
          found.push_back(attractors.basin_of(here, here.map.reach(start)));
        }
      },
      [&](double part) { experiment.progress().update(map.name, part); });
  record(experiment, map, grid, jammed.rest_phi_s);
}

}  // namespace nsdbench::experiments
