// An LCP with storage of its own.
#pragma once

#include <Eigen/Core>

#include "solvers/contact/lcp/lcp.hpp"

namespace nsdbench::testing {

struct Lcp {
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> a;
  Eigen::VectorXd b;

  Lcp(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& vector) : a(matrix), b(vector) {}
  int size() const { return static_cast<int>(b.size()); }
  LcpView view() const { return {size(), a.data(), size(), b.data()}; }
};

struct LcpAnswer {
  SolverResult result;
  Eigen::VectorXd x;
};

// From zero.
inline LcpAnswer solve(LcpSolver& solver, const Lcp& lcp) {
  LcpAnswer answer{{}, Eigen::VectorXd::Zero(lcp.size())};
  answer.result = solver.solve(lcp.view(), {answer.x.data(), static_cast<std::size_t>(lcp.size())});
  return answer;
}

inline LcpAnswer solve(LcpSolver& solver, const Lcp& lcp, const Eigen::VectorXd& guess) {
  LcpAnswer answer{{}, guess};
  answer.result = solver.solve(lcp.view(), {answer.x.data(), static_cast<std::size_t>(lcp.size())});
  return answer;
}

}  // namespace nsdbench::testing
