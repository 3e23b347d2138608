// What a change of the code moved: the quantities of a record against those of the last accepted run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/records/stored_record.hpp"

namespace nsdbench::experiments {

// One quantity, before and now.
struct QuantityChange {
  enum class Kind { same, moved, restated, unit_changed, kind_changed, appeared, vanished };

  std::string key;
  Kind kind = Kind::same;
  std::optional<RecordedQuantity> before;
  std::optional<RecordedQuantity> now;

  double difference() const;  // now - before
  // The baseline's half-width, not the record's: a change cannot excuse its own move. Nothing where there is none.
  std::optional<double> uncertainty() const;
  // The half-width, the bound or the reason is another one than the baseline's.
  bool is_restated() const;
  // What was measured: the size of the difference over the uncertainty; nothing where there is none, or it is zero.
  std::optional<double> ratio() const;
  // Moved by more than its kind allows (see compare), or restated beyond restatement_factor, or no longer there, or not
  // comparable.
  bool significant() const;
};

// A claim whose verdict is another one.
struct VerdictChange {
  std::string claim;
  std::string before;  // empty: a new claim
  std::string now;     // empty: the claim is gone
  bool significant() const { return !before.empty(); }
};

// What has moved in one experiment.
struct Comparison {
  std::string experiment;
  std::vector<std::string> setting_changes;  // sentences: of the method and the parameters
  std::vector<VerdictChange> verdicts;       // those that changed
  std::vector<QuantityChange> quantities;    // in the order of the record, the vanished ones last

  bool anything_moved() const;
  bool significant() const;
  // The measured quantity that moved most, by its uncertainty; nothing if none did.
  const QuantityChange* largest_move() const;
  std::string report() const;
};

// Of what nobody knows the uncertainty, this relative move is taken for rounding.
inline constexpr double unknown_rounding = 1e-6;
// A formula's value may move so much, relatively, by another compiler or mathematical library.
inline constexpr double formula_rounding = 1e-12;

// A half-width or a bound may become so much larger or smaller before it must be accepted, as a move must be: estimates
// from a handful of runs differ by less, and nobody should widen one in silence.
inline constexpr double restatement_factor = 2.0;

// Settings, parameters and verdicts must be the same. A quantity must be, by its kind:
//   count, setting, choice  the same
//   exact                   the same but for formula_rounding
//   measured                within the baseline's uncertainty
//   residual                within the baseline's bound, whatever it was
//   unknown                 the same but for unknown_rounding
//   varying                 anything
Comparison compare(const StoredRecord& baseline, const StoredRecord& record);

}  // namespace nsdbench::experiments
