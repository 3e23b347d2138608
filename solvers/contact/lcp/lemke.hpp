// Lemke's complementary pivot algorithm with lexicographic degeneracy resolution.
#pragma once

#include <vector>

#include "solvers/contact/lcp/lcp.hpp"
#include "solvers/contact/lcp/lemke_dictionary.hpp"

namespace nsdbench {

struct LemkeOptions {
  SolverOptions solver;  // max_iterations: pivots for one covering vector, 0 means 50 + 10 n

  // d in y = A x + b + d z0, every entry positive and finite; empty means all ones. A problem of another size is
  // `not_applicable`.
  std::vector<double> covering_vector;

  // Covering vectors tried in all. Where a secondary ray is no proof of infeasibility it depends on d: another d may
  // reach a solution. The later ones are fixed numbers in [1, 2), the same for every problem.
  int covering_vectors = 4;
};

// See LemkeDictionary for the pivoting rules. The zero block of b in Glocker & Studer's eq. (33) makes ties the rule;
// the lexicographic rule resolves them without cycling.
//
// Ends `solved` with a complementary basis; on a ray it reports `infeasible` if some row of A is nowhere positive
// while its b is negative (then y_i < 0 for every x >= 0), and `ray` otherwise.
class Lemke : public LcpSolver {
 public:
  explicit Lemke(const SolverOptions& options = {});
  // Throws std::invalid_argument for a covering vector with an entry that is not positive and finite.
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
