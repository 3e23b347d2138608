#include "solvers/contact/lcp/copositive_form.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "solvers/contact/lcp/law_bounds.hpp"
#include "solvers/contact/lcp/law_scaling.hpp"

namespace nsdbench {

bool CopositiveForm::build(const ContactProblemView& problem) {
  problem_ = problem;
  const std::size_t law_count = problem.laws.size();
  if (column_.size() < law_count) {
    column_.resize(law_count);
    scale_.resize(law_count);
  }
  normals_ = 0;
  tangentials_ = 0;
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (law.dimension != 1) return false;
    column_[l] = law.kind == LawKind::unilateral ? normals_++ : tangentials_++;
  }
  size_ = normals_ + 3 * tangentials_;
  if (tangentials_ == 0 || size_ > max_size) return false;
  for (std::size_t l = 0; l < law_count; ++l) {
    if (problem.laws[l].kind != LawKind::unilateral) column_[l] += normals_;
  }
  scale_laws(problem, {scale_.data(), law_count});
  const auto n = static_cast<std::size_t>(size_);
  if (b_.size() < n) {
    a_.resize(n * n);
    b_.resize(n);
    for (auto* storage : {&bounds_.sizes, &bounds_.a_errors, &bounds_.b_errors}) storage->resize(n);
    for (auto* storage : {&bounds_.percussions, &bounds_.velocities}) storage->resize(n);
  }
  std::fill_n(a_.begin(), n * n, 0.0);

  // With laws of dimension one, coordinates are laws. A friction law has its second row and column, of P_-, one block
  // further on.
  for_each_entry(problem, [&](int i, int j, double g) {
    const auto r = static_cast<std::size_t>(i);
    const auto l = static_cast<std::size_t>(j);
    const double entry = scale_[r] * g * scale_[l];
    const bool row_is_friction = problem.laws[r].kind != LawKind::unilateral;
    const bool column_is_friction = problem.laws[l].kind != LawKind::unilateral;
    row(column_[r])[column_[l]] = entry;
    if (column_is_friction) row(column_[r])[column_[l] + tangentials_] = -entry;
    if (row_is_friction) row(column_[r] + tangentials_)[column_[l]] = -entry;
    if (row_is_friction && column_is_friction) row(column_[r] + tangentials_)[column_[l] + tangentials_] = entry;
  });

  for (std::size_t r = 0; r < law_count; ++r) {
    const SetValuedLaw& law = problem.laws[r];
    const int plus = column_[r];
    b_[static_cast<std::size_t>(plus)] = scale_[r] * problem.c[r];
    if (law.kind == LawKind::unilateral) continue;
    const int minus = plus + tangentials_;
    const int sigma = minus + tangentials_;
    b_[static_cast<std::size_t>(minus)] = -scale_[r] * problem.c[r];
    row(plus)[sigma] = 1.0;
    row(minus)[sigma] = 1.0;
    row(sigma)[plus] = -1.0;
    row(sigma)[minus] = -1.0;
    if (law.kind == LawKind::coulomb) {
      const auto normal = static_cast<std::size_t>(law.normal);
      row(sigma)[column_[normal]] = law.bound * (scale_[normal] / scale_[r]);
      b_[static_cast<std::size_t>(sigma)] = 0.0;
    } else {
      b_[static_cast<std::size_t>(sigma)] = law.bound / scale_[r];
    }
  }
  return true;
}

LcpBounds CopositiveForm::bounds() const {
  const std::size_t law_count = problem_.laws.size();
  const auto n = static_cast<std::size_t>(size_);
  const std::span<double> percussions(bounds_.percussions.data(), n);
  const std::span<double> velocities(bounds_.velocities.data(), n);
  const std::span<double> sizes(bounds_.sizes.data(), n);
  const std::span<double> a_errors(bounds_.a_errors.data(), n);
  const std::span<double> b_errors(bounds_.b_errors.data(), n);
  natural_percussions(problem_, percussions);
  natural_velocities(problem_, percussions, velocities);
  // The entries are products with powers of two, which do not round unless they underflow.
  constexpr double underflow = std::numeric_limits<double>::min();
  const bool exact = scales_exactly(problem_, {scale_.data(), law_count});
  std::fill(a_errors.begin(), a_errors.end(), 0.0);
  constexpr double unknown = std::numeric_limits<double>::infinity();
  std::fill(b_errors.begin(), b_errors.end(), exact ? underflow : unknown);
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem_.laws[l];
    const auto plus = static_cast<std::size_t>(column_[l]);
    sizes[plus] = percussions[l] / scale_[l];
    if (law.kind == LawKind::unilateral) continue;
    const std::size_t minus = plus + static_cast<std::size_t>(tangentials_);
    sizes[minus] = sizes[plus];
    sizes[minus + static_cast<std::size_t>(tangentials_)] = velocities[l] * scale_[l];
    if (law.kind != LawKind::coulomb) continue;
    a_errors[static_cast<std::size_t>(column_[static_cast<std::size_t>(law.normal)])] = underflow;
  }
  return {sizes, a_errors, b_errors};
}

void CopositiveForm::split(const ContactProblemView& problem, std::span<const double> x,
                           std::span<double> percussions) const {
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const auto plus = static_cast<std::size_t>(column_[l]);
    double percussion = x[plus];
    if (problem.laws[l].kind != LawKind::unilateral) percussion -= x[plus + static_cast<std::size_t>(tangentials_)];
    percussions[l] = percussion * scale_[l];
  }
}

}  // namespace nsdbench
