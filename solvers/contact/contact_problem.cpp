#include "solvers/contact/contact_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nsdbench {

namespace {

double mean_diagonal(const ContactProblemView& problem, const SetValuedLaw& law) {
  double sum = 0.0;
  for (int k = law.offset; k < law.offset + law.dimension; ++k) sum += problem.g(k, k);
  return sum / law.dimension;
}

double largest_entry(const ContactProblemView& problem, const SetValuedLaw& law) {
  double largest = 0.0;
  for (int k = law.offset; k < law.offset + law.dimension; ++k) {
    for (int j = 0; j < problem.size; ++j) largest = std::max(largest, std::abs(problem.g(k, j)));
  }
  return largest;
}

double percussion_bound(const ContactProblemView& problem, const SetValuedLaw& law,
                        std::span<const double> percussions) {
  if (law.kind == LawKind::friction_of_bound) return law.bound;
  const int normal = problem.laws[static_cast<std::size_t>(law.normal)].offset;
  return law.bound * std::max(percussions[static_cast<std::size_t>(normal)], 0.0);
}

}  // namespace

const char* defect(const ContactProblemView& problem) {
  const int law_count = static_cast<int>(problem.laws.size());
  int coordinates = 0;
  for (const SetValuedLaw& law : problem.laws) {
    if (law.dimension < 1 || law.dimension > 2) return "a law has a dimension other than 1 or 2";
    if (law.offset != coordinates) return "the offsets of the laws are not consecutive";
    coordinates += law.dimension;
    if (law.kind == LawKind::unilateral) {
      if (law.dimension != 1) return "a unilateral law has a dimension other than 1";
      continue;
    }
    if (!std::isfinite(law.bound) || law.bound < 0.0) return "a friction bound is negative or not finite";
    if (law.kind == LawKind::coulomb) {
      const bool has_normal = law.normal >= 0 && law.normal < law_count &&
                              problem.laws[static_cast<std::size_t>(law.normal)].kind == LawKind::unilateral;
      if (!has_normal) return "a Coulomb law has no unilateral law that carries it";
    }
  }
  if (coordinates != problem.size) return "the size is not the sum of the laws' dimensions";
  // A sum of products with zero is finite exactly if every term is; one test at the end keeps the loop tight.
  double probe = 0.0;
  for (int j = 0; j < problem.size; ++j) probe += 0.0 * problem.c[j];
  if (problem.sparse != nullptr) {
    if (problem.sparse->size() != problem.size) return "the Delassus matrix has another size than c";
    for (const double entry : problem.sparse->values()) probe += 0.0 * entry;
  } else {
    if (problem.size > 0 && problem.delassus == nullptr) return "the problem has no Delassus matrix";
    for (int j = 0; j < problem.size; ++j) {
      const double* column = problem.delassus + static_cast<std::ptrdiff_t>(j) * problem.stride;
      for (int i = 0; i < problem.size; ++i) probe += 0.0 * column[i];
    }
  }
  return probe == 0.0 ? nullptr : "the Delassus matrix or c has an entry that is not finite";
}

void ContactProblemView::multiply_add(const double* x, double* xi) const {
  if (sparse != nullptr) return sparse->multiply_add(x, xi);
  for (int j = 0; j < size; ++j) {
    const double* column = delassus + static_cast<std::ptrdiff_t>(j) * stride;
    const double factor = x[j];
    for (int i = 0; i < size; ++i) xi[i] += column[i] * factor;
  }
}

double inverse_prox_parameter(const ContactProblemView& problem, std::size_t l) {
  const SetValuedLaw& law = problem.laws[l];
  const double diagonal = mean_diagonal(problem, law);
  if (diagonal > 0.0) return diagonal;
  const double entry = largest_entry(problem, law);
  return entry > 0.0 ? entry : 1.0;
}

double contact_residual(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<double> velocities, std::span<Mode> modes) {
  const int n = problem.size;
  double reference_velocity = 0.0;
  double probe = 0.0;
  for (int i = 0; i < n; ++i) {
    const auto slot = static_cast<std::size_t>(i);
    reference_velocity = std::max(reference_velocity, std::abs(problem.c[i]));
    velocities[slot] = problem.c[i];
    probe += 0.0 * percussions[slot];
  }
  if (probe != 0.0) return std::numeric_limits<double>::infinity();
  if (reference_velocity == 0.0) reference_velocity = 1.0;
  problem.multiply_add(percussions.data(), velocities.data());

  double residual = 0.0;
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    const double inverse_r = inverse_prox_parameter(problem, l);

    // Everything multiplied by 1/r: percussions as velocities.
    std::array<double, 2> percussion{};
    std::array<double, 2> argument{};
    for (int k = 0; k < law.dimension; ++k) {
      const auto row = static_cast<std::size_t>(law.offset + k);
      const auto slot = static_cast<std::size_t>(k);
      percussion[slot] = inverse_r * percussions[row];
      argument[slot] = percussion[slot] - velocities[row];
    }

    bool interior = false;
    double deviation = 0.0;
    if (law.kind == LawKind::unilateral) {
      interior = argument[0] > 0.0;
      deviation = std::abs(percussion[0] - std::max(argument[0], 0.0));
    } else {
      const double bound = inverse_r * percussion_bound(problem, law, percussions);
      const double length = law.dimension == 1 ? std::abs(argument[0]) : std::hypot(argument[0], argument[1]);
      interior = length < bound;
      const double scale = interior ? 1.0 : (length > 0.0 ? bound / length : 0.0);
      const double first = percussion[0] - scale * argument[0];
      const double second = percussion[1] - scale * argument[1];
      deviation = law.dimension == 1 ? std::abs(first) : std::hypot(first, second);
    }
    // A comparison that a NaN fails would hide it.
    residual = deviation <= residual ? residual : deviation;
    if (!modes.empty()) modes[l] = interior ? Mode::constraint : Mode::impressed;
  }
  residual /= reference_velocity;
  return std::isfinite(residual) ? residual : std::numeric_limits<double>::infinity();
}

double contact_residual(const ContactProblemView& problem, std::span<const double> percussions, std::span<Mode> modes) {
  std::vector<double> velocities(static_cast<std::size_t>(problem.size));
  return contact_residual(problem, percussions, velocities, modes);
}

int ContactProblem::add(LawKind kind, int dimension, double bound, int normal) {
  const int offset = laws.empty() ? 0 : laws.back().offset + laws.back().dimension;
  laws.push_back({kind, offset, dimension, normal, bound});
  return static_cast<int>(laws.size()) - 1;
}

void ContactProblem::add_frictional(double mu, int tangential_dimension) {
  const int normal = add(LawKind::unilateral);
  add(LawKind::coulomb, tangential_dimension, mu, normal);
}

ContactProblemView ContactProblem::view() const {
  const bool is_sparse = dense.empty() && !sparse.empty();
  return {laws, size(), is_sparse ? nullptr : dense.data(), size(), c.data(), is_sparse ? &sparse : nullptr};
}

}  // namespace nsdbench
