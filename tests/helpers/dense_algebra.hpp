// Products, inverses, eigenvalues and solutions of dense matrices of any size by Eigen, compiled once: tests compare
// with them.
#pragma once

#include <Eigen/Core>

namespace nsdbench::testing {

Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
Eigen::MatrixXd inverse(const Eigen::MatrixXd& a);
// The orthogonal factor of the QR decomposition.
Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& a);
// In ascending order.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);
// By Cholesky's factorization.
bool is_positive_definite(const Eigen::MatrixXd& a);
Eigen::VectorXd solve_positive_definite(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);
// By LU factorization with partial pivoting.
Eigen::VectorXd solve_linear(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

}  // namespace nsdbench::testing
