// Quantities of one restitution coefficient for small steps.
#pragma once

#include <optional>
#include <vector>

#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"
#include "solvers/analysis/order_fit.hpp"

namespace nsdbench::experiments::slider_crank {

struct Estimate {
  double value = 0.0;
  std::optional<double> uncertainty;  // half-width, if it is known
};

// Runs with several step sizes, from the largest down. Fixed steps: the limit for dt -> 0 of a first-order method.
// Other methods: the run as it was asked for, which gives the values, and finer ones for their uncertainties
// (refinement.hpp).
class StepStudy {
 public:
  explicit StepStudy(bool fixed_steps) : fixed_steps_(fixed_steps) {}

  void add(double dt, const RevolutionStatistics& run) {
    dt_.push_back(dt);
    runs_.push_back(run);
  }

  const std::vector<double>& dt() const { return dt_; }
  const std::vector<RevolutionStatistics>& runs() const { return runs_; }

  // Limit of a quantity whose change with dt is proportional to the error. `get(run)` is the quantity.
  template <class Get>
  Estimate limit(Get get) const {
    return limit_of(values(get));
  }
  // Value of counts and fractions: the median over the finest octave of step sizes, with the spread there.
  template <class Get>
  Estimate typical(Get get) const {
    return typical_of(values(get));
  }
  // Order in dt with which the quantity converges.
  template <class Get>
  OrderFit order(Get get) const {
    return order_of(values(get));
  }

 private:
  template <class Get>
  std::vector<double> values(Get get) const {
    std::vector<double> all;
    all.reserve(runs_.size());
    for (const RevolutionStatistics& run : runs_) all.push_back(get(run));
    return all;
  }
  Estimate limit_of(const std::vector<double>& values) const;
  Estimate typical_of(const std::vector<double>& values) const;
  OrderFit order_of(const std::vector<double>& values) const;

  bool fixed_steps_;
  std::vector<double> dt_;
  std::vector<RevolutionStatistics> runs_;
};

}  // namespace nsdbench::experiments::slider_crank
