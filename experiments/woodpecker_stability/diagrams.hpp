// Attractors and the fixed point of the woodpecker's return map against a parameter.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/woodpecker_stability/attractors.hpp"
#include "experiments/woodpecker_stability/cycle.hpp"
#include "solvers/analysis/continuation.hpp"
#include "solvers/integration/bracketed_root.hpp"

namespace nsdbench::experiments {

struct Sweep {
  std::string name;  // of the tables and, with an underscore, of the quantities
  std::string parameter;
  double from = 0.0, to = 1.0;
  int points = 0;
  void (*set)(problems::WoodpeckerParameters&, double) = nullptr;
  double nominal = 0.0;
  double at(int k) const { return from + (to - from) * k / (points - 1); }
};

// Table I, and two points of the section: stiction that is hardly lost, and a strong blow.
constexpr int sweep_starts = 3;
constexpr double gentle_omega = 1.0;
constexpr double hard_omega = 60.0;

using SweptOrbits = std::vector<std::array<Orbit, sweep_starts>>;

inline SweptOrbits sweep(const Sweep& sweep, const problems::WoodpeckerParameters& parameters,
                         const std::string& solver, int transient, int kept,
                         const std::function<void(double)>& progress) {
  SweptOrbits orbits(static_cast<std::size_t>(sweep.points));
  for_each_index(
      sweep.points,
      [&](int index) {
        problems::WoodpeckerParameters here = parameters;
        sweep.set(here, sweep.at(index));
        WoodpeckerMap<double> bird(here, solver, diagram_options());
        auto& found = orbits[static_cast<std::size_t>(index)];
        found[0] = settle(bird, bird.map.reach(bird.bird.initial_state()), transient, kept);
        if (!bird.jammed.ends_upwards()) return;
        found[1] = settle(bird, bird.map.go(Vector<1>(gentle_omega)), transient, kept);
        found[2] = settle(bird, bird.map.go(Vector<1>(hard_omega)), transient, kept);
      },
      progress);
  return orbits;
}

// The return map at any value of the parameter; the last is kept.
class SweptMap {
 public:
  SweptMap(const Sweep& sweep, const problems::WoodpeckerParameters& parameters, std::string solver)
      : sweep_(sweep), parameters_(parameters), solver_(std::move(solver)) {}

  std::optional<Vector<1>> operator()(double parameter, const Vector<1>& x) {
    if (!here_ || parameter != at_) {
      problems::WoodpeckerParameters changed = parameters_;
      sweep_.set(changed, parameter);
      EventDrivenOptions options;
      options.max_events = 4000;
      options.max_steps = 20000;
      here_ = std::make_unique<WoodpeckerMap<double>>(changed, solver_, options);
      at_ = parameter;
    }
    if (!here_->jammed.ends_upwards()) return std::nullopt;
    return here_->map(x);
  }

 private:
  const Sweep& sweep_;
  problems::WoodpeckerParameters parameters_;
  std::string solver_;
  std::unique_ptr<WoodpeckerMap<double>> here_;
  double at_ = 0.0;
};

// The fixed point from `omega` at the nominal value downwards (first) and upwards.
inline std::array<Branch<1, double>, 2> follow_fixed_point(const Sweep& sweep, SweptMap& map, double omega) {
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

// Where the multiplier of the fixed point passes -1, first seen from the nominal value on.
inline std::optional<double> find_flip(const Branch<1, double>& branch, SweptMap& map) {
  for (std::size_t k = 1; k < branch.points.size(); ++k) {
    const auto& a = branch.points[k - 1];
    const auto& b = branch.points[k];
    const double at_a = a.fixed.multipliers[0].real + 1;
    const double at_b = b.fixed.multipliers[0].real + 1;
    if ((at_a > 0) == (at_b > 0)) continue;
    bool found = true;
    const auto beyond = [&](double p) {
      const double part = (p - a.parameter) / (b.parameter - a.parameter);
      const Vector<1> guess = a.fixed.x + part * (b.fixed.x - a.fixed.x);
      FixedPointOptions options;
      options.derivative.step = 0.002;
      const auto fixed = find_fixed_point<1, double>([&](const Vector<1>& x) { return map(p, x); }, guess,
                                                     Vector<1>(omega_scale), options);
      found = found && fixed.converged();
      return fixed.converged() ? fixed.multipliers[0].real + 1 : 0.0;
    };
    const double flip = bracketed_root<double>(beyond, a.parameter, at_a, b.parameter, at_b, 1e-9);
    // A jump of the multiplier at a corner is no flip.
    if (found && std::abs(beyond(flip)) < 1e-3) return flip;
  }
  return std::nullopt;
}

}  // namespace nsdbench::experiments
