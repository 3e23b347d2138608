// The gnuplot scripts that go with a run's data, so that a results folder can be drawn by itself.
#pragma once

#include <string>
#include <vector>

#include "experiments/support/experiment_info.hpp"
#include "experiments/support/record.hpp"
#include "experiments/support/run_options.hpp"
#include "solvers/integration/setting.hpp"
#include "support/output_files.hpp"

namespace nsdbench::experiments {

// Whether record and captions name the contact solver: a method that has none, unless it is the default of the
// experiment, which may use the solver for what it draws beside it, does not.
bool names_contact_solver(const ExperimentInfo& info, const RunOptions& options);

// The scripts of the experiment's folder and the common style.gp. Throws std::invalid_argument if a figure of
// `info` has no script.
std::vector<support::TextFile> figure_scripts(const ExperimentInfo& info);

// run.gp: variables with which the scripts describe this run. `run_caption` is the line under each figure, made of
// `run_name`, which has the changed parameters, and the settings; `run_integrator` the integrator's name; `run_control`
// the part on steps and tolerances; `run_dt` the fixed time step as text; `run_dt_min`, `run_dt_max` (s),
// `run_end_time` (s) and `run_cycles` numbers, each where the experiment has it; rows_<table> the number of rows of
// each table that has any; q_<key> the quantities. `settings`: of an integrator that is not the default one.
support::TextFile run_script(const ExperimentInfo& info, const RunOptions& options,
                             const IntegratorSettingList& settings, const Record& record);

// Whether run.gp has all variables that the script names in its line needs = '...', if it has that line: the tables and
// quantities without which there is nothing to draw.
bool can_be_drawn(const support::TextFile& script, const support::TextFile& run);

}  // namespace nsdbench::experiments
