// The merge of a sweep once more, from the table that it left: whatever follows from the plan and the table is found
// again by the code that the merge has.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sweeps/sweep.hpp"

namespace nsdbench::report {

struct MergedAgain {  // NOLINT(bugprone-exception-escape): the JSON library declares nothing
  std::string table;  // the text of merged.csv
  nlohmann::ordered_json record;
};

// `record` and `table` are what stands in the folder. Taken from the record, since nothing else has it: its program,
// why cases failed, and of a map units, meanings and names of classes. Throws std::invalid_argument for a table that is
// not one of the plan.
MergedAgain merged_again(const nlohmann::ordered_json& record, const sweeps::Sweep& plan, const std::string& table);

}  // namespace nsdbench::report
