// The time limit of one solve.
#pragma once

#include <chrono>

namespace nsdbench {

// The time limit of one solve, which begins when this is made.
class Deadline {
 public:
  // A limit of 1e9 s or more is none.
  explicit Deadline(double time_limit) : limited_(time_limit > 0.0 && time_limit < 1e9) {
    if (limited_) {
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time_limit));
    }
  }
  bool passed() const { return limited_ && Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool limited_;
  Clock::time_point end_;
};

}  // namespace nsdbench
