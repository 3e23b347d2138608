// A table as the suite writes it: a header line, rows of numbers or words, empty lines between blocks.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsdbench::report {

struct CsvFile {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> breaks;  // rows in front of which a block starts
  std::string hash;                 // of the text, as records hold it

  std::optional<std::size_t> column(std::string_view name) const;
  // The number at this place; NaN where the field is empty or holds a word.
  double number(std::size_t row, std::size_t column) const;
};

// Throws std::invalid_argument, naming the file, if it cannot be read or a row has not as many fields as the header.
CsvFile read_csv(const std::filesystem::path& path);

// The same where a page can do without the table: nothing, and the complaint, in place of an exception.
std::optional<CsvFile> readable_csv(const std::filesystem::path& path, std::string& complaint);

}  // namespace nsdbench::report
