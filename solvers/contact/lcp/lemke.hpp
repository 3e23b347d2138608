// Lemke's complementary pivot algorithm.
#pragma once

#include <vector>

#include "solvers/contact/lcp/crash_start.hpp"
#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/infeasibility_proof.hpp"
#include "solvers/contact/lcp/lcp.hpp"
#include "solvers/contact/lcp/lcp_newton.hpp"
#include "solvers/contact/lcp/lemke_dictionary.hpp"
#include "solvers/contact/lcp/revised_lemke.hpp"

namespace nsdbench {

// Options of Lemke.
struct LemkeOptions {
  // max_iterations: pivots for each covering vector, 0 means 50 + 10 n; if Newton's method is the last resort, also its
  // steps.
  SolverOptions solver;

  // d in y = A x + b + d z0, every entry positive and finite; empty means all ones. A problem of another size is
  // `not_applicable`.
  std::vector<double> covering_vector;

  // Covering vectors tried in all. Where a secondary ray is no proof of infeasibility it depends on d: another d may
  // reach a solution. This happens with large friction, where w_N^T M^-1 (w_N -+ mu w_T) < 0 at a contact (Painleve's
  // paradox). The later ones are fixed numbers spread evenly in log d over [1/20, 20], the same for every problem:
  // entries of similar size take nearly the same path and end on the same ray.
  int covering_vectors = 16;

  // For n >= 64: whether block pivots look for the answer before the path of pivots (CrashStart), from the initial
  // guess if it is not zero, otherwise from zero if the diagonal is positive, and again, on proximal problems, if the
  // first path finds none. Most problems with positive definite A, and those with a good guess, end before the path
  // begins.
  bool crash_start = true;

  // Whether, when all covering vectors have failed, enumeration (n <= 12) or Newton's method (larger n) is tried.
  bool last_resort = true;
};

// Lemke (1965, Manage. Sci. 11); Cottle, Pang & Stone 1992, sec. 4.4. LemkeDictionary for n <= 12, RevisedLemke for
// larger n; they state the pivoting rules. The zero block of b in Glocker & Studer's eq. (33) makes ties the rule: both
// resolve them without cycling.
//
// A ray is reported as `ray` and says nothing about solvability, and as `infeasible` where that is proven
// (InfeasibilityProof): by a row of A that is nowhere positive with a negative b; by the ray's x-part v >= 0 if A^T v
// <= 0, but for rounding, and b^T v < 0, so that v^T (A x + b) < 0 for every x >= 0; for n <= 12 by enumeration, which
// refutes every basis. The ray of a copositive-plus A has such a v (Cottle, Pang & Stone 1992, theorem 4.4.12).
// iterations counts pivots, block pivots, and those of the last resort.
class Lemke : public LcpSolver {
 public:
  explicit Lemke(const SolverOptions& options = {});
  // Throws std::invalid_argument for a covering vector with an entry that is not positive and finite, or if no covering
  // vector is to be tried.
  explicit Lemke(LemkeOptions options);

  SolverResult attempt(const LcpView& lcp, std::span<double> x) override;
  // With one covering vector only, and without the last resort.
  SolverResult attempt_briefly(const LcpView& lcp, std::span<double> x) override;
  bool has_more_to_try() const override { return options_.covering_vectors > 1 || options_.last_resort; }
  bool uses_guess(int size) const override;
  std::string_view name() const override { return "lemke"; }

 private:
  SolverResult attempt_with(const LcpView& lcp, std::span<double> x, int covering_vectors, bool last_resort);
  template <int Size>
  SolverResult attempt_small(const LcpView& lcp, std::span<double> x, int covering_vectors);
  SolverResult attempt_large(const LcpView& lcp, std::span<double> x, int covering_vectors);
  bool has_infeasible_row(const LcpView& lcp);
  bool ray_excludes_all(const LcpView& lcp, std::span<const double> ray);
  SolverResult try_last_resort(const LcpView& lcp, std::span<double> x, const SolverResult& result);
  int max_pivots(int n) const;
  double covering_entry(int i, int covering_vector) const;

  LemkeOptions options_;
  RevisedLemke revised_;
  CrashStart crash_start_;
  Enumeration enumeration_;
  LcpNewton newton_;
  InfeasibilityProof proof_;
  std::vector<double> covering_, candidate_, best_, certificate_;
};

}  // namespace nsdbench
