#include "tools/report/figure_files.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

#include "support/json_file.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;

constexpr std::streamoff most_bytes = 1024;

// What files of a kind have in their first and last bytes.
struct Marks {
  std::string_view ending;
  std::string_view begin;
  std::string_view end;
};
constexpr Marks marks[] = {{".svg", "<svg", "</svg>"}, {".pdf", "%PDF-", "%%EOF"}, {".png", "PNG", "IEND"}};

constexpr std::string_view begin_of_mark = "<!-- nsdbench ";

std::string bytes_from(std::ifstream& stream, std::streamoff place) {
  std::string bytes(static_cast<std::size_t>(most_bytes), '\0');
  stream.clear();
  stream.seekg(place);
  stream.read(bytes.data(), most_bytes);
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

// The last bytes of a file, with the mark that draw_figure.cmake leaves at the end of an SVG.
std::string tail_of(std::ifstream& stream, std::uintmax_t size) {
  constexpr std::streamoff longest_mark = 256;
  return bytes_from(stream, std::max<std::streamoff>(static_cast<std::streamoff>(size) - longest_mark, 0));
}

// What is wrong with the file; empty if nothing is. `tail` becomes its last bytes.
std::string fault_of(const fs::path& file, std::string& tail) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (error || !stream) return support::is_missing(file) ? "is missing" : "cannot be read";
  if (size == 0) return "is empty";
  for (const Marks& mark : marks) {
    if (file.extension() != mark.ending) continue;
    if (bytes_from(stream, 0).find(mark.begin) == std::string::npos) return "has another beginning than such a file";
    tail = tail_of(stream, size);
    if (tail.find(mark.end) == std::string::npos) return "has been cut: its end is missing";
  }
  return {};
}

}  // namespace

DrawingFindings look_at_drawing(const fs::path& folder, const std::string& id, const std::string& script,
                                const std::string& hash_of_record) {
  std::vector<std::string> names = {id + ".svg", id + ".pdf", script};
  if (!support::is_missing(folder / (id + ".png"))) names.push_back(id + ".png");
  const std::string mark = std::string(begin_of_mark) + id + ", record " + hash_of_record + " -->";
  DrawingFindings findings;
  for (const std::string& name : names) {
    std::string tail;
    std::string fault = fault_of(folder / name, tail);
    if (name == names.front() && fault.empty() && !hash_of_record.empty()) {
      if (tail.find(begin_of_mark) == std::string::npos) {
        findings.remarks.push_back("The drawing " + name + " does not say from which record it was made.");
      } else if (tail.find(mark) == std::string::npos) {
        fault = "was not drawn from this record";
      }
    }
    if (fault.empty()) continue;
    std::string& sentence = findings.faults.emplace_back("The figure ");
    sentence.append(name).append(" ").append(fault).append(".");
  }
  return findings;
}

}  // namespace nsdbench::report
