#include "support/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace nsdbench::support {
namespace {

constexpr std::string_view scratch_begin = "nsdbench-scratch-";
// A file that stands in each such folder from its beginning: one of the same name may be somebody else's.
constexpr char scratch_mark[] = ".nsdbench-scratch";

Descriptor open_folder(const std::filesystem::path& folder) {
  return Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Whether the folder is this user's, and one of ours: marked, or from a program that was killed before it could.
bool is_own(const Descriptor& opened, const std::filesystem::path& folder) {
  struct stat about {};
  if (::fstat(opened.get(), &about) != 0 || about.st_uid != ::geteuid()) return false;
  if (::fstatat(opened.get(), scratch_mark, &about, AT_SYMLINK_NOFOLLOW) == 0) return S_ISREG(about.st_mode);
  std::error_code error;
  return std::filesystem::is_empty(folder, error) && !error;
}

// The folders of this user's programs that were killed: those that nobody has locked.
void remove_abandoned_folders(const std::filesystem::path& above) {
  std::error_code none;
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator entry(above, none), end; !none && entry != end; entry.increment(none)) {
    if (entry->path().filename().string().starts_with(scratch_begin)) found.push_back(entry->path());
  }
  for (const std::filesystem::path& folder : found) {
    const Descriptor opened = open_folder(folder);
    if (opened.get() < 0 || ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0 || !is_own(opened, folder)) continue;
    std::filesystem::remove_all(folder, none);
  }
}

struct Pipe {
  Descriptor from, to;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// In the child, where other threads may have held locks: only what may be called then. Does not return.
[[noreturn]] void become(char* const* arguments, pid_t parent, int null, int messages, int failure) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it has ended already
#else
  static_cast<void>(parent);
#endif
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(messages, STDERR_FILENO);
  ::execv(arguments[0], arguments);
  const int error = errno;
  if (::write(failure, &error, sizeof error) < 0) ::_exit(2);
  ::_exit(1);
}

// What comes through the pipe until nobody writes any more, or until `patience` is over: false then.
bool read_all(int pipe, std::optional<double> patience, std::string& text) {
  constexpr std::size_t most = 1U << 16U;
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::array<char, 4096> buffer{};
  while (true) {
    int wait = -1;
    if (patience) {
      const double left = *patience - std::chrono::duration<double>(Clock::now() - begin).count();
      if (left <= 0.0) return false;
      wait = static_cast<int>(std::min(1000.0 * left + 1.0, 1e6));
    }
    pollfd ready{pipe, POLLIN, 0};
    if (::poll(&ready, 1, wait) <= 0) continue;
    const ssize_t got = ::read(pipe, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() > most) text.erase(0, text.size() - most);
  }
}

}  // namespace

void hear_of_children() {
  static const auto before = std::signal(SIGCHLD, SIG_DFL);
  static_cast<void>(before);
}

int wait_for_child(pid_t child) {
  int state = 0;
  while (::waitpid(child, &state, 0) < 0) {
    if (errno != EINTR)
      throw std::runtime_error(std::string("cannot wait for another process: ") + std::strerror(errno));
  }
  return state;
}

ChildEnd run_child(const std::vector<std::string>& command, std::optional<double> patience) {
  hear_of_children();
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Pipe messages = make_pipe();
  Pipe failure = make_pipe();
  const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) become(arguments.data(), parent, null.get(), messages.to.get(), failure.to.get());
  if (child < 0) throw std::runtime_error("cannot start " + command[0] + ": " + std::strerror(errno));
  messages.to = Descriptor();
  failure.to = Descriptor();
  int error = 0;
  if (::read(failure.from.get(), &error, sizeof error) == static_cast<ssize_t>(sizeof error)) {
    wait_for_child(child);
    throw std::runtime_error("cannot start " + command[0] + ": " + std::strerror(error));
  }
  ChildEnd end;
  const bool done = read_all(messages.from.get(), patience, end.messages);
  if (!done) ::kill(child, SIGKILL);
  const int state = wait_for_child(child);
  if (!done) {
    end.kind = ChildEnd::Kind::too_slow;
  } else if (WIFSIGNALED(state)) {
    end.kind = ChildEnd::Kind::killed;
    end.code = WTERMSIG(state);
  } else {
    end.code = WEXITSTATUS(state);
  }
  return end;
}

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const std::filesystem::path above = std::filesystem::temp_directory_path(error);
  if (error) throw OutputError("there is no folder for temporary files: " + error.message());
  static std::once_flag once;
  std::call_once(once, [&] { remove_abandoned_folders(above); });
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::string name = above.string() + "/";
    name.append(scratch_begin).append("XXXXXX");
    if (::mkdtemp(name.data()) == nullptr) break;
    path_ = name;
    lock_ = open_folder(path_);
    // Someone who looks for folders of killed programs may have come in between, and have removed this one.
    if (::flock(lock_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
      const int mark = ::openat(lock_.get(), scratch_mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
      const int problem = errno;
      const Descriptor marked(mark);
      if (mark >= 0 && std::filesystem::exists(path_, error)) return;
      if (mark < 0 && problem != ENOENT) {
        std::filesystem::remove(path_, error);
        errno = problem;
        break;
      }
    }
  }
  throw OutputError("cannot create a folder in " + above.string() + ": " + std::strerror(errno));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace nsdbench::support
