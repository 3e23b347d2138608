// The residual of a contact problem, computed anew and differently: in long double, by medians instead of projections.
// Shares no code with solvers/, whose answers it judges.
#pragma once

#include <algorithm>
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

inline JudgedResidual independent_residual(const ContactProblem& problem, std::span<const double> percussions) {
  using Real = long double;
  const std::size_t n = problem.c.size();
  std::vector<Real> xi(n);
  for (std::size_t i = 0; i < n; ++i) xi[i] = static_cast<Real>(problem.c[i]);
  std::vector<Real> magnitude(n, 0.0L);  // sum of the terms' absolute values
  std::vector<Real> diagonal(n, 0.0L);
  std::vector<Real> largest(n, 0.0L);  // entry of a column
  const auto add_entry = [&](std::size_t i, std::size_t j, double entry) {
    const Real term = static_cast<Real>(entry) * static_cast<Real>(percussions[j]);
    xi[i] += term;
    magnitude[i] += std::abs(term);
    if (i == j) diagonal[i] = static_cast<Real>(entry);
    largest[j] = std::max(largest[j], std::abs(static_cast<Real>(entry)));
  };
  if (!problem.dense.empty()) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) add_entry(i, j, problem.dense[i + n * j]);
    }
  } else {
    const BlockSparseMatrix& matrix = problem.sparse;
    const auto size = static_cast<std::size_t>(matrix.block_size());
    for (int column = 0; column < matrix.block_columns(); ++column) {
      for (int k = matrix.begin(column); k < matrix.end(column); ++k) {
        const std::size_t row = static_cast<std::size_t>(matrix.block_row(k)) * size;
        for (std::size_t q = 0; q < size; ++q) {
          for (std::size_t p = 0; p < size; ++p) {
            add_entry(row + p, static_cast<std::size_t>(column) * size + q, matrix.block(k)[p + q * size]);
          }
        }
      }
    }
  }

  Real reference = 0.0L;
  for (const double c : problem.c) reference = std::max(reference, std::abs(static_cast<Real>(c)));
  if (reference == 0.0L) reference = 1.0L;

  Real residual = 0.0L;
  Real rounding = 0.0L;
  for (const SetValuedLaw& law : problem.laws) {
    const auto first = static_cast<std::size_t>(law.offset);
    const auto dimension = static_cast<std::size_t>(law.dimension);
    Real trace = 0.0L;
    Real column_maximum = 0.0L;
    for (std::size_t i = first; i < first + dimension; ++i) {
      trace += diagonal[i];
      column_maximum = std::max(column_maximum, largest[i]);
    }
    const Real mean = trace / static_cast<Real>(law.dimension);
    const Real fallback = column_maximum > 0.0L ? column_maximum : 1.0L;
    const Real scale = mean > 1e-8L * column_maximum ? mean : fallback;
    const auto scaled = [&](std::size_t i) { return scale * static_cast<Real>(percussions[i]); };

    Real deviation = 0.0L;
    if (law.kind == LawKind::unilateral) {
      deviation = std::abs(std::min(scaled(first), xi[first]));
    } else {
      Real bound = scale * static_cast<Real>(law.bound);
      if (law.kind == LawKind::coulomb) {
        const SetValuedLaw& normal = problem.laws[static_cast<std::size_t>(law.normal)];
        bound *= std::max(0.0L, static_cast<Real>(percussions[static_cast<std::size_t>(normal.offset)]));
      }
      if (dimension == 1) {
        // p - clamp(p - xi, -b, b) is the median of p - b, p + b and xi.
        const Real low = scaled(first) - bound;
        const Real high = scaled(first) + bound;
        deviation = std::abs(std::max(low, std::min(high, xi[first])));
      } else {
        const Real x = scaled(first) - xi[first];
        const Real y = scaled(first + 1) - xi[first + 1];
        const Real length = std::sqrt(x * x + y * y);
        if (length <= bound) {
          deviation = std::sqrt(xi[first] * xi[first] + xi[first + 1] * xi[first + 1]);
        } else {
          const Real dx = scaled(first) - bound * x / length;
          const Real dy = scaled(first + 1) - bound * y / length;
          deviation = std::sqrt(dx * dx + dy * dy);
        }
      }
    }
    residual = std::max(residual, deviation);
    for (std::size_t i = first; i < first + dimension; ++i) {
      const Real terms = magnitude[i] + std::abs(static_cast<Real>(problem.c[i])) + std::abs(scaled(i));
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
