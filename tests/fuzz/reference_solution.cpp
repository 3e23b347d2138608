#include "tests/fuzz/reference_solution.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "tests/fuzz/mode_enumeration.hpp"

namespace nsdbench::fuzz {

namespace {

using Rational = boost::multiprecision::cpp_rational;

constexpr std::size_t most_combinations = 4096;
constexpr int most_candidates = 16;  // that are followed in rational numbers, of up to some thousand digits

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

}  // namespace nsdbench::fuzz
