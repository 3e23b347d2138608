#include "support/output_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <system_error>
#include <utility>

namespace nsdbench::support {

namespace {

namespace fs = std::filesystem;

std::string complaint(const std::string& what, const fs::path& path, int error) {
  return what + " " + path.string() + ": " + std::generic_category().message(error);
}

[[noreturn]] void refuse(const std::string& what, const fs::path& path, int error) {
  throw OutputError(complaint(what, path, error));
}

// The directory, or one above it, is not there (any more).
class Vanished : public OutputError {
 public:
  using OutputError::OutputError;
};

[[noreturn]] void refuse_directory(const std::string& what, const fs::path& path, int error) {
  if (error == ENOENT) throw Vanished(complaint(what, path, error));
  refuse(what, path, error);
}

// Unique among the processes of this machine and the files of this process; in the destination's own
// directory, since a rename is atomic only within one file system.
fs::path temporary_beside(const fs::path& destination) {
  static std::atomic<unsigned> counter{0};
  const std::string name = "." + destination.filename().string() + "." + std::to_string(::getpid()) + "-" +
                           std::to_string(counter++) + ".tmp";
  return destination.parent_path() / name;
}

// Owns the descriptor between open() and the checked close().
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : descriptor_(::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666)) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return descriptor_; }
  int close() { return ::close(std::exchange(descriptor_, -1)); }

 private:
  int descriptor_;
};

}  // namespace

void write_all(int descriptor, std::string_view content, const fs::path& name) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse("cannot write", name, errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  // File systems that allocate late report a full disk only here. Pipes and devices know no fsync.
  if (::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS) refuse("cannot write", name, errno);
}

OutputFiles::~OutputFiles() {
  for (const Pending& file : pending_) ::unlink(file.temporary.c_str());
}

void OutputFiles::add(const fs::path& destination, std::string_view content) {
  const fs::path temporary = temporary_beside(destination);
  Descriptor file(temporary, O_CREAT | O_EXCL);
  if (file.get() < 0) refuse("cannot write", destination, errno);
  pending_.push_back({temporary, destination});
  write_all(file.get(), content, destination);
  if (file.close() != 0) refuse("cannot write", destination, errno);
}

void OutputFiles::add(const fs::path& folder, const std::vector<TextFile>& files) {
  for (const TextFile& file : files) add(folder / file.name, file.content);
}

void OutputFiles::commit() {
  for (Pending& file : pending_) {
    std::error_code error;
    fs::rename(file.temporary, file.destination, error);
    if (error) refuse("cannot replace", file.destination, error.value());
  }
  pending_.clear();
}

void write_file(const fs::path& destination, std::string_view content) {
  OutputFiles files;
  files.add(destination, content);
  files.commit();
}

void append_to_file(const fs::path& destination, std::string_view content) {
  Descriptor file(destination, O_APPEND);
  if (file.get() < 0) refuse("cannot write", destination, errno);
  write_all(file.get(), content, destination);
  if (file.close() != 0) refuse("cannot write", destination, errno);
}

void flush_standard_output() {
  if (!std::cout.flush()) throw OutputError("cannot write to the standard output");
}

OutputDirectory::OutputDirectory(fs::path path) : path_(std::move(path)) {
  create();
  remove_created();
}

OutputDirectory::~OutputDirectory() { remove_created(); }

void OutputDirectory::create() {
  // Another run may remove a directory above ours, which it made for its own proof and which is still empty, at any
  // moment before ours stands in it.
  constexpr int attempts = 100;
  for (int attempt = 1;; ++attempt) {
    try {
      create_missing();
      probe();
      return;
    } catch (const Vanished&) {
      remove_created();
      if (attempt == attempts) throw;
    } catch (...) {
      remove_created();
      throw;
    }
  }
}

void OutputDirectory::create_missing() {
  fs::path directory;
  for (const fs::path& part : path_) {
    directory /= part;
    std::error_code error;
    if (fs::is_directory(directory, error)) continue;
    if (!fs::create_directory(directory, error) && !fs::is_directory(directory)) {
      if (!error) error = std::make_error_code(std::errc::not_a_directory);
      refuse_directory("cannot create the results directory", path_, error.value());
    }
    created_.push_back(directory);
  }
}

void OutputDirectory::probe() const {
  const fs::path name = temporary_beside(path_ / "probe");
  const Descriptor file(name, O_CREAT | O_EXCL);
  if (file.get() < 0) refuse_directory("cannot write to the results directory", path_, errno);
  ::unlink(name.c_str());
}

void OutputDirectory::remove_created() noexcept {
  while (!created_.empty()) {
    std::error_code ignored;
    fs::remove(created_.back(), ignored);  // fails on a directory that is not empty, as it should
    created_.pop_back();
  }
}

}  // namespace nsdbench::support
