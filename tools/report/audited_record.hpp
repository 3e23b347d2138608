// A record as the report shows it: read, judged once more from the quantities that it holds, and held against its
// files.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/records/stored_record.hpp"

namespace nsdbench::report {

struct AuditedClaim {
  experiments::JudgedClaim judged;  // from the record's quantity and the claim's intervals, as they stand in the record
  experiments::Verdict stored = experiments::Verdict::not_evaluated;  // what the record says
  bool as_expected = true;
};

// The JSON library does not declare that moving throws nothing.
struct AuditedRecord {  // NOLINT(bugprone-exception-escape)
  experiments::StoredRecord stored;
  nlohmann::ordered_json document;  // all of record.json
  std::filesystem::path folder;     // where it stands
  std::vector<AuditedClaim> claims;
  // Of its command, each with a blank before it: none where the run had all defaults; without the folder of the
  // results.
  std::string options;
  // Sentences. A fault is what a reader must not overlook, and the build fails: a claim whose measured value or verdict
  // is another one than its quantity and its intervals give, or that is not the one of claims.json; a record or a table
  // that was changed after the run; a table, a figure or a hash that is missing; a command that is not one of the
  // experiment, or that sets other parameters than the record has. A warning is no fault of the record: claims or
  // parameters that have changed since the run.
  std::vector<std::string> contradictions;
  std::vector<std::string> warnings;

  const std::string& name() const { return stored.experiment; }
  std::string text(const char* key) const { return document.value(key, std::string()); }
};

// The record in `folder`. Throws std::invalid_argument, naming file and place, for a file that is no record.
AuditedRecord readable(const std::filesystem::path& folder);

// A paper's parameters.json: read once for all records.
struct ParametersFile {
  std::string paper;
  std::string hash;  // as records have it
  nlohmann::ordered_json content;
};

// Holds the record against itself, against the files beside it, against the claims of `reference_data` and against
// `parameters`, all that are there.
void audit(AuditedRecord& record, const std::filesystem::path& reference_data,
           const std::vector<ParametersFile>& parameters);

}  // namespace nsdbench::report
