#include "tests/helpers/dense_algebra.hpp"

#include <Eigen/Dense>

namespace nsdbench::testing {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd product(const MatrixXd& a, const MatrixXd& b) { return a * b; }

MatrixXd inverse(const MatrixXd& a) { return a.inverse(); }

MatrixXd orthogonal_factor(const MatrixXd& a) { return Eigen::HouseholderQR<MatrixXd>(a).householderQ(); }

VectorXd symmetric_eigenvalues(const MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

bool is_positive_definite(const MatrixXd& a) { return a.llt().info() == Eigen::Success; }

VectorXd solve_positive_definite(const MatrixXd& a, const VectorXd& b) { return a.llt().solve(b); }

VectorXd solve_linear(const MatrixXd& a, const VectorXd& b) { return a.partialPivLu().solve(b); }

}  // namespace nsdbench::testing
