#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/woodpecker_stability/attractors.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "support/parallel.hpp"

namespace nsdbench::experiments {
namespace {

// A square grid of starts and the basin of each, row by row.
class BasinGrid {
 public:
  explicit BasinGrid(const BasinMap& map) : map_(map), basins_(size() * size(), Basin::other) {}

  double delta(int k) const { return map_.delta_from + (map_.delta_to - map_.delta_from) * k / (map_.points - 1); }
  double omega(int k) const { return map_.omega_to * (2.0 * k / (map_.points - 1) - 1.0); }
  Basin& at(int row, int column) {
    return basins_[static_cast<std::size_t>(row) * size() + static_cast<std::size_t>(column)];
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(map_.points); }

  const BasinMap& map_;
  std::vector<Basin> basins_;
};

void record(Experiment& experiment, const BasinMap& map, BasinGrid& grid, double rest_phi_s) {
  auto& table = experiment.table(map.name, {{"phi_S", "rad"},
                                            {"omega_S", "rad/s"},
                                            {"basin", "1",
                                             "1 to the limit cycle, 2 to the motion of two returns, 3 the sleeve jams, "
                                             "4 outside the model, 5 not back in time, 6 other"}});
  std::array<long, 7> counts{};
  for (int row = 0; row < map.points; ++row) {
    for (int column = 0; column < map.points; ++column) {
      const auto basin = static_cast<std::size_t>(grid.at(row, column));
      ++counts[basin];
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
    experiment.quantity(map.name + "_" + names[k], static_cast<double>(counts[k + 1]) / (map.points * map.points), "1",
                        Uncertainty::count(), std::string("share of the points of that map: ") + meanings[k]);
  }
}

}  // namespace

void map_basins(Experiment& experiment, const problems::WoodpeckerParameters& parameters,
                const SectionAttractors& attractors, const BasinMap& map) {
  const JammedSleeve<double> jammed(parameters);
  BasinGrid grid(map);
  support::for_each_index(
      map.points,
      [&](int row) {
        WoodpeckerMap<double> here(parameters, experiment.options().solver, diagram_options());
        for (int column = 0; column < map.points; ++column) {
          const State<3> start = jammed.state(grid.delta(column), grid.omega(row));
          grid.at(row, column) = attractors.basin_of(here, here.map.reach(start));
        }
      },
      [&](double part) { experiment.progress().update(map.name, part); });
  record(experiment, map, grid, jammed.rest_phi_s);
}

}  // namespace nsdbench::experiments
