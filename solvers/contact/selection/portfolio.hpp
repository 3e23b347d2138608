// The default contact solver: several methods in a fixed order, the cheapest that usually suffices first.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/newton/newton_solver.hpp"
#include "solvers/contact/prox/prox_solver.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench {

enum class PortfolioMethod : std::uint8_t;  // of the rounds: portfolio.cpp

// None of the methods is the best for all problems, or solves all of them: a portfolio (Gomes & Selman 2001, Artif.
// Intell. 126) tries them in turn with growing limits. Order of the methods, from the best percussions so far; none
// makes them worse:
//   1. dense problems of a few contacts: a search for their modes, planar up to 20 coordinates, spatial up to 12
//      (mode_search.hpp, spatial_mode_search.hpp)
//   2. planar and frictionless problems of at most 12 unknowns in standard form: Lemke
//   3. G not symmetric, or with a diagonal entry that is not positive (LCPs that come from elsewhere): Newton if G is
//      sparse and has more than 300 rows, then Lemke, if the standard form has at most 1500 unknowns
//   4. without friction, G dense with at most 600 rows: Lemke, which begins with block pivots
//   5. otherwise, if G is sparse or has at most 300 rows: Newton after 16 sweeps of exact block relaxation; then Lemke,
//      if the standard form has at most 150 unknowns
//   6. rounds k = 0, 1, ...: exact block relaxation (32 * 4^k sweeps), Nesterov (400 * 4^k iterations), Newton, block
//      relaxation with Anderson's acceleration (100 * 4^k sweeps), from k = 1 on PSOR and PJOR from zero percussions
//      (100 * 4^k sweeps each); at the end of round 1 Lemke, if it has not been tried and the standard form has at most
//      1500 unknowns
// The first method that fits is tried first. If the residual refuses its answer, the next one that fits follows. A
// proof of infeasibility ends the search, and so does the time limit. Problems of at most 36 coordinates are given up
// after the fourth round or a later one that lowers the residual by less than 0.1 %.
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
  double residual(const ContactProblemView& problem, std::span<const double> percussions);
  void try_before_rounds(Progress& progress);
  void take_turn(Progress& progress, PortfolioMethod method, int iterations);
  void note(Progress& progress, const SolverResult& answer);
  void relax(Progress& progress, ProxSolver& solver, int sweeps);
  void try_newton(Progress& progress, NewtonSolver& solver, int steps);
  void try_lemke(Progress& progress);
  void relax_from_zero(Progress& progress, ProxSolver& solver, int sweeps);
  void pivot(Progress& progress);

  SolverOptions options_;
  LcpContactSolver lemke_;
  ProxSolver relaxation_;
  ProxSolver nesterov_;
  ProxSolver anderson_;
  ProxSolver psor_;
  ProxSolver pjor_;
  NewtonSolver early_newton_;
  NewtonSolver newton_;
  bool pivoted_ = false;    // Lemke has been tried on the present problem
  bool fast_path_ = false;  // the last attempt took it
  std::vector<double> start_;
  std::vector<double> velocities_;
  std::vector<double> candidate_;
  std::vector<Mode> modes_;
};

}  // namespace nsdbench
