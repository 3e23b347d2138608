// The residual of a contact problem, computed anew and differently: in long double, by medians instead of projections.
// Shares no code with solvers/, whose answers it judges.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::arena {

struct JudgedResidual {
  double value = 0.0;     // as contact_residual defines it
  double rounding = 0.0;  // by how much a computation in double may differ from it
};

// The largest residual that is no contradiction to one within the tolerance: rounding excuses a tenth of it.
inline double allowed(double tolerance, double rounding) { return tolerance + std::min(rounding, 0.1 * tolerance); }

namespace detail {

using Real = long double;

// xi = G P + c, and what the scales and the rounding of its entries follow from.
struct JudgedVelocities {
  std::vector<Real> xi;
  std::vector<Real> magnitude;  // sum of the absolute values of an entry's terms, without c
  std::vector<Real> diagonal;   // of G
  std::vector<Real> largest;    // entry of a column of G

  JudgedVelocities(const ContactProblem& problem, std::span<const double> percussions)
      : xi(problem.c.begin(), problem.c.end()),
        magnitude(problem.c.size(), 0.0L),
        diagonal(problem.c.size(), 0.0L),
        largest(problem.c.size(), 0.0L) {
    const std::size_t n = problem.c.size();
    if (!problem.dense.empty()) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = 0; i < n; ++i) add_entry(i, j, problem.dense[i + n * j], percussions);
      }
      return;
    }
    const BlockSparseMatrix& matrix = problem.sparse;
    const auto size = static_cast<std::size_t>(matrix.block_size());
    for (int column = 0; column < matrix.block_columns(); ++column) {
      for (int k = matrix.begin(column); k < matrix.end(column); ++k) {
        const std::size_t row = static_cast<std::size_t>(matrix.block_row(k)) * size;
        for (std::size_t q = 0; q < size; ++q) {
          for (std::size_t p = 0; p < size; ++p) {
            add_entry(row + p, static_cast<std::size_t>(column) * size + q, matrix.block(k)[p + q * size], percussions);
          }
        }
      }
    }
  }

  // The velocity per percussion of a law: the mean of its diagonal, or the largest entry of its columns.
  Real scale(const SetValuedLaw& law) const {
    const auto first = static_cast<std::size_t>(law.offset);
    Real trace = 0.0L;
    Real column_maximum = 0.0L;
    for (std::size_t i = first; i < first + static_cast<std::size_t>(law.dimension); ++i) {
      trace += diagonal[i];
      column_maximum = std::max(column_maximum, largest[i]);
    }
    const Real mean = trace / static_cast<Real>(law.dimension);
    const Real fallback = column_maximum > 0.0L ? column_maximum : 1.0L;
    return mean > 1e-8L * column_maximum ? mean : fallback;
  }

 private:
  void add_entry(std::size_t i, std::size_t j, double entry, std::span<const double> percussions) {
    const Real term = static_cast<Real>(entry) * static_cast<Real>(percussions[j]);
    xi[i] += term;
    magnitude[i] += std::abs(term);
    if (i == j) diagonal[i] = static_cast<Real>(entry);
    largest[j] = std::max(largest[j], std::abs(static_cast<Real>(entry)));
  }
};

// How far friction is from holding, by its scaled percussions p, its velocities xi and its scaled bound.
inline Real friction_deviation(std::span<const Real> p, const Real* xi, Real bound) {
  // p - clamp(p - xi, -b, b) is the median of p - b, p + b and xi.
  if (p.size() == 1) return std::abs(std::max(p[0] - bound, std::min(p[0] + bound, xi[0])));
  const Real x = p[0] - xi[0];
  const Real y = p[1] - xi[1];
  const Real length = std::sqrt(x * x + y * y);
  if (length <= bound) return std::sqrt(xi[0] * xi[0] + xi[1] * xi[1]);
  const Real dx = p[0] - bound * x / length;
  const Real dy = p[1] - bound * y / length;
  return std::sqrt(dx * dx + dy * dy);
}

}  // namespace detail

inline JudgedResidual independent_residual(const ContactProblem& problem, std::span<const double> percussions) {
  using detail::Real;
  const std::size_t n = problem.c.size();
  const detail::JudgedVelocities velocities(problem, percussions);
  Real reference = 0.0L;
  for (const double c : problem.c) reference = std::max(reference, std::abs(static_cast<Real>(c)));
  if (reference == 0.0L) reference = 1.0L;

  Real residual = 0.0L;
  Real rounding = 0.0L;
  for (const SetValuedLaw& law : problem.laws) {
    const auto first = static_cast<std::size_t>(law.offset);
    const auto dimension = static_cast<std::size_t>(law.dimension);
    const Real scale = velocities.scale(law);
    std::array<Real, 2> p{};
    for (std::size_t k = 0; k < dimension; ++k) p[k] = scale * static_cast<Real>(percussions[first + k]);
    if (law.kind == LawKind::unilateral) {
      residual = std::max(residual, std::abs(std::min(p[0], velocities.xi[first])));
    } else {
      Real bound = scale * static_cast<Real>(law.bound);
      if (law.kind == LawKind::coulomb) {
        const SetValuedLaw& normal = problem.laws[static_cast<std::size_t>(law.normal)];
        bound *= std::max(0.0L, static_cast<Real>(percussions[static_cast<std::size_t>(normal.offset)]));
      }
      residual =
          std::max(residual, detail::friction_deviation(std::span(p).first(dimension), &velocities.xi[first], bound));
    }
    for (std::size_t k = 0; k < dimension; ++k) {
      const Real terms =
          velocities.magnitude[first + k] + std::abs(static_cast<Real>(problem.c[first + k])) + std::abs(p[k]);
      rounding = std::max(rounding, terms);
    }
  }
  // Each of the n + 10 operations behind an entry rounds by half a unit of the sum of magnitudes, and the projection of
  // a disc doubles it at most.
  rounding *= static_cast<Real>(n + 10) * static_cast<Real>(std::numeric_limits<double>::epsilon());
  const bool finite = std::isfinite(residual);
  return {finite ? static_cast<double>(residual / reference) : std::numeric_limits<double>::infinity(),
          static_cast<double>(rounding / reference)};
}

}  // namespace nsdbench::arena
