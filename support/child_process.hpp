// Another program, run to its end.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/output_files.hpp"

namespace nsdbench::support {

// How a program ended.
struct ChildEnd {
  enum class Kind { exited, killed, too_slow };
  Kind kind = Kind::exited;
  int code = 0;          // exit code, or the number of the signal that ended it
  std::string messages;  // what it wrote on its standard error, or the end of it
};

// Runs `command`, the file of the program first, with no standard input and its standard output thrown away. One that
// is not done after `patience` seconds, if that is given, is killed; so it is, on Linux, if this program ends. Throws
// std::runtime_error, with the reason, if it cannot be started.
ChildEnd run_child(const std::vector<std::string>& command, std::optional<double> patience = std::nullopt);

// Makes the system keep how processes that were started end. Where SIGCHLD is ignored nobody learns that; a program may
// have inherited it so.
void hear_of_children();

// Waits for the end of a process that was started, and returns its state as waitpid() has it. Throws
// std::runtime_error if nothing can be learned of it.
int wait_for_child(pid_t child);

// A folder of its own for files that nobody keeps, removed with all that is in it. It stands where the system has such
// files (TMPDIR). Those of programs that were killed are removed by the next program that makes one, where the file
// system knows locks. Throws OutputError if there can be none.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;
};

}  // namespace nsdbench::support
