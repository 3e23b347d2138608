// Lemke's complementary pivot algorithm with lexicographic degeneracy resolution.
#pragma once

#include <vector>

#include "solvers/contact/lcp/lcp.hpp"
#include "solvers/contact/lcp/lemke_dictionary.hpp"

namespace nsdbench {

struct LemkeOptions {
  SolverOptions solver;  // max_iterations: pivots for each covering vector, 0 means 50 + 10 n

  // d in y = A x + b + d z0, every entry positive and finite; empty means all ones. A problem of another size is
  // `not_applicable`.
  std::vector<double> covering_vector;

  // Covering vectors tried in all. Where a secondary ray is no proof of infeasibility it depends on d: another d may
  // reach a solution. This happens with large friction, where w_N^T M^-1 (w_N -+ mu w_T) < 0 at a contact (Painleve's
  // paradox). The later ones are fixed numbers spread evenly in log d over [1/20, 20], the same for every problem:
  // entries of similar size take nearly the same path and end on the same ray.
  int covering_vectors = 16;
};

// See LemkeDictionary for the pivoting rules. The zero block of b in Glocker & Studer's eq. (33) makes ties the rule;
// the lexicographic rule resolves them without cycling.
//
// Ends `solved` with a complementary basis; on a ray it reports `infeasible` if some row of A is nowhere positive
// while its b is negative (then y_i < 0 for every x >= 0), and `ray` otherwise.
class Lemke : public LcpSolver {
 public:
  explicit Lemke(const SolverOptions& options = {});
  // Throws std::invalid_argument for a covering vector with an entry that is not positive and finite, or if no covering
  // vector is to be tried.
  explicit Lemke(LemkeOptions options);

  SolverResult attempt(const LcpView& lcp, std::span<double> x) override;
  std::string_view name() const override { return "lemke"; }

 private:
  template <int Size>
  SolverResult attempt_with(LemkeDictionary<Size>& dictionary, const LcpView& lcp, std::span<double> x) const;
  double covering_entry(int i, int covering_vector) const;

  LemkeOptions options_;
  LemkeDictionary<0> dictionary_;  // for the sizes without a fixed-size dictionary
};

}  // namespace nsdbench
