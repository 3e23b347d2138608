// Families of planar contact problems by seed: the same numbers on every platform, and every problem has a solution.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/contact/contact_problem.hpp"
#include "tests/support/random.hpp"

namespace nsdbench::testing {

enum class SeededFamily : std::uint8_t {
  regular,   // dense W of full column rank, G symmetric positive definite
  redundant  // bodies in the plane, each contact between two of them or with the ground; some contacts are doubled, and
             // there are more laws than degrees of freedom: G is singular
};

// A problem of the sequence below, and what it is.
struct SeededProblem {
  ContactProblem problem;
  SeededFamily family = SeededFamily::regular;
  // Some contact has G_NN < mu |G_NT|: the force of sliding friction closes it faster than the normal force opens it
  // (Painleve's paradox), and Lemke's method on eq. (33) may end on a ray.
  bool paradoxical = false;
};

// `contacts` frictional contacts with 0 <= mu <= 1.5, a tenth of them smooth, and c = (1 + eps) W^T u, half of the
// problems with eps = 0. c lies in the range of W^T: then a solution exists for any mu, since the problem's form with a
// variable for the slip of each contact is an LCP with a copositive matrix to which Lemke's method finds a solution
// (Stewart & Trinkle 1996).
inline SeededProblem seeded_planar_problem(std::uint64_t seed, int contacts, SeededFamily family) {
  Random random(seed);
  const bool regular = family == SeededFamily::regular;
  const int bodies = std::max(1, (3 * contacts) / 5);  // redundant: at most 1.8 degrees of freedom for 2 laws
  const int dof = regular ? 2 * contacts + contacts / 2 + 1 : std::min(3 * bodies, std::max(1, 2 * contacts - 1));
  const auto rows = static_cast<std::size_t>(dof);
  const auto columns = static_cast<std::size_t>(2 * contacts);

  // W by columns (N, T of the first contact, N, T of the second, ...), each entry divided by the root of its mass.
  std::vector<double> w(rows * columns, 0.0);
  std::vector<double> inverse_root_mass(rows);
  for (double& entry : inverse_root_mass) entry = std::exp2(random.uniform(-1.0, 1.0));
  const auto column = [&](int j) { return w.data() + static_cast<std::size_t>(j) * rows; };

  SeededProblem seeded;
  seeded.family = family;
  for (int i = 0; i < contacts; ++i) {
    const double mu = random.chance(0.1) ? 0.0 : random.uniform(0.0, 1.5);
    seeded.problem.add_frictional(mu, 1);
    double* normal = column(2 * i);
    double* tangent = column(2 * i + 1);
    if (regular) {
      for (std::size_t k = 0; k < rows; ++k) {
        normal[k] = inverse_root_mass[k] * random.uniform(-1.0, 1.0);
        tangent[k] = inverse_root_mass[k] * random.uniform(-1.0, 1.0);
      }
    } else if (i > 0 && random.chance(0.15)) {
      const int twin = random.index(i);
      std::copy_n(column(2 * twin), rows, normal);
      std::copy_n(column(2 * twin + 1), rows, tangent);
    } else {
      // Normal and tangent of unit length at an angle to the axes, and an arm on each of the two bodies.
      const double height = random.uniform(-1.0, 1.0);
      const double cosine = (1.0 - height * height) / (1.0 + height * height);
      const double sine = 2.0 * height / (1.0 + height * height);
      const int on = random.index(bodies);
      const int other = random.chance(0.3) ? on : random.index(bodies);  // the same again: the ground
      for (int side = 0; side < (other == on ? 1 : 2); ++side) {
        const double sign = side == 0 ? 1.0 : -1.0;
        const double normal_parts[3] = {-sine * sign, cosine * sign, random.uniform(-1.0, 1.0)};
        const double tangent_parts[3] = {cosine * sign, sine * sign, random.uniform(-1.0, 1.0)};
        for (int part = 0; part < 3; ++part) {
          const auto k = static_cast<std::size_t>(3 * (side == 0 ? on : other) + part);
          if (k >= rows) continue;
          normal[k] = inverse_root_mass[k] * normal_parts[part];
          tangent[k] = inverse_root_mass[k] * tangent_parts[part];
        }
      }
    }
  }

  std::vector<double> root_mass_velocity(rows);
  for (std::size_t k = 0; k < rows; ++k) {
    const bool at_rest = random.chance(0.2);
    root_mass_velocity[k] = at_rest ? 0.0 : random.uniform(-1.0, 1.0) / inverse_root_mass[k];
  }
  const double restitution = random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0);

  const auto dot = [&](const double* x, const double* y) {
    double sum = 0.0;
    for (std::size_t k = 0; k < rows; ++k) sum += x[k] * y[k];
    return sum;
  };
  seeded.problem.c.resize(columns);
  seeded.problem.dense.resize(columns * columns);
  for (int j = 0; j < 2 * contacts; ++j) {
    const auto at = static_cast<std::size_t>(j);
    seeded.problem.c[at] = (1.0 + restitution) * dot(column(j), root_mass_velocity.data());
    for (int i = 0; i <= j; ++i) {
      const double g = dot(column(i), column(j));
      seeded.problem.dense[static_cast<std::size_t>(i) + at * columns] = g;
      seeded.problem.dense[at + static_cast<std::size_t>(i) * columns] = g;
    }
  }
  const ContactProblemView view = seeded.problem.view();
  for (const SetValuedLaw& law : view.laws) {
    if (law.kind != LawKind::coulomb) continue;
    const int normal = view.laws[static_cast<std::size_t>(law.normal)].offset;
    if (view.g(normal, normal) < law.bound * std::abs(view.g(normal, law.offset))) seeded.paradoxical = true;
  }
  return seeded;
}

// The sequence of 1400 problems: sizes of eq. (33) from n = 3 to 600, most of them small, both families in turn.
inline constexpr int seeded_sequence_length = 1400;

inline int seeded_contacts(int instance) {
  const double t = static_cast<double>(instance) / (seeded_sequence_length - 1);
  return 1 + static_cast<int>(std::floor(199.0 * t * t * t * t + 0.5));
}

inline SeededProblem seeded_problem(int instance) {
  const SeededFamily family = instance % 2 == 0 ? SeededFamily::regular : SeededFamily::redundant;
  return seeded_planar_problem(static_cast<std::uint64_t>(instance) + 1, seeded_contacts(instance), family);
}

}  // namespace nsdbench::testing
