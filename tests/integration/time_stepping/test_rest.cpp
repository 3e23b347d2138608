// Rest is rest, in time stepping: towers of balls and blocks on their corners, with and without an activation gap.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/time_stepping/pile.hpp"

using namespace nsdbench;
using testing::Pile;
using testing::Point;
using testing::Touch;

namespace {

constexpr double g = testing::gravity;
constexpr double activation_gap = 1e-9;  // [m] of bodies of a metre
constexpr std::array<double, 4> restitutions = {0.0, 0.5, 0.9, 1.0};
constexpr std::array<double, 3> lifts = {0.0, -1e-12, 1e-12};  // [m] by which bodies are apart

// Balls of 1 kg, one above the other; coordinates are heights above those of touch.
template <int N>
struct TowerOfBalls : testing::LinearSystem<N, N> {
  TowerOfBalls(double restitution, double lift) {
    for (int i = 0; i < N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      this->force(i) = -g;
      this->contact[k].normal(i) = 1.0;
      if (i > 0) this->contact[k].normal(i - 1) = -1.0;
      this->laws[k] = testing::unilateral(restitution);
      this->gap_0(i) = lift;
    }
  }
};

// A block of 2 m x 1 m and 3 kg on `Points` points of its lower face, evenly spaced: from three on their forces are not
// unique.
template <int Points>
Pile<1, Points> block_on_points(double restitution, double lift) {
  Pile<1, Points> pile;
  pile.set_body(0, Point(0.0, 0.5), 3.0, 1.25);
  pile.contact_law = testing::frictional(restitution, 0.4);
  pile.lift = lift;
  for (int i = 0; i < Points; ++i) {
    Touch touch;
    touch.on_a = Point(-1.0 + 2.0 * i / (Points - 1), -0.5);
    pile.add(touch);
  }
  return pile;
}

struct Rest {
  Outcome outcome;
  double speed = 0.0;  // largest [m/s, rad/s]
};

template <class System>
Rest rest_of(Integrator<System>& integrator, const Vector<System::dof>& place) {
  State<System::dof> state;
  state.q = place;
  Rest rest;
  rest.outcome = integrator.integrate(
      state, {1.0}, [&](const auto& step) { rest.speed = std::max(rest.speed, step.end().u.cwiseAbs().maxCoeff()); });
  return rest;
}

template <class System>
Rest rest_with_fixed_steps(const System& system, ContactSolver& solver, const Vector<System::dof>& place,
                           double gap = activation_gap) {
  FixedStep<System> integrator(system, solver, 1e-3, 0, gap);
  return rest_of(integrator, place);
}

template <class System>
Rest rest_with_adjusted_steps(const System& system, ContactSolver& solver, const Vector<System::dof>& place,
                              double gap = activation_gap) {
  StepSizeOptions sizes{.dt_min = 1e-7, .dt_max = 5e-3};
  sizes.max_evaluations = 300'000;
  ExtrapolationOptions extrapolation;
  extrapolation.activation_gap = gap;
  StepSizeAdjustment<System> integrator(system, solver, sizes, extrapolation);
  return rest_of(integrator, place);
}

// The bound of speed [m/s]: 1e-10 of what a body gains in a step of 1 ms.
constexpr double rest_speed = 1e-12;
// A few hundred steps; 200 are of 5 ms.
constexpr long most_steps = 500;

template <class System>
void check_rest(const System& system, ContactSolver& solver, const Vector<System::dof>& place) {
  const Rest fixed = rest_with_fixed_steps(system, solver, place);
  CHECK(fixed.outcome.completed());
  CHECK(fixed.speed < rest_speed);
  const Rest adjusted = rest_with_adjusted_steps(system, solver, place);
  CHECK(adjusted.outcome.completed());
  CHECK(adjusted.speed < rest_speed);
  CHECK(adjusted.outcome.counts.accepted_steps < most_steps);
  // Of dependent contacts the modes of the first step are one choice of several, which may have to be left once.
  CHECK(adjusted.outcome.counts.events <= 1);
}

template <int N>
void check_towers(const std::string& name, const SolverOptions& options = {}) {
  const auto solver = make_contact_solver(name, options);
  for (const double restitution : restitutions) {
    for (const double lift : lifts) {
      CAPTURE(N, name, restitution, lift);
      check_rest(TowerOfBalls<N>(restitution, lift), *solver, Vector<N>::Zero());
    }
  }
}

template <int Points>
void check_blocks(const std::string& name, const SolverOptions& options = {}) {
  const auto solver = make_contact_solver(name, options);
  for (const double restitution : restitutions) {
    for (const double lift : lifts) {
      CAPTURE(Points, name, restitution, lift);
      const auto block = block_on_points<Points>(restitution, lift);
      check_rest(block, *solver, block.place);
    }
  }
}

}  // namespace

TEST_CASE("F5: towers of balls rest with an activation gap, in exact touch, just above and just below", "[rest]") {
  for (const char* name : {"portfolio", "lemke", "lcp_newton"}) {
    check_towers<2>(name);
    check_towers<3>(name);
    check_towers<10>(name);
    check_towers<20>(name);
  }
}

TEST_CASE("F5: a block rests on its corners with an activation gap", "[rest]") {
  check_blocks<2>("portfolio");
  check_blocks<2>("lemke");
  check_blocks<4>("portfolio");
}

TEST_CASE("F5: towers and blocks rest with every contact solver", "[rest]") {
  // Methods that iterate leave velocities of their tolerance, relative to g dt; with e = 1 these add up over the steps,
  // of which there are up to 1000: 1e-13 keeps the sum below the bound.
  SolverOptions options;
  options.tolerance = 1e-13;
  for (const std::string& name : contact_solver_names()) {
    if (name == "lcp_newton") continue;  // reaches its default tolerance, as above, but not 1e-13
    check_towers<3>(name, options);
    if (name != "lcp_relaxation") check_blocks<2>(name, options);  // which is not for friction
  }
}

TEST_CASE("F4: modes of dependent contacts are no switching points", "[rest]") {
  // 1e-12 m deep, so that all are closed under the papers' rule, too. Two of four or six contacts carry the block, and
  // which of them is a matter of rounding.
  const auto solver = make_contact_solver("portfolio");
  for (const double restitution : restitutions) {
    CAPTURE(restitution);
    const auto four = block_on_points<4>(restitution, -1e-12);
    const Rest on_four = rest_with_adjusted_steps(four, *solver, four.place, 0.0);
    CHECK(on_four.outcome.completed());
    CHECK(on_four.speed < rest_speed);
    CHECK(on_four.outcome.counts.accepted_steps < most_steps);
    const auto six = block_on_points<6>(restitution, -1e-12);
    const Rest on_six = rest_with_adjusted_steps(six, *solver, six.place, 0.0);
    CHECK(on_six.outcome.completed());
    CHECK(on_six.speed < rest_speed);
    CHECK(on_six.outcome.counts.accepted_steps < most_steps);
  }
}

TEST_CASE("F4: the mode of a contact without force is no switching point, and that of one that opens is", "[rest]") {
  // Three balls side by side on the ground, the outer ones pressed; the middle one's weight is carried by a force of
  // its own, so that its contact has neither a percussion nor a velocity. Then a force of 1e-6 N lifts it.
  testing::LinearSystem<2, 2> pair;
  pair.force << -g, 0.0;
  pair.contact[0].normal << 1.0, 0.0;
  pair.contact[1].normal << 0.0, 1.0;
  pair.gap_0 << -1e-12, -1e-12;
  pair.laws = {testing::unilateral(0.5), testing::unilateral(0.5)};
  const auto solver = make_contact_solver("portfolio");
  MoreauMidpoint<testing::LinearSystem<2, 2>> rule(pair, *solver);
  ModeVector<testing::LinearSystem<2, 2>> both;
  both.normal = {Mode::constraint, Mode::constraint};
  ModeVector<testing::LinearSystem<2, 2>> one;
  one.normal = {Mode::constraint, Mode::impressed};
  ModeVector<testing::LinearSystem<2, 2>> none;
  const State<2> begin;
  State<2> end = begin;
  REQUIRE(rule.step(end, 1e-3).advanced());
  CHECK(rule.satisfies(both, begin, end));
  CHECK(rule.satisfies(one, begin, end));
  CHECK_FALSE(rule.satisfies(none, begin, end));

  pair.force(1) = 1e-6;  // 1e-7 of the other one, against a solver's tolerance of 1e-10
  end = begin;
  REQUIRE(rule.step(end, 1e-3).advanced());
  CHECK_FALSE(rule.satisfies(both, begin, end));
  CHECK(rule.satisfies(one, begin, end));
  pair.force(1) = -1e-6;
  end = begin;
  REQUIRE(rule.step(end, 1e-3).advanced());
  CHECK(rule.satisfies(both, begin, end));
  CHECK_FALSE(rule.satisfies(one, begin, end));
}

TEST_CASE("F4: a block that begins to slide does not satisfy the equations of sticking", "[rest]") {
  using Block = testing::LinearSystem<2, 1>;
  Block block = testing::block_on_incline(0.0, 0.4, 10.0);
  block.gap_0(0) = -1e-12;
  const auto solver = make_contact_solver("portfolio");
  MoreauMidpoint<Block> rule(block, *solver);
  ModeVector<Block> sticks;
  sticks.normal[0] = sticks.tangential[0] = Mode::constraint;
  ModeVector<Block> slides = sticks;
  slides.tangential[0] = Mode::impressed;
  for (const double share : {1.0 - 1e-6, 1.0, 1.0 + 1e-6}) {
    CAPTURE(share);
    block.force(0) = share * 4.0;
    const State<2> begin;
    State<2> end = begin;
    REQUIRE(rule.step(end, 1e-3).advanced());
    CHECK(rule.satisfies(sticks, begin, end) == (share <= 1.0));
    CHECK(rule.satisfies(slides, begin, end) == (share >= 1.0));
  }
}

TEST_CASE("F5: what an activation gap changes in the motion of a ball is of its order", "[rest]") {
  // Dropped from 1 m it hits `gap` above the ground, and from then on is a ball on a ground that is higher by as much.
  using Ball = TowerOfBalls<1>;
  const auto solver = make_contact_solver("portfolio");
  constexpr double dt = 1e-5;
  for (const double gap : {0.0, 1e-4, 1e-3}) {
    for (const double restitution : {0.0, 0.5, 0.9}) {
      CAPTURE(gap, restitution);
      const Ball ball(restitution, 1.0);
      FixedStep<Ball> integrator(ball, *solver, dt, 0, gap);
      State<1> state;
      double first_impact = -1.0;
      double energy = g;  // [J] of the last step, above the ground
      double highest_work = 0.0;
      double lowest = 1.0;
      const Outcome outcome = integrator.integrate(state, {10.0}, [&](const auto& step) {
        const double work = *step.contact_work();
        highest_work = std::max(highest_work, work);
        if (first_impact < 0.0 && work < -1e-6) first_impact = step.middle();
        const double height = 1.0 + step.end().q(0);
        energy = 0.5 * step.end().u(0) * step.end().u(0) + g * height;
        lowest = std::min(lowest, height);
      });
      CHECK(outcome.completed());
      CHECK(first_impact == Catch::Approx(std::sqrt(2.0 * (1.0 - gap) / g)).margin(2.0 * dt));
      // A rebound slower than g dt / (1 + e) is turned back, once: no more energy than that of g dt.
      CHECK(highest_work <= g * dt * g * dt);
      CHECK(1.0 + state.q(0) <= gap + 1e-12);
      CHECK(lowest >= gap - 6.0 * dt);  // the fall of one step
      CHECK(energy <= g * gap + 1e-9);  // at rest
    }
  }
}

TEST_CASE("F5: the activation gap is a setting that is checked and recorded", "[rest]") {
  const TowerOfBalls<1> ball(0.5, 0.0);
  const auto solver = make_contact_solver("portfolio");
  using Fixed = FixedStep<TowerOfBalls<1>>;
  using Adjusted = StepSizeAdjustment<TowerOfBalls<1>>;
  CHECK(testing::complaint_of([&] { Fixed(ball, *solver, 1e-3, 0, -1e-9); }).find("activation gap") !=
        std::string::npos);
  ExtrapolationOptions options;
  options.activation_gap = std::nan("");
  CHECK(testing::complaint_of([&] { Adjusted(ball, *solver, {}, options); }).find("activation gap") !=
        std::string::npos);
  options.activation_gap = 1e-9;
  const auto names = [](const IntegratorSettingList& list) {
    return std::count_if(list.begin(), list.end(),
                         [](const IntegratorSetting& setting) { return setting.name == "activation_gap"; });
  };
  CHECK(names(Fixed(ball, *solver, 1e-3, 0, 1e-9).settings()) == 1);
  CHECK(names(Fixed(ball, *solver, 1e-3).settings()) == 0);
  CHECK(names(Adjusted(ball, *solver, {}, options).settings()) == 1);
  CHECK(names(Adjusted(ball, *solver, {}, {}).settings()) == 0);
}
