// Whether the files of a figure are whole.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nsdbench::report {

// Sentences on the files of a figure.
struct DrawingFindings {
  std::vector<std::string> faults;
  std::vector<std::string> remarks;
};

// What is to be said of <folder>/<id>.svg, .pdf, .png and the script. Faults are files that are not there, empty or
// cut; the PNG alone need not be there. With the hash of a record, an SVG that says to be another figure's or of
// another record is a fault, too; one that says nothing, as gnuplot alone leaves it, is a remark. Only beginnings and
// ends are read: a changed line in the middle is not seen.
DrawingFindings look_at_drawing(const std::filesystem::path& folder, const std::string& id, const std::string& script,
                                const std::string& hash_of_record = {});

}  // namespace nsdbench::report
