// Results of cases in the rows that an interrupted experiment leaves behind.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/partial_rows.hpp"
#include "sweeps/case_results.hpp"

namespace nsdbench::sweeps {

// The quantities of a bundle, one case after the other, are the row <name>:<stage>:<bundle>. Bundles with a case that
// failed are not kept, and are computed again.
class PartialRowsStore final : public CaseStore {
 public:
  // Keeps a reference. `quantities`: of a case.
  PartialRowsStore(support::PartialRows& rows, std::string name, std::size_t quantities)
      : rows_(&rows), name_(std::move(name)), quantities_(quantities) {}

  std::optional<std::vector<CaseResult>> find(const Bundle& bundle) const override {
    const auto row = rows_->find(name_of(bundle), bundle.cases.size() * quantities_);
    if (!row) return std::nullopt;
    std::vector<CaseResult> results(bundle.cases.size());
    auto value = row->begin();
    for (CaseResult& result : results) {
      result.quantities.assign(value, value + static_cast<std::ptrdiff_t>(quantities_));
      value += static_cast<std::ptrdiff_t>(quantities_);
    }
    return results;
  }

  void add(const Bundle& bundle, const std::vector<CaseResult>& results) override {
    std::vector<double> row;
    for (const CaseResult& result : results) {
      if (result.failed()) return;
      row.insert(row.end(), result.quantities.begin(), result.quantities.end());
    }
    rows_->add(name_of(bundle), row);
  }

 private:
  std::string name_of(const Bundle& bundle) const {
    return name_ + ":" + std::to_string(bundle.stage) + ":" + std::to_string(bundle.number);
  }

  support::PartialRows* rows_;
  std::string name_;
  std::size_t quantities_;
};

}  // namespace nsdbench::sweeps
