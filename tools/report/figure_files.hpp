// Whether the files of a figure are whole.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nsdbench::report {

// Sentences on what is wrong with <folder>/<id>.svg, .pdf and the script: not there, empty, or cut. So is a .png, which
// need not be there. Only beginnings and ends are read: a changed line in the middle is not seen.
std::vector<std::string> faults_of_drawing(const std::filesystem::path& folder, const std::string& id,
                                           const std::string& script);

}  // namespace nsdbench::report
