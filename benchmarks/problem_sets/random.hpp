// Pseudo-random numbers that are the same on every platform: the distributions of <random> are not.
#pragma once

#include <cstdint>
#include <random>

namespace nsdbench::problem_sets {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // In [low, high): the upper 53 bits of a draw as a fraction.
  double uniform(double low, double high) {
    constexpr double scale = 1.0 / 9007199254740992.0;  // 2^-53
    return low + (high - low) * static_cast<double>(engine_() >> 11U) * scale;
  }
  // 0 .. count - 1
  int index(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  bool chance(double probability) { return uniform(0.0, 1.0) < probability; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace nsdbench::problem_sets
