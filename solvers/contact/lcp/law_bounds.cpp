#include "solvers/contact/lcp/law_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/contact/lcp/law_scaling.hpp"

namespace nsdbench {

namespace {

double reference_velocity(const ContactProblemView& problem) {
  double reference = 0.0;
  for (int i = 0; i < problem.size; ++i) reference = std::max(reference, std::abs(problem.c[i]));
  return reference > 0.0 ? reference : 1.0;
}

}  // namespace

void natural_percussions(const ContactProblemView& problem, std::span<double> percussions) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    if (problem.laws[l].is_unilateral()) least = std::min(least, inverse_prox_parameter(problem, l));
  }
  const double normal = reference_velocity(problem) / least;
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    percussions[l] = law.is_unilateral() ? normal : law.has_normal_law() ? law.bound * normal : law.bound;
  }
}

void natural_velocities(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<double> velocities) {
  std::fill_n(velocities.begin(), problem.size, reference_velocity(problem));
  for_each_entry(problem, [&](int i, int j, double g) {
    velocities[static_cast<std::size_t>(i)] += std::abs(g) * percussions[static_cast<std::size_t>(j)];
  });
}

bool scales_exactly(const ContactProblemView& problem, std::span<const double> scale) {
  const auto exact = [](double factor, double g, double other) {
    const double once = factor * g;
    const double twice = once * other;
    return once / factor == g && twice / other == once;
  };
  bool all_exact = true;
  for_each_entry(problem, [&](int i, int j, double g) {
    const double factor = scale[static_cast<std::size_t>(i)];
    const SetValuedLaw& law = problem.laws[static_cast<std::size_t>(j)];
    all_exact = all_exact && exact(factor, g, scale[static_cast<std::size_t>(j)]);
    if (law.kind != LawKind::coulomb) return;
    all_exact = all_exact && exact(factor, g, scale[static_cast<std::size_t>(law.normal)]);
  });
  for (std::size_t l = 0; l < problem.laws.size(); ++l) all_exact = all_exact && exact(scale[l], problem.c[l], 1.0);
  return all_exact;
}

}  // namespace nsdbench
