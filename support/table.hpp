// Columns of numbers, or of a few words, written as CSV.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace nsdbench::support {

// The head of a column.
struct Column {
  std::string name;          // of the CSV column: letters, digits and underscores
  std::string unit;          // "1" for a pure number
  std::string meaning = {};  // for the record, codes spelled in words; may be left out where name and unit say it
  // Of a column that holds one of a few words: the number k of a row stands for words[k], which is written to the file.
  std::vector<std::string> words = {};
};

// A table is filled row by row. A NaN is an empty field (no value at this row), which gnuplot and pandas read
// as missing; an infinity throws ComputationFailed, the number of a word that a column does not have std::logic_error.
class Table {
 public:
  explicit Table(std::string name, std::vector<Column> columns);

  void row(std::initializer_list<double> values);
  void row(std::span<const double> values);

  // Starts a new block: a blank line in the file, at which gnuplot interrupts the line it draws and which
  // pandas skips. Before the first row and after another break it does nothing, since two blank lines would
  // end gnuplot's data set.
  void break_line();

  std::size_t rows() const { return values_.size() / columns_.size(); }
  const std::vector<Column>& columns() const { return columns_; }

  // Header line and rows; numbers in the shortest form that reads back to the same double.
  std::string csv() const;

 private:
  std::string field(std::size_t column, double value) const;

  std::string name_;
  std::vector<Column> columns_;
  std::vector<double> values_;       // row by row
  std::vector<std::size_t> breaks_;  // rows in front of which a block starts
};

}  // namespace nsdbench::support
