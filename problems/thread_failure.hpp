// The exception of a parallel loop. OpenMP ends the program if one leaves the loop in a thread.
#pragma once

#include <exception>
#include <mutex>

namespace nsdbench::problems {

// Keeps the first exception of a loop until all threads are done.
class ThreadFailure {
 public:
  // Called by any thread of the loop. Nothing leaves it.
  template <class Work>
  void watch(const Work& work) noexcept {
    try {
      work();
    } catch (...) {
      const std::lock_guard<std::mutex> guard(lock_);
      if (!first_) first_ = std::current_exception();
    }
  }

  // After the loop: throws the first exception, if there was one.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex lock_;
  std::exception_ptr first_;
};

}  // namespace nsdbench::problems
