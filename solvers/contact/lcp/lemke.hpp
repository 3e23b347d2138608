// Lemke's complementary pivot algorithm with lexicographic degeneracy resolution.
#pragma once

#include <vector>

#include "solvers/contact/lcp/lcp.hpp"

namespace nsdbench {

struct LemkeOptions {
  SolverOptions solver;  // max_iterations: pivots for one covering vector, 0 means 50 + 10 n

  // d in y = A x + b + d z0, every entry positive; empty means all ones.
  std::vector<double> covering_vector;

  // Covering vectors tried in all. A secondary ray depends on d: where it is no proof of infeasibility, another d may
  // reach a solution. The later ones are fixed numbers in [1, 2), the same for every problem.
  int covering_vectors = 4;
};

// The problem y = A x + b + d z0 is held as a dictionary of the basic variables in terms of the nonbasic ones
// (n rows, n + 1 columns and b). Right-hand sides that tie in the ratio test, which the zero block of b in
// Glocker & Studer's eq. (33) makes the rule, are told apart as if b were b + (eps, eps^2, ..., eps^n) for an
// infinitesimal eps: the coefficients of eps in a row are the row of the inverse basis, which stands in the
// dictionary already (negated columns of nonbasic y, unit vectors for basic y). No basis can then occur twice.
//
// Ends `solved` with a complementary basis; on a ray it reports `infeasible` if some row of A is nowhere positive
// while its b is negative (then y_i < 0 for every x >= 0), and `ray` otherwise.
class Lemke : public LcpSolver {
 public:
  explicit Lemke(const SolverOptions& options = {}) : Lemke(LemkeOptions{options, {}, 4}) {}
  explicit Lemke(const LemkeOptions& options);

  SolverResult attempt(const LcpView& lcp, std::span<double> x) override;
  std::string_view name() const override { return "lemke"; }

 private:
  void build_dictionary(const LcpView& lcp, int covering_vector);
  SolverStatus pivot_to_complementary_basis(int max_pivots, int& pivots);
  int first_leaving_row() const;
  int leaving_row(int entering) const;
  bool lexicographically_smaller(int row, int other, int entering) const;
  double perturbation_coefficient(int row, int k) const;
  void pivot(int row, int column);
  void read_solution(std::span<double> x) const;

  double* row(int i) { return dictionary_.data() + static_cast<std::ptrdiff_t>(i) * stride_; }
  const double* row(int i) const { return dictionary_.data() + static_cast<std::ptrdiff_t>(i) * stride_; }
  double rhs(int i) const { return row(i)[n_ + 1]; }
  double covering_entry(int i, int covering_vector) const;

  // Variables: y_i is i, x_i is n + i, z0 is 2 n.
  int artificial() const { return 2 * n_; }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }

  LemkeOptions options_;
  int n_ = 0;
  int stride_ = 0;
  double rhs_tie_ = 0.0;            // right-hand sides closer than this tie
  double pivot_threshold_ = 0.0;    // smaller entries of the entering column are rounding
  std::vector<double> dictionary_;  // n rows of n + 2: nonbasic columns (n + 1), right-hand side
  std::vector<int> basic_;          // variable of row i
  std::vector<int> nonbasic_;       // variable of column j
  std::vector<int> position_;       // of a variable: row r >= 0 if basic, -(column + 1) if nonbasic
};

}  // namespace nsdbench
