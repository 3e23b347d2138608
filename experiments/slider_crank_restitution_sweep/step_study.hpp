// Quantities of one restitution coefficient for small steps.
#pragma once

#include <optional>
#include <vector>

#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"

namespace nsdbench::experiments::slider_crank {

struct Estimate {
  double value = 0.0;
  std::optional<double> uncertainty;  // half-width, if it is known
  bool scatters = true;               // false for counts that are the same in all runs
};

// Runs with several step sizes, from the largest down. Fixed steps: the limit for dt -> 0 of a first-order method. Its
// uncertainty is that of the line (order_fit.hpp), or, where the same motion is known by events, the distance of the
// limit from there, which is its bias, and one standard error, for its scatter. Other methods: the run as it was asked
// for, which gives the values, and finer ones for their uncertainties (refinement.hpp).
class StepStudy {
 public:
  explicit StepStudy(bool fixed_steps) : fixed_steps_(fixed_steps) {}

  void add(double dt, const RevolutionStatistics& run) {
    dt_.push_back(dt);
    runs_.push_back(run);
  }

  // The same motion by events, if it is known.
  void set_reference(const RevolutionStatistics& run) { reference_ = run; }
  const std::optional<RevolutionStatistics>& reference() const { return reference_; }

  const std::vector<double>& dt() const { return dt_; }
  const std::vector<RevolutionStatistics>& runs() const { return runs_; }

  // Limit of a quantity whose change with dt is proportional to the error. `get(run)` is the quantity.
  template <class Get>
  Estimate limit(Get get) const {
    return limit_of(values(get), reference_value(get));
  }
  // Value of counts: the median over the finest octave of step sizes, with the spread there.
  template <class Get>
  Estimate typical(Get get) const {
    return typical_of(values(get));
  }
  // Order in dt with which the quantity converges to that of the reference, and its uncertainty: NaN without a
  // reference.
  template <class Get>
  Estimate order(Get get) const {
    return order_of(values(get), reference_value(get));
  }

 private:
  template <class Get>
  std::vector<double> values(Get get) const {
    std::vector<double> all;
    all.reserve(runs_.size());
    for (const RevolutionStatistics& run : runs_) all.push_back(get(run));
    return all;
  }
  template <class Get>
  std::optional<double> reference_value(Get get) const {
    return reference_ ? std::optional<double>(get(*reference_)) : std::nullopt;
  }
  Estimate limit_of(const std::vector<double>& values, std::optional<double> reference) const;
  Estimate typical_of(const std::vector<double>& values) const;
  Estimate order_of(const std::vector<double>& values, std::optional<double> reference) const;

  bool fixed_steps_;
  std::vector<double> dt_;
  std::vector<RevolutionStatistics> runs_;
  std::optional<RevolutionStatistics> reference_;
};

}  // namespace nsdbench::experiments::slider_crank
