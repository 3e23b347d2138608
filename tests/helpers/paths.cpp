#include "tests/helpers/paths.hpp"

namespace nsdbench::testing {

std::filesystem::path source_directory() { return NSDBENCH_SOURCE_DIR; }

std::filesystem::path binary_directory() { return NSDBENCH_BINARY_DIR; }

}  // namespace nsdbench::testing
