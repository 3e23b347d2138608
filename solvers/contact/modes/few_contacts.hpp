// What the planar and the spatial mode search share: a dense contact problem of N coordinates, and a motion of it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "solvers/contact/contact_problem.hpp"
#include "solvers/linear_algebra/at.hpp"

namespace nsdbench::modes {

// Pivots below this multiple of the diagonal belong to hyperstatic contacts.
inline constexpr double smallest_pivot = 1e-9;
// Signs are asked for up to this multiple of the terms they come from; the residual decides in the end.
inline constexpr double sign_tolerance = 1e-12;
// Velocities, and their changes in a sweep, below this multiple of the tolerance are none.
inline constexpr double small_velocity = 1e-2;
// Guesses that make velocities beyond this multiple of the largest |c| cost more digits than they help.
inline constexpr double largest_guess = 1e3;

// Percussions and the velocities they make.
template <int N>
struct Motion {
  std::array<double, static_cast<std::size_t>(N)> p;
  std::array<double, static_cast<std::size_t>(N)> xi;

  const double* percussion(int i) const { return p.data() + i; }
  const double* velocity(int i) const { return xi.data() + i; }
};

// The problem that is searched, with sizes known at compile time. Refers to `searched`.
template <int N>
struct FewContacts {
  explicit FewContacts(const ContactProblemView& searched) : problem(searched) {
    for (int i = 0; i < N; ++i) largest_c = std::max(largest_c, std::abs(problem.c[i]));
  }

  const ContactProblemView& problem;
  double largest_c = 0.0;  // size of the velocities

  const double* column(int j) const { return problem.delassus + static_cast<std::ptrdiff_t>(j) * problem.stride; }
  double g(int i, int j) const { return column(j)[i]; }

  // Whether law l + 1 is the Coulomb friction of law l, in so many dimensions.
  bool friction_follows(std::size_t l, int dimension) const {
    const auto laws = problem.laws;
    return l + 1 < laws.size() && laws[l + 1].kind == LawKind::coulomb && laws[l + 1].normal == static_cast<int>(l) &&
           laws[l + 1].dimension == dimension;
  }

  bool is_sensible(std::span<const double> guess) const {
    bool sensible = true;
    for (int j = 0; j < N; ++j) {
      sensible = sensible && std::abs(g(j, j) * at(guess, j)) <= largest_guess * largest_c;
    }
    return sensible;
  }

  // xi += G(:, j) by
  void add_column(int j, double by, Motion<N>& motion) const {
    const double* g_j = column(j);
    for (int i = 0; i < N; ++i) at(motion.xi, i) += g_j[i] * by;
  }

  // Velocities from percussions.
  void set_velocities(Motion<N>& motion) const {
    for (int i = 0; i < N; ++i) at(motion.xi, i) = problem.c[i];
    for (int j = 0; j < N; ++j) {
      const double p_j = at(motion.p, j);
      if (p_j != 0.0) add_column(j, p_j, motion);
    }
  }
};

}  // namespace nsdbench::modes
