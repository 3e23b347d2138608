// The motions of a run in a file, to find where two machines part: what --record and --check ask for.
//
// The file is text. After a header, which has the settings of the run, it has a line for the start of each motion, for
// every N-th of its steps, and for its end: motion, step, hash of all states and events so far, t, q and u, in decimal
// digits that read back to the same doubles. The last line says how many these are. Motions are counted in the order in
// which they begin, for which the run keeps to one thread; rows of an interrupted run are not taken up.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "experiments/support/run_options.hpp"
#include "solvers/integration/motion_log.hpp"

namespace nsdbench::experiments {

// A state is another one than in the file of --check. It is no outcome of a computation that an experiment may handle.
class MotionsDiffer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Writes the file of --record and compares with that of --check while motions run.
class MotionFile {
 public:
  // Reads the file of --check. Throws std::invalid_argument if that is not a whole one of this experiment with these
  // settings, or if that of --record lies in the results folder, and support::OutputError if the latter cannot be
  // written.
  MotionFile(const RunOptions& options, std::string experiment);
  MotionFile(const MotionFile&) = delete;
  MotionFile& operator=(const MotionFile&) = delete;

  // Whether one of the options is given.
  bool active() const { return !record_.empty() || !check_.empty(); }

  // What the log of motions shows; nothing if neither option is given. With --check it throws MotionsDiffer at the
  // first state that is another one than in the file.
  MotionLog::Listener listener();

  // After the last motion. Throws support::ComputationFailed if a state was another one, whoever has caught what the
  // listener threw, if the file has more motions than the run, or if the motion to record did not come.
  void finish();

  // Where the text of --record belongs, and what it is; empty without that option.
  const std::filesystem::path& recorded_to() const { return record_; }
  const std::string& text() const { return text_; }
  // What has been found, for the user; empty if neither option is given.
  const std::string& report() const { return report_; }

 private:
  std::string header() const;
  void read();
  void take(const MotionPoint& point);
  void compare(const MotionPoint& point);

  std::filesystem::path record_, check_;
  std::string experiment_;
  std::string settings_;
  long every_ = 0;
  long only_ = 0;  // motion; 0: all
  long motions_ = 0;
  std::size_t count_ = 0;  // of lines with states, written or compared
  std::string text_;
  std::vector<std::string> lines_;  // with states, of the file to check
  std::string difference_;          // the first; nothing is compared after it
  std::string report_;
};

}  // namespace nsdbench::experiments
