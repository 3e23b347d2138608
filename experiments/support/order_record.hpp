// How the experiments record their studies of the order of step size adjustment with extrapolation.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "experiments/support/experiment.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/analysis/order_study.hpp"
#include "solvers/elementary/elementary.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments {

// Tables orders<_variant> (one block per order p) and slopes<_variant>, for figures.
class OrderRecord {
 public:
  // `variant` of the study, such as "undamped", stands after the names of tables and quantities; empty for the study
  // that the experiment is about.
  OrderRecord(Experiment& experiment, const std::string& variant, const std::string& unit)
      : experiment_(experiment),
        variant_(variant.empty() ? "" : "_" + variant),
        runs_(experiment.table("orders" + variant_, {{"p", "1", "order of the method"},
                                                     {"dt_max", "s"},
                                                     {"dt_min", "s"},
                                                     {"error", unit},
                                                     {"base_steps", "1", "steps of the base scheme, rejected included"},
                                                     {"accepted_steps", "1"}})),
        lines_(experiment.table("slopes" + variant_, {{"p", "1", "order of the method"},
                                                      {"slope", "1", "measured order"},
                                                      {"uncertainty", "1"},
                                                      {"dt_max", "s", "lower end of the fitted line"},
                                                      {"error", unit, "of the line there"}})) {}

  // The runs, the range and, as quantity order_p<p><_variant>, the order: left out, with a note, if fewer than three
  // octaves are above rounding, or if a run did not come to its end.
  void add(int p, const OrderStudy& study, const StudyRange& range, const std::string& meaning) {
    const std::string suffix = "_p" + std::to_string(p) + variant_;
    for (std::size_t k = 0; k < study.runs.size(); ++k) {
      const MeasuredRun& run = study.runs[k];
      runs_.row({static_cast<double>(p), study.dt_max[k], study.dt_min[k], run.error,
                 static_cast<double>(run.outcome.counts.evaluations),
                 static_cast<double>(run.outcome.counts.accepted_steps)});
    }
    runs_.break_line();
    std::string octaves = support::shortest(range.largest) + " s down over ";
    octaves += std::to_string(range.octaves) + " octaves, " + std::to_string(range.per_octave) + " sizes in each";
    experiment_.method("study_dt_max" + suffix, octaves);
    if (!study.completed) {
      experiment_.note("No order for " + of(p) + ": the run with dt_max = " + support::shortest(study.dt_max.back()) +
                       " s ended: " + ending(study.runs.back().outcome) + ".");
      return;
    }
    if (study.fit.octaves < 3 || !std::isfinite(study.order_uncertainty)) {
      experiment_.note("No order for " + of(p) +
                       ": the errors are above rounding in fewer than three octaves of dt_max.");
      return;
    }
    experiment_.quantity("order" + suffix, study.fit.order, "1", known(study.order_uncertainty), meaning);
    // The fitted line at its lower end, where figures write the slope.
    const double smallest = study.dt_max.back();
    lines_.row({static_cast<double>(p), study.fit.order, study.order_uncertainty, smallest,
                study.fit.constant * elementary::pow(smallest, study.fit.order)});
  }

 private:
  // A half-width of more than one whole number would allow several orders.
  static Uncertainty known(double half_width) {
    if (half_width <= 1.0) return half_width;
    return Uncertainty::unknown(
        "The errors lie on no line: over this range of dt_max the slope changes by more than a whole number.");
  }

  std::string of(int p) const {
    return "p = " + std::to_string(p) + (variant_.empty() ? "" : " (" + variant_.substr(1) + ")");
  }

  Experiment& experiment_;
  std::string variant_;
  support::Table& runs_;
  support::Table& lines_;
};

}  // namespace nsdbench::experiments
