#include "support/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>

#include "support/computation_failed.hpp"
#include "support/output_files.hpp"
#include "support/text_table.hpp"

namespace nsdbench::support {

namespace {

// A write that fails is told by its result, not by the end of the program: a reader of the standard output that has
// gone (SIGPIPE) must not take the results with it, and a limit on the size of files (SIGXFSZ) is like a full disk.
void prepare_for_failing_writes() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // Where a standard stream is closed, the next file that is opened would get its number, and what is printed. One that
  // cannot be written to takes its place, so that it shows that nothing was printed.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
}

}  // namespace

int run_program(const std::string& name, const std::function<int()>& body) {
  const auto fail = [&](int exit_code, const std::string& sentence) {
    std::cerr << name << ": " << printable(sentence) << std::endl;
    return exit_code;
  };
  prepare_for_failing_writes();
  const char* const no_memory = "the computation needs more memory than there is";
  try {
    return body();
  } catch (const std::invalid_argument& error) {
    return fail(2, error.what());
  } catch (const OutputError& error) {
    return fail(2, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(2, "cannot use " + error.path1().string() + ": " + error.code().message());
  } catch (const ComputationFailed& error) {
    return fail(1, std::string("the computation failed: ") + error.what());
  } catch (const std::bad_alloc&) {
    return fail(1, no_memory);
  } catch (const std::length_error&) {  // a container asked for more than any memory could hold
    return fail(1, no_memory);
  } catch (const std::exception& error) {
    return fail(1, std::string("internal error: ") + error.what());
  }
}

}  // namespace nsdbench::support
