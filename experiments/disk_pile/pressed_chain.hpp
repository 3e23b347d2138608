// A row of equal grains between two forces that press it together.
#pragma once

#include <vector>

#include "solvers/contact/round_bodies/round_contact_problem.hpp"
#include "solvers/contact/round_bodies/round_contact_solver.hpp"

namespace nsdbench::experiments::disk_pile {

// All contacts are taken as closed in every step, which they are as long as all percussions are positive. So the chain
// goes on where its contact problems are left unsolved on purpose. Grains and contacts are numbered from 0, from the
// left.
class PressedChain {
 public:
  // At rest, under forces of `force` [N] on both ends, which the percussions balance.
  PressedChain(int grains, double mass, double dt, double force);

  int grains() const { return grains_; }
  double percussion(int contact) const { return problem_.contacts[place_[at(contact)]].percussion_n; }  // [N s]
  void set_percussion(int contact, double p) { problem_.contacts[place_[at(contact)]].percussion_n = p; }
  double velocity(int grain) const { return velocities_[at(grain)]; }         // [m/s]
  double displacement(int grain) const { return displacements_[at(grain)]; }  // since the beginning [m]

  // A step of the midpoint rule with the forces `left` and `right` [N], both towards the middle.
  SolverResult step(RoundContactSolver& solver, double left, double right);

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  int grains_;
  double mass_;
  double dt_;
  RoundContactProblem problem_;
  std::vector<std::size_t> place_;  // of a contact among those of the problem, which are sorted by colours
  std::vector<double> velocities_;
  std::vector<double> displacements_;
};

}  // namespace nsdbench::experiments::disk_pile
