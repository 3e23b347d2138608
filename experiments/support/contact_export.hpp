// The contact problem of one step of a run as a file, for other solvers and other programs: what --export-step and
// --export-to ask for.
//
//   ContactExport contacts(experiment);            // before anything is computed
//   ... after each step, solved or not: contacts.after_step(k, midpoint.problem());
//   contacts.finish(experiment);                   // the file is written with the results
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/support/experiment.hpp"
#include "solvers/contact/round_bodies/round_contact_problem.hpp"

namespace nsdbench::experiments {

// Waits for the one step that was asked for and writes its contact problem.
class ContactExport {
 public:
  // Of an experiment with ExperimentInfo::has_contact_export. Throws std::invalid_argument if the end of the file's
  // name says no format, or asks for HDF5 in a build without it, and support::OutputError if the file cannot be
  // written, which an empty one beside it shows.
  explicit ContactExport(const Experiment& experiment);

  bool asked_for(long step) const { return step_ == step; }
  // Step `step` of the run, counted from 1, has left `problem` with its answer. Keeps the problem if it is the one
  // asked for; anything else costs a comparison. A step that was done twice, as a run that goes on after an
  // interruption may do, is kept once.
  void after_step(long step, const RoundContactProblem& problem);
  // Gives the file to the results. If the step never came, the run is incomplete and says so.
  void finish(Experiment& experiment) const;

 private:
  std::optional<long> step_;
  std::filesystem::path file_;
  std::string experiment_;
  std::string bytes_;
};

}  // namespace nsdbench::experiments
