#include "support/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace nsdbench::support {

namespace {

// What the threads of one loop share.
class Loop {
 public:
  Loop(int count, const std::function<void(int)>& work, const std::function<void(double)>& progress)
      : count_(count), work_(work), progress_(progress) {}

  void run() {
    for (int k = next_++; k < count_; k = next_++) {
      try {
        work_(k);
        report_progress();
      } catch (...) {
        keep_failure(k, std::current_exception());
        next_ = count_;
      }
    }
  }

  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void report_progress() {
    if (!progress_) return;
    const std::lock_guard<std::mutex> guard(lock_);
    progress_(static_cast<double>(++finished_) / count_);
  }

  // Indices are handed out in order: whatever smaller index fails was begun before, and comes here, too.
  void keep_failure(int index, std::exception_ptr failure) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (failure_ && failed_index_ < index) return;
    failed_index_ = index;
    failure_ = std::move(failure);
  }

  const int count_;
  const std::function<void(int)>& work_;
  const std::function<void(double)>& progress_;
  std::atomic<int> next_{0};
  std::mutex lock_;
  int finished_ = 0;
  int failed_index_ = 0;
  std::exception_ptr failure_;
};

// Joined at the end, whatever happens. (libc++ has no std::jthread before version 20.)
struct Helpers {
  ~Helpers() {
    for (std::thread& thread : threads) thread.join();
  }
  std::vector<std::thread> threads;
};

int number_of_threads(int count, int asked_for) {
  const int available = asked_for > 0 ? asked_for : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(available, 1, std::max(count, 1));
}

}  // namespace

void for_each_index(int count, const std::function<void(int)>& work, const std::function<void(double)>& progress,
                    int threads) {
  Loop loop(count, work, progress);
  {
    Helpers helpers;
    try {
      for (int k = 1; k < number_of_threads(count, threads); ++k) helpers.threads.emplace_back([&loop] { loop.run(); });
    } catch (const std::system_error&) {
      // The system gives no more threads: those that there are do all of the work.
    }
    loop.run();
  }
  loop.rethrow_failure();
}

int threads_to_be_had(int wanted) {
  std::promise<void> all_made;
  const std::shared_future<void> end = all_made.get_future().share();
  Helpers helpers;
  try {
    for (int k = 1; k < wanted; ++k) helpers.threads.emplace_back([end] { end.wait(); });
  } catch (const std::exception&) {
    // No more threads, or no memory for one.
  }
  all_made.set_value();
  return 1 + static_cast<int>(helpers.threads.size());
}

}  // namespace nsdbench::support
