// Return maps of motions with closed forms: balls on tables that stand still and that vibrate.
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "solvers/analysis/energy.hpp"
#include "solvers/analysis/fixed_point.hpp"
#include "solvers/analysis/motion_extremes.hpp"
#include "solvers/analysis/return_map.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/event_run.hpp"

using namespace nsdbench;
using testing::WithTerms;

namespace {

// Velocities and times of some units, after one or two events.
constexpr double return_rounding = 1e-13;

using Ball = WithTerms<testing::LinearSystem<1, 1>>;
using Point = Vector<1>;

Ball ball(double restitution) {
  Ball ball;
  ball.force(0) = -testing::gravity;
  ball.contact[0].normal(0) = 1.0;
  ball.laws = {testing::unilateral(restitution)};
  return ball;
}

// Just after an impact; the coordinate is the velocity.
PoincareSection<Ball, 1> after_impact() {
  PoincareSection<Ball, 1> section;
  section.at_event = [](const Event<Ball>& event) { return closes(event, 0); };
  section.embed = [](const Point& v) {
    State<1> state;
    state.u(0) = v(0);
    return state;
  };
  section.coordinates = [](const State<1>& state) { return Point(state.u(0)); };
  return section;
}

// At the apex; the coordinate is the height.
PoincareSection<Ball, 1> at_apex() {
  PoincareSection<Ball, 1> section;
  section.function = [](const State<1>& state) { return -state.u(0); };
  section.embed = [](const Point& z) {
    State<1> state;
    state.q(0) = z(0);
    return state;
  };
  section.coordinates = [](const State<1>& state) { return Point(state.q(0)); };
  return section;
}

}  // namespace

TEST_CASE("a ball that bounces comes back to its section with its restitution", "[cycles]") {
  for (const double e : {0.5, 0.9, 1.0}) {
    const Ball system = ball(e);
    const auto solver = make_contact_solver("portfolio");
    ReturnMap<Ball, 1> impacts(make_event_driven(system, *solver), after_impact(), 5.0);
    const auto made = impacts.go(Point(3.0));
    REQUIRE(made.returned());
    CHECK(std::abs(made.point(0) - 3.0 * e) <= return_rounding);
    CHECK(std::abs(made.time() - 6.0 / testing::gravity) <= return_rounding);
    ReturnMap<Ball, 1> apexes(make_event_driven(system, *solver), at_apex(), 5.0);
    const auto apex = apexes.go(Point(2.0));
    REQUIRE(apex.returned());
    CHECK(std::abs(apex.point(0) - 2.0 * e * e) <= return_rounding);
    CHECK(std::abs(apex.time() - (1 + e) * std::sqrt(4.0 / testing::gravity)) <= return_rounding);
    const auto slope = map_derivative<1, double>(apexes, Point(2.0), Point(2.0));
    REQUIRE(slope.complete);
    CHECK(std::abs(slope.value(0, 0) - e * e) <= 1e-12);  // rounding over steps of 1e-2
    // Without loss every height is a fixed point: there is none to be found.
    if (e == 1.0) {
      const auto found = find_fixed_point<1, double>(apexes, Point(2.0), Point(2.0));
      CHECK((found.status == FixedPointStatus::singular || std::abs(found.multipliers[0].real - 1) <= 1e-12));
    }
  }
}

TEST_CASE("a return that does not come says why", "[cycles]") {
  const Ball system = ball(0.5);
  const auto solver = make_contact_solver("portfolio");
  ReturnMap<Ball, 1> short_sighted(make_event_driven(system, *solver), after_impact(), 0.1);
  CHECK(short_sighted.go(Point(3.0)).status == ReturnStatus::too_late);
  CHECK_FALSE(short_sighted(Point(3.0)).has_value());
  // From 3 m/s the ball rises to 0.46 m.
  for (const double ceiling : {0.4, 0.5}) {
    auto below_ceiling = after_impact();
    below_ceiling.ends = [ceiling](const State<1>& state) { return state.q(0) > ceiling; };
    ReturnMap<Ball, 1> under(make_event_driven(system, *solver), below_ceiling, 5.0);
    const auto made = under.go(Point(3.0));
    CHECK(made.status == (ceiling < 0.45 ? ReturnStatus::ended : ReturnStatus::returned));
    if (!made.returned()) CHECK(made.state.q(0) > ceiling);
  }
  EventDrivenOptions options;
  options.max_evaluations = 1;
  ReturnMap<Ball, 1> limited(make_event_driven(system, *solver, options), after_impact(), 5.0);
  const auto failed = limited.go(Point(3.0));
  CHECK(failed.status == ReturnStatus::failed);
  CHECK(failed.integration.reason == StopReason::step_limit);
  auto elsewhere = after_impact();
  elsewhere.held.contacts[0] = ContactState::sliding;
  ReturnMap<Ball, 1> closed(make_event_driven(system, *solver), elsewhere, 5.0);
  State<1> above;
  above.q(0) = 1.0;
  CHECK(closed.reach(above).status == ReturnStatus::elsewhere);
  ReturnMap<Ball, 1> open(make_event_driven(system, *solver), after_impact(), 5.0);
  const auto reached = open.reach(above);
  REQUIRE(reached.returned());
  CHECK(std::abs(reached.point(0) - 0.5 * std::sqrt(2.0 * testing::gravity)) <= return_rounding);
}

TEST_CASE("sections that say too little or too much are refused", "[cycles]") {
  const Ball system = ball(0.5);
  const auto solver = make_contact_solver("portfolio");
  const auto complaint = [&](const PoincareSection<Ball, 1>& section, double longest) {
    return testing::complaint_of([&] { ReturnMap<Ball, 1>(make_event_driven(system, *solver), section, longest); });
  };
  CHECK(complaint(after_impact(), 1.0).empty());
  auto section = after_impact();
  section.embed = nullptr;
  CHECK(complaint(section, 1.0).find("embed") != std::string::npos);
  section = after_impact();
  section.function = at_apex().function;
  CHECK(complaint(section, 1.0).find("not both") != std::string::npos);
  CHECK(complaint(after_impact(), -1.0).starts_with("longest time of return -1 s"));
}

// A ball that hits a vibrating table once in n of its periods leaves with V = g T / 2, T = 2 pi n / Omega, at the phase
// with table velocity V (1 - e)/(1 + e). The linearised return map, in the time of the impact and V, has
//   determinant e^2,   trace 1 + e^2 + (1 + e)^2 zddot / g,   zddot = -A Omega^2 sin(Omega t).
TEST_CASE("a ball on a vibrating table: orbit and multipliers in closed form", "[cycles]") {
  testing::BallOnShaker shaker;
  shaker.omega = 20.0;
  shaker.g = testing::gravity;
  shaker.restitution = 0.5;
  const double e = shaker.restitution;
  const double period = 2.0 * std::numbers::pi / shaker.omega;
  const double leaving = 0.5 * testing::gravity * period;
  const double table = leaving * (1 - e) / (1 + e);
  // sin of the phase: stable in between, unstable by a flip for large amplitudes.
  for (const double sine : {0.1, 0.2, 0.7}) {
    CAPTURE(sine);
    const double cosine = std::sqrt(1 - sine * sine);
    shaker.amplitude = table / (shaker.omega * cosine);
    const double phase = std::asin(sine) / shaker.omega;
    PoincareSection<testing::BallOnShaker, 2> section;
    section.at_event = [](const Event<testing::BallOnShaker>& event) { return closes(event, 0); };
    section.embed = [&](const Vector<2>& x) {
      State<1> state;
      state.t = x(0);
      state.q(0) = shaker.table(x(0));
      state.u(0) = x(1);
      return state;
    };
    section.coordinates = [&](const State<1>& state) {
      return Vector<2>(state.t - period * std::round((state.t - phase) / period), state.u(0));
    };
    const auto solver = make_contact_solver("portfolio");
    ReturnMap<testing::BallOnShaker, 2> map(make_event_driven(shaker, *solver), section, 3.0 * period);
    const auto found = find_fixed_point<2, double>(map, Vector<2>(phase + 1e-3, leaving * 0.99), Vector<2>(0.05, 1.0));
    CAPTURE(to_string(found.status));
    REQUIRE(found.converged());
    CHECK(std::abs(found.x(0) - phase) <= return_rounding);
    CHECK(std::abs(found.x(1) - leaving) <= return_rounding);
    const double trace =
        1 + e * e - (1 + e) * (1 + e) * shaker.amplitude * shaker.omega * shaker.omega * sine / testing::gravity;
    const double square = trace * trace / 4 - e * e;
    // Times of impacts, known to some 1e-16 s, over steps of 1e-3 s: some 1e-12, and their extrapolation.
    constexpr double tolerance = 1e-10;
    if (square < 0) {
      CHECK(std::abs(found.multipliers[0].real - trace / 2) <= tolerance);
      CHECK(std::abs(found.multipliers[0].imaginary - std::sqrt(-square)) <= tolerance);
      CHECK(std::abs(found.multipliers[1].imaginary + std::sqrt(-square)) <= tolerance);
    } else {
      const double root = std::sqrt(square);
      CHECK(std::abs(found.multipliers[0].real - (trace < 0 ? trace / 2 - root : trace / 2 + root)) <= tolerance);
      CHECK(std::abs(found.multipliers[1].real - (trace < 0 ? trace / 2 + root : trace / 2 - root)) <= tolerance);
    }
    CHECK(found.multipliers[0].error <= tolerance);
  }
}

TEST_CASE("what contacts take is what the energy loses: impacts and friction apart", "[cycles]") {
  // A block thrown onto a rough plane: impacts with friction, then sliding to rest.
  const double mu = 0.2;
  WithTerms<testing::LinearSystem<2, 1>> block(testing::block_on_incline(0.0, mu, testing::gravity));
  block.laws[0].normal_restitution = 0.5;
  State<2> state;
  state.q << 0.0, 0.5;
  state.u << 6.0, 0.0;
  const double before = total_energy(block, state);
  using Block = decltype(block);
  const auto solver = make_contact_solver("portfolio");
  const auto integrator = make_event_driven(block, *solver);
  ContactDissipation<Block> dissipation(block);
  MotionExtremes<double> height, speed;
  std::array<double, 2> first{};  // normal and tangential loss of the first impact
  integrator->integrate(
      state, {5.0},
      [&](const Step<Block>& step) {
        dissipation.observe(step);
        height.observe(step, [](const State<2>& at) { return at.q(1); });
        speed.observe(step, [](const State<2>& at) { return at.u(1); });
      },
      [&](const Event<Block>& event) {
        dissipation.observe(event);
        if (first[0] == 0.0) first = {dissipation.normal_impacts()[0], dissipation.tangential_impacts()[0]};
      });
  CHECK(state.u.norm() <= return_rounding);
  CHECK(std::abs(dissipation.total() - before) <= 20 * return_rounding * before);  // some twenty impacts
  // First impact, m = 1: v = sqrt(2 g h) becomes -e v, and the slip loses mu (1 + e) v.
  const double v = std::sqrt(testing::gravity);
  const double slip_loss = mu * 1.5 * v;
  CHECK(std::abs(first[0] - 0.5 * v * v * 0.75) <= 10 * return_rounding);
  CHECK(std::abs(first[1] - slip_loss * (6.0 - 0.5 * slip_loss)) <= 10 * return_rounding);
  CHECK(dissipation.friction()[0] > 0.0);
  CHECK(std::abs(dissipation.of_contact(0) - dissipation.total()) == 0.0);
  CHECK(height.largest() == 0.5);
  CHECK(std::abs(height.smallest()) <= return_rounding);
  CHECK(std::abs(speed.smallest() + v) <= return_rounding);
  CHECK(std::abs(speed.largest() - 0.5 * v) <= return_rounding);
}

TEST_CASE("extremes within a step are found between its points", "[cycles]") {
  Ball system = ball(0.5);
  const auto solver = make_contact_solver("portfolio");
  EventDrivenOptions options;
  options.largest_step = 10.0;
  const auto integrator = make_event_driven(system, *solver, options);
  State<1> state;
  state.u(0) = 3.0;
  MotionExtremes<double> height;
  integrator->integrate(
      state, {0.5}, [&](const Step<Ball>& step) { height.observe(step, [](const State<1>& at) { return at.q(0); }); });
  CHECK(std::abs(height.largest() - 4.5 / testing::gravity) <= return_rounding);
  CHECK(height.smallest() <= 0.0);
}
