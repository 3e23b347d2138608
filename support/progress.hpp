// Progress of a run on a terminal; silent when standard error is not one.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace nsdbench::support {

// The progress line of one run.
class Progress {
 public:
  explicit Progress(std::string name);
  ~Progress();

  // Rewrites the progress line: "name: what  42 %". `fraction` in [0, 1]. Cheap enough to call often: it
  // redraws at most ten times a second.
  void update(std::string_view what, double fraction);

  // Clears the progress line.
  void clear();

 private:
  std::string name_;
  bool terminal_ = false;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace nsdbench::support
