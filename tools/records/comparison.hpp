// What a change of the code moved: the quantities of a record against those of the last accepted run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/records/stored_record.hpp"

namespace nsdbench::experiments {

struct QuantityChange {
  enum class Kind { same, moved, unit_changed, appeared, vanished };

  std::string key;
  Kind kind = Kind::same;
  std::optional<RecordedQuantity> before;
  std::optional<RecordedQuantity> now;

  double difference() const;                  // now - before
  std::optional<double> uncertainty() const;  // the larger of the two; nothing if neither has one
  // Moved by more than the uncertainty, or at all where there is none; or no longer there, or not comparable.
  bool significant() const;
};

struct Comparison {
  std::string experiment;
  std::vector<std::string> method_changes;  // sentences: the two runs are not of the same setting
  std::vector<QuantityChange> quantities;   // in the order of the record, the vanished ones last

  bool anything_moved() const;
  bool significant() const;
  std::string report() const;
};

Comparison compare(const StoredRecord& baseline, const StoredRecord& record);

}  // namespace nsdbench::experiments
