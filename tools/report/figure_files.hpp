// Whether the files of a figure are whole.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nsdbench::report {

// Sentences on what is wrong with <folder>/<id>.svg, .pdf and the script: not there, empty, or cut; or that the SVG says
// to be another figure's or of another record than the one with this hash, unless it is empty. One that says nothing, as
// gnuplot alone leaves it, is no fault. So is a .png, which need not be there. Only
// beginnings and ends are read: a changed line in the middle is not seen.
std::vector<std::string> faults_of_drawing(const std::filesystem::path& folder, const std::string& id,
                                           const std::string& script, const std::string& hash_of_record = {});

// Whether the SVG says of which record it is.
bool names_its_record(const std::filesystem::path& folder, const std::string& id);

}  // namespace nsdbench::report
