// Semismooth Newton method for the contact problem of many round bodies, on the velocities of the bodies: three
// unknowns for each body, a sparse matrix with a block for each pair of bodies that touch.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_problem.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/linear_algebra/block_lu.hpp"

namespace nsdbench {

// Proximal point iteration with Newton's method inside (augmented Lagrangian of Alart & Curnier 1991, Computer Methods
// in Applied Mechanics and Engineering 92). With percussions Q as centre and r = rho / G_ii, the velocities V of
//   V = V_free + M^-1 W P(V),   P_N = prox(Q_N - r_N xi_N),   P_T = prox(Q_T - r_T xi_T) within mu P_N,
// are found by Newton's method with a line search; then P becomes the next centre. A fixed point solves the contact
// problem for every rho. One such step goes as far as rho sweeps along motions that the sweeps see as small, but a
// large rho makes the modes of many contacts change at once, so that Newton's method finds no way: rho grows while it
// has an easy life, and shrinks while it struggles.
//
// Without friction this is a proximal point iteration of a convex problem, and converges. Coulomb friction is not
// associated, the iteration has no proof then, and may wander: with friction coefficients of 0.4 and more it leaves
// some dense packings unsolved, and says so.
class RoundContactNewton {
 public:
  // Goes on from the percussions of the contacts until the residual recomputed from them is within the tolerance, or
  // max_steps Newton steps are done, and leaves those of the smallest residual seen in the contacts. `singular` if the
  // matrix is. `bodies`, of the size of problem.free_bodies, receives the velocities after the percussions. One thread,
  // whatever the machine: same bytes everywhere. Allocates for the pattern of the matrix.
  SolverResult solve(RoundContactProblem& problem, std::vector<RoundBody>& bodies, double tolerance, int max_steps);

 private:
  // Modes of a contact, which select the derivative of P.
  struct Modes {
    std::int8_t normal = 0;      // 1: the bodies press
    std::int8_t tangential = 0;  // 0: stick; 1, -1: P_T at its upper, lower bound
    bool operator==(const Modes&) const = default;
  };

  void start(const RoundContactProblem& problem, const std::vector<RoundBody>& bodies);
  double imbalance(const RoundContactProblem& problem, const std::vector<RoundBody>& velocities);
  double largest_imbalance(const RoundContactProblem& problem) const;
  void assemble(const RoundContactProblem& problem);
  void add_contact(const RoundContactProblem& problem, std::size_t k);
  bool find_direction(const RoundContactProblem& problem);
  void search_along_direction(const RoundContactProblem& problem);
  void move(const std::vector<RoundBody>& from, double share, std::vector<RoundBody>& to) const;
  void next_center(RoundContactProblem& problem);

  BlockLu lu_;
  std::vector<BlockLu::Pair> pairs_;
  std::vector<std::int32_t> pair_of_contact_;  // -1 with a wall
  std::vector<std::array<double, 2>> center_;
  std::vector<std::array<double, 2>> percussions_;
  std::vector<std::array<double, 2>> best_;
  std::vector<Modes> modes_;
  std::vector<Modes> factorized_modes_;
  double rho_ = 0.0;
  double factorized_rho_ = 0.0;
  double norm_ = 0.0;
  int steps_with_this_center_ = 0;
  std::vector<RoundBody> velocities_;
  std::vector<RoundBody> trial_;
  std::vector<BlockLu::Vector> residual_;  // V - V_free - M^-1 W P(V)
  std::vector<BlockLu::Vector> direction_;
};

}  // namespace nsdbench
