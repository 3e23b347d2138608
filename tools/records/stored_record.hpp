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

// A parameter as the record has it.
struct StoredParameter {
  std::string problem;
  std::string name;
  double value = 0.0;
  std::string unit;
};

// What is read back of a record.
struct StoredRecord {
  std::string experiment;
  std::string paper;
  bool nominal = true;       // the run was of the paper's setting
  bool quick = false;        // of coarser studies
  bool default_run = false;  // every setting was the experiment's default; also false where the record does not say
  MethodTexts method;        // without default_run, which follows from the settings themselves
  std::vector<StoredParameter> parameters;
  std::vector<RecordedQuantity> quantities;
  std::vector<JudgedClaim> claims;
};

// Throws std::invalid_argument, naming file and place, for a file that is no record.
StoredRecord read_record(const std::filesystem::path& path);
StoredRecord read_record(const nlohmann::ordered_json& document, const std::filesystem::path& path);  // read already

// The folders in `results` that hold a record.json, or that may hold one and cannot be entered, by name; without those
// that hold results of their own. Throws std::invalid_argument if `results` cannot be read.
std::vector<std::filesystem::path> folders_of_records(const std::filesystem::path& results);

// The records <results>/<experiment>/record.json, by name. What a user's run left in a folder of another name than an
// experiment's (results/finer) is no result of `results` and left alone. Throws support::InputError if the folder of an
// experiment holds the record of another one.
std::vector<StoredRecord> read_records(const std::filesystem::path& results);

// What the committed baseline of an experiment holds: paper, method, values and units of the parameters, quantities
// and, of its claims, id and verdict.
StoredRecord read_baseline(const std::filesystem::path& path);
std::string baseline_text(const StoredRecord& record);

}  // namespace nsdbench::experiments
