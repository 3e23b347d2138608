// Sets of rigid boxes on the ground: towers, mass ratios, redundant contacts.
#include <algorithm>
#include <array>

#include "benchmarks/problem_sets/random.hpp"
#include "benchmarks/problem_sets/rigid_bodies.hpp"
#include "benchmarks/problem_sets/sets.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problem_sets {

namespace {

constexpr double friction_coefficient = 0.5;
// Storage follows size: small problems dense, as a step of a small mechanism has them.
constexpr std::size_t dense_contacts = 16;

struct Tower {
  std::vector<RigidBody> bodies;
  std::vector<BodyContact> contacts;
};

// Boxes one upon the other. `edge_contacts` points along each horizontal direction of every interface, from edge to
// edge of the overlap: 2 in the plane gives two contacts per interface, 2 in space four.
class TowerBuilder {
 public:
  TowerBuilder(bool spatial, int edge_contacts) : spatial_(spatial), edge_contacts_(edge_contacts) {}

  // A box whose center stands (x, y) off the axis.
  void add(RigidBody box, double length, double width, double height, double x, double y) {
    const int upper = static_cast<int>(tower_.bodies.size());
    box.center = {x, y, top_ + 0.5 * height};
    const double low_x = std::max(x - 0.5 * length, left_);
    const double high_x = std::min(x + 0.5 * length, right_);
    const double low_y = std::max(y - 0.5 * width, front_);
    const double high_y = std::min(y + 0.5 * width, back_);
    const auto place = [this](double low, double high, int k) {
      return edge_contacts_ == 1 ? 0.5 * (low + high) : low + (high - low) * k / (edge_contacts_ - 1);
    };
    for (int k = 0; k < edge_contacts_; ++k) {
      for (int l = 0; l < (spatial_ ? edge_contacts_ : 1); ++l) {
        BodyContact contact;
        contact.upper = upper;
        contact.lower = upper == 0 ? ground : upper - 1;
        contact.point = {place(low_x, high_x, k), spatial_ ? place(low_y, high_y, l) : 0.0, top_};
        contact.mu = friction_coefficient;
        tower_.contacts.push_back(contact);
      }
    }
    tower_.bodies.push_back(box);
    top_ += height;
    left_ = x - 0.5 * length;
    right_ = x + 0.5 * length;
    front_ = y - 0.5 * width;
    back_ = y + 0.5 * width;
  }

  Tower& tower() { return tower_; }

 private:
  bool spatial_;
  int edge_contacts_;
  Tower tower_;
  double top_ = 0.0;
  double left_ = -1e3, right_ = 1e3, front_ = -1e3, back_ = 1e3;  // edges of what lies below: the ground
};

StepSettings settings_for(Friction friction, bool planar_bodies, std::size_t contacts) {
  StepSettings settings;
  settings.friction = friction;
  settings.planar_bodies = planar_bodies;
  settings.sparse = contacts > dense_contacts;
  return settings;
}

// Towers of 5 to 320 boxes at rest, pushed and dropped.
constexpr std::array<int, 7> tower_sizes = {5, 10, 20, 40, 80, 160, 320};
constexpr int states = 3;
constexpr std::array<const char*, states> state_names = {"rest", "pushed", "dropped"};

NamedProblem stack_problem(int i, bool spatial) {
  const int blocks = tower_sizes[static_cast<std::size_t>(i / states)];
  const int state = i % states;
  Random random(5000 + static_cast<std::uint64_t>(i));
  TowerBuilder builder(spatial, 2);
  for (int k = 0; k < blocks; ++k) {
    const double x = random.uniform(-0.03, 0.03);
    const double y = spatial ? random.uniform(-0.03, 0.03) : 0.0;
    RigidBody body = box(1.0, 1.0, 0.4);
    if (state == 1) {
      body.velocity = {random.uniform(-0.02, 0.02), spatial ? random.uniform(-0.02, 0.02) : 0.0, 0.0};
      body.spin = {0.0, random.uniform(-0.02, 0.02), spatial ? random.uniform(-0.02, 0.02) : 0.0};
    } else if (state == 2) {
      body.velocity = {0.0, 0.0, -1.0};
    }
    builder.add(body, 1.0, 1.0, 0.4, x, y);
  }
  Tower& tower = builder.tower();
  if (state == 2) {
    for (BodyContact& contact : tower.contacts) contact.normal_restitution = random.uniform(0.0, 0.5);
  }
  const StepSettings settings =
      settings_for(spatial ? Friction::spatial : Friction::planar, !spatial, tower.contacts.size());
  return {std::string(spatial ? "stack_spatial-" : "stack_planar-") + state_names[static_cast<std::size_t>(state)] +
              "-" + std::to_string(blocks),
          body_problem(tower.bodies, tower.contacts, settings), Solvable::yes};
}

// Mass ratios 1 .. 1e6 between neighbours: every second box is heavy, the one on the ground light.
constexpr int ratios = 7;
constexpr std::array<int, 4> ratio_blocks = {2, 3, 5, 10};
constexpr int ratio_kinds = 3;

struct RatioPlan {
  int kind, exponent, blocks;
  explicit RatioPlan(int i)
      : kind(i % ratio_kinds),
        exponent(i / ratio_kinds % ratios),
        blocks(ratio_blocks[static_cast<std::size_t>(i / (ratio_kinds * ratios))]) {}
};

NamedProblem mass_ratio_problem(int i) {
  constexpr std::array<const char*, ratio_kinds> names = {"lcp", "planar", "spatial"};
  const RatioPlan plan(i);
  const double ratio = elementary::pow(10.0, plan.exponent);
  const bool spatial = plan.kind == 2;
  TowerBuilder builder(spatial, plan.kind == 0 ? 1 : 2);
  for (int k = 0; k < plan.blocks; ++k) {
    builder.add(box(1.0, 1.0, 1.0, k % 2 == 0 ? 1.0 : ratio), 1.0, 1.0, 1.0, 0.0, 0.0);
  }
  const std::array<Friction, ratio_kinds> friction = {Friction::none, Friction::planar, Friction::spatial};
  const Tower& tower = builder.tower();
  const StepSettings settings =
      settings_for(friction[static_cast<std::size_t>(plan.kind)], !spatial, tower.contacts.size());
  return {std::string("mass_ratio-") + names[static_cast<std::size_t>(plan.kind)] + "-" + std::to_string(plan.blocks) +
              "-1e" + std::to_string(plan.exponent),
          body_problem(tower.bodies, tower.contacts, settings), Solvable::yes};
}

// One box on a row or grid of contacts, and five boxes with such interfaces; at rest and sliding while it tilts.
constexpr std::array<int, 5> row_sizes = {3, 4, 6, 10, 20};
constexpr std::array<int, 4> grid_sizes = {2, 3, 4, 6};
constexpr int row_problems = 4 * static_cast<int>(row_sizes.size());
constexpr int grid_problems = 4 * static_cast<int>(grid_sizes.size());
constexpr int tall_problems = 4;

NamedProblem redundant_problem(int i) {
  const bool tall = i >= row_problems + grid_problems;
  const bool spatial = tall ? (i - row_problems - grid_problems) / 2 == 1 : i >= row_problems;
  const bool moving = i % 2 == 1;
  const bool smooth = !tall && i / 2 % 2 == 1;
  const int size_index = (spatial ? i - row_problems : i) / 4;
  int points = spatial ? 3 : 4;
  if (!tall) {
    points =
        spatial ? grid_sizes[static_cast<std::size_t>(size_index)] : row_sizes[static_cast<std::size_t>(size_index)];
  }
  TowerBuilder builder(spatial, points);
  for (int k = 0; k < (tall ? 5 : 1); ++k) {
    RigidBody body = box(2.0, 1.0, 1.0);
    if (moving) {
      body.velocity = {0.02 * (k + 1), spatial ? -0.01 : 0.0, 0.0};
      body.spin = {spatial ? 0.005 : 0.0, 0.01, 0.0};
    }
    builder.add(body, 2.0, 1.0, 1.0, 0.0, 0.0);
  }
  const Tower& tower = builder.tower();
  const Friction friction = smooth ? Friction::none : (spatial ? Friction::spatial : Friction::planar);
  const StepSettings settings = settings_for(friction, !spatial, tower.contacts.size());
  return {std::string("redundant-") + (spatial ? "grid-" : "row-") + std::to_string(points) + (tall ? "-tall" : "") +
              (smooth ? "-smooth" : "") + (moving ? "-moving" : "-rest"),
          body_problem(tower.bodies, tower.contacts, settings), Solvable::yes};
}

}  // namespace

ProblemSet stack_planar_set() {
  return {"stack_planar",
          "Towers of 5 to 320 boxes in the plane under gravity, two frictional contacts an interface: at rest, pushed, "
          "and dropped with restitution. Moving every box up faster than the one below opens all contacts, which makes "
          "every such problem solvable.",
          states * static_cast<int>(tower_sizes.size()), [](int i) { return stack_problem(i, false); },
          [](int i) { return i < 4 || i == 6; }};
}

ProblemSet stack_spatial_set() {
  return {
      "stack_spatial",
      "Towers of 5 to 320 boxes in space under gravity, four frictional contacts an interface, in the states of the "
      "planar towers. Solvable for the same reason.",
      states * static_cast<int>(tower_sizes.size()), [](int i) { return stack_problem(i, true); },
      [](int i) { return i < 4 || i == 6; }};
}

ProblemSet mass_ratio_set() {
  return {
      "mass_ratio",
      "Two to ten boxes at rest one upon the other, every second one heavier by a factor of 1 to 1e6: one contact an "
      "interface without friction, two with planar, four with spatial friction. Solvable as the towers.",
      ratio_kinds * ratios * static_cast<int>(ratio_blocks.size()), mass_ratio_problem, [](int i) {
        const RatioPlan plan(i);
        return plan.blocks == 2 ? plan.exponent % 3 == 0 : plan.blocks == 5 && plan.exponent == 3;
      }};
}

ProblemSet redundant_set() {
  return {
      "redundant",
      "Hyperstatic supports: a box on 3 to 20 contacts in a row or 4 to 36 in a grid, with and without friction, at "
      "rest and sliding while it tilts, and five boxes with such interfaces. Percussions are not unique. Solvable as "
      "the towers.",
      row_problems + grid_problems + tall_problems, redundant_problem,
      [](int i) { return i < 8 || (i >= row_problems && i < row_problems + 8); }};
}

}  // namespace nsdbench::problem_sets
