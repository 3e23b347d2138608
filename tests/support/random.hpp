// Pseudo-random numbers that are the same on every platform: the distributions of <random> are not.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <random>

namespace nsdbench::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) {
    constexpr double scale = 1.0 / 9007199254740992.0;  // 2^-53
    return low + (high - low) * static_cast<double>(engine_() >> 11U) * scale;
  }
  // 0 .. count - 1
  int index(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  bool chance(double probability) { return uniform(0.0, 1.0) < probability; }

  Eigen::VectorXd vector(int size, double low = -1.0, double high = 1.0) {
    Eigen::VectorXd v(size);
    for (int i = 0; i < size; ++i) v(i) = uniform(low, high);
    return v;
  }
  Eigen::MatrixXd matrix(int rows, int columns, double low = -1.0, double high = 1.0) {
    Eigen::MatrixXd m(rows, columns);
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i) m(i, j) = uniform(low, high);
    }
    return m;
  }
  // Symmetric, eigenvalues of at least `smallest`.
  Eigen::MatrixXd positive_definite(int size, double smallest = 0.1) {
    const Eigen::MatrixXd factor = matrix(size, size);
    return factor * factor.transpose() + smallest * Eigen::MatrixXd::Identity(size, size);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace nsdbench::testing
