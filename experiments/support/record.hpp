// The record of a run: record.json, as record.schema.json describes it.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/support/claims.hpp"
#include "experiments/support/experiment_info.hpp"
#include "experiments/support/uncertainty.hpp"
#include "solvers/integration/motion_log.hpp"
#include "support/table.hpp"

namespace nsdbench::experiments {

// Stands in every record; a record with another number is refused.
inline constexpr int record_schema_version = 2;

// Begins the note of a record whose run did not come to its end.
inline constexpr std::string_view note_of_early_end = "The run ended early: ";

// A parameter that the run was made with, in its unit.
struct RecordedParameter {
  std::string name;
  double value = 0.0;
  std::string unit;
  std::string meaning;
  std::string source;  // "<parameters file>: <where in the paper>", or "--set"
  // Where the run took another value than that of the file or of --set, which the source says: that one.
  std::optional<double> given = {};
};

// A number that the run has found, in its unit.
struct RecordedQuantity {
  std::string key;
  double value = 0.0;
  std::string unit;
  Uncertainty uncertainty;
  std::string meaning;
};

// A table of columns that lies beside the record.
struct RecordedTable {
  std::string name;
  std::string file;
  std::vector<support::Column> columns;
  std::size_t rows = 0;
  std::string hash;  // of the file, for the provenance
};

// The value of a setting of the method.
using MethodValue = std::variant<double, int, bool, std::string>;

// The record without its provenance. Lists keep the order in which the experiment gave them.
struct Record {
  std::string experiment;
  std::string paper;
  std::string title;
  std::vector<std::pair<std::string, std::vector<RecordedParameter>>> parameters;  // by problem
  std::vector<std::pair<std::string, MethodValue>> method;
  std::vector<RecordedQuantity> quantities;
  std::vector<JudgedClaim> claims;
  std::vector<std::string> notes;
  std::vector<RecordedTable> tables;
  std::vector<FigureInfo> figures;
  // For the provenance: files that were read, with a hash; what this process integrated, which is less than the whole
  // motion where an interrupted run was taken up.
  std::vector<std::pair<std::string, std::string>> inputs;
  MotionLog::Totals motions;
};

// As it stands in a record and in the table of all claims.
nlohmann::ordered_json claim_json(const JudgedClaim& judged);

// As it stands in a record and in a baseline.
nlohmann::ordered_json quantity_json(const RecordedQuantity& quantity);

// The hash of a record's text without its provenance, as the provenance holds it: a record that was changed afterwards
// has another one.
std::string content_hash(nlohmann::ordered_json document);

// The hash of the command in a record's provenance, which holds it, too.
std::string command_hash(const nlohmann::ordered_json& document);

// The text of record.json, provenance included: indented, keys in a fixed order, numbers in a form that reads
// back to the same double. `command` is the command line as typed, `wall_time` the duration of the run.
std::string record_text(const Record& record, const std::vector<std::string>& command,
                        std::chrono::duration<double> wall_time);

}  // namespace nsdbench::experiments
