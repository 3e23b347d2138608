// Output files that are written completely or not at all.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
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

// A file as it is to stand in the folder.
struct TextFile {
  std::string name;
  std::string content;
};

// An open file that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;

  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// Files that are replaced together. add() writes each to a temporary file beside its destination, through to the
// medium, where a full disk shows; commit() renames them all, in the order added. Without commit() every old file stays
// as it was and the temporary files vanish; those of a program that was killed are removed by the next one that writes
// into the folder.
class OutputFiles {
 public:
  OutputFiles() = default;
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  // Throws OutputError for what is no file of its own, which are devices, pipes and files that are open already, and
  // for names that no file can have.
  void add(const std::filesystem::path& destination, std::string_view content);
  void add(const std::filesystem::path& folder, const std::vector<TextFile>& files);

  // Puts `content` behind what has been added for `destination`, for texts that do not fit in memory. It is forced to
  // the medium by commit(), before any file is replaced.
  void append(const std::filesystem::path& destination, std::string_view content);

  // Programs that write into one folder at the same time commit one after the other. `voucher` is a file that speaks
  // for the others in its folder: an old one goes before any of them is replaced, so that it never speaks for files of
  // two runs, and the new one must have been added last. Files in other folders are replaced before: where that fails,
  // all in the voucher's stay as they were.
  void commit(const std::filesystem::path& voucher = {});

  // What has been added is forgotten, and its temporary files vanish.
  void abandon() noexcept;

 private:
  struct Pending {
    std::filesystem::path temporary;
    std::filesystem::path destination;
    Descriptor lock;  // held as long as the temporary file is needed
    bool appended = false;
  };
  std::vector<Pending> pending_;
};

// The same for a single file.
void write_file(const std::filesystem::path& destination, std::string_view content);

// The same where nothing has this name yet, be it a link that leads nowhere; returns false otherwise, and leaves what
// is there. Of programs that do it at the same time one gets true.
bool write_new_file(const std::filesystem::path& destination, std::string_view content);

// Removes the temporary files that killed programs left in the folder.
void remove_abandoned(const std::filesystem::path& folder);

// Whether it is the name of a file that a program has open: /dev/stdin, /dev/stdout, /dev/stderr, and those in /dev/fd
// and in /proc/<process>/fd. Such a file may have other names, too, under which it must not be replaced: what has been
// written to it before, and is still to come, would be lost.
bool is_open_file(const std::filesystem::path& name);

// The file that this program has open under such a name; nothing for other names.
std::optional<int> open_descriptor(const std::filesystem::path& name);

// The file that a name leads to, which may not be there yet: to replace that one leaves a link as it is. Names of
// folders, devices and pipes, and of links to them, come back as they are, and of open files as names in /dev or /proc.
std::filesystem::path behind_links(std::filesystem::path name);

// Whether two names are those of one file, whatever links and dots are in them and whether it is there yet or not. An
// empty name is no file's. Links that lead to each other throw OutputError.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// Whether a name is that of a folder or of something within it, in the same sense.
bool lies_in(const std::filesystem::path& name, const std::filesystem::path& folder);

// A file that grows while a computation lasts, by texts that are there as a whole: each goes through to the medium
// before the next. It replaces what stood there. If another program replaces or removes it in turn, this one goes on in
// what it has, which then vanishes with it, and takes nothing of the other's.
class GrowingFile {
 public:
  GrowingFile(std::filesystem::path path, std::string_view content);

  void append(std::string_view content);
  // Removes the file, unless it is another program's by now.
  void remove() const;

 private:
  std::filesystem::path path_;
  Descriptor file_;
};

// Throws OutputError if anything written to std::cout did not reach its destination.
void flush_standard_output();

// A results directory that can be written to. The constructor proves it, by creating what is missing and a temporary
// file, and removes both again: a run that is refused or fails leaves nothing behind. It throws OutputError otherwise,
// and for an empty name, which would mean the present directory. create() makes the directory when there is something
// to write, and a temporary file in it, so that no other program that made one of the directories finds it empty and
// removes it; keep() removes that file. Without keep() the destructor does so, and removes the directories that
// create() made, if they are empty then.
class OutputDirectory {
 public:
  explicit OutputDirectory(std::filesystem::path path);
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void create();
  void keep();

 private:
  void create_missing();
  void put_proof();
  void remove_proof() noexcept;
  void remove_created() noexcept;

  std::filesystem::path path_;
  std::vector<std::filesystem::path> created_;  // outermost first
  Descriptor proof_lock_;
  std::filesystem::path proof_;  // empty: there is none
};

}  // namespace nsdbench::support
