#include "tests/fuzz/planted_solution.hpp"

#include <array>
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

// Friction that sticks, with a part of its bound, or slips against its percussion. `normal` is the percussion that a
// Coulomb law is about, 1 otherwise.
void plant_friction(SetValuedLaw& law, double normal, Bytes& bytes, double* percussion, double* velocity) {
  const Direction e = (law.dimension == 1 ? on_the_line : in_the_plane)[index(bytes.below(4))];
  const double force = law.bound * normal;
  const bool sticks = bytes.below(2) == 0;
  const double share = sticks ? bytes.below(17) / 16.0 : 1.0;
  const double speed = sticks ? 0.0 : bytes.magnitude();
  law.bound *= e.length;
  percussion[0] = -share * force * e.x;
  velocity[0] = speed * e.x;
  if (law.dimension == 1) return;
  percussion[1] = -share * force * e.y;
  velocity[1] = speed * e.y;
}

}  // namespace

std::vector<double> plant_solution(ContactProblem& problem, Bytes& bytes) {
  std::vector<double> percussions(problem.c.size(), 0.0);
  std::vector<double> velocities(problem.c.size(), 0.0);
  for (SetValuedLaw& law : problem.laws) {
    double* percussion = &percussions[index(law.offset)];
    double* velocity = &velocities[index(law.offset)];
    switch (law.kind) {
      case LawKind::unilateral:
        (bytes.below(2) == 0 ? percussion : velocity)[0] = bytes.magnitude();
        break;
      case LawKind::bilateral:
        for (int k = 0; k < law.dimension; ++k) percussion[k] = bytes.number();
        break;
      case LawKind::coulomb:
        // Of an open contact the friction may have any velocity.
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
  }
  const ContactProblemView view = problem.view();
  for (int i = 0; i < view.size; ++i) {
    long double c = velocities[index(i)];
    for (int j = 0; j < view.size; ++j) c -= static_cast<long double>(view.g(i, j)) * percussions[index(j)];
    problem.c[index(i)] = static_cast<double>(c);
  }
  return percussions;
}

}  // namespace nsdbench::fuzz
