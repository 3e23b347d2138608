// The command line of nsdbench-solve.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "solvers/contact/solver.hpp"

namespace nsdbench::tools {

// What the user asked for. Everything here was validated: the solver is registered, numbers are finite and positive.
struct SolveRequest {
  std::filesystem::path problem;
  std::string solver;
  SolverOptions options;
  bool from_start = false;                       // the first guess is the file's start, not zero
  std::optional<std::filesystem::path> out;      // the standard output if absent
  std::optional<std::filesystem::path> convert;  // write the problem here instead of solving it
};

// Parses the command line. Returns nothing if the program is done (--help, --version, --list-solvers were printed).
// Throws std::invalid_argument with one sentence for anything that is not understood, and support::OutputError if
// nothing could be printed.
std::optional<SolveRequest> parse_solve_command_line(int argc, const char* const* argv);

}  // namespace nsdbench::tools
