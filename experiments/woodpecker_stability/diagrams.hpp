// Attractors and the fixed point of the woodpecker's return map against a parameter.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/woodpecker_stability/swept_orbits.hpp"
#include "solvers/analysis/continuation.hpp"

namespace nsdbench::experiments {

struct Sweep {
  std::string name;       // of the tables and, with an underscore, of the quantities
  std::string parameter;  // an input of the swept orbits
  double from = 0.0, to = 1.0;
  int points = 0;
  void (*set)(problems::WoodpeckerParameters&, double) = nullptr;
  double nominal = 0.0;
  double at(int k) const { return from + (to - from) * k / (points - 1); }
};

// Attractors at all values of the parameter.
std::vector<Orbits> orbits_along(Experiment& experiment, const Sweep& sweep,
                                 const problems::WoodpeckerParameters& parameters, const Settling& settling);

// The return map at any value of the parameter; the last is kept. Refers to the sweep.
class SweptMap {
 public:
  SweptMap(const Sweep& sweep, const problems::WoodpeckerParameters& parameters, std::string solver);

  std::optional<Vector<1>> operator()(double parameter, const Vector<1>& x);

 private:
  const Sweep& sweep_;
  problems::WoodpeckerParameters parameters_;
  std::string solver_;
  std::unique_ptr<WoodpeckerMap<double>> here_;
  double at_ = 0.0;
};

// The fixed point from `omega` at the nominal value downwards (first) and upwards.
std::array<Branch<1, double>, 2> follow_fixed_point(const Sweep& sweep, SweptMap& map, double omega);

}  // namespace nsdbench::experiments
