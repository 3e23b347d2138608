// The linear complementarity problem in standard form and the common interface of its solvers.
//
//   y = A x + b,   0 <= y  perpendicular to  x >= 0
// (Glocker & Studer 2005, sec. 2; Flores et al. 2010, eqs 1-3)
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "solvers/contact/solver.hpp"

namespace nsdbench {

// What a proof of infeasibility has to know about an LCP besides A and b.
struct LcpBounds {
  // Natural size of x_j: solutions beyond a multiple of it are none (see SolverStatus::infeasible).
  std::span<const double> sizes;
  // |A_ij - exact| <= a_errors[j] and |b_i - exact| <= b_errors[i], exact being the entries of the problem that the LCP
  // stands for; empty if the LCP's own are exact.
  std::span<const double> a_errors;
  std::span<const double> b_errors;
};

// A problem that was put into the form of an LCP. It is asked only when a proof is attempted, since the answer takes
// some work.
class LcpSource {
 public:
  virtual ~LcpSource();
  // Valid until the next call.
  virtual LcpBounds bounds() const = 0;

 protected:
  LcpSource() = default;
  LcpSource(const LcpSource&) = default;
  LcpSource& operator=(const LcpSource&) = default;
};

// An LCP by reference: A is dense and row-major with a leading dimension. The storage outlives the view.
struct LcpView {
  int size = 0;
  const double* a = nullptr;  // A(i, j) = a[i * stride + j]
  int stride = 0;
  const double* b = nullptr;
  // Null: A and b are exact, and the natural size of x_i is b_ref / d_i as in lcp_residual.
  const LcpSource* source = nullptr;

  double entry(int i, int j) const { return a[static_cast<std::ptrdiff_t>(i) * stride + j]; }
};

// d_i = A_ii if positive, otherwise max_j |A_ij| if positive, otherwise 1: turns x_i into something of the unit of y_i.
double row_scale(const LcpView& lcp, int i);

// Residual of x, with y = A x + b recomputed:  max_i | min(d_i x_i, y_i) | / b_ref,  b_ref = max |b|, or 1 if b = 0.
// Every entry has the unit of y. Returns +infinity if x is not finite.
double lcp_residual(const LcpView& lcp, std::span<const double> x);

// y = A x + b.
void lcp_slack(const LcpView& lcp, std::span<const double> x, std::span<double> y);

// True if A and b are finite and the size is not negative.
bool well_formed(const LcpView& lcp);

// As for ContactSolver: owns its workspace, does not allocate once it has seen a problem of the same size.
class LcpSolver {
 public:
  explicit LcpSolver(SolverOptions options = {}) : options_(options) {}
  virtual ~LcpSolver();
  LcpSolver(const LcpSolver&) = delete;
  LcpSolver& operator=(const LcpSolver&) = delete;

  // x (lcp.size entries) holds an initial guess on entry, which methods may use, and the answer on return. Says
  // `solved` only if the residual recomputed from `lcp` is within the tolerance; a guess that is not finite is invalid
  // input, one whose residual overflows is replaced by zero. Never throws.
  SolverResult solve(const LcpView& lcp, std::span<double> x);

  // The method alone, without checking input or answer; for callers that verify against a problem of their own. The
  // guess is finite.
  virtual SolverResult attempt(const LcpView& lcp, std::span<double> x) = 0;

  // As `attempt`, but gives up if only a long search is left: for callers that have another formulation to try first.
  virtual SolverResult attempt_briefly(const LcpView& lcp, std::span<double> x) { return attempt(lcp, x); }
  virtual bool has_more_to_try() const { return false; }

  // Whether a problem of this size is started from the guess; if not, callers need not provide one.
  virtual bool uses_guess(int /*size*/) const { return true; }

  virtual std::string_view name() const = 0;
  const SolverOptions& options() const { return options_; }

 private:
  SolverOptions options_;
};

}  // namespace nsdbench
