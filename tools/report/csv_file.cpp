#include "tools/report/csv_file.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"

namespace nsdbench::report {

namespace {

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    fields.emplace_back(line.substr(begin, end - begin));
    if (end == line.size()) return fields;
    begin = end + 1;
  }
}

}  // namespace

std::optional<std::size_t> CsvFile::column(std::string_view name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

double CsvFile::number(std::size_t row, std::size_t column) const {
  return support::parse_number(rows[row][column]).value_or(std::numeric_limits<double>::quiet_NaN());
}

CsvFile read_csv(const std::filesystem::path& path) {
  const std::string text = support::read_text(path);
  CsvFile file;
  file.hash = support::named_hash(text);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (file.columns.empty()) {
      file.columns = fields_of(line);
      continue;
    }
    if (line.empty()) {
      if (file.breaks.empty() || file.breaks.back() != file.rows.size()) file.breaks.push_back(file.rows.size());
      continue;
    }
    file.rows.push_back(fields_of(line));
    if (file.rows.back().size() != file.columns.size()) {
      throw std::invalid_argument(path.string() + ": row " + std::to_string(file.rows.size()) + " has " +
                                  std::to_string(file.rows.back().size()) + " fields, not " +
                                  std::to_string(file.columns.size()));
    }
  }
  return file;
}

std::optional<CsvFile> readable_csv(const std::filesystem::path& path, std::string& complaint) {
  try {
    return read_csv(path);
  } catch (const std::invalid_argument& error) {
    complaint = error.what();
    return std::nullopt;
  }
}

}  // namespace nsdbench::report
