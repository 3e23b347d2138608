// A loop over indices on all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace nsdbench::experiments {

// Calls work(k) for k = 0 .. count-1, on all cores; `done(fraction)` now and then. What is computed for an index must
// depend on it alone.
inline void for_each_index(int count, const std::function<void(int)>& work, const std::function<void(double)>& done) {
  std::atomic<int> next{0};
  std::mutex lock;
  int finished = 0;
  const auto run = [&] {
    for (int k = next++; k < count; k = next++) {
      work(k);
      const std::lock_guard<std::mutex> guard(lock);
      done(static_cast<double>(++finished) / count);
    }
  };
  std::vector<std::thread> others;
  for (unsigned k = 1; k < std::max(1U, std::thread::hardware_concurrency()); ++k) others.emplace_back(run);
  run();
  for (std::thread& other : others) other.join();
}

}  // namespace nsdbench::experiments
