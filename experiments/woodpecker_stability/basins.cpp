#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/support/experiment_sweep.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "experiments/woodpecker_stability/swept_basins.hpp"
#include "sweeps/sweep_summary.hpp"

namespace nsdbench::experiments {
namespace {

// Axes: omega_S varies slowest.
sweeps::Sweep sweep_of(const BasinMap& map) {
  sweeps::Sweep sweep;
  sweep.name = map.name;
  sweep.axes = {{"omega_S", sweeps::Axis::Spacing::linear, -map.omega_to, map.omega_to, map.points},
                {"delta", sweeps::Axis::Spacing::linear, map.delta_from, map.delta_to, map.points}};
  sweep.quantities = {"basin"};
  sweep.refinement = {"basin", 4};
  sweep.cases_per_bundle = 16;
  return sweep;
}

void record(Experiment& experiment, const sweeps::Sweep& sweep, const sweeps::SweepStages& stages, double rest_phi_s) {
  auto& table =
      experiment.table(sweep.name, {{"phi_S", "rad"},
                                    {"omega_S", "rad/s"},
                                    {"basin", "1",
                                     "1 to the limit cycle, 2 to the motion of two returns, 3 the sleeve jams, "
                                     "4 outside the model, 5 not back in time, 6 other"}});
  for (long number = 0; number < sweep.cases(); ++number) {
    if (number % sweep.axes[1].points == 0) table.break_line();
    const std::vector<double> start = sweep.at(number);
    table.row({rest_phi_s + start[1], start[0], stages.value(number, 0)});
  }
  constexpr std::array<const char*, 6> names{"cycle", "two_cycle", "jams", "outside_model", "late", "other"};
  constexpr std::array<const char*, 6> meanings{"to the limit cycle",
                                                "to the motion of two returns",
                                                "the sleeve jams",
                                                "|phi_S| > 1 rad: outside the model, of which eq. (15) is linearised",
                                                "not back on the section within longest_return",
                                                "none of these"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const sweeps::Share share = sweeps::share_of_class(sweep, stages, 0, static_cast<int>(k) + 1);
    experiment.quantity(sweep.name + "_" + names[k], share.value, "1", share.half_width(),
                        std::string("share of the starts of that map: ") + meanings[k]);
  }
  experiment.quantity(sweep.name + "_computed",
                      static_cast<double>(stages.computed()) / static_cast<double>(sweep.cases()), "1",
                      Uncertainty::count(),
                      "share of the points of that map whose motion was computed: the others lie between equal ones");
}

}  // namespace

void map_basins(Experiment& experiment, const problems::WoodpeckerParameters& parameters,
                const SectionAttractors& attractors, const BasinMap& map) {
  const auto swept = make_swept_basins(parameters, attractors, experiment.options().solver);
  const sweeps::Sweep sweep = sweep_of(map);
  record(experiment, sweep, compute_sweep(experiment, sweep, *swept), JammedSleeve<double>(parameters).rest_phi_s);
}

}  // namespace nsdbench::experiments
