// The command line that all experiments share.
#pragma once

#include <optional>

#include "experiments/support/experiment_info.hpp"
#include "experiments/support/run_options.hpp"

namespace nsdbench::experiments {

// Parses the command line. Returns nothing if the program is done (--help, --version, --list-figures,
// --list-solvers, --list-integrators were printed). Throws std::invalid_argument with one sentence for anything that is
// not understood, and OutputError if nothing could be printed.
std::optional<RunOptions> parse_command_line(int argc, const char* const* argv, const ExperimentInfo& info);

}  // namespace nsdbench::experiments
