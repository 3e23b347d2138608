// A record as the report shows it: read, and judged once more from the quantities that it holds.
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
  // Sentences: a claim whose measured value or verdict is another one than its quantity and its intervals give, a table
  // that is missing or has other columns or another number of rows.
  std::vector<std::string> contradictions;
  // Sentences: what a reader should know and what is no fault, such as a claims file that has changed since the run.
  std::vector<std::string> remarks;

  const std::string& name() const { return stored.experiment; }
  std::string text(const char* key) const { return document.value(key, std::string()); }
};

// Throws std::invalid_argument, naming file and place, for a file that is no record.
AuditedRecord audited(const std::filesystem::path& folder);

}  // namespace nsdbench::report
