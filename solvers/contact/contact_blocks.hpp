// The laws of a contact problem grouped into contacts.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// A unilateral law with the Coulomb friction that depends on it, or a law on its own.
struct ContactBlock {
  int normal = -1;      // coordinate of the unilateral law, -1 if the block has none
  int tangential = -1;  // first coordinate of the friction law, -1 if the block has none
  int dimension = 0;    // of the friction law: 1 or 2; 0 if there is none
  int normal_law = -1;  // coordinate of the P_N in the bound mu P_N, -1 for Tresca friction
  double bound = 0.0;   // mu, or the bound of Tresca friction
  double inverse_r_normal = 0.0;
  double inverse_r_tangential = 0.0;

  bool frictional() const { return normal >= 0 && tangential >= 0; }
  // b of the friction under the percussions of the problem, times `scale`.
  double friction_bound(const double* percussions, double scale = 1.0) const {
    return normal_law < 0 ? scale * bound : scale * bound * std::max(percussions[normal_law], 0.0);
  }
  // FrictionSet::defect with `scaled_bound` = b / r.
  std::array<double, 2> friction_defect(const double* percussions, const double* velocities,
                                        double scaled_bound) const {
    return FrictionSet<double>{dimension, scaled_bound}.defect(inverse_r_tangential, percussions + tangential,
                                                               velocities + tangential);
  }
};

// Groups every unilateral law with the first Coulomb law it carries; other friction laws are blocks of their own.
// `blocks` holds the unilateral laws in their order, each with its friction, and then the other friction laws in
// theirs.
class ContactBlocks {
 public:
  void build(const ContactProblemView& problem);

  const std::vector<ContactBlock>& blocks() const { return blocks_; }
  // max |c|, or 1 m/s if c = 0: velocities are small relative to it.
  double reference_velocity() const { return reference_velocity_; }

 private:
  std::vector<ContactBlock> blocks_;
  std::vector<int> block_of_law_;
  double reference_velocity_ = 1.0;
};

// The residual of contact_residual from percussions and their velocities xi = G P + c, without looking at G.
double block_residual(const ContactBlocks& blocks, const double* percussions, const double* velocities);

}  // namespace nsdbench
