// The default contact solver: several methods in a fixed order, the cheapest that usually suffices first.
#pragma once

#include <vector>

#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/newton/newton_solver.hpp"
#include "solvers/contact/prox/prox_solver.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench {

// Order of the methods:
//   planar contacts and frictionless ones, standard form of at most 12 unknowns:  Lemke; if it fails, the rounds
//   everything else:                                                              the rounds
// Round k = 0, 1, ...: exact block relaxation (32 * 4^k sweeps), Newton if the system is small or the residual promises
// fast convergence, Nesterov (400 * 4^k iterations), Newton, Anderson-accelerated block relaxation (100 * 4^k sweeps);
// in round 1 also Lemke, if the problem is planar and its standard form has at most 1500 unknowns. Problems whose G is
// not symmetric or has a vanishing diagonal entry (LCPs that come from elsewhere) begin with Lemke.
// Each method starts from the best percussions so far, and none makes them worse. A proof of infeasibility ends it.
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
  NewtonSolver newton_;
  std::vector<double> candidate_;
  std::vector<Mode> modes_;
};

}  // namespace nsdbench
