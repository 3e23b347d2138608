#include "experiments/disk_pile/pressed_chain.hpp"

#include <cstddef>

namespace nsdbench::experiments::disk_pile {

PressedChain::PressedChain(int grains, double mass, double dt, double force)
    : grains_(grains), mass_(mass), dt_(dt), velocities_(at(grains), 0.0), displacements_(at(grains), 0.0) {
  problem_.moving_bodies = grains;
  problem_.free_bodies.assign(at(grains), RoundBody{0.0, 0.0, 0.0, 1.0 / mass});
  for (int k = 0; k + 1 < grains; ++k) {
    RoundContact contact;
    contact.first = k;
    contact.second = k + 1;
    contact.nx = 1.0;
    contact.percussion_n = force * dt;
    problem_.contacts.push_back(contact);
  }
  problem_.seal();
  place_.resize(problem_.contacts.size());
  for (std::size_t k = 0; k < place_.size(); ++k) place_[at(problem_.contacts[k].first)] = k;
}

SolverResult PressedChain::step(RoundContactSolver& solver, double left, double right) {
  for (int i = 0; i < grains_; ++i) problem_.free_bodies[at(i)].vx = velocities_[at(i)];
  problem_.free_bodies.front().vx += left * dt_ / mass_;
  problem_.free_bodies.back().vx -= right * dt_ / mass_;
  problem_.seal();  // contacts that are sorted already keep their places
  const SolverResult result = solver.solve(problem_);
  for (int i = 0; i < grains_; ++i) {
    const double after = solver.bodies()[at(i)].vx;
    displacements_[at(i)] += 0.5 * dt_ * (velocities_[at(i)] + after);
    velocities_[at(i)] = after;
  }
  return result;
}

}  // namespace nsdbench::experiments::disk_pile
