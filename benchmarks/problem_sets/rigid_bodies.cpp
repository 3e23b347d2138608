#include "benchmarks/problem_sets/rigid_bodies.hpp"

#include <cstddef>
#include <map>

namespace nsdbench::problem_sets {

namespace {

constexpr int translations = 3;
constexpr int motions = 6;
constexpr int largest_dimension = 3;
using Wrench = std::array<double, motions>;

// One of the two bodies of a contact: the generalised force of each unit percussion on it.
struct Side {
  int body = ground;
  std::array<Wrench, largest_dimension> direction{};
};

// Directions z, x, y: the normal first.
constexpr std::array<std::array<double, 3>, largest_dimension> axes = {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}};

Side side_of(const BodyContact& contact, const RigidBody& body, int index, double sign) {
  Side side;
  side.body = index;
  std::array<double, 3> arm{};
  for (std::size_t k = 0; k < 3; ++k) arm[k] = contact.point[k] - body.center[k];
  for (std::size_t d = 0; d < largest_dimension; ++d) {
    const auto& axis = axes[d];
    Wrench& wrench = side.direction[d];
    for (std::size_t k = 0; k < 3; ++k) wrench[k] = sign * axis[k];
    const std::array<double, 3> moment = {arm[1] * axis[2] - arm[2] * axis[1], arm[2] * axis[0] - arm[0] * axis[2],
                                          arm[0] * axis[1] - arm[1] * axis[0]};
    for (std::size_t k = 0; k < 3; ++k) wrench[translations + k] = sign * moment[k];
  }
  return side;
}

Wrench inverse_mass_of(const RigidBody& body, const StepSettings& settings) {
  Wrench inverse{};
  for (std::size_t k = 0; k < translations; ++k) inverse[k] = 1.0 / body.mass;
  for (std::size_t k = 0; k < 3; ++k) inverse[translations + k] = 1.0 / body.inertia[k];
  if (settings.planar_bodies) inverse[1] = inverse[3] = inverse[5] = 0.0;  // held in the x-z plane
  return inverse;
}

int dimension_of(Friction friction) {
  switch (friction) {
    case Friction::none:
      return 1;
    case Friction::planar:
      return 2;
    case Friction::spatial:
      return 3;
  }
  return 1;
}

using Sides = std::vector<std::array<Side, 2>>;

Sides sides_of(const std::vector<RigidBody>& bodies, const std::vector<BodyContact>& contacts) {
  Sides sides(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    for (std::size_t s = 0; s < 2; ++s) {
      const int body = s == 0 ? contacts[i].upper : contacts[i].lower;
      if (body == ground) continue;
      const RigidBody& at = bodies[static_cast<std::size_t>(body)];
      sides[i][s] = side_of(contacts[i], at, body, s == 0 ? 1.0 : -1.0);
    }
  }
  return sides;
}

// Entry of c: direction d of contact i.
double free_velocity(const std::vector<RigidBody>& bodies, const BodyContact& contact, const std::array<Side, 2>& sides,
                     std::size_t d, const StepSettings& settings) {
  double velocity = 0.0;
  double change = 0.0;
  for (const Side& side : sides) {
    if (side.body == ground) continue;
    const RigidBody& body = bodies[static_cast<std::size_t>(side.body)];
    for (std::size_t k = 0; k < translations; ++k) {
      velocity += side.direction[d][k] * body.velocity[k] + side.direction[d][translations + k] * body.spin[k];
    }
    change -= side.direction[d][2] * settings.gravity * settings.dt;
  }
  const double restitution = d == 0 ? contact.normal_restitution : contact.tangential_restitution;
  return (1.0 + restitution) * velocity + change;
}

// The blocks of block column j, by block row: contact j meets the contacts of its bodies.
using Block = std::array<std::array<double, largest_dimension>, largest_dimension>;
std::map<std::size_t, Block> block_column(std::size_t j, const Sides& sides, const std::vector<Wrench>& inverse_mass,
                                          const std::vector<std::vector<std::size_t>>& contacts_of_body) {
  std::map<std::size_t, Block> blocks;
  for (const Side& side : sides[j]) {
    if (side.body == ground) continue;
    const Wrench& inverse = inverse_mass[static_cast<std::size_t>(side.body)];
    for (const std::size_t i : contacts_of_body[static_cast<std::size_t>(side.body)]) {
      const Side& other = sides[i][0].body == side.body ? sides[i][0] : sides[i][1];
      Block& block = blocks[i];
      for (std::size_t p = 0; p < largest_dimension; ++p) {
        for (std::size_t q = 0; q < largest_dimension; ++q) {
          for (std::size_t k = 0; k < motions; ++k) {
            block[p][q] += other.direction[p][k] * inverse[k] * side.direction[q][k];
          }
        }
      }
    }
  }
  return blocks;
}

}  // namespace

ContactProblem body_problem(const std::vector<RigidBody>& bodies, const std::vector<BodyContact>& contacts,
                            const StepSettings& settings) {
  const auto dimension = static_cast<std::size_t>(dimension_of(settings.friction));
  const Sides sides = sides_of(bodies, contacts);
  std::vector<Wrench> inverse_mass;
  inverse_mass.reserve(bodies.size());
  for (const RigidBody& body : bodies) inverse_mass.push_back(inverse_mass_of(body, settings));

  ContactProblem problem;
  std::vector<std::vector<std::size_t>> contacts_of_body(bodies.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (settings.friction == Friction::none) {
      problem.add(LawKind::unilateral);
    } else {
      problem.add_frictional(contacts[i].mu, static_cast<int>(dimension) - 1);
    }
    for (std::size_t d = 0; d < dimension; ++d) {
      problem.c.push_back(free_velocity(bodies, contacts[i], sides[i], d, settings));
    }
    for (const Side& side : sides[i]) {
      if (side.body != ground) contacts_of_body[static_cast<std::size_t>(side.body)].push_back(i);
    }
  }

  const std::size_t n = contacts.size() * dimension;
  std::vector<BlockSparseMatrix::Entry> entries;
  if (!settings.sparse) problem.dense.assign(n * n, 0.0);
  for (std::size_t j = 0; j < contacts.size(); ++j) {
    for (const auto& [i, block] : block_column(j, sides, inverse_mass, contacts_of_body)) {
      for (std::size_t p = 0; p < dimension; ++p) {
        for (std::size_t q = 0; q < dimension; ++q) {
          const std::size_t row = i * dimension + p;
          const std::size_t column = j * dimension + q;
          if (settings.sparse) {
            entries.push_back({static_cast<int>(row), static_cast<int>(column), block[p][q]});
          } else {
            problem.dense[row + column * n] = block[p][q];
          }
        }
      }
    }
  }
  if (settings.sparse) {
    problem.sparse = BlockSparseMatrix(static_cast<int>(n), static_cast<int>(dimension), entries);
  }
  return problem;
}

RigidBody box(double length, double width, double height, double density) {
  RigidBody body;
  body.mass = density * length * width * height;
  body.inertia = {body.mass / 12.0 * (width * width + height * height),
                  body.mass / 12.0 * (length * length + height * height),
                  body.mass / 12.0 * (length * length + width * width)};
  return body;
}

}  // namespace nsdbench::problem_sets
