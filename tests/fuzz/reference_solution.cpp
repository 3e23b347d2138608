#include "tests/fuzz/reference_solution.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "tests/fuzz/mode_enumeration.hpp"

namespace nsdbench::fuzz {

namespace {

using Rational = boost::multiprecision::cpp_rational;

constexpr std::size_t most_combinations = 4096;
constexpr int most_candidates = 16;  // that are followed in rational numbers, of up to some thousand digits

// Of a law of friction: -p in bound Sgn(v).
bool holds(const std::vector<Rational>& p, const std::vector<Rational>& v, const Rational& bound) {
  Rational friction = 0;
  Rational power = 0;
  bool at_rest = true;
  for (std::size_t k = 0; k < p.size(); ++k) {
    friction += p[k] * p[k];
    power += p[k] * v[k];
    at_rest = at_rest && v[k] == 0;
  }
  if (at_rest) return friction <= bound * bound;
  const bool parallel = p.size() == 1 || p[0] * v[1] == p[1] * v[0];
  return friction == bound * bound && power <= 0 && parallel;
}

bool within(const ContactProblemView& problem, const std::vector<long double>& percussions, long double largest) {
  for (std::size_t l = 0; l < percussions.size(); ++l) {
    if (problem.laws[l].is_unilateral() && !(percussions[l] <= largest)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<long double>> exact_solution(const ContactProblemView& problem, long double largest_normal) {
  constexpr long double rounding = 1e-12L;
  std::vector<long double> candidate;
  std::vector<Rational> percussions;
  int followed = 0;
  for (const LawModes& modes : all_modes(problem, most_combinations)) {
    if (!solve_with_modes<long double>(problem, modes, rounding, candidate)) continue;
    if (!within(problem, candidate, largest_normal)) continue;
    if (++followed > most_candidates) return std::nullopt;
    if (!solve_with_modes<Rational>(problem, modes, Rational(0), percussions)) continue;
    for (std::size_t l = 0; l < percussions.size(); ++l) candidate[l] = percussions[l].convert_to<long double>();
    if (within(problem, candidate, largest_normal)) return candidate;
  }
  return std::nullopt;
}

bool solves_exactly(const ContactProblemView& problem, std::span<const double> percussions,
                    long double largest_normal) {
  const auto n = static_cast<std::size_t>(problem.size);
  std::vector<Rational> velocities(n);
  for (std::size_t i = 0; i < n; ++i) {
    velocities[i] = problem.c[i];
    for (std::size_t j = 0; j < n; ++j) {
      velocities[i] += Rational(problem.g(static_cast<int>(i), static_cast<int>(j))) * Rational(percussions[j]);
    }
  }
  for (const SetValuedLaw& law : problem.laws) {
    std::vector<Rational> p;
    std::vector<Rational> v;
    for (auto i = static_cast<std::size_t>(law.offset); p.size() < static_cast<std::size_t>(law.dimension); ++i) {
      p.emplace_back(percussions[i]);
      v.push_back(velocities[i]);
    }
    switch (law.kind) {
      case LawKind::unilateral:
        if (p[0] < 0 || v[0] < 0 || p[0] * v[0] != 0 ||
            percussions[static_cast<std::size_t>(law.offset)] > largest_normal)
          return false;
        break;
      case LawKind::bilateral:
        if (v != std::vector<Rational>(v.size(), 0)) return false;
        break;
      case LawKind::coulomb: {
        const double normal =
            percussions[static_cast<std::size_t>(problem.laws[static_cast<std::size_t>(law.normal)].offset)];
        if (normal < 0.0 || !holds(p, v, Rational(law.bound) * Rational(normal))) return false;
        break;
      }
      case LawKind::tresca:
        if (!holds(p, v, Rational(law.bound))) return false;
        break;
    }
  }
  return true;
}

}  // namespace nsdbench::fuzz
