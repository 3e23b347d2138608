// Where, when and by which program a record was made: everything that may differ between two runs with the same input.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace nsdbench::support {

// `command` is the command line as typed, `wall_time` the duration of the run.
nlohmann::ordered_json provenance(const std::vector<std::string>& command, std::chrono::duration<double> wall_time);

// The code that runs: the commit, whether the sources had changes, and a hash of the executable file, which tells two
// builds of one commit apart; where the system does not show that file, no two runs have the same text. One line.
std::string program_identity();

// What --version prints: version and commit, and whether the sources had changes.
std::string version_line();

// The executable alone, by version and hash: the same for two commits between which only other files changed.
std::string executable_identity();

}  // namespace nsdbench::support
