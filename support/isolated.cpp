#include "support/isolated.hpp"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <system_error>
#include <vector>

#include "support/child_process.hpp"

namespace nsdbench::support {

namespace {

[[noreturn]] void be_the_child(const std::function<void(const Send&)>& work, std::size_t record_size, int pipe_end,
                               std::size_t memory_limit) {
  // The address sanitizer reserves terabytes of addresses. Builds with other sanitizers do without the limit, too.
#ifndef NSDBENCH_SANITIZED
  const rlimit memory{memory_limit, memory_limit};
  setrlimit(RLIMIT_AS, &memory);
#else
  (void)memory_limit;
#endif
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  try {
    work([&](const void* record) {
      const char* bytes = static_cast<const char*>(record);
      for (std::size_t sent = 0; sent < record_size;) {
        const ssize_t count = write(pipe_end, bytes + sent, record_size - sent);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) _exit(EXIT_FAILURE);
        sent += static_cast<std::size_t>(count);
      }
    });
  } catch (const std::exception&) {
    _exit(EXIT_FAILURE);
  }
  // Without the parent's destructors and buffers.
  _exit(EXIT_SUCCESS);
}

// Reads a whole record; false at the end of the pipe or when time is up, which `timed_out` tells apart.
bool read_record(int pipe_end, std::vector<char>& record, double patience, bool& timed_out) {
  std::size_t read_so_far = 0;
  while (read_so_far < record.size()) {
    pollfd ready{pipe_end, POLLIN, 0};
    const int count = poll(&ready, 1, static_cast<int>(std::ceil(patience * 1e3)));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) {
      timed_out = true;
      return false;
    }
    const ssize_t bytes = read(pipe_end, record.data() + read_so_far, record.size() - read_so_far);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes <= 0) return false;
    read_so_far += static_cast<std::size_t>(bytes);
  }
  return true;
}

}  // namespace

IsolatedEnd run_isolated(const std::function<void(const Send&)>& work, std::size_t record_size,
                         const std::function<void(const void*)>& receive, double patience, std::size_t memory_limit) {
  hear_of_children();
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "no pipe to another process");
  const pid_t child = fork();
  if (child < 0) {
    const int error = errno;
    close(ends[0]);
    close(ends[1]);
    throw std::system_error(error, std::generic_category(), "no other process");
  }
  if (child == 0) {
    close(ends[0]);
    be_the_child(work, record_size, ends[1], memory_limit);
  }
  close(ends[1]);
  std::vector<char> record(record_size);
  bool timed_out = false;
  while (read_record(ends[0], record, patience, timed_out)) receive(record.data());
  close(ends[0]);
  if (timed_out) kill(child, SIGKILL);
  const int state = wait_for_child(child);
  if (timed_out) return IsolatedEnd::timed_out;
  return WIFEXITED(state) && WEXITSTATUS(state) == EXIT_SUCCESS ? IsolatedEnd::complete : IsolatedEnd::crashed;
}

}  // namespace nsdbench::support
