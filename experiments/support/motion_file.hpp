// The motions of a run in a file, to find where two machines part: what --record and --check ask for.
//
// The file is text. After a header it has a line for the start of each motion, for every N-th of its steps, and for its
// end: motion, step, hash of all states and events so far, t, q and u, in decimal digits that read back to the same
// doubles. Motions are counted in the order in which they begin, for which the run keeps to one thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/support/run_options.hpp"
#include "solvers/integration/motion_log.hpp"

namespace nsdbench::experiments {

class MotionFile {
 public:
  // Reads the file of --check. Throws std::invalid_argument if that is not one of this experiment, and
  // support::OutputError if that of --record cannot be written.
  MotionFile(const RunOptions& options, std::string experiment);
  MotionFile(const MotionFile&) = delete;
  MotionFile& operator=(const MotionFile&) = delete;

  // What the log of motions shows; nothing if neither option is given. With --check it throws
  // support::ComputationFailed at the first state that is another one than in the file, with both.
  MotionLog::Listener listener();

  // After the last motion: writes the file, or throws support::ComputationFailed if it has more motions than the run.
  void finish();

  // What has been found, for the user; empty if neither option is given.
  const std::string& report() const { return report_; }

 private:
  void read();
  void take(const MotionPoint& point);
  void compare(const MotionPoint& point);

  std::filesystem::path record_, check_;
  std::string experiment_;
  long every_ = 0;
  long only_ = 0;  // motion; 0: all
  std::string text_;
  std::vector<std::string> lines_;  // of the file to check, without its header
  std::size_t next_ = 0;
  std::string report_;
};

}  // namespace nsdbench::experiments
