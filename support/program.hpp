// The frame of a program: from what its body throws to an exit code and one sentence.
#pragma once

#include <functional>
#include <string>

namespace nsdbench::support {

// Runs `body` and returns its exit code. What it throws becomes one sentence on standard error, after the program's
// `name`, and the exit code
//   2  for wrong input (std::invalid_argument), results that could not be written (OutputError), and files that could
//   not
//      be used (std::filesystem::filesystem_error),
//   1  where the computation failed (ComputationFailed), there was not enough memory, or anything else went wrong.
int run_program(const std::string& name, const std::function<int()>& body);

}  // namespace nsdbench::support
