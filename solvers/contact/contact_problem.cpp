#include "solvers/contact/contact_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "solvers/contact/fixed_size.hpp"
#include "solvers/linear_algebra/at.hpp"
#include "solvers/linear_algebra/compensated.hpp"
#include "solvers/linear_algebra/larger_or_nan.hpp"

namespace nsdbench {

namespace {

double mean_diagonal(const ContactProblemView& problem, const SetValuedLaw& law) {
  double mean = 0.0;
  for (int k = law.offset; k < law.offset + law.dimension; ++k) mean += problem.g(k, k) / law.dimension;
  return mean;
}

// max |values[i]|. One running maximum would wait for itself; eight of them fit the registers.
double largest_magnitude(const double* values, int count) {
  constexpr int lanes = 8;
  std::array<double, lanes> largest{};
  int i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (int k = 0; k < lanes; ++k) {
      const double value = std::abs(values[i + k]);
      double& lane = largest[static_cast<std::size_t>(k)];
      lane = value > lane ? value : lane;
    }
  }
  for (; i < count; ++i) largest[0] = std::max(largest[0], std::abs(values[i]));
  return *std::max_element(largest.begin(), largest.end());
}

// max |G_kj| over all k and the columns j of the law: the velocities that its percussion of 1 N s makes.
double largest_velocity(const ContactProblemView& problem, const SetValuedLaw& law) {
  double largest = 0.0;
  for (int j = law.offset; j < law.offset + law.dimension; ++j) {
    if (problem.sparse == nullptr) {
      const double* column = problem.delassus + static_cast<std::ptrdiff_t>(j) * problem.stride;
      largest = std::max(largest, largest_magnitude(column, problem.size));
      continue;
    }
    const BlockSparseMatrix& g = *problem.sparse;
    const int size = g.block_size();
    for (int k = g.begin(j / size); k < g.end(j / size); ++k) {
      const double* column = g.block(k) + static_cast<std::ptrdiff_t>(j % size) * size;
      for (int i = 0; i < size; ++i) largest = std::max(largest, std::abs(column[i]));
    }
  }
  return largest;
}

// inverse_prox_parameter, the number of coordinates of a dense problem being n. `columns` receives a bound of the sum
// of magnitudes in each of the law's columns.
template <class Size>
[[gnu::always_inline]] inline double inverse_parameter(const ContactProblemView& problem, const SetValuedLaw& law,
                                                       Size n, double& columns) {
  // Of a positive semidefinite G no diagonal entry is that small against its column, unless masses differ by 1e16.
  constexpr double vanishing = 1e-8;
  const double diagonal = law.dimension == 1 ? problem.g(law.offset, law.offset) : mean_diagonal(problem, law);
  if (problem.sparse == nullptr) {
    // The sum of the magnitudes is no less than the largest, and what passes here is what is met.
    double sum = 0.0;
    for (int j = law.offset; j < law.offset + law.dimension; ++j) {
      sum += sum_of_magnitudes(problem.delassus + static_cast<std::ptrdiff_t>(j) * problem.stride, n);
    }
    columns = sum;
    if (diagonal > vanishing * sum) return diagonal;
  }
  const double velocity = largest_velocity(problem, law);
  if (problem.sparse != nullptr) columns = problem.size * velocity;
  if (diagonal > vanishing * velocity) return diagonal;
  return velocity > 0.0 ? velocity : 1.0;
}

// xi += G x of a dense problem of n coordinates.
template <class Size>
void add_product(const ContactProblemView& problem, Size n, const double* x, double* xi) {
  for (int j = 0; j < n; ++j) {
    const double* column = problem.delassus + static_cast<std::ptrdiff_t>(j) * problem.stride;
    const double factor = x[j];
    if (factor == 0.0) continue;  // open contacts, and most initial guesses
    for (int i = 0; i < n; ++i) xi[i] += column[i] * factor;
  }
}

double percussion_bound(const ContactProblemView& problem, const SetValuedLaw& law, const double* percussions) {
  if (!law.has_normal_law()) return law.bound;
  const int normal = problem.laws[static_cast<std::size_t>(law.normal)].offset;
  return friction_bound(true, law.bound, percussions[normal]);
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
    if (law.kind == LawKind::bilateral) {
      if (law.bound != std::numeric_limits<double>::infinity()) return "a bilateral law has a finite bound";
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
  if (problem.size > 0 && problem.c == nullptr) return "the problem has no c";
  bool finite = true;
  if (problem.sparse != nullptr) {
    if (problem.sparse->size() != problem.size) return "the Delassus matrix has another size than c";
    const std::span<const double> values = problem.sparse->values();
    finite =
        finiteness(values.data(), static_cast<int>(values.size())) == 0.0 && finiteness(problem.c, problem.size) == 0.0;
  } else {
    if (problem.size > 0 && problem.delassus == nullptr) return "the problem has no Delassus matrix";
    if (problem.stride < problem.size) return "the stride of the Delassus matrix is smaller than its size";
    finite = with_size(problem.size, [&](auto n) {
      double probe = finiteness(problem.c, n);
      for (int j = 0; j < n; ++j) {
        probe += finiteness(problem.delassus + static_cast<std::ptrdiff_t>(j) * problem.stride, n);
      }
      return probe == 0.0;
    });
  }
  return finite ? nullptr : "the Delassus matrix or c has an entry that is not finite";
}

void ContactProblemView::multiply_add(const double* x, double* xi) const {
  if (sparse != nullptr) return sparse->multiply_add(x, xi);
  with_size(size, [&](auto n) { add_product(*this, n, x, xi); });
}

double inverse_prox_parameter(const ContactProblemView& problem, std::size_t l) {
  double columns = 0.0;
  return inverse_parameter(problem, problem.laws[l], problem.size, columns);
}

namespace {

// Of the n coordinates of a problem: the two words of xi and the sums of the magnitudes of its terms.
template <class Size>
struct WideVelocities {
  static constexpr auto n = static_cast<std::size_t>(Size::value);
  std::array<double, n> high{};
  std::array<double, n> low{};
  std::array<double, n> magnitudes{};
  explicit WideVelocities(int /*size*/) {}
};
template <>
struct WideVelocities<int> {
  // Allocated once per thread and size.
  inline static thread_local std::vector<double> storage;
  double* high;
  double* low;
  double* magnitudes;
  explicit WideVelocities(int size) {
    const auto n = static_cast<std::size_t>(size);
    storage.assign(3 * n, 0.0);
    high = storage.data();
    low = high + n;
    magnitudes = low + n;
  }
};

// xi = G P + c in twice the working precision, rounded. Where that overflows, xi is left as it is, and its magnitudes
// stand for the rounding of the working precision; it becomes a NaN where that may hide its sign.
template <class Size>
void compute_accurately(const ContactProblemView& problem, Size n, const double* percussions, double* velocities,
                        WideVelocities<Size>& wide) {
  for (int i = 0; i < n; ++i) at(wide.high, i) = problem.c[i];
  for_each_entry(problem, [&](int i, int j, double entry) {
    const double percussion = percussions[j];
    if (percussion == 0.0) return;
    compensated::add_product(entry, percussion, at(wide.high, i), at(wide.low, i));
    at(wide.magnitudes, i) += std::abs(entry * percussion);
  });
  for (int i = 0; i < n; ++i) {
    const double sum = at(wide.high, i) + at(wide.low, i);
    if (std::isfinite(sum)) {
      velocities[i] = sum;
      continue;
    }
    const double rounding = n * std::numeric_limits<double>::epsilon();
    if (std::abs(velocities[i]) <= rounding * (at(wide.magnitudes, i) + std::abs(problem.c[i]))) {
      velocities[i] = std::numeric_limits<double>::quiet_NaN();
    }
    at(wide.magnitudes, i) /= rounding;
  }
}

// Of one law, with percussions as velocities: P / r.
[[gnu::always_inline]] inline Deviation<double> deviation_of(const ContactProblemView& problem, const SetValuedLaw& law,
                                                             double inverse_r, const double* percussions,
                                                             const double* velocities) {
  const int row = law.offset;
  if (law.is_unilateral()) return HalfLine<double>::deviation(inverse_r * percussions[row], velocities[row]);
  const FrictionSet<double> set{law.dimension, inverse_r * percussion_bound(problem, law, percussions)};
  Deviation<double> deviation = set.deviation(inverse_r, percussions + row, velocities + row);
  if (law.has_normal_law()) {
    const int normal = problem.laws[static_cast<std::size_t>(law.normal)].offset;
    const double open = friction_of_open_contact(law, inverse_r, percussions + row, velocities[normal]);
    // A comparison that a NaN fails would hide it.
    deviation.value = open > deviation.value ? open : deviation.value;
  }
  return deviation;
}

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The largest deviation of a law, by velocities that are given; the modes, unless that is null; and `terms`, which
// bounds the sums of magnitudes behind the entries of G P. With the magnitudes of the terms behind the entries of xi,
// what rounding may hide counts, too.
template <bool WithMagnitudes, class Size>
[[gnu::always_inline]] inline double largest_deviation(const ContactProblemView& problem, Size n,
                                                       const double* percussions, const double* velocities, Mode* modes,
                                                       const double* magnitudes, double& terms) {
  double largest = 0.0;
  const double remainder = n * epsilon * n * epsilon;
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    double columns = 0.0;
    const double inverse_r = inverse_parameter(problem, law, n, columns);
    const Deviation<double> deviation = deviation_of(problem, law, inverse_r, percussions, velocities);
    double value = deviation.value;
    double percussion = 0.0;
    for (int k = law.offset; k < law.offset + law.dimension; ++k) {
      percussion = std::max(percussion, std::abs(percussions[k]));
      if (WithMagnitudes && deviation.interior) value += remainder * magnitudes[k];
    }
    if (WithMagnitudes) value += deviation.rounding;
    largest = larger_or_nan(largest, value);
    if (modes != nullptr) modes[l] = deviation.mode();
    if (percussion > 0.0) terms += columns * percussion;
  }
  return largest;
}

// The same by velocities computed in twice the working precision. Apart, since it is seldom needed.
template <class Size>
[[gnu::noinline]] double largest_deviation_by_wide_velocities(const ContactProblemView& problem, Size n,
                                                              const double* percussions, double* velocities,
                                                              Mode* modes) {
  WideVelocities<Size> wide(n);
  compute_accurately(problem, n, percussions, velocities, wide);
  // The laws look at the sign of xi, which a NaN or an overflow does not have.
  if (finiteness(velocities, n) != 0.0) return std::numeric_limits<double>::infinity();
  double terms = 0.0;
  return largest_deviation<true>(problem, n, percussions, velocities, modes, &at(wide.magnitudes, 0), terms);
}

// contact_residual; n is the number of coordinates.
template <class Size>
double residual_of(const ContactProblemView& problem, Size n, const double* percussions, double* velocities,
                   Mode* modes) {
  double reference_velocity = 0.0;
  for (int i = 0; i < n; ++i) {
    reference_velocity = std::max(reference_velocity, std::abs(problem.c[i]));
    velocities[i] = problem.c[i];
  }
  if (finiteness(percussions, n) != 0.0) return std::numeric_limits<double>::infinity();
  if (reference_velocity == 0.0) reference_velocity = 1.0;
  if (problem.sparse == nullptr) {
    add_product(problem, n, percussions, velocities);
  } else {
    problem.sparse->multiply_add(percussions, velocities);
  }
  double terms = 0.0;
  double residual = largest_deviation<false>(problem, n, percussions, velocities, modes, nullptr, terms);
  if (!(epsilon * terms <= compensated::ordinary_rounding * reference_velocity) && std::isfinite(residual)) {
    residual = largest_deviation_by_wide_velocities(problem, n, percussions, velocities, modes);
  }
  residual /= reference_velocity;
  return std::isfinite(residual) ? residual : std::numeric_limits<double>::infinity();
}

}  // namespace

double contact_residual(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<double> velocities, std::span<Mode> modes) {
  // Pointers: a span that has just been written as two words cannot be read as one without a wait.
  const double* const p = percussions.data();
  double* const xi = velocities.data();
  Mode* const mode = modes.empty() ? nullptr : modes.data();
  return with_size(problem.size, [=, &problem](auto n) { return residual_of(problem, n, p, xi, mode); });
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
  const bool fits = dense.size() == c.size() * c.size();
  return {laws, size(), is_sparse || !fits ? nullptr : dense.data(), size(), c.data(), is_sparse ? &sparse : nullptr};
}

}  // namespace nsdbench
