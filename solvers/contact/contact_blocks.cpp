#include "solvers/contact/contact_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/linear_algebra/larger_or_nan.hpp"

namespace nsdbench {

void ContactBlocks::build(const ContactProblemView& problem) {
  const std::size_t law_count = problem.laws.size();
  if (block_of_law_.size() < law_count) block_of_law_.resize(law_count);
  blocks_.clear();
  if (blocks_.capacity() < law_count) blocks_.reserve(law_count);
  for (std::size_t l = 0; l < law_count; ++l) {
    if (!problem.laws[l].is_unilateral()) continue;
    block_of_law_[l] = static_cast<int>(blocks_.size());
    ContactBlock block;
    block.normal = problem.laws[l].offset;
    block.inverse_r_normal = inverse_prox_parameter(problem, l);
    blocks_.push_back(block);
  }
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (law.is_unilateral()) continue;
    ContactBlock own;
    ContactBlock* block = &own;
    if (law.has_normal_law()) {
      ContactBlock& of_normal = blocks_[static_cast<std::size_t>(block_of_law_[static_cast<std::size_t>(law.normal)])];
      own.normal_law = of_normal.normal;
      if (of_normal.tangential < 0) block = &of_normal;
    }
    block->tangential = law.offset;
    block->dimension = law.dimension;
    block->normal_law = own.normal_law;
    block->bound = law.bound;
    block->inverse_r_tangential = inverse_prox_parameter(problem, l);
    if (block == &own) blocks_.push_back(own);
  }
  reference_velocity_ = 0.0;
  for (int i = 0; i < problem.size; ++i) reference_velocity_ = std::max(reference_velocity_, std::abs(problem.c[i]));
  if (reference_velocity_ == 0.0) reference_velocity_ = 1.0;
}

double block_residual(const ContactBlocks& blocks, const double* percussions, const double* velocities) {
  double residual = 0.0;
  const auto raise = [&residual](double deviation) { residual = larger_or_nan(residual, deviation); };
  for (const ContactBlock& block : blocks.blocks()) {
    if (block.normal >= 0) {
      const double percussion = block.inverse_r_normal * percussions[block.normal];
      raise(std::abs(HalfLine<double>::defect(percussion, velocities[block.normal])));
    }
    if (block.dimension == 0) continue;
    const double bound = block.inverse_r_tangential * block.friction_bound(percussions);
    const std::array<double, 2> defect = block.friction_defect(percussions, velocities, bound);
    raise(block.dimension == 1 ? std::abs(defect[0]) : std::sqrt(defect[0] * defect[0] + defect[1] * defect[1]));
  }
  residual /= blocks.reference_velocity();
  return std::isfinite(residual) ? residual : std::numeric_limits<double>::infinity();
}

}  // namespace nsdbench
