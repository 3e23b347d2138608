// Records as read back from a results directory.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "experiments/support/claims.hpp"
#include "experiments/support/record.hpp"

namespace nsdbench::experiments {

using MethodTexts = std::vector<std::pair<std::string, std::string>>;  // values as JSON text

struct StoredRecord {
  std::string experiment;
  std::string paper;
  bool nominal = true;  // the run used the paper's own parameters
  MethodTexts method;
  std::vector<RecordedQuantity> quantities;
  std::vector<JudgedClaim> claims;
};

// Both throw std::invalid_argument, naming file and place, for a file that is no record.
StoredRecord read_record(const std::filesystem::path& path);

// The records <results>/*/record.json, by name of the experiment's folder.
std::vector<StoredRecord> read_records(const std::filesystem::path& results);

// What the committed baseline of an experiment holds: paper, method and quantities.
StoredRecord read_baseline(const std::filesystem::path& path);
std::string baseline_text(const StoredRecord& record);

}  // namespace nsdbench::experiments
