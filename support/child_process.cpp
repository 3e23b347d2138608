#include "support/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX does not promise the declaration

namespace nsdbench::support {
namespace {

// Where the standard streams of a child lead.
class Streams {
 public:
  explicit Streams(const std::filesystem::path& messages) : messages_(messages.string()) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, messages_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  std::string messages_;
  posix_spawn_file_actions_t actions_{};
};

constexpr std::string_view scratch_begin = "nsdbench-scratch-";

Descriptor open_folder(const std::filesystem::path& folder) {
  return Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
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
    if (opened.get() < 0 || ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::filesystem::remove_all(folder, none);
  }
}

// Waits for the child, up to `patience`; false: it is not done.
bool wait_for(pid_t child, int& state, std::optional<double> patience) {
  const auto begin = std::chrono::steady_clock::now();
  std::chrono::milliseconds pause(1);
  while (true) {
    const pid_t done = ::waitpid(child, &state, patience ? WNOHANG : 0);
    if (done == child) return true;
    if (done < 0 && errno != EINTR)
      throw std::runtime_error(std::string("cannot wait for a program: ") + std::strerror(errno));
    if (!patience) continue;
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > *patience) return false;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::milliseconds(50));
  }
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& command, const std::filesystem::path& messages,
                   std::optional<double> patience) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const Streams streams(messages);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, arguments[0], streams.get(), nullptr, arguments.data(), environ);
  if (error != 0) throw std::runtime_error("cannot start " + command[0] + ": " + std::strerror(error));
  int state = 0;
  if (!wait_for(child, state, patience)) {
    ::kill(child, SIGKILL);
    wait_for(child, state, std::nullopt);
    return {ChildEnd::Kind::too_slow, SIGKILL};
  }
  if (WIFSIGNALED(state)) return {ChildEnd::Kind::killed, WTERMSIG(state)};
  return {ChildEnd::Kind::exited, WEXITSTATUS(state)};
}

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const std::filesystem::path above = std::filesystem::temp_directory_path(error);
  if (error) throw OutputError("there is no folder for temporary files: " + error.message());
  static std::once_flag once;
  std::call_once(once, [&] { remove_abandoned_folders(above); });
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::string name = (above / (std::string(scratch_begin) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) break;
    path_ = name;
    lock_ = open_folder(path_);
    // Someone who looks for folders of killed programs may have come in between, and have removed this one.
    if (::flock(lock_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
      if (std::filesystem::exists(path_, error)) return;
    }
  }
  throw OutputError("cannot create a folder in " + above.string() + ": " + std::strerror(errno));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace nsdbench::support
