#include "tests/fuzz/planted_solution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace nsdbench::fuzz {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Of integer length.
struct Direction {
  double x;
  double y;
  double length;
};
constexpr std::array<Direction, 4> on_the_line = {{{1, 0, 1}, {-1, 0, 1}, {1, 0, 1}, {-1, 0, 1}}};
constexpr std::array<Direction, 4> in_the_plane = {{{1, 0, 1}, {0, -1, 1}, {3, 4, 5}, {-4, 3, 5}}};

// At most 1, so that products with entries of G stay finite, and of few digits, so that they are exact.
double power_of_two(Bytes& bytes) { return std::ldexp(1.0, -bytes.below(8)); }

// Friction that sticks, with a part of its bound, or slips against its percussion. `normal` is the percussion that a
// Coulomb law is about, 1 otherwise.
void plant_friction(SetValuedLaw& law, double normal, Bytes& bytes, double* percussion, double* velocity) {
  const Direction e = (law.dimension == 1 ? on_the_line : in_the_plane)[index(bytes.below(4))];
  law.bound = power_of_two(bytes);
  const double force = law.bound * normal;
  const bool sticks = bytes.below(2) == 0;
  const double share = sticks ? bytes.below(17) / 16.0 : 1.0;
  const double speed = sticks ? 0.0 : power_of_two(bytes);
  law.bound *= e.length;
  percussion[0] = -share * force * e.x;
  velocity[0] = speed * e.x;
  if (law.dimension == 1) return;
  percussion[1] = -share * force * e.y;
  velocity[1] = speed * e.y;
}

// Whether nothing was rounded.
bool add_exactly(long double& sum, long double summand) {
  const long double rounded = sum + summand;
  const long double part = rounded - sum;
  const long double error = (sum - (rounded - part)) + (summand - part);
  sum = rounded;
  return error == 0.0L;
}

// c = velocities - G percussions with those of one law more; whether its entries are numbers in double.
bool add_law(const ContactProblemView& problem, const SetValuedLaw& law, const double* percussion,
             const double* velocity, std::vector<long double>& c) {
  bool exact = true;
  for (int k = 0; k < law.dimension; ++k) {
    exact = add_exactly(c[index(law.offset + k)], velocity[k]) && exact;
    for (int i = 0; i < problem.size; ++i) {
      // Exact, since percussions have few digits.
      const long double product = static_cast<long double>(problem.g(i, law.offset + k)) * percussion[k];
      exact = add_exactly(c[index(i)], -product) && exact;
    }
  }
  for (const long double each : c) exact = exact && static_cast<double>(each) == each && std::isfinite(each);
  return exact;
}

}  // namespace

std::vector<double> plant_solution(ContactProblem& problem, Bytes& bytes) {
  std::vector<double> percussions(problem.c.size(), 0.0);
  std::vector<double> velocities(problem.c.size(), 0.0);
  std::vector<long double> c(problem.c.size(), 0.0L);
  for (SetValuedLaw& law : problem.laws) {
    double* percussion = &percussions[index(law.offset)];
    double* velocity = &velocities[index(law.offset)];
    switch (law.kind) {
      case LawKind::unilateral:
        (bytes.below(2) == 0 ? percussion : velocity)[0] = power_of_two(bytes);
        break;
      case LawKind::bilateral:
        for (int k = 0; k < law.dimension; ++k)
          percussion[k] = (bytes.below(2) == 0 ? 1.0 : -1.0) * power_of_two(bytes);
        break;
      case LawKind::coulomb:
        // Its normal's percussion is chosen already: small problems have each law after its normal. The friction of an
        // open contact may have any velocity.
        if (const double normal = percussions[index(problem.laws[index(law.normal)].offset)]; normal > 0.0) {
          plant_friction(law, normal, bytes, percussion, velocity);
        } else {
          for (int k = 0; k < law.dimension; ++k) velocity[k] = bytes.number();
        }
        break;
      case LawKind::tresca:
        plant_friction(law, 1.0, bytes, percussion, velocity);
        break;
    }
    // Zeros fulfil every law. They take the place of what would be rounded.
    std::vector<long double> with_law = c;
    if (add_law(problem.view(), law, percussion, velocity, with_law)) {
      c = with_law;
    } else {
      std::fill_n(percussion, law.dimension, 0.0);
      std::fill_n(velocity, law.dimension, 0.0);
    }
  }
  std::ranges::transform(c, problem.c.begin(), [](long double each) { return static_cast<double>(each); });
  return percussions;
}

}  // namespace nsdbench::fuzz
