// Preloaded into a program under test: its calls that change files are counted, and one of them goes wrong.
//
//   NSDBENCH_FAULT=kill:N     in place of call N the process is killed; of a write the first half is done
//   NSDBENCH_FAULT=full:N     from call N on there is no space left on the disk; of write N the first half is done
//   NSDBENCH_FAULT=vanish:N   before call N the folder NSDBENCH_FAULT_FOLDER becomes <folder>.gone
//   NSDBENCH_FAULT=threads:N  from thread N on none can be made
//   NSDBENCH_FAULT=links:1    no file gets a second name, as on file systems that have none
//   NSDBENCH_FAULT_CALLS=FILE gets the number of calls at the end
// With checked library calls the names below would be macros or inline functions.
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

struct Fault {
  std::string kind;
  long at = 0;
  std::string folder;
};

const Fault& fault() {
  static const Fault asked_for = [] {
    Fault result;
    const char* const text = std::getenv("NSDBENCH_FAULT");
    const char* const colon = text != nullptr ? std::strchr(text, ':') : nullptr;
    if (colon != nullptr) {
      result.kind.assign(text, colon);
      result.at = std::atol(colon + 1);
    }
    if (const char* const folder = std::getenv("NSDBENCH_FAULT_FOLDER")) result.folder = folder;
    return result;
  }();
  return asked_for;
}

std::atomic<long> calls{0};
std::atomic<long> threads{0};

// Counts the call. Whether it is to fail since the disk is full.
bool no_space(bool takes_space) {
  const long call = ++calls;
  const Fault& f = fault();
  if (call == f.at && f.kind == "kill") ::kill(::getpid(), SIGKILL);
  if (call == f.at && f.kind == "vanish") {
    const std::string gone = f.folder + ".gone";
    ::syscall(SYS_renameat2, AT_FDCWD, f.folder.c_str(), AT_FDCWD, gone.c_str(), 0);
  }
  return takes_space && f.kind == "full" && call >= f.at;
}

template <class Function>
Function real(const char* name, Function /*of that type*/) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

bool is_result(int descriptor) {
  struct stat status {};
  return descriptor > STDERR_FILENO && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

int fail() {
  errno = ENOSPC;
  return -1;
}

template <class Open>
int open_with(Open open, const char* path, int flags, mode_t mode) {
  if ((flags & O_CREAT) != 0 && no_space(true)) return fail();
  return open(path, flags, mode);
}

struct AtTheEnd {
  ~AtTheEnd() {
    const char* const file = std::getenv("NSDBENCH_FAULT_CALLS");
    if (file == nullptr) return;
    const std::string text = std::to_string(calls.load()) + "\n";
    const long descriptor = ::syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ::syscall(SYS_write, descriptor, text.data(), text.size());
    ::syscall(SYS_close, descriptor);
  }
} at_the_end;

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_with(real("open", &open), path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_with(real("open64", &open64), path, flags, mode);
}

ssize_t write(int descriptor, const void* data, size_t size) {
  const auto next = real("write", &write);
  if (!is_result(descriptor)) return next(descriptor, data, size);
  const long call = calls + 1;
  const Fault& f = fault();
  const bool half = call == f.at && (f.kind == "kill" || f.kind == "full") && size > 1;
  if (half) next(descriptor, data, size / 2);
  return no_space(true) ? fail() : next(descriptor, data, size);
}

int fsync(int descriptor) { return no_space(true) ? fail() : real("fsync", &fsync)(descriptor); }

int mkdir(const char* path, mode_t mode) { return no_space(true) ? fail() : real("mkdir", &mkdir)(path, mode); }

int rename(const char* from, const char* to) {
  no_space(false);
  return real("rename", &rename)(from, to);
}

int link(const char* from, const char* to) {
  if (fault().kind == "links") {
    errno = EPERM;
    return -1;
  }
  return no_space(true) ? fail() : real("link", &link)(from, to);
}

int unlink(const char* path) {
  no_space(false);
  return real("unlink", &unlink)(path);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  if (fault().kind == "threads" && ++threads >= fault().at) return EAGAIN;
  return real("pthread_create", &pthread_create)(thread, attributes, start, argument);
}

}  // extern "C"
