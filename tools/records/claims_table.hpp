// All claims of a results directory, gathered from its records.
#pragma once

#include <string>
#include <vector>

#include "tools/records/stored_record.hpp"

namespace nsdbench::experiments {

// The records with what is missing, for each form in which claims are shown.
struct ClaimsTable {
  std::vector<StoredRecord> records;
  std::vector<std::string> missing;  // experiments that should have left a record and did not

  // Verdicts other than the expected ones, "not evaluated" among them, and missing records.
  std::size_t unexpected() const;

  std::string terminal() const;
  std::string markdown() const;
  std::string json() const;
};

// `wanted` names the experiments that must have a record in `results`. Throws std::invalid_argument for a
// directory or a record that cannot be read.
ClaimsTable gather_claims(const std::filesystem::path& results, const std::vector<std::string>& wanted);

}  // namespace nsdbench::experiments
