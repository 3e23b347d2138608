#include "tests/fuzz/target.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "support/output_files.hpp"

namespace nsdbench::fuzz {

void require(bool condition, const std::string& sentence) {
  if (condition) return;
  std::cerr << "FIND: " << sentence << std::endl;
  std::abort();
}

MemoryFile::MemoryFile(std::string_view content) : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
  require(descriptor_ >= 0, "no file in memory can be made");
  support::write_all(descriptor_, content, "input");
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

std::filesystem::path MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

}  // namespace nsdbench::fuzz
