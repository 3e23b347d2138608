#include "sweeps/sweep_stages.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace nsdbench::sweeps {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr int class_of_failures = 0;  // classes begin at 1

}  // namespace

SweepStages::SweepStages(Sweep sweep) : sweep_(std::move(sweep)), quantities_(sweep_.quantities.size()) {
  if (sweep_.refinement) {
    refined_by_ = static_cast<std::size_t>(std::ranges::find(sweep_.quantities, sweep_.refinement->by) -
                                           sweep_.quantities.begin());
    refinement_.emplace(static_cast<int>(sweep_.axes[0].points), static_cast<int>(sweep_.axes[1].points),
                        sweep_.refinement->coarsest);
    divide(wanted_cases());
  } else {
    divide_all();
  }
}

void SweepStages::divide_all() {
  const long all = sweep_.cases();
  bundles_.reserve(static_cast<std::size_t>((all - 1) / sweep_.cases_per_bundle + 1));
  for (long first = 0; first < all; first += sweep_.cases_per_bundle) {
    std::vector<long> cases(static_cast<std::size_t>(std::min(sweep_.cases_per_bundle, all - first)));
    std::iota(cases.begin(), cases.end(), first);
    bundles_.push_back({stage_, static_cast<long>(bundles_.size()), std::move(cases)});
  }
}

void SweepStages::divide(const std::vector<long>& cases) {
  bundles_.clear();
  const auto at_a_time = static_cast<std::size_t>(sweep_.cases_per_bundle);
  for (std::size_t first = 0; first < cases.size(); first += at_a_time) {
    const std::size_t last = std::min(first + at_a_time, cases.size());
    bundles_.push_back({stage_, static_cast<long>(bundles_.size()),
                        std::vector<long>(cases.begin() + static_cast<std::ptrdiff_t>(first),
                                          cases.begin() + static_cast<std::ptrdiff_t>(last))});
  }
}

std::vector<long> SweepStages::wanted_cases() {
  std::vector<long> cases;
  for (const auto& point : refinement_->wanted()) {
    cases.push_back(static_cast<long>(point.row) * refinement_->columns() + point.column);
  }
  return cases;
}

long SweepStages::cases() const {
  long sum = 0;
  for (const Bundle& bundle : bundles_) sum += static_cast<long>(bundle.cases.size());
  return sum;
}

GridRefinement::Point SweepStages::point_of(long number) const {
  return {static_cast<int>(number / refinement_->columns()), static_cast<int>(number % refinement_->columns())};
}

void SweepStages::take(const Bundle& bundle, std::vector<CaseResult> results) {
  // Not before: the plan and parts of the sweep take no results.
  if (failed_.empty()) {
    values_.assign(static_cast<std::size_t>(sweep_.cases()) * quantities_, nothing);
    failed_.assign(static_cast<std::size_t>(sweep_.cases()), false);
  }
  for (std::size_t k = 0; k < bundle.cases.size(); ++k) {
    const long number = bundle.cases[k];
    CaseResult& result = results[k];
    ++computed_;
    const bool has_class = !result.failed();
    if (!has_class) {
      failures_.push_back({number, std::move(result.failure)});
      failed_[static_cast<std::size_t>(number)] = true;
    } else {
      std::ranges::copy(result.quantities, values_.begin() + number * static_cast<std::ptrdiff_t>(quantities_));
    }
    if (!refinement_) continue;
    refinement_->set(point_of(number),
                     has_class ? static_cast<int>(result.quantities[refined_by_]) : class_of_failures);
  }
}

bool SweepStages::advance() {
  ++stage_;
  divide(refinement_ ? wanted_cases() : std::vector<long>{});
  return !bundles_.empty();
}

double SweepStages::value(long number, std::size_t quantity) const {
  if (refinement_ && quantity == refined_by_) {
    const GridRefinement::Point point = point_of(number);
    const int of_class = refinement_->at(point.row, point.column);
    return of_class == class_of_failures ? nothing : of_class;
  }
  return values_[static_cast<std::size_t>(number) * quantities_ + quantity];
}

SweepStages::Row SweepStages::row(long number) const {
  Row row;
  for (std::size_t k = 0; k < quantities_; ++k) row.quantities.push_back(value(number, k));
  if (!refinement_) {
    row.failed = failed_[static_cast<std::size_t>(number)];
    return row;
  }
  const GridRefinement::Point point = point_of(number);
  row.computed = refinement_->computed(point.row, point.column);
  row.failed = row.computed && refinement_->at(point.row, point.column) == class_of_failures;
  return row;
}

std::vector<CaseReason> SweepStages::failures() const {
  std::vector<CaseReason> sorted = failures_;
  std::ranges::sort(sorted, {}, &CaseReason::number);
  return sorted;
}

}  // namespace nsdbench::sweeps
