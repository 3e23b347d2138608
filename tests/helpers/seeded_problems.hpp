// Planar contact problems by seed, and whether friction is beyond Painleve's limit in them.
#pragma once

#include <cmath>
#include <cstdint>

#include "benchmarks/problem_sets/eq33.hpp"

namespace nsdbench::testing {

enum class SeededFamily : std::uint8_t { regular, redundant };

// Whether some contact has G_NN < mu |G_NT|: the force of sliding friction closes it faster than the normal force opens
// it (Painleve's paradox), and Lemke's method on eq. (33) may end on a ray.
inline bool is_paradoxical(const ContactProblemView& view) {
  for (const SetValuedLaw& law : view.laws) {
    if (law.kind != LawKind::coulomb) continue;
    const int normal = view.laws[static_cast<std::size_t>(law.normal)].offset;
    if (view.g(normal, normal) < law.bound * std::abs(view.g(normal, law.offset))) return true;
  }
  return false;
}

struct SeededProblem {
  ContactProblem problem;
  bool paradoxical = false;
};

inline SeededProblem seeded_planar_problem(std::uint64_t seed, int contacts, SeededFamily family) {
  SeededProblem seeded{problem_sets::eq33_problem(seed, contacts, family == SeededFamily::regular), false};
  seeded.paradoxical = is_paradoxical(seeded.problem.view());
  return seeded;
}

}  // namespace nsdbench::testing
