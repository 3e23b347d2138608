#include "benchmarks/problem_sets/wall.hpp"

#include <algorithm>

#include "benchmarks/problem_sets/random.hpp"
#include "benchmarks/problem_sets/rigid_bodies.hpp"

namespace nsdbench::problem_sets {

namespace {

constexpr double length = 1.0, width = 0.5, height = 0.5;
constexpr double friction_coefficient = 0.5;
constexpr int rows = 5;
constexpr std::size_t dense_contacts = 16;

void add_contacts(int upper, int lower, double x, double z, bool spatial, std::vector<BodyContact>& contacts) {
  BodyContact contact;
  contact.upper = upper;
  contact.lower = lower;
  contact.mu = friction_coefficient;
  if (!spatial) {
    contact.point = {x, 0.0, z};
    contacts.push_back(contact);
    return;
  }
  for (const double y : {-0.5 * width, 0.5 * width}) {
    contact.point = {x, y, z};
    contacts.push_back(contact);
  }
}

}  // namespace

ContactProblem wall(int contacts, bool spatial, double push) {
  const int a_brick = spatial ? 4 : 2;
  const int bricks = std::max(1, contacts / a_brick);
  // Rows of w, w - 1, ... bricks; the last may be incomplete.
  const int bottom = std::max((bricks + rows * (rows - 1) / 2 + rows - 1) / rows, 1);
  std::vector<RigidBody> bodies;
  std::vector<BodyContact> points;
  Random random(8000);
  int row = 0;
  int place = 0;
  int first_of_row = 0;
  int first_below = 0;
  for (int k = 0; k < bricks; ++k) {
    if (place >= bottom - row) {
      first_below = first_of_row;
      first_of_row = k;
      place = 0;
      ++row;
    }
    RigidBody brick = box(length, width, height, 1.0 / (length * width * height));
    const double x = (place + 0.5 * row) * length;
    brick.center = {x, 0.0, (row + 0.5) * height};
    brick.velocity[0] = push * random.uniform(0.8, 1.2);
    bodies.push_back(brick);
    for (int side = 0; side < 2; ++side) {
      const double offset = (side == 0 ? -0.25 : 0.25) * length;
      const int lower = row == 0 ? ground : first_below + place + side;
      if (contacts == 1 && side == 1) continue;
      add_contacts(k, lower, x + (contacts == 1 ? 0.0 : offset), row * height, spatial && contacts > 2, points);
    }
    ++place;
  }
  StepSettings settings;
  settings.friction = spatial ? Friction::spatial : Friction::planar;
  settings.planar_bodies = !spatial;
  settings.sparse = points.size() > dense_contacts;
  return body_problem(bodies, points, settings);
}

}  // namespace nsdbench::problem_sets
