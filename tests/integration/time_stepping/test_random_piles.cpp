// Rest of random piles that can rest: the forces that hold them are known in closed form.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/samples.hpp"
#include "tests/integration/time_stepping/pile.hpp"

using namespace nsdbench;
using testing::Pile;
using testing::Point;
using testing::Touch;

namespace {

constexpr int bodies = 5;
constexpr int touches = 10;
using TestPile = Pile<bodies, touches>;

// Uniform numbers that are the same with every standard library.
class PileRandom {
 public:
  explicit PileRandom(std::uint64_t seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11U) * 0x1p-53;
  }
  // Over decades.
  double scale(double low, double high) { return std::exp2(between(std::log2(low), std::log2(high))); }
  int below(int n) { return static_cast<int>(between(0.0, n)); }

 private:
  std::mt19937_64 engine_;
};

struct Block {
  Point centre = Point::Zero();
  double half_width = 0.5;
  double half_height = 0.5;
  double mass = 1.0;

  double left() const { return centre(0) - half_width; }
  double right() const { return centre(0) + half_width; }
  double top() const { return centre(1) + half_height; }
  double inertia() const { return mass * (half_width * half_width + half_height * half_height) / 3.0; }
};

void place(TestPile& pile, int i, const Block& block) { pile.set_body(i, block.centre, block.mass, block.inertia()); }

// Block `upper` stands on block `lower`: each end of the common part of their faces is a corner of one of them.
void stand(TestPile& pile, int upper, const Block& above, int lower, const Block& below) {
  for (const double side : {-1.0, 1.0}) {
    const double corner_above = above.centre(0) + side * above.half_width;
    const double corner_below = below.centre(0) + side * below.half_width;
    Touch touch;
    if (side * corner_above <= side * corner_below) {
      touch.a = upper;
      touch.b = lower;
      touch.on_a = Point(side * above.half_width, -above.half_height);
      touch.on_b = Point(0.0, below.half_height);
    } else {
      touch.a = lower;
      touch.b = upper;
      touch.on_a = Point(side * below.half_width, below.half_height);
      touch.on_b = Point(0.0, -above.half_height);
      touch.normal = Point(0.0, -1.0);
    }
    pile.add(touch);
  }
}

void stand_on_ground(TestPile& pile, int i, const Block& block) {
  for (const double side : {-1.0, 1.0}) {
    Touch touch;
    touch.a = i;
    touch.on_a = Point(side * block.half_width, -block.half_height);
    pile.add(touch);
  }
}

void park(TestPile& pile, int first) {
  for (int i = first; i < bodies; ++i) {  // what is not needed lies on the ground, by itself
    Block block;
    block.centre = Point(100.0 + 10.0 * i, block.half_height);
    place(pile, i, block);
    if (pile.touches + 2 <= touches) stand_on_ground(pile, i, block);
  }
}

// A tower of blocks, each beside the one below by as much as the common centre of mass of what it carries allows: that
// lies inside the common part of their faces by a tenth of its width. Normal forces by the law of the lever are then
// positive, and friction is not needed.
TestPile tower_of_blocks(PileRandom& random) {
  TestPile pile;
  const int n = 2 + random.below(bodies - 1);
  std::vector<Block> tower(static_cast<std::size_t>(n));
  for (Block& block : tower) {
    block.half_width = random.scale(0.1, 2.0);
    block.half_height = random.scale(0.05, 1.0);
    block.mass = random.scale(0.1, 100.0);
  }
  // From the top down: block k + 1 and what it carries have their centre of mass over block k.
  double carried = 0.0;
  double moment = 0.0;
  for (int k = n - 1; k >= 1; --k) {
    const Block& above = tower[static_cast<std::size_t>(k)];
    Block& below = tower[static_cast<std::size_t>(k - 1)];
    carried += above.mass;
    moment += above.mass * above.centre(0);
    const double centre = moment / carried;
    while (true) {
      below.centre(0) = above.centre(0) + random.between(-1.0, 1.0) * (above.half_width + below.half_width);
      const double low = std::max(above.left(), below.left());
      const double high = std::min(above.right(), below.right());
      const double margin = 0.1 * (high - low);
      if (margin > 0.0 && centre > low + margin && centre < high - margin) break;
    }
  }
  // The lowest one stands with the centre of all over its foot, too, by a wider foot if need be.
  Block& lowest = tower.front();
  const double centre = (moment + lowest.mass * lowest.centre(0)) / (carried + lowest.mass);
  const double wider = 1.25 * std::abs(centre - lowest.centre(0));
  if (lowest.half_width < wider) lowest.half_width = wider;  // the faces overlap no less
  double height = 0.0;
  for (Block& block : tower) {
    block.centre(1) = height + block.half_height;
    height = block.top();
  }
  for (int k = 0; k < n; ++k) place(pile, k, tower[static_cast<std::size_t>(k)]);
  stand_on_ground(pile, 0, tower.front());
  for (int k = 1; k < n; ++k) {
    stand(pile, k, tower[static_cast<std::size_t>(k)], k - 1, tower[static_cast<std::size_t>(k - 1)]);
  }
  pile.contact_law.friction = random.between(0.1, 1.0);
  park(pile, n);
  return pile;
}

// A ball in the notch between two equal blocks: each corner bears N = m g / (2 sin a) towards the ball's centre, a the
// angle of that above the horizontal, and is pushed outwards by N cos a. A block of weight G, half width b and height H
// stands if N cos a H < (G + N sin a) b + ... by a margin, and does not slide if mu (G + N sin a) > N cos a.
TestPile ball_on_blocks(PileRandom& random) {
  TestPile pile;
  Block block;
  block.half_width = random.scale(0.2, 1.0);
  block.half_height = random.scale(0.1, 0.6);
  const double radius = random.scale(0.1, 1.0);
  const double half_notch = radius * random.between(0.3, 0.7);
  const double ball = random.scale(0.1, 10.0);
  const double sine = std::sqrt(1.0 - half_notch * half_notch / (radius * radius));
  const double push = 0.5 * ball / sine * half_notch / radius;  // N cos a over g
  // Moments about the outer lower corner: the push 2 half_height up, the weight and half of the ball's at half_width
  // and 2 half_width from it. The block is as heavy as it takes, and more.
  const double needed = (push * 2.0 * block.half_height - 0.5 * ball * 2.0 * block.half_width) / block.half_width;
  block.mass = std::max(0.1, 1.5 * needed) * random.scale(1.0, 10.0);
  pile.contact_law.friction = random.between(1.1, 2.0) * std::max(push / (block.mass + 0.5 * ball), 0.05);
  Block left = block;
  left.centre = Point(-half_notch - block.half_width, block.half_height);
  Block right = block;
  right.centre = Point(half_notch + block.half_width, block.half_height);
  place(pile, 0, left);
  place(pile, 1, right);
  stand_on_ground(pile, 0, left);
  stand_on_ground(pile, 1, right);
  pile.set_body(2, Point(0.0, 2.0 * block.half_height + radius * sine), ball, 0.4 * ball * radius * radius);
  for (const int side : {-1, 1}) {
    Touch touch;
    touch.a = 2;
    touch.b = side < 0 ? 0 : 1;
    touch.radius_a = radius;
    touch.face = false;
    touch.on_b = Point(-side * block.half_width, block.half_height);
    pile.add(touch);
  }
  park(pile, 3);
  return pile;
}

// A ball on two equal ones that do not touch each other. The lines of contact have the angle theta to the vertical. The
// force on a lower ball passes through its point of contact with the ground (moments about that), half of theta off the
// line of contact: it takes mu > tan(theta / 2), there and, with its own weight, less at the ground.
TestPile pyramid_of_balls(PileRandom& random) {
  TestPile pile;
  const double lower = random.scale(0.1, 1.0);
  const double upper = random.scale(0.1, 1.0);
  const double sine = std::max(1.01 * lower / (lower + upper), random.between(0.2, 0.8));
  if (sine > 0.95) return tower_of_blocks(random);  // the upper ball would fall between the lower ones
  const double half = sine * (lower + upper);
  const double height = lower + std::sqrt(1.0 - sine * sine) * (lower + upper);
  const double m_lower = random.scale(0.1, 10.0);
  const double m_upper = random.scale(0.1, 10.0);
  pile.set_body(0, Point(-half, lower), m_lower, 0.4 * m_lower * lower * lower);
  pile.set_body(1, Point(half, lower), m_lower, 0.4 * m_lower * lower * lower);
  pile.set_body(2, Point(0.0, height), m_upper, 0.4 * m_upper * upper * upper);
  for (const int i : {0, 1}) {
    Touch ground;
    ground.a = i;
    ground.radius_a = lower;
    pile.add(ground);
    Touch touch;
    touch.a = 2;
    touch.b = i;
    touch.radius_a = upper;
    touch.radius_b = lower;
    touch.face = false;
    pile.add(touch);
  }
  pile.contact_law.friction = random.between(1.1, 2.0) * std::tan(0.5 * std::asin(sine));
  park(pile, 3);
  return pile;
}

TestPile random_pile(PileRandom& random) {
  constexpr std::array<double, 4> restitutions = {0.0, 0.5, 0.9, 1.0};
  constexpr std::array<double, 3> lifts = {0.0, -1e-12, 1e-12};
  const int kind = random.below(4);
  TestPile pile = kind < 2 ? tower_of_blocks(random) : kind == 2 ? ball_on_blocks(random) : pyramid_of_balls(random);
  pile.contact_law.normal_restitution = restitutions[static_cast<std::size_t>(random.below(4))];
  pile.lift = lifts[static_cast<std::size_t>(random.below(3))];
  return pile;
}

struct Tally {
  int right = 0;
  int moved = 0;
  int unresolved = 0;
  long most_steps = 0;
  double fastest = 0.0;
};

// A contact problem may be off by the solver's tolerance, 1e-10 of the largest entry of c, which is g dt: 1e-12 m/s in
// a step of 1e-3 s, and with e = 1 errors of steps stay. A thousand steps leave no more than this [m/s, rad/s].
constexpr double pile_speed = 1e-9;

void judge(Integrator<TestPile>& integrator, const TestPile& pile, Tally& tally) {
  State<TestPile::dof> state;
  state.q = pile.place;
  double speed = 0.0;
  const Outcome outcome = integrator.integrate(
      state, {1.0}, [&](const auto& step) { speed = std::max(speed, step.end().u.cwiseAbs().maxCoeff()); });
  tally.most_steps = std::max(tally.most_steps, outcome.counts.accepted_steps);
  tally.fastest = std::max(tally.fastest, speed);
  if (!(speed <= pile_speed)) {
    ++tally.moved;
  } else if (outcome.completed()) {
    ++tally.right;
  } else {
    ++tally.unresolved;
  }
}

}  // namespace

TEST_CASE("F5: random piles that can rest do", "[rest]") {
  PileRandom random(20082);
  const auto solver = make_contact_solver(default_contact_solver());
  constexpr double activation_gap = 1e-9;
  const int piles = testing::samples(100);
  Tally fixed;
  Tally adjusted;
  for (int k = 0; k < piles; ++k) {
    const TestPile pile = random_pile(random);
    CAPTURE(k);
    FixedStep<TestPile> steps(pile, *solver, 1e-3, 0, activation_gap);
    judge(steps, pile, fixed);
    StepSizeOptions sizes{.dt_min = 1e-7, .dt_max = 5e-3};
    sizes.max_evaluations = 200'000;
    ExtrapolationOptions extrapolation;
    extrapolation.activation_gap = activation_gap;
    StepSizeAdjustment<TestPile> adjustment(pile, *solver, sizes, extrapolation);
    judge(adjustment, pile, adjusted);
  }
  CAPTURE(fixed.moved, fixed.unresolved, fixed.fastest);
  CAPTURE(adjusted.moved, adjusted.unresolved, adjusted.fastest, adjusted.most_steps);
  CHECK(fixed.right == piles);
  CHECK(adjusted.right == piles);
  CHECK(adjusted.most_steps < 500);  // a few hundred; 200 are of 5 ms
}
