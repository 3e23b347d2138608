#include "support/partial_rows.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/provenance.hpp"

namespace nsdbench::support {

namespace {

std::string text_of(std::string_view name, std::span<const double> row) {
  std::string line(name);
  for (const double value : row) line += " " + shortest(value);
  return line + " " + hash_as_text(line) + "\n";
}

// The line without the hash at its end. Nothing if it was cut off, or is not as it was written.
std::optional<std::string> checked(const std::string& line) {
  const std::size_t end = line.rfind(' ');
  if (end == std::string::npos) return std::nullopt;
  const std::string words = line.substr(0, end);
  if (line.substr(end + 1) != hash_as_text(words)) return std::nullopt;
  return words;
}

}  // namespace

PartialRows::PartialRows(std::filesystem::path file, std::string_view settings)
    : file_(std::move(file)), key_("rows of " + program_identity() + ", settings " + hash_as_text(settings)) {
  std::error_code ignored;
  if (std::filesystem::exists(file_, ignored)) take_up_earlier_rows();
}

void PartialRows::take_up_earlier_rows() {
  std::istringstream text(read_text(file_));
  std::string line;
  if (!std::getline(text, line) || line != key_) return;
  while (std::getline(text, line)) {
    const std::optional<std::string> whole = checked(line);
    if (!whole) continue;
    std::istringstream words(*whole);
    std::string name;
    words >> name;
    std::vector<double> row;
    for (std::string word; words >> word;) {
      if (const std::optional<double> value = parse_number(word)) row.push_back(*value);
    }
    rows_.insert_or_assign(name, row);
  }
}

std::optional<std::vector<double>> PartialRows::find(std::string_view name, std::size_t size) const {
  const auto found = rows_.find(name);
  if (found == rows_.end() || found->second.size() != size) return std::nullopt;
  return found->second;
}

// Anew, with the rows that were taken up: the old file may end within a row.
void PartialRows::start_file() {
  OutputDirectory directory(file_.has_parent_path() ? file_.parent_path() : ".");
  directory.create();
  std::string text = key_ + "\n";
  for (const auto& [name, row] : rows_) text += text_of(name, row);
  growing_.emplace(file_, text);
  directory.keep();
}

void PartialRows::add(std::string_view name, std::span<const double> row) {
  if (name.empty() || name.find_first_of(" \t\r\n\v\f") != std::string_view::npos) {
    throw std::invalid_argument("row name '" + std::string(name) + "' is not allowed: it must be one word");
  }
  if (file_.empty()) return;
  const std::lock_guard<std::mutex> guard(lock_);
  if (!growing_) start_file();
  growing_->append(text_of(name, row));
}

void PartialRows::remove() {
  if (growing_) {
    growing_->remove();
    growing_.reset();
    return;
  }
  std::error_code ignored;  // what is left behind is taken up or overwritten by the next run
  if (!rows_.empty()) std::filesystem::remove(file_, ignored);
}

}  // namespace nsdbench::support
