#include "support/output_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iostream>
#include <system_error>
#include <utility>

#include "support/numbers.hpp"

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

constexpr std::string_view temporary_begin = ".nsdbench-";
constexpr std::string_view temporary_end = ".tmp";

// In the destination's own directory, since a rename is atomic only within one file system.
fs::path folder_of(const fs::path& destination) {
  return destination.has_parent_path() ? destination.parent_path() : fs::path(".");
}

bool is_temporary(const std::string& name) {
  return name.starts_with(temporary_begin) && name.ends_with(temporary_end);
}

// How the names of this program's temporary files begin. Numbers of processes are those of a machine or a container,
// and come again: the instant of the first file tells apart what a killed program with the same number has left.
const std::string& own_begin() {
  static const std::string begin = std::string(temporary_begin) + std::to_string(::getpid()) + "-" +
                                   std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + "-";
  return begin;
}

// Some file systems do not tell a program's own lock from none.
bool is_of_this_process(const std::string& name) { return name.starts_with(own_begin()); }

// Creates a file with a name of its own and locks it, which tells others that it is in use. Where a file system knows
// no locks, nobody gets one either, and nothing is removed.
Descriptor open_temporary(const fs::path& folder, fs::path& name) {
  static std::atomic<unsigned> counter{0};
  constexpr int attempts = 1000;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    name = folder / (own_begin() + std::to_string(counter++) + std::string(temporary_end));
    Descriptor file(::open(name.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0666));
    if (file.get() < 0 && errno == EEXIST) continue;
    if (file.get() < 0) return file;
    struct stat status {};
    const bool taken = ::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && ::fstat(file.get(), &status) == 0 && status.st_nlink > 0) return file;
    // Someone who looks for files of killed programs came in between, and removes this one.
  }
  errno = EEXIST;
  return Descriptor();
}

// Some file systems tell only when a file is closed that it could not be written. A second descriptor is closed: the
// first keeps the lock.
void close_checked(const Descriptor& file, const fs::path& name) {
  const int second = ::fcntl(file.get(), F_DUPFD_CLOEXEC, 0);
  if (second < 0 || ::close(second) != 0) refuse("cannot write", name, errno);
}

// Without links and dots. What cannot be found stays as it is written.
fs::path place_of(const fs::path& name) {
  std::error_code error;
  const fs::path file = fs::absolute(behind_links(name), error);
  const fs::path found = fs::weakly_canonical(file, error);
  if (error) return name;
  return found.has_filename() ? found : found.parent_path();
}

void write_bytes(int descriptor, std::string_view content, const fs::path& name) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse("cannot write", name, errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Gives `temporary` its name if nothing has that; 0, or what is in the way. Some file systems have no second names for
// a file: there it is only among programs that do the same, and where the folder can be locked, that one wins.
int rename_to_new(const Descriptor& file, const fs::path& temporary, const fs::path& destination) {
  if (::link(temporary.c_str(), destination.c_str()) == 0) return ::unlink(temporary.c_str()) == 0 ? 0 : errno;
  const int error = errno;
  struct stat status {};  // over a network the answer may have been lost, and the question asked again
  if (error == EEXIST && ::fstat(file.get(), &status) == 0 && status.st_nlink == 2) return 0;
  if (error != EPERM && error != EOPNOTSUPP && error != ENOSYS) return error;
  const Descriptor folder(::open(folder_of(destination).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0) ::flock(folder.get(), LOCK_EX);
  if (::lstat(destination.c_str(), &status) == 0) return EEXIST;
  return ::rename(temporary.c_str(), destination.c_str()) == 0 ? 0 : errno;
}

}  // namespace

// Those that nobody has locked.
void remove_abandoned(const fs::path& folder) {
  std::error_code none;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none)) {
    const std::string name = entry->path().filename().string();
    if (is_temporary(name) && !is_of_this_process(name)) found.push_back(entry->path());
  }
  for (const fs::path& file : found) {
    const Descriptor opened(::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (opened.get() >= 0 && ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(file.c_str());
  }
}

Descriptor::~Descriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void write_all(int descriptor, std::string_view content, const fs::path& name) {
  write_bytes(descriptor, content, name);
  // File systems that allocate late report a full disk only here. Pipes and devices know no fsync.
  if (::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS) refuse("cannot write", name, errno);
}

namespace {

// Writes a temporary file beside `destination`, through to the medium, which `put_in_place(file, its name)` then gives
// its name; where that returns false or throws, the temporary file goes. The file is as it was locked.
template <class PutInPlace>
Descriptor write_beside(const fs::path& destination, std::string_view content, PutInPlace put_in_place) {
  const fs::path folder = folder_of(destination);
  remove_abandoned(folder);
  fs::path temporary;
  Descriptor file = open_temporary(folder, temporary);
  if (file.get() < 0) refuse("cannot write", destination, errno);
  bool is_in_place = false;
  try {
    write_all(file.get(), content, destination);
    close_checked(file, destination);
    is_in_place = put_in_place(file, temporary);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  if (!is_in_place) ::unlink(temporary.c_str());
  return file;
}

}  // namespace

OutputFiles::~OutputFiles() { abandon(); }

void OutputFiles::abandon() noexcept {
  for (const Pending& file : pending_) ::unlink(file.temporary.c_str());
  pending_.clear();
}

void OutputFiles::add(const fs::path& destination, std::string_view content) {
  std::error_code ignored;
  if (is_open_file(destination)) throw OutputError("cannot replace " + destination.string() + ": it is an open file");
  struct stat by_name {};  // too long, say, which otherwise the last step of all would tell
  if (::lstat(destination.c_str(), &by_name) != 0 && errno != ENOENT) refuse("cannot write", destination, errno);
  const fs::file_status there = fs::status(destination, ignored);
  if (fs::exists(there) && !fs::is_regular_file(there) && !fs::is_directory(there)) {
    throw OutputError("cannot replace " + destination.string() + ": it is a device or a pipe, not a file");
  }
  const fs::path folder = folder_of(destination);
  const bool first = std::none_of(pending_.begin(), pending_.end(),
                                  [&](const Pending& earlier) { return folder_of(earlier.destination) == folder; });
  if (first) remove_abandoned(folder);
  fs::path temporary;
  Descriptor file = open_temporary(folder, temporary);
  if (file.get() < 0) refuse("cannot write", destination, errno);
  pending_.push_back({temporary, destination, std::move(file)});
  write_all(pending_.back().lock.get(), content, destination);
  close_checked(pending_.back().lock, destination);
}

void OutputFiles::add(const fs::path& folder, const std::vector<TextFile>& files) {
  for (const TextFile& file : files) add(folder / file.name, file.content);
}

void OutputFiles::append(const fs::path& destination, std::string_view content) {
  const auto file = std::find_if(pending_.begin(), pending_.end(),
                                 [&](const Pending& earlier) { return earlier.destination == destination; });
  if (file == pending_.end()) throw std::logic_error("nothing has been added for " + destination.string());
  file->appended = true;
  write_bytes(file->lock.get(), content, destination);
}

void OutputFiles::commit(const fs::path& voucher) {
  if (pending_.empty()) return;
  for (const Pending& file : pending_) {
    if (!file.appended) continue;
    write_all(file.lock.get(), {}, file.destination);
    close_checked(file.lock, file.destination);
  }
  for (const Pending& file : pending_) {  // before anything is replaced
    std::error_code ignored;
    if (fs::is_directory(fs::symlink_status(file.destination, ignored))) {
      refuse("cannot replace", file.destination, EISDIR);
    }
  }
  const Descriptor folder(::open(folder_of(pending_.back().destination).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (pending_.size() > 1 && folder.get() >= 0) ::flock(folder.get(), LOCK_EX);
  std::vector<const Pending*> elsewhere;
  std::vector<const Pending*> in_its_folder;
  for (const Pending& file : pending_) {
    const bool is_there = voucher.empty() || same_file(folder_of(file.destination), folder_of(voucher));
    (is_there ? in_its_folder : elsewhere).push_back(&file);
  }
  const auto put_in_place = [](const std::vector<const Pending*>& files) {
    for (const Pending* file : files) {
      std::error_code error;
      fs::rename(file->temporary, file->destination, error);
      if (error) refuse("cannot replace", file->destination, error.value());
    }
  };
  put_in_place(elsewhere);
  if (!voucher.empty() && ::unlink(voucher.c_str()) != 0 && errno != ENOENT) refuse("cannot replace", voucher, errno);
  put_in_place(in_its_folder);
  pending_.clear();
}

namespace {

struct StandardStream {
  std::string_view name;
  int descriptor;
};
constexpr std::array standard_streams{StandardStream{"/dev/stdin", STDIN_FILENO},
                                      StandardStream{"/dev/stdout", STDOUT_FILENO},
                                      StandardStream{"/dev/stderr", STDERR_FILENO}};

fs::path without_dots(const fs::path& name) {
  std::error_code ignored;  // without a present folder: as it is
  const fs::path full = fs::absolute(name, ignored);
  return (full.empty() ? name : full).lexically_normal();
}

// Of /dev/fd, /proc/self/fd and the like; nothing for other folders.
std::optional<std::string> process_of_open_files(const fs::path& folder) {
  if (folder == "/dev/fd") return "self";
  const fs::path process = folder.parent_path();
  if (folder.filename() != "fd" || process.parent_path() != "/proc") return std::nullopt;
  return process.filename().string();
}

}  // namespace

bool is_open_file(const fs::path& name) {
  const fs::path full = without_dots(name);
  const auto is_it = [&](const StandardStream& stream) { return full == stream.name; };
  return std::ranges::any_of(standard_streams, is_it) || process_of_open_files(full.parent_path());
}

std::optional<int> open_descriptor(const fs::path& name) {
  const fs::path full = without_dots(name);
  for (const StandardStream& stream : standard_streams) {
    if (full == stream.name) return stream.descriptor;
  }
  const std::optional<std::string> process = process_of_open_files(full.parent_path());
  const bool is_own = process == "self" || process == "thread-self" || process == std::to_string(::getpid());
  return is_own ? parse_integer(full.filename().string()) : std::nullopt;
}

fs::path behind_links(fs::path name) {
  constexpr int most_links = 40;  // as many as Linux follows
  for (int links = 0; links <= most_links; ++links) {
    if (is_open_file(name)) return name;
    std::error_code error;
    const fs::file_status there = fs::status(name, error);
    if (fs::exists(there) && !fs::is_regular_file(there)) return name;
    const fs::path next = fs::read_symlink(name, error);
    if (error) return name;
    name = folder_of(name) / next;
  }
  refuse("cannot write", name, ELOOP);
}

bool same_file(const fs::path& a, const fs::path& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code not_there;
  return fs::equivalent(a, b, not_there) || place_of(a) == place_of(b);
}

bool lies_in(const fs::path& name, const fs::path& folder) {
  if (name.empty() || folder.empty()) return false;
  const fs::path inner = place_of(name);
  const fs::path outer = place_of(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

void write_file(const fs::path& destination, std::string_view content) {
  OutputFiles files;
  files.add(destination, content);
  files.commit();
}

bool write_new_file(const fs::path& destination, std::string_view content) {
  int error = 0;
  write_beside(destination, content, [&](const Descriptor& file, const fs::path& temporary) {
    error = rename_to_new(file, temporary, destination);
    return error == 0;
  });
  if (error != 0 && error != EEXIST) refuse("cannot write", destination, error);
  return error == 0;
}

GrowingFile::GrowingFile(fs::path path, std::string_view content) : path_(std::move(path)) {
  file_ = write_beside(path_, content, [&](const Descriptor&, const fs::path& temporary) {
    std::error_code error;
    fs::rename(temporary, path_, error);
    if (error) refuse("cannot replace", path_, error.value());
    return true;
  });
}

void GrowingFile::append(std::string_view content) {
  const off_t before = ::lseek(file_.get(), 0, SEEK_END);
  try {
    write_all(file_.get(), content, path_);
    close_checked(file_, path_);
  } catch (...) {
    // Nobody else's text may follow half of this one. If that fails, too, the reader has to tell.
    if (before >= 0 && ::ftruncate(file_.get(), before) == 0) ::lseek(file_.get(), before, SEEK_SET);
    throw;
  }
}

void GrowingFile::remove() const {
  struct stat ours {};
  struct stat there {};
  if (::fstat(file_.get(), &ours) != 0 || ::stat(path_.c_str(), &there) != 0) return;
  if (ours.st_dev == there.st_dev && ours.st_ino == there.st_ino) ::unlink(path_.c_str());
}

void flush_standard_output() {
  if (!std::cout.flush()) throw OutputError("cannot write to the standard output");
}

OutputDirectory::OutputDirectory(fs::path path) : path_(std::move(path)) {
  if (path_.empty()) throw OutputError("the name of the results directory is empty");
  create();
  remove_created();
}

OutputDirectory::~OutputDirectory() { remove_created(); }

void OutputDirectory::keep() {
  created_.clear();
  remove_proof();
}

void OutputDirectory::create() {
  // Another run may remove a directory above ours, which it made for its own proof and which is still empty, at any
  // moment before ours stands in it.
  constexpr int attempts = 100;
  for (int attempt = 1;; ++attempt) {
    try {
      create_missing();
      put_proof();
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
    std::error_code ignored;
    if (!fs::create_directory(directory, error) && !fs::is_directory(directory, ignored)) {
      const bool was_there = !error || error == std::errc::file_exists;
      if (was_there && fs::symlink_status(directory, ignored).type() == fs::file_type::not_found) {
        error = std::make_error_code(std::errc::no_such_file_or_directory);  // another run's, which has removed it
      } else if (was_there) {
        error = std::make_error_code(std::errc::not_a_directory);
      }
      refuse_directory("cannot create the results directory", path_, error.value());
    }
    created_.push_back(directory);
  }
}

void OutputDirectory::put_proof() {
  fs::path name;
  Descriptor file = open_temporary(path_, name);
  if (file.get() < 0) refuse_directory("cannot write to the results directory", path_, errno);
  remove_proof();  // of an earlier call
  proof_lock_ = std::move(file);
  proof_ = std::move(name);
}

void OutputDirectory::remove_proof() noexcept {
  if (!proof_.empty()) ::unlink(proof_.c_str());
  proof_.clear();
  proof_lock_ = Descriptor();
}

void OutputDirectory::remove_created() noexcept {
  remove_proof();
  while (!created_.empty()) {
    std::error_code ignored;
    fs::remove(created_.back(), ignored);  // fails on a directory that is not empty, as it should
    created_.pop_back();
  }
}

}  // namespace nsdbench::support
