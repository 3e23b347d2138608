// Contact problems in FCLIB's HDF5 layout.
#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "contact_data/fclib.hpp"
#include "support/isolated.hpp"
#include "tests/fuzz/contact_data_checks.hpp"
#include "tests/fuzz/target.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NSDBENCH_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif
#endif

using namespace nsdbench;

namespace {

// Whether the HDF5 library was called and has not come back.
bool in_hdf5_library() {
  std::array<void*, 128> calls{};
  const auto depth = static_cast<std::size_t>(backtrace(calls.data(), static_cast<int>(calls.size())));
  return std::ranges::any_of(std::span(calls).first(depth), [](void* call) {
    Dl_info info{};
    return dladdr(call, &info) != 0 && std::string_view(info.dli_fname).find("libhdf5") != std::string_view::npos;
  });
}

// How a copy ends when something went wrong in it: only what the library does counts as a failure.
[[noreturn]] void end_copy() { _exit(in_hdf5_library() ? EXIT_FAILURE : EXIT_SUCCESS); }

// Whether the library ends a process that has it read this text. Errors of this suite do not count: they come again.
bool is_deadly(const std::string& text) {
  constexpr double patience = 20.0;  // [s]
  const auto read = [&](const support::Send&) {
#ifdef NSDBENCH_ADDRESS_SANITIZER
    __sanitizer_set_death_callback(end_copy);
#endif
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) std::signal(signal, [](int) { end_copy(); });
    ::close(STDERR_FILENO);
    try {
      contact_data::parse_fclib_here(text, "input");
    } catch (const std::exception&) {
    }
  };
  return support::run_isolated(
             read, 1, [](const void*) {}, patience, std::numeric_limits<std::size_t>::max()) ==
         support::IsolatedEnd::crashed;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::as_text({data, size}));
  if (is_deadly(text)) return 0;  // parse_fclib refuses it, which test_fclib looks at
  contact_data::ContactData problem;
  const bool accepted = fuzz::accepts([&] { problem = contact_data::parse_fclib_here(text, "input"); });
  if (accepted) fuzz::check_contact_data(problem);
  return 0;
}
