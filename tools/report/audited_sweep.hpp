// A sweep as the report shows it: its record read, and held against the table beside it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sweeps/sweep.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::report {

// The JSON library does not declare that moving throws nothing.
struct AuditedSweep {  // NOLINT(bugprone-exception-escape)
  std::filesystem::path folder;
  nlohmann::ordered_json document;     // all of record.json
  std::optional<sweeps::Sweep> sweep;  // the plan; nothing: the record could not be read
  std::vector<sweeps::Input> inputs;   // of its map, as plan.json describes them
  bool is_merged = true;               // otherwise there is a plan alone
  bool is_of_the_suite = false;        // sweeps/plans of the source tree has this plan
  // Sentences. A fault: a record that cannot be read; a table that is missing, or that is not the one which the record
  // speaks for; whatever the merge would not write of this plan and table (merged_again.hpp); a plan.json that is
  // missing or another one. A warning: the plan of the suite with that name has changed.
  std::vector<std::string> faults;
  std::vector<std::string> warnings;

  std::string folder_name() const { return folder.filename().string(); }
};

// All folders of `sweeps` with a record.json or a plan.json, by name; `tree` is the source tree. None if there is no
// such folder.
std::vector<AuditedSweep> audited_sweeps(const std::filesystem::path& sweeps, const std::filesystem::path& tree);

}  // namespace nsdbench::report
