#include "support/table.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "support/computation_failed.hpp"
#include "support/numbers.hpp"

namespace nsdbench::support {

namespace {

bool is_column_name(const std::string& name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), allowed);
}

bool is_index(double value, std::size_t size) {
  return value >= 0.0 && value < static_cast<double>(size) && value == std::floor(value);
}

}  // namespace

Table::Table(std::string name, std::vector<Column> columns) : name_(std::move(name)), columns_(std::move(columns)) {
  if (columns_.empty()) throw std::logic_error("a table needs at least one column");
  std::set<std::string> names;
  for (const Column& column : columns_) {
    if (!is_column_name(column.name)) throw std::logic_error("'" + column.name + "' is no name for a column");
    if (!names.insert(column.name).second) throw std::logic_error("two columns are named '" + column.name + "'");
    for (const std::string& word : column.words) {
      if (word.find_first_of(",\"\n") == std::string::npos) continue;
      throw std::logic_error("the word '" + word + "' of column " + column.name + " would need quotes in a CSV file");
    }
  }
}

void Table::row(std::initializer_list<double> values) { row(std::span<const double>(values.begin(), values.size())); }

void Table::row(std::span<const double> values) {
  if (values.size() != columns_.size()) {
    throw std::logic_error("a row of " + std::to_string(values.size()) + " values in a table of " +
                           std::to_string(columns_.size()) + " columns");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!columns_[i].words.empty() && !std::isnan(values[i]) && !is_index(values[i], columns_[i].words.size())) {
      throw std::logic_error("column " + columns_[i].name + " of table " + name_ + " has no word of number " +
                             shortest(values[i]));
    }
    if (!std::isinf(values[i])) continue;
    throw ComputationFailed("column " + columns_[i].name + " of table " + name_ + " is infinite at these settings");
  }
  values_.insert(values_.end(), values.begin(), values.end());
}

void Table::break_line() {
  if (rows() == 0 || (!breaks_.empty() && breaks_.back() == rows())) return;
  breaks_.push_back(rows());
}

std::string Table::field(std::size_t column, double value) const {
  if (std::isnan(value)) return {};
  const std::vector<std::string>& words = columns_[column].words;
  return words.empty() ? shortest(value) : words[static_cast<std::size_t>(value)];
}

std::string Table::csv() const {
  std::string text;
  text.reserve(values_.size() * 22);
  for (std::size_t i = 0; i < columns_.size(); ++i) text += (i == 0 ? "" : ",") + columns_[i].name;
  text += '\n';
  auto next_break = breaks_.begin();
  for (std::size_t r = 0; r < rows(); ++r) {
    if (next_break != breaks_.end() && *next_break == r) {
      text += '\n';
      ++next_break;
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i != 0) text += ',';
      text += field(i, values_[r * columns_.size() + i]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace nsdbench::support
