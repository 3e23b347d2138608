// How the experiments record their studies of the order of step size adjustment with extrapolation.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "experiments/support/experiment.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/analysis/order_study.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments {

// Tables <prefix>orders (one block per order p) and <prefix>slopes, for figures.
class OrderRecord {
 public:
  OrderRecord(Experiment& experiment, std::string prefix, const std::string& unit)
      : experiment_(experiment),
        prefix_(std::move(prefix)),
        runs_(experiment.table(prefix_ + "orders", {{"p", "1"},
                                                    {"dt_max", "s"},
                                                    {"dt_min", "s"},
                                                    {"error", unit},
                                                    {"base_steps", "1"},
                                                    {"accepted_steps", "1"}})),
        lines_(experiment.table(prefix_ + "slopes",
                                {{"p", "1"}, {"slope", "1"}, {"uncertainty", "1"}, {"dt_max", "s"}, {"error", unit}})) {
  }

  // The runs, the range and, as quantity <prefix>slope_p<p>, the order: left out, with a note, if fewer than three
  // octaves are above rounding, or if a run did not come to its end.
  void add(int p, const OrderStudy& study, const StudyRange& range, const std::string& meaning) {
    const std::string suffix = "_p" + std::to_string(p);
    for (std::size_t k = 0; k < study.runs.size(); ++k) {
      const MeasuredRun& run = study.runs[k];
      runs_.row({static_cast<double>(p), study.dt_max[k], study.dt_min[k], run.error,
                 static_cast<double>(run.outcome.counts.evaluations),
                 static_cast<double>(run.outcome.counts.accepted_steps)});
    }
    runs_.break_line();
    std::string octaves = support::shortest(range.largest) + " s down over ";
    octaves += std::to_string(range.octaves) + " octaves, " + std::to_string(range.per_octave) + " sizes in each";
    experiment_.method(prefix_ + "study_dt_max" + suffix, octaves);
    if (!study.completed) {
      experiment_.note("No order for p = " + std::to_string(p) + ": the run with dt_max = " +
                       support::shortest(study.dt_max.back()) + " s ended: " + ending(study.runs.back().outcome) + ".");
      return;
    }
    if (study.fit.octaves < 3 || !std::isfinite(study.order_uncertainty)) {
      experiment_.note("No order for p = " + std::to_string(p) +
                       ": the errors are above rounding in fewer than three octaves of dt_max.");
      return;
    }
    experiment_.quantity(prefix_ + "slope" + suffix, study.fit.order, "1", study.order_uncertainty, meaning);
    // The fitted line at its lower end, where figures write the slope.
    const double smallest = study.dt_max.back();
    lines_.row({static_cast<double>(p), study.fit.order, study.order_uncertainty, smallest,
                study.fit.constant * std::pow(smallest, study.fit.order)});
  }

 private:
  Experiment& experiment_;
  std::string prefix_;
  support::Table& runs_;
  support::Table& lines_;
};

}  // namespace nsdbench::experiments
