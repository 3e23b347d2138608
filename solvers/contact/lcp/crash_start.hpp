// Block pivots towards a complementary basis: before the pivots of Lemke's method for large problems, and after them.
#pragma once

#include <span>
#include <vector>

#include "solvers/contact/lcp/active_set_step.hpp"
#include "solvers/contact/lcp/lcp.hpp"

namespace nsdbench {

// The steps are those of the active set strategy (Hintermueller, Ito & Kunisch 2002, SIAM J. Optim. 13).
class CrashStart {
 public:
  // Makes active set steps as long as they make progress, from a guess, or from zero and a few relaxation sweeps if the
  // diagonal is positive; few for positive definite A, at most one for a guess with the right active set. Writes the
  // answer to x and returns true if its residual is within `tolerance`; otherwise leaves x as it is. Adds the active
  // set steps taken to `steps`.
  bool run(const LcpView& lcp, double tolerance, const Deadline& deadline, std::span<double> x, int& steps);

  // After a `run` on the same LCP that did not solve it: the same steps on the proximal LCPs with rho = 1e-4, 1e-5,
  // ..., each from the solution of the one before, if the diagonal is positive. Their matrices are regular if A is
  // positive semidefinite, whatever is statically indeterminate (Rockafellar 1976). These are many steps, which pay
  // where rounding spoils the path of pivots.
  bool run_proximal(const LcpView& lcp, double tolerance, const Deadline& deadline, std::span<double> x, int& steps);

 private:
  void reserve(const LcpView& lcp);
  bool settle(const LcpView& lcp, double rho, const Deadline& deadline, int& steps);
  double residual(double rho) const;
  bool take_best(double tolerance, std::span<double> x) const;
  void keep_if_better(double residual);

  ActiveSetStep step_;
  double reference_ = 1.0;
  double best_residual_ = 0.0;
  std::vector<double> x_, y_, next_, centre_, best_;
};

}  // namespace nsdbench
