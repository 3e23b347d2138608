#include "solvers/contact/contact_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsdbench {

void ContactBlocks::build(const ContactProblemView& problem) {
  const std::size_t law_count = problem.laws.size();
  if (block_of_law_.size() < law_count) block_of_law_.resize(law_count);
  blocks_.clear();
  if (blocks_.capacity() < law_count) blocks_.reserve(law_count);
  for (std::size_t l = 0; l < law_count; ++l) {
    if (problem.laws[l].kind != LawKind::unilateral) continue;
    block_of_law_[l] = static_cast<int>(blocks_.size());
    ContactBlock block;
    block.normal = problem.laws[l].offset;
    block.inverse_r_normal = inverse_prox_parameter(problem, l);
    blocks_.push_back(block);
  }
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (law.kind == LawKind::unilateral) continue;
    ContactBlock own;
    ContactBlock* block = &own;
    if (law.kind == LawKind::coulomb) {
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
  const auto raise = [&residual](double deviation) { residual = deviation <= residual ? residual : deviation; };
  for (const ContactBlock& block : blocks.blocks()) {
    if (block.normal >= 0) {
      const double percussion = block.inverse_r_normal * percussions[block.normal];
      raise(std::abs(std::min(percussion, velocities[block.normal])));
    }
    if (block.dimension == 0) continue;
    const double bound = block.bound * (block.normal_law < 0 ? 1.0 : std::max(percussions[block.normal_law], 0.0));
    const double scaled_bound = block.inverse_r_tangential * bound;
    const double p1 = block.inverse_r_tangential * percussions[block.tangential];
    const double a1 = p1 - velocities[block.tangential];
    if (block.dimension == 1) {
      raise(std::abs(p1 - std::clamp(a1, -scaled_bound, scaled_bound)));
      continue;
    }
    const double p2 = block.inverse_r_tangential * percussions[block.tangential + 1];
    const double a2 = p2 - velocities[block.tangential + 1];
    const double length = std::sqrt(a1 * a1 + a2 * a2);
    const double scale = length > scaled_bound ? scaled_bound / length : 1.0;
    const double d1 = p1 - scale * a1;
    const double d2 = p2 - scale * a2;
    raise(std::sqrt(d1 * d1 + d2 * d2));
  }
  residual /= blocks.reference_velocity();
  return std::isfinite(residual) ? residual : std::numeric_limits<double>::infinity();
}

}  // namespace nsdbench
