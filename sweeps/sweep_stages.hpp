// The cases of a sweep, one stage after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sweeps/case_results.hpp"
#include "sweeps/grid_refinement.hpp"
#include "sweeps/sweep.hpp"

namespace nsdbench::sweeps {

// A sweep without refinement has one stage with all cases. One that is refined has as many as the classes ask for:
// which cases belong to a stage follows from the results of those before, and from nothing else. A case that failed has
// a class of its own there.
class SweepStages {
 public:
  // Throws std::invalid_argument for a grid that cannot be refined in this way.
  explicit SweepStages(Sweep sweep);

  // The present stage in bundles: cases in the order of their numbers, cases_per_bundle at a time. Empty if all is
  // known.
  const std::vector<Bundle>& bundles() const { return bundles_; }
  int stage() const { return stage_; }
  // The cases of the present stage.
  long cases() const;

  // Results of a bundle of the present stage, in the order of its cases. To be called once for each.
  void take(const Bundle& bundle, std::vector<CaseResult> results);
  // Goes on to the next stage. To be called when all bundles were taken; false, and no bundles, if there is none.
  bool advance();

  // Once all is known. The result of a point that was not computed is that of its cell: its class, and NaN for all
  // other quantities.
  struct Row {
    std::vector<double> quantities;
    bool computed = true;
    bool failed = false;
  };
  Row row(long number) const;
  // The quantity of that place in it.
  double value(long number, std::size_t quantity) const;
  long computed() const { return computed_; }
  long failed() const { return static_cast<long>(failures_.size()); }
  // Failed cases with their reasons, in the order of their numbers.
  std::vector<CaseReason> failures() const;

 private:
  std::vector<long> wanted_cases();
  void divide(const std::vector<long>& cases);
  void divide_all();
  GridRefinement::Point point_of(long number) const;

  Sweep sweep_;
  std::size_t quantities_;
  std::size_t refined_by_ = 0;  // place of the quantity
  std::optional<GridRefinement> refinement_;
  int stage_ = 0;
  std::vector<Bundle> bundles_;
  std::vector<double> values_;  // of the quantities, case by case; empty until results were taken
  std::vector<bool> failed_;    // likewise
  std::vector<CaseReason> failures_;
  long computed_ = 0;
};

}  // namespace nsdbench::sweeps
