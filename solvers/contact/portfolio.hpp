// The default contact solver: several methods in a fixed order, the cheapest that usually suffices first.
#pragma once

#include <vector>

#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/newton/newton_solver.hpp"
#include "solvers/contact/prox/prox_solver.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench {

// Order of the methods, each from the best percussions so far, and none makes them worse:
//   planar and frictionless contacts, standard form of at most 12 unknowns: Lemke; if its answer is refused, what
//   follows G not symmetric or with a vanishing diagonal entry (LCPs that come from elsewhere): Newton if G is sparse
//   and large,
//     then Lemke
//   otherwise, if G is sparse or has at most 300 rows: Newton after 16 sweeps of exact block relaxation (and
//     again after more of them, if there is no friction); if that fails, Lemke, provided the standard form has at most
//     150 unknowns
//   rounds k = 0, 1, ...: exact block relaxation (32 * 4^k sweeps), Nesterov (400 * 4^k iterations), Newton,
//     Anderson-accelerated block relaxation (100 * 4^k sweeps); at the end of round 1 Lemke, if the standard form has
//     at most 1500 unknowns and Lemke has not been tried
// A proof of infeasibility ends it, and so does the time limit.
class Portfolio : public ContactSolver {
 public:
  // options.max_iterations: number of rounds, 0 means 7.
  explicit Portfolio(const SolverOptions& options = {});

  std::string_view name() const override { return "portfolio"; }

 protected:
  SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) override;
  bool fall_back(const ContactProblemView& problem, std::span<double> percussions, const SolverResult& first,
                 SolverResult& second) override;

 private:
  struct Progress;

  bool fits_fast_path(const ContactProblemView& problem) const;
  SolverResult rounds(const ContactProblemView& problem, std::span<double> percussions);
  void pivot(Progress& progress);

  SolverOptions options_;
  LcpContactSolver lemke_;
  ProxSolver relaxation_;
  ProxSolver nesterov_;
  ProxSolver anderson_;
  NewtonSolver early_newton_;
  NewtonSolver newton_;
  std::vector<double> candidate_;
  std::vector<Mode> modes_;
};

}  // namespace nsdbench
