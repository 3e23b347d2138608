// Sweeps whose cases are whole runs of an experiment.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "sweeps/sweep.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::tools {

// The experiment as it is now, for a plan: its program runs the sweep's first case and its last one, or opposite
// corners of the box of scattered points, which tells the names of parameters and quantities, and whether the
// experiment takes these settings and the ends of all axes. Throws std::invalid_argument with the experiment's own
// sentence if it does not, or if there is no such program; support::ComputationFailed if neither case can be computed.
sweeps::PlannedExperiment describe_experiment(const sweeps::Sweep& sweep);

// Each case is a run of the experiment's program in a process of its own, with one thread. Its inputs are the
// parameters (--set) and the options, "--dt", that the sweep gives numbers to; its settings are options, too. A case
// fails with the experiment's own sentence, if that is one on its values or its computation. It is left out if it takes
// longer than `patience` seconds, where that is given, if its process is killed, and for any other reason that is not
// its own. Throws support::InputError if the program is another one than that of the plan; so do evaluators if the
// parameters file is, or if a file cannot be used, and support::OutputError if there is no room.
std::unique_ptr<sweeps::SweptMap> make_experiment_map(const sweeps::Sweep& sweep, std::optional<double> patience);

}  // namespace nsdbench::tools
