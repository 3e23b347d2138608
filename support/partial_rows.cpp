#include "support/partial_rows.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/output_files.hpp"
#include "support/provenance.hpp"

namespace nsdbench::support {

namespace {

constexpr std::string_view last_word = "end";  // of a row that was written as a whole

std::string text_of(std::string_view name, std::span<const double> row) {
  std::string line(name);
  for (const double value : row) line += " " + shortest(value);
  return line + " " + std::string(last_word) + "\n";
}

}  // namespace

PartialRows::PartialRows(std::filesystem::path file, std::string_view settings)
    : file_(std::move(file)), key_("rows of " + program_identity() + ", settings " + hash_as_text(settings)) {
  if (std::filesystem::exists(file_)) take_up_earlier_rows();
}

void PartialRows::take_up_earlier_rows() {
  std::istringstream text(read_text(file_));
  std::string line;
  if (!std::getline(text, line) || line != key_) return;
  while (std::getline(text, line)) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    std::vector<double> row;
    std::string word;
    while (words >> word && word != last_word) {
      if (const std::optional<double> value = parse_number(word)) row.push_back(*value);
    }
    if (word == last_word) rows_.insert_or_assign(name, row);
  }
}

std::optional<std::vector<double>> PartialRows::find(std::string_view name, std::size_t size) const {
  const auto found = rows_.find(name);
  if (found == rows_.end() || found->second.size() != size) return std::nullopt;
  return found->second;
}

// Anew, with the rows that were taken up: the old file may end within a row.
void PartialRows::start_file() {
  if (file_.has_parent_path()) {
    std::error_code error;
    std::filesystem::create_directories(file_.parent_path(), error);
    if (error) throw OutputError("cannot create " + file_.parent_path().string() + ": " + error.message());
  }
  std::string text = key_ + "\n";
  for (const auto& [name, row] : rows_) text += text_of(name, row);
  write_file(file_, text);
  started_ = true;
}

void PartialRows::add(std::string_view name, std::span<const double> row) {
  if (name.empty() || name.find_first_of(" \t\r\n\v\f") != std::string_view::npos) {
    throw std::invalid_argument("row name '" + std::string(name) + "' is not allowed: it must be one word");
  }
  const std::lock_guard<std::mutex> guard(lock_);
  if (!started_) start_file();
  append_to_file(file_, text_of(name, row));
}

void PartialRows::remove() {
  std::error_code ignored;  // what is left behind is taken up or overwritten by the next run
  std::filesystem::remove(file_, ignored);
  started_ = false;
}

}  // namespace nsdbench::support
