// The description of an experiment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/support/run_options.hpp"

namespace nsdbench::experiments {

// One figure of the experiment. `id` is the paper and its number ("glocker2005_fig4"), which is also the name
// of the script figures/<id>.gp and of the drawings <id>.svg, .pdf, .png.
struct FigureInfo {
  std::string id;
  std::string caption;
};

// What an experiment says of itself before it computes anything.
struct ExperimentInfo {
  std::string name;           // of the executable and of the folder under experiments/ and results/
  std::string paper;          // folder under reference-data/
  std::string parameters_of;  // the folder with the parameters, if that is another paper's
  std::string title;          // one line
  std::string description;    // for --help: what is solved, where it stands in the paper, sample commands
  // Direct and without a tolerance, so that no figure depends on when an iteration stops; another one where it does not
  // apply (spatial friction). It is Glocker & Studer's method; the other papers have others.
  std::string default_solver = "lemke";
  // The method of the paper, by its name in the table of integrators.
  std::string default_integrator = "moreau";
  // What hits what, where contacts close with a velocity: "the ball hits the table". Integrators that do not treat
  // impacts are then refused. Empty: there are no impacts, or parameters decide.
  std::string impacts;
  // Why no integrator but the default one applies; empty if others do.
  std::string no_other_integrator;
  // Each of these options exists only if it has a default here.
  std::optional<double> default_dt;            // s
  std::optional<StepControl> default_control;  // --dt-min, --dt-max, --order, --atol, --rtol
  std::optional<double> default_end_time;      // s
  std::optional<int> default_cycles;
  // Where --end-time does not exist: the motion, or each of its cycles, takes no less time [s]. Steps of --dt that are
  // lost beside it are refused before anything is computed.
  std::optional<double> least_time = std::nullopt;
  std::optional<double> default_tolerance = std::nullopt;  // of contact problems, relative to max |c|: --tolerance
  // The option --threads exists, with this default (0: as many as there are cores): parts of the work are done on
  // several threads, with the same bytes for any number.
  std::optional<int> default_threads = std::nullopt;
  // The options --export-step and --export-to exist: see contact_export.hpp.
  bool has_contact_export = false;
  // The option --full exists: maps and diagrams are coarser by default than they could be.
  bool has_full_resolution = false;
  std::vector<FigureInfo> figures;

  const std::string& parameters_paper() const { return parameters_of.empty() ? paper : parameters_of; }
};

}  // namespace nsdbench::experiments
