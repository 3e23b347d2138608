// A planar contact problem by all combinations of its modes, in any number type: what solvers are held to. Shares no
// code with solvers/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::fuzz {

enum class LawMode : std::uint8_t {
  open,      // unilateral: P = 0, xi >= 0; friction of an open contact: P = 0, any xi
  closed,    // unilateral: xi = 0, P >= 0; bilateral: xi = 0
  stick,     // friction: xi = 0, |P| <= b
  forward,   // friction: P = -b, xi >= 0
  backward,  // friction: P = b, xi <= 0
};
using LawModes = std::vector<LawMode>;

// All combinations for laws of dimension one; none if there are more than `most`.
inline std::vector<LawModes> all_modes(const ContactProblemView& problem, std::size_t most) {
  std::vector<LawModes> combinations = {{}};
  for (const SetValuedLaw& law : problem.laws) {
    if (law.dimension != 1) return {};
    std::vector<LawModes> longer;
    for (const LawModes& modes : combinations) {
      std::vector<LawMode> choices = {LawMode::stick, LawMode::forward, LawMode::backward};
      if (law.is_unilateral()) choices = {LawMode::open, LawMode::closed};
      if (law.kind == LawKind::bilateral) choices = {LawMode::closed};
      if (law.has_normal_law() && modes[static_cast<std::size_t>(law.normal)] == LawMode::open)
        choices = {LawMode::open};
      for (const LawMode choice : choices) {
        longer.push_back(modes);
        longer.back().push_back(choice);
      }
    }
    combinations = std::move(longer);
    if (combinations.size() > most) return {};
  }
  return combinations;
}

// A x = b by elimination with complete pivoting; pivots not above `vanishing` times the largest entry of their row are
// zero. Coordinates that the equations leave open become zero. False if the equations contradict each other.
template <class Scalar>
bool eliminate(std::vector<std::vector<Scalar>> rows, const Scalar& vanishing, std::vector<Scalar>& x) {
  const std::size_t n = rows.size();
  const auto size_of = [](const Scalar& value) { return value < 0 ? Scalar(-value) : value; };
  std::vector<std::size_t> order(n);
  for (std::size_t j = 0; j < n; ++j) order[j] = j;
  for (std::vector<Scalar>& row : rows) {
    Scalar largest = 0;
    for (const Scalar& entry : row) largest = size_of(entry) > largest ? size_of(entry) : largest;
    if (largest == 0) continue;
    for (Scalar& entry : row) entry /= largest;
  }
  std::size_t rank = 0;
  for (; rank < n; ++rank) {
    std::size_t best_row = rank;
    std::size_t best_column = rank;
    for (std::size_t i = rank; i < n; ++i) {
      for (std::size_t j = rank; j < n; ++j) {
        if (size_of(rows[i][order[j]]) > size_of(rows[best_row][order[best_column]])) {
          best_row = i;
          best_column = j;
        }
      }
    }
    std::swap(rows[rank], rows[best_row]);
    std::swap(order[rank], order[best_column]);
    const std::vector<Scalar>& pivot_row = rows[rank];
    const Scalar pivot = pivot_row[order[rank]];
    if (!(size_of(pivot) > vanishing)) break;
    for (std::size_t i = rank + 1; i < n; ++i) {
      const Scalar factor = rows[i][order[rank]] / pivot;
      if (factor == 0) continue;
      for (std::size_t j = rank; j < n; ++j) rows[i][order[j]] -= factor * pivot_row[order[j]];
      rows[i][n] -= factor * pivot_row[n];
    }
  }
  for (std::size_t i = rank; i < n; ++i) {
    if (size_of(rows[i][n]) > vanishing) return false;
  }
  x.assign(n, Scalar(0));
  for (std::size_t i = rank; i-- > 0;) {
    Scalar sum = rows[i][n];
    for (std::size_t j = i + 1; j < rank; ++j) sum -= rows[i][order[j]] * x[order[j]];
    x[order[i]] = sum / rows[i][order[i]];
  }
  return true;
}

// Percussions with these modes that keep every law but for `tolerance`, relative to the magnitudes behind each number;
// with tolerance 0 in a number type without rounding, exactly.
template <class Scalar>
bool solve_with_modes(const ContactProblemView& problem, const LawModes& modes, const Scalar& tolerance,
                      std::vector<Scalar>& percussions) {
  const auto n = static_cast<std::size_t>(problem.size);
  const auto entry = [&](std::size_t i, std::size_t j) {
    return Scalar(problem.g(static_cast<int>(i), static_cast<int>(j)));
  };
  const auto bound_of = [&](std::size_t l, const std::vector<Scalar>& p) {
    const SetValuedLaw& law = problem.laws[l];
    return law.has_normal_law() ? Scalar(Scalar(law.bound) * p[static_cast<std::size_t>(law.normal)])
                                : Scalar(law.bound);
  };
  std::vector<std::vector<Scalar>> rows(n, std::vector<Scalar>(n + 1, Scalar(0)));
  for (std::size_t l = 0; l < n; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (modes[l] == LawMode::closed || modes[l] == LawMode::stick) {
      for (std::size_t j = 0; j < n; ++j) rows[l][j] = entry(l, j);
      rows[l][n] = -Scalar(problem.c[l]);
      continue;
    }
    rows[l][l] = 1;
    if (modes[l] == LawMode::open) continue;
    const Scalar sign = modes[l] == LawMode::forward ? -1 : 1;  // P = sign b
    if (law.has_normal_law()) {
      rows[l][static_cast<std::size_t>(law.normal)] = -sign * Scalar(law.bound);
    } else {
      rows[l][n] = sign * Scalar(law.bound);
    }
  }
  if (!eliminate(std::move(rows), tolerance, percussions)) return false;

  const auto size_of = [](const Scalar& value) { return value < 0 ? Scalar(-value) : value; };
  for (std::size_t l = 0; l < n; ++l) {
    Scalar velocity = problem.c[l];
    Scalar magnitudes = size_of(velocity);
    for (std::size_t j = 0; j < n; ++j) {
      const Scalar term = entry(l, j) * percussions[j];
      velocity += term;
      magnitudes += size_of(term);
    }
    const Scalar slack = tolerance * magnitudes;
    const bool is_friction = !problem.laws[l].is_unilateral() && problem.laws[l].kind != LawKind::bilateral;
    const Scalar bound = is_friction ? bound_of(l, percussions) : Scalar(0);
    bool holds = true;
    switch (modes[l]) {
      case LawMode::open:
        holds = is_friction || velocity >= -slack;
        break;
      case LawMode::closed:
        holds = size_of(velocity) <= slack && (!problem.laws[l].is_unilateral() || percussions[l] >= 0);
        break;
      case LawMode::stick:
        holds = size_of(velocity) <= slack && size_of(percussions[l]) <= bound + tolerance * size_of(bound);
        break;
      case LawMode::forward:
        holds = velocity >= -slack;
        break;
      case LawMode::backward:
        holds = velocity <= slack;
        break;
    }
    if (!holds) return false;
  }
  return true;
}

}  // namespace nsdbench::fuzz
