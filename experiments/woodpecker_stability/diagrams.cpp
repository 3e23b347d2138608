#include "experiments/woodpecker_stability/diagrams.hpp"

#include <cstddef>
#include <span>
#include <utility>

#include "support/parallel.hpp"

namespace nsdbench::experiments {

SweptOrbits sweep(const Sweep& sweep, const problems::WoodpeckerParameters& parameters, const std::string& solver,
                  const Settling& settling, int threads, const std::function<void(double)>& progress) {
  SweptOrbits orbits(static_cast<std::size_t>(sweep.points));
  support::for_each_index(
      sweep.points,
      [&](int index) {
        problems::WoodpeckerParameters here = parameters;
        sweep.set(here, sweep.at(index));
        WoodpeckerMap<double> bird(here, solver, diagram_options());
        auto& found = orbits[static_cast<std::size_t>(index)];
        found[0] = settle(bird, bird.map.reach(bird.bird.initial_state()), settling);
        if (!bird.jammed.ends_upwards()) return;
        const std::span<const Orbit> known(found);
        found[1] = settle(bird, bird.map.go(Vector<1>(gentle_omega)), settling, known.first(1));
        found[2] = settle(bird, bird.map.go(Vector<1>(hard_omega)), settling, known.first(2));
      },
      progress, threads);
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
