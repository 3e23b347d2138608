#include "contact_data/read.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include "contact_data/fclib.hpp"
#include "contact_data/gzip.hpp"
#include "contact_data/json_format.hpp"
#include "support/json_file.hpp"

namespace nsdbench::contact_data {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t largest_problem = std::uint64_t{512} << 20U;  // [bytes]

bool is_hdf5(const std::string& bytes) { return bytes.starts_with("\x89HDF\r\n\x1a\n"); }

bool is_problem_file(const fs::path& path) {
  const std::string name = path.filename().string();
  return !name.starts_with(".") && (name.ends_with(".json") || name.ends_with(".json.gz") || name.ends_with(".hdf5"));
}

}  // namespace

ContactData read_contact_data(const fs::path& file) {
  std::string bytes = support::read_text(file, largest_problem);
  if (is_gzip(bytes)) bytes = decompress(bytes, file.string());
  return is_hdf5(bytes) ? parse_fclib(bytes, file.string()) : parse_json(bytes, file.string());
}

std::vector<fs::path> list_contact_data(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(directory, error);
  const fs::recursive_directory_iterator end;
  while (!error && entry != end) {
    std::error_code dangling;  // a link to nowhere is no problem file
    if (is_problem_file(entry->path()) && entry->is_regular_file(dangling)) files.push_back(entry->path());
    entry.increment(error);
  }
  if (error) throw support::InputError("cannot list " + directory.string() + ": " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace nsdbench::contact_data
