#include "solvers/contact/lcp/copositive_form.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "solvers/contact/lcp/law_bounds.hpp"

namespace nsdbench {

namespace {

// The row mu P_N - P_+ - P_- of a wide cone is divided by mu, which would drown its other entries or overflow. Others
// keep their bits.
double row_factor(const SetValuedLaw& law) {
  constexpr double widest = 1e6;
  return law.per_normal() > widest ? 1.0 / law.per_normal() : 1.0;
}

}  // namespace

bool CopositiveForm::build(const ContactProblemView& problem) {
  if (!assign_columns(problem, 3) || frictions() == 0 || size() > max_size) return false;
  reserve();

  // With laws of dimension one, coordinates are laws. A friction law has its second row and column, of P_-, one block
  // further on.
  for_each_entry(problem, [&](int i, int j, double g) {
    const auto r = static_cast<std::size_t>(i);
    const auto l = static_cast<std::size_t>(j);
    const double entry = scale(r) * g * scale(l);
    const bool row_is_friction = !problem.laws[r].is_unilateral();
    const bool column_is_friction = !problem.laws[l].is_unilateral();
    row(column(r))[column(l)] = entry;
    if (column_is_friction) row(column(r))[column(l) + frictions()] = -entry;
    if (row_is_friction) row(column(r) + frictions())[column(l)] = -entry;
    if (row_is_friction && column_is_friction) row(column(r) + frictions())[column(l) + frictions()] = entry;
  });

  for (std::size_t r = 0; r < problem.laws.size(); ++r) {
    const SetValuedLaw& law = problem.laws[r];
    const int plus = column(r);
    b(plus) = scale(r) * problem.c[r];
    if (law.is_unilateral()) continue;
    const int minus = plus + frictions();
    const int sigma = minus + frictions();
    b(minus) = -scale(r) * problem.c[r];
    row(plus)[sigma] = 1.0;
    row(minus)[sigma] = 1.0;
    const double factor = row_factor(law);
    row(sigma)[plus] = -factor;
    row(sigma)[minus] = -factor;
    b(sigma) = law.constant() / scale(r);
    if (law.has_normal_law()) {
      const double mu = factor < 1.0 ? 1.0 : law.per_normal();
      row(sigma)[column_of_normal(law)] = mu * (scale_of_normal(law) / scale(r));
    }
  }
  return true;
}

LcpBounds CopositiveForm::bounds() const {
  const Bounds bounds = start_bounds();
  // The entries are products with powers of two, which do not round unless they underflow.
  constexpr double underflow = std::numeric_limits<double>::min();
  constexpr double unknown = std::numeric_limits<double>::infinity();
  std::ranges::fill(bounds.a_errors, 0.0);
  std::ranges::fill(bounds.b_errors, scales_exactly(problem(), scales()) ? underflow : unknown);
  for (std::size_t l = 0; l < problem().laws.size(); ++l) {
    const SetValuedLaw& law = problem().laws[l];
    const auto plus = static_cast<std::size_t>(column(l));
    bounds.sizes[plus] = bounds.percussions[l] / scale(l);
    if (law.is_unilateral()) continue;
    const std::size_t minus = plus + static_cast<std::size_t>(frictions());
    bounds.sizes[minus] = bounds.sizes[plus];
    bounds.sizes[minus + static_cast<std::size_t>(frictions())] = bounds.velocities[l] * scale(l);
    if (law.has_normal_law()) bounds.a_errors[column_of_normal(law)] = underflow;
    const double factor = row_factor(law);
    if (factor < 1.0) {
      bounds.a_errors[plus] = std::numeric_limits<double>::epsilon() * factor + underflow;
      bounds.a_errors[minus] = bounds.a_errors[plus];
    }
  }
  return {bounds.sizes, bounds.a_errors, bounds.b_errors};
}

void CopositiveForm::split(const ContactProblemView& problem, std::span<const double> x,
                           std::span<double> percussions) const {
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const auto plus = static_cast<std::size_t>(column(l));
    double percussion = x[plus];
    if (!problem.laws[l].is_unilateral()) percussion -= x[plus + static_cast<std::size_t>(frictions())];
    percussions[l] = percussion * scale(l);
  }
}

}  // namespace nsdbench
