// Output files that are written completely or not at all.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace nsdbench::support {

// A result could not be written: no space left, no permission, ... The message names the file and the reason.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Writes all of `content` to the open file `descriptor` and forces it to the medium. `name` is for the
// message.
void write_all(int descriptor, std::string_view content, const std::filesystem::path& name);

struct TextFile {
  std::string name;
  std::string content;
};

// Files that are replaced together. add() writes each to a temporary file beside its destination, where a
// full disk shows; commit() renames them all, in the order added. Without commit() every old file stays as it
// was and the temporary files vanish.
class OutputFiles {
 public:
  OutputFiles() = default;
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  void add(const std::filesystem::path& destination, std::string_view content);
  void add(const std::filesystem::path& folder, const std::vector<TextFile>& files);
  void commit();

 private:
  struct Pending {
    std::filesystem::path temporary;
    std::filesystem::path destination;
  };
  std::vector<Pending> pending_;
};

// The same for a single file.
void write_file(const std::filesystem::path& destination, std::string_view content);

// Adds to the end of a file that exists, through to the medium, so that what was written before stays if the program is
// interrupted.
void append_to_file(const std::filesystem::path& destination, std::string_view content);

// Throws OutputError if anything written to std::cout did not reach its destination.
void flush_standard_output();

// A results directory that can be written to. The constructor proves it, by creating what is missing and a temporary
// file, and removes both again: a run that is refused, fails or is interrupted leaves nothing behind. It throws
// OutputError otherwise. create() makes the directory when there is something to write; unless keep() was called,
// the destructor removes the directories that create() made, if they are still empty.
class OutputDirectory {
 public:
  explicit OutputDirectory(std::filesystem::path path);
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void create();
  void keep() { created_.clear(); }

 private:
  void create_missing();
  void probe() const;
  void remove_created() noexcept;

  std::filesystem::path path_;
  std::vector<std::filesystem::path> created_;  // outermost first
};

}  // namespace nsdbench::support
