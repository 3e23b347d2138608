// Lemke's method in revised form, for large n.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/contact/lcp/lcp.hpp"
#include "solvers/linear_algebra/dense_lu.hpp"

namespace nsdbench {

// The path of pivots of y = A x + b + d z0 that starts with all y in the basis, as LemkeDictionary follows it, with
// less work. Only the inverse of the kernel of the basis is kept,
//
//   K = ( A_RC  d_R ),   C: the x that are basic,  R: the y that are nonbasic,  |R| = |C| + 1,
//
// which is the part of the dictionary with rows x_C, z0 and columns y_R. An entering column costs a product with K^-1
// and |C| columns of A, a pivot a rank-one update of K^-1: a fraction of the n^2 of a dictionary, since |C| starts at
// zero and seldom exceeds n / 2. The entering column must vanish on R; where it does not, the updates have lost
// accuracy, and K is factored anew.
//
// Ties in the ratio test are resolved as if b were b + eps p with an infinitesimal eps > 0 and a vector p of fixed
// pseudo-random numbers. Unless p lies on one of finitely many hyperplanes, no basis is degenerate for b + eps p, every
// pivot moves along the path, and no basis occurs twice (Cottle, Pang & Stone 1992, sec. 4.9). That holds in exact
// arithmetic only. Here values are compared up to rounding, and pivots too small to divide by are passed over, at the
// price of basic variables that are negative by little more than rounding; a basis may then occur again, and what ends
// the pivoting is their limit, max_pivots.
class RevisedLemke {
 public:
  // Starts with all y in the basis, and with the covering vector d > 0. Keeps a reference to `lcp` until the next
  // build.
  void build(const LcpView& lcp, std::span<const double> covering);

  // Pivots until z0 has left the basis or is negligible (solved), nothing blocks the entering variable (ray), or a
  // limit is reached; `singular` if the path is lost: K is singular, or factoring it anew shows an infeasible basis.
  SolverStatus run(int max_pivots, const Deadline& deadline, int& pivots);

  // After `singular`: starts again from the basic x that the lost path had reached, with the covering vector that is
  // all ones in terms of that basis; the next run begins there. Returns false if its A_CC is singular.
  bool restart();

  // x of the last basis, negative entries replaced by zero.
  void read_solution(std::span<double> x) const;

  // The same from a fresh factorization of A_CC, which does not carry the rounding of the pivots on the way. Leaves x
  // as it is if A_CC is singular.
  void refine(std::span<double> x);

  // After a ray: how x grows along it, not negative. From a fresh factorization of the kernel where it has one,
  // refined: the updates leave less accuracy than a proof of infeasibility needs.
  void read_ray(std::span<double> direction);

 private:
  // Variables: y_i is i, x_i is n + i, z0 is 2 n.
  int artificial() const { return 2 * n_; }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  // Column of (A, d) that belongs to x_i or z0.
  const double* column(int variable) const { return columns_.data() + static_cast<std::ptrdiff_t>(variable - n_) * n_; }
  double* inverse_row(int r) { return inverse_.data() + static_cast<std::ptrdiff_t>(r) * stride_; }
  const double* inverse_row(int r) const { return inverse_.data() + static_cast<std::ptrdiff_t>(r) * stride_; }

  int first_leaving() const;
  bool direction_is_accurate(int entering) const;
  void compute_direction(int entering);
  void complete_direction(int entering);
  template <class Visit>
  void for_each_basic(Visit visit) const;
  int blocking() const;
  void move(int entering, int leaving);
  void exchange(int entering, int leaving);
  void drop_row_and_column(int r, int c);
  bool refactor();
  bool feasible() const;
  bool artificial_is_negligible() const;

  LcpView lcp_;
  int n_ = 0;
  std::ptrdiff_t stride_ = 0;
  std::vector<double> columns_;  // (A, d) by columns
  std::vector<double> perturbation_;
  double tie_ = 0.0;    // right-hand sides are compared to within this
  double slack_ = 0.0;  // a variable may become negative by this
  double negligible_ = 0.0;
  double largest_a_ = 0.0;
  double largest_b_ = 0.0;
  double largest_d_ = 0.0;
  int ray_ = 0;  // the variable that entered last

  // The kernel's inverse, the variable of each of its rows and the index i of each of its columns y_i.
  int order_ = 0;
  std::vector<double> inverse_;
  std::vector<int> row_variable_;
  std::vector<int> column_index_;
  std::vector<int> row_of_;     // of x_i, and of z0 as entry n; -1 if nonbasic
  std::vector<int> column_of_;  // of y_i; -1 if basic

  // Of the basic x and z0 by rows of the inverse, of the basic y by index: value, coefficient of eps, and change with
  // the entering variable.
  struct Values {
    std::vector<double> kernel, y;
  };
  Values value_, epsilon_, direction_;
  bool kernel_direction_known_ = false;  // from the update of the inverse

  std::vector<double> row_, factors_, gathered_, products_;
  std::vector<const double*> pointers_;
  DenseLu lu_;
};

}  // namespace nsdbench
