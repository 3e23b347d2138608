#include "solvers/contact/lcp/planar_form.hpp"

#include <algorithm>

#include "solvers/contact/lcp/law_bounds.hpp"
#include "solvers/contact/lcp/law_scaling.hpp"

namespace nsdbench {

bool PlanarForm::assign_columns(const ContactProblemView& problem, int unknowns_per_friction) {
  problem_ = problem;
  const std::size_t law_count = problem.laws.size();
  if (column_.size() < law_count) {
    column_.resize(law_count);
    scale_.resize(law_count);
  }
  int normals = 0;
  frictions_ = 0;
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (!law.has_linear_complementarity_form()) return false;
    column_[l] = law.is_unilateral() ? normals++ : frictions_++;
  }
  for (std::size_t l = 0; l < law_count; ++l) {
    if (!problem.laws[l].is_unilateral()) column_[l] += normals;
  }
  size_ = normals + unknowns_per_friction * frictions_;
  return true;
}

void PlanarForm::reserve() {
  scale_laws(problem_, {scale_.data(), problem_.laws.size()});
  const auto n = static_cast<std::size_t>(size_);
  if (b_.size() < n) {
    a_.resize(n * n);
    b_.resize(n);
    bounds_.resize(5 * n);
  }
  std::fill_n(a_.begin(), n * n, 0.0);
}

PlanarForm::Bounds PlanarForm::start_bounds() const {
  const auto n = static_cast<std::size_t>(size_);
  const auto part = [&](std::size_t k) { return std::span<double>(bounds_.data() + k * n, n); };
  const Bounds bounds{part(0), part(1), part(2), part(3), part(4)};
  natural_percussions(problem_, bounds.percussions);
  natural_velocities(problem_, bounds.percussions, bounds.velocities);
  return bounds;
}

}  // namespace nsdbench
