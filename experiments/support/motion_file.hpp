// The motions of a run in a file, to find where two machines part: what --record and --check ask for.
//
// The file is text. After a header, which has the settings of the run, it has a line for the start of each motion, for
// every N-th of its steps, and for its end: motion, step, hash of all states and events so far, t, q and u, in decimal
// digits that read back to the same doubles. The last line says how many these are, with a hash of all lines before.
// Motions are counted in the order in which they begin, for which the run keeps to one thread; rows of an interrupted
// run are not taken up. Files may be larger than the memory: lines are written and read as the run comes to them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/run_options.hpp"
#include "solvers/integration/motion_log.hpp"
#include "support/hash.hpp"
#include "support/output_files.hpp"

namespace nsdbench::experiments {

// A state is another one than in the file of --check. It is no outcome of a computation that an experiment may handle.
class MotionsDiffer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Writes the file of --record and compares with that of --check while motions run.
class MotionFile {
 public:
  // Begins the file of --record in `outputs`, which must outlive this and are committed by the caller after finish();
  // the command line has seen to it that it replaces nothing else. Throws std::invalid_argument if the file of --check is
  // not one of this experiment with these settings, as it was written, and support::OutputError if that of --record
  // cannot be written.
  MotionFile(const RunOptions& options, std::string experiment, support::OutputFiles& outputs);
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

  // What has been found, for the user; empty if neither option is given.
  const std::string& report() const { return report_; }

 private:
  std::string header() const;
  void write(std::string_view lines);
  void flush();
  void read();
  bool next_line();
  void take(const MotionPoint& point);
  void compare(const MotionPoint& point);

  support::OutputFiles& outputs_;
  std::filesystem::path record_, check_;
  std::string experiment_;
  std::string settings_;
  long every_ = 0;
  long only_ = 0;  // motion; 0: all
  long motions_ = 0;
  std::size_t count_ = 0;   // of lines with states, written or compared
  std::string unwritten_;   // the last lines to record
  support::TextHash hash_;  // of the lines recorded
  std::ifstream checked_;   // at the next state
  std::size_t states_ = 0;  // of the file to check
  std::unique_ptr<char[]> buffer_;
  std::string_view line_;   // of the file to check, in the buffer
  std::string difference_;  // the first; nothing is compared after it
  std::string report_;
};

}  // namespace nsdbench::experiments
