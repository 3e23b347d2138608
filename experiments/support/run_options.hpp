// What the user asked for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nsdbench::experiments {

// Settings of an integration with step size adjustment and extrapolation (Studer, Leine & Glocker 2008, sec. 9).
struct StepControl {
  double dt_min = 0.0;  // s
  double dt_max = 0.0;  // s
  int order = 0;        // of smooth steps; 0: as high as the tolerances ask for
  double atol = 0.0;    // for order 0, in the maximum norm over positions and velocities in SI units
  double rtol = 0.0;    // likewise, relative to that norm
  // Evaluations of the equations of motion (RunCounts::evaluations; base steps of time stepping) after which a run
  // ends, at its next step, whatever the method: some ten seconds of computing. Tolerances that need steps near dt_min
  // throughout would otherwise take hours.
  int step_limit = 50'000'000;
  double activation_gap = 0.0;  // m, of the midpoint rule (moreau_midpoint.hpp)
  friend bool operator==(const StepControl&, const StepControl&) = default;
};

// The settings that the user asked for, all of them validated: numbers are finite, 0 < dt, 0 < dt_min <= dt_max, orders
// are 0 to 12, tolerances are not negative (that of contact problems is positive), end time > 0, cycles >= 1, 1 <=
// threads <= 256, solver and integrator stand in their tables, and an end time is reached within 1e10 steps of size dt
// and is not so late that dt_min is lost in its rounding.
struct RunOptions {
  std::string solver;
  std::string integrator;
  std::optional<double> dt;            // s, the fixed time step: figures and trajectories are drawn with it
  std::optional<StepControl> control;  // of the figures' and trajectories' steps where these are adjusted
  std::optional<double> end_time;      // s
  std::optional<int> cycles;           // cycles or revolutions, as the experiment says
  std::optional<double> tolerance;  // largest residual of a contact problem that counts as solved, relative to max |c|
  int threads = 1;                  // 0: as many as there are cores; changes nothing but the time of a run
  // The motions of the run go to one file, or are compared with those in another one (motion_file.hpp); empty: not. Of
  // the motion of that number, or of all if it is 0, every N-th step.
  std::filesystem::path record_motions, check_motions;
  int record_every = 100;
  int record_motion = 0;
  // The contact problem of this step, counted from 1, goes to this file; both or none are given. It changes no number
  // of the run.
  std::optional<int> export_step;
  std::filesystem::path export_to;
  std::vector<std::pair<std::string, double>> overrides;  // --set name=value, in the order given
  bool quick = false;                                     // coarser studies, for continuous integration
  bool full = false;  // maps and diagrams at full resolution; not together with `quick`
  // Results directory. Without --out: results/<experiment> for the default run, and results/variants/<experiment> for
  // any other, which must not replace the default run's record.
  std::filesystem::path out;
  std::filesystem::path parameters;    // the paper's parameters.json
  std::string parameters_text;         // what stood in it, which is read once: it may be a pipe
  bool papers_parameters_file = true;  // `parameters` is the paper's own file, under any name
  bool default_run = true;             // every setting but --out has its default
  std::vector<std::string> command;    // the exact command, for the provenance block
};

}  // namespace nsdbench::experiments
