// Rows of a long computation that are kept if it is interrupted.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/output_files.hpp"

namespace nsdbench::support {

// A file of named rows of numbers. A run that was interrupted left it behind; a later run takes up its rows if it is
// the same program at the same commit with the same settings, and starts an empty file otherwise: rows of other code
// must not enter a record whose provenance names this one. Two runs with one file at the same time do not disturb each
// other; the file is then that of the run that began to write later.
class PartialRows {
 public:
  // Of a run that takes up no rows and leaves none behind: add() writes nothing.
  PartialRows() = default;

  // `settings` holds everything that decides the numbers. Throws std::invalid_argument if the file is there and cannot
  // be read.
  PartialRows(std::filesystem::path file, std::string_view settings);

  // The row, if it is there with `size` numbers. A row is there as it was written or not at all, which a hash of it
  // tells, and one with a number that is not finite is not there.
  std::optional<std::vector<double>> find(std::string_view name, std::size_t size) const;

  // Writes a row through to the medium; numbers read back as the same doubles. Threads may call it at the same time.
  // The file, and the directories that it lies in, are made by the first call. Throws OutputError if it cannot be
  // written, and std::invalid_argument for a name that is empty or holds white space.
  void add(std::string_view name, std::span<const double> row);

  // Removes the file, once all that was made of the rows is written.
  void remove();

 private:
  void take_up_earlier_rows();
  void start_file();

  std::filesystem::path file_;  // empty: none
  std::string key_;
  std::map<std::string, std::vector<double>, std::less<>> rows_;
  std::mutex lock_;
  std::optional<GrowingFile> growing_;  // once there was a row to add
};

}  // namespace nsdbench::support
