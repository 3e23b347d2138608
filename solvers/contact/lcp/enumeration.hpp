// The oracle: an LCP by trying all 2^n complementary bases (Flores et al. 2010, sec. 2.1).
#pragma once

#include <vector>

#include "solvers/contact/lcp/infeasibility_proof.hpp"
#include "solvers/contact/lcp/lcp.hpp"

namespace nsdbench {

// For every index set B: solves A_BB x_B = -b_B with a rank-revealing factorization, sets the other x to zero and
// recomputes the residual. Returns the candidate with the smallest residual.
//
// `infeasible` is a proof: every basis was refuted by a certificate (InfeasibilityProof), made from a negative entry of
// x or y or from a contradiction of its equations. If none solves and some basis could not be refuted (singular but
// consistent, or too ill-conditioned), the status is `singular`.
// Problems with n > max_size are `not_applicable`. max_iterations: bases tried, 0 means all; iterations counts them.
class Enumeration : public LcpSolver {
 public:
  static constexpr int max_size = 20;

  explicit Enumeration(const SolverOptions& options = {});

  SolverResult attempt(const LcpView& lcp, std::span<double> x) override;
  bool uses_guess(int /*size*/) const override { return false; }
  std::string_view name() const override { return "enumeration"; }

 private:
  InfeasibilityProof proof_;
};

// All solutions x that belong to complementary bases, up to `tolerance` (residual), without duplicates: all solutions
// if they are isolated, representatives of each face otherwise. Empty if there is none. n <= Enumeration::max_size,
// else std::invalid_argument.
std::vector<std::vector<double>> all_lcp_solutions(const LcpView& lcp, double tolerance);

}  // namespace nsdbench
