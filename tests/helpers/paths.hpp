// Where the suite's sources are, and where it was built.
#pragma once

#include <filesystem>

namespace nsdbench::testing {

std::filesystem::path source_directory();
std::filesystem::path binary_directory();

}  // namespace nsdbench::testing
