// Pseudo-random numbers, vectors and matrices that are the same on every platform.
#pragma once

#include <Eigen/Core>

#include "benchmarks/problem_sets/random.hpp"
#include "tests/helpers/dense_algebra.hpp"

namespace nsdbench::testing {

class Random : public problem_sets::Random {
 public:
  using problem_sets::Random::Random;

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
    return product(factor, factor.transpose()) + smallest * Eigen::MatrixXd::Identity(size, size);
  }
};

}  // namespace nsdbench::testing
