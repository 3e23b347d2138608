#include "experiments/woodpecker_stability/diagrams.hpp"

#include <utility>

#include "experiments/support/experiment_sweep.hpp"

namespace nsdbench::experiments {

std::vector<Orbits> orbits_along(Experiment& experiment, const Sweep& sweep,
                                 const problems::WoodpeckerParameters& parameters, const Settling& settling) {
  sweeps::Sweep along;
  along.name = sweep.name;
  along.axes = {{sweep.parameter, sweeps::Axis::Spacing::linear, sweep.from, sweep.to, sweep.points}};
  along.quantities = orbit_quantities(settling);
  along.cases_per_bundle = 1;
  const auto map = make_swept_orbits(parameters, settling, experiment.options().solver);
  const sweeps::SweepStages stages = compute_sweep(experiment, along, *map);
  std::vector<Orbits> orbits;
  for (long k = 0; k < along.cases(); ++k) orbits.push_back(orbits_of(stages.row(k).quantities, settling));
  return orbits;
}

SweptMap::SweptMap(const Sweep& sweep, const problems::WoodpeckerParameters& parameters, std::string solver)
    : sweep_(sweep), parameters_(parameters), solver_(std::move(solver)) {}

std::optional<Vector<1>> SweptMap::operator()(double parameter, const Vector<1>& x) {
  if (!here_ || parameter != at_) {
    problems::WoodpeckerParameters changed = parameters_;
    sweep_.set(changed, parameter);
    EventDrivenOptions options;
    options.max_events = 4000;
    options.max_evaluations = 2000000;
    here_ = std::make_unique<WoodpeckerMap<double>>(changed, solver_, options);
    at_ = parameter;
  }
  if (!here_->jammed.ends_upwards()) return std::nullopt;
  return here_->map(x);
}

std::array<Branch<1, double>, 2> follow_fixed_point(const Sweep& sweep, SweptMap& map, double omega) {
  ContinuationOptions options;
  options.fixed_point.derivative.step = 0.002;  // corners of the map may be near
  options.fixed_point.derivative.levels = 5;
  std::array<Branch<1, double>, 2> branches;
  for (const bool up : {false, true}) {
    std::vector<double> values{sweep.nominal};
    for (int k = 0; k < sweep.points; ++k) {
      const double value = sweep.at(up ? k : sweep.points - 1 - k);
      if (up ? value > sweep.nominal + 1e-9 : value < sweep.nominal - 1e-9) values.push_back(value);
    }
    branches[up ? 1 : 0] =
        continue_fixed_point<1, double>(map, values, Vector<1>(omega), Vector<1>(omega_scale), options);
  }
  return branches;
}

}  // namespace nsdbench::experiments
