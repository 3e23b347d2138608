// Motions that users of other programs have reported as wrong, with right values in closed form. The suite had them
// right from the start: these tests keep it so.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/test_motions.hpp"

using namespace nsdbench;
using testing::gravity;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// Positions, times and velocities of order one after some events, each of which leaves a few epsilon.
constexpr double rounding = 1e-13;

template <class S>
struct Motion {
  StateOf<S> state;
  Outcome outcome;
  std::vector<Event<S>> events;
};

template <class S>
Motion<S> by_events(const S& system, const StateOf<S>& start, double t_end) {
  const auto solver = make_contact_solver("portfolio");
  const auto integrator = make_event_driven(system, *solver);
  Motion<S> made;
  made.state = start;
  made.outcome = integrator->integrate(
      made.state, {t_end}, [](const Step<S>&) {}, [&](const Event<S>& event) { made.events.push_back(event); });
  return made;
}

template <class S>
StateOf<S> by_time_stepping(const S& system, StateOf<S> state, double t_end, double dt) {
  const auto solver = make_contact_solver("portfolio");
  FixedStep<S> integrator(system, *solver, dt, 0);
  REQUIRE(integrator.integrate(state, {t_end}).completed());
  return state;
}

// A point that lies on a plane or a belt: x along it, z from it.
using Slider = testing::WithTerms<testing::LinearSystem<2, 1>>;

Slider slider(double along, double against, double mu, double belt = 0.0) {
  Slider system;
  system.force << along, -against;
  system.contact[0].normal << 0.0, 1.0;
  system.contact[0].tangential << 1.0, 0.0;
  system.contact[0].tangential_rheonomic(0) = -belt;
  system.laws = {testing::frictional(0.0, mu)};
  return system;
}

// A ladder of mass 1 and length 2 between the floor z = 0 and the wall x = 0, at the angle theta from the floor:
// q = (x, z, psi) of its middle, psi = pi - theta the direction from foot to top.
struct Ladder {
  static constexpr int dof = 3;
  static constexpr int contact_count = 2;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  struct Configuration {
    Vector<3> q;
    double sine, cosine;
  };
  double floor_mu = 0.3, wall_mu = 0.2;

  Configuration configuration(const Vector<3>& q, double /*t*/) const { return {q, std::sin(q(2)), std::cos(q(2))}; }
  Matrix<3> mass_matrix(const Configuration& /*at*/) const { return Vector<3>(1.0, 1.0, 1.0 / 3.0).asDiagonal(); }
  Vector<3> forces(const Configuration& /*at*/, const Vector<3>& /*u*/) const { return {0.0, -gravity, 0.0}; }
  // From the middle to the foot (0) and to the top (1).
  Vector<2> lever(const Configuration& at, int i) const {
    const double side = i == 0 ? -1.0 : 1.0;
    return {side * at.cosine, side * at.sine};
  }
  Vector<2> gaps(const Configuration& at) const { return {at.q(1) + lever(at, 0)(1), at.q(0) + lever(at, 1)(0)}; }
  ForceDirections<3, 1> directions(const Configuration& at, int i) const {
    const Vector<2> r = lever(at, i);
    const Vector<3> x(1.0, 0.0, -r(1));
    const Vector<3> z(0.0, 1.0, r(0));
    ForceDirections<3, 1> w;
    w.normal = i == 0 ? z : x;
    w.tangential = i == 0 ? x : z;
    return w;
  }
  AccelerationTerms<1> acceleration_terms(const Configuration& at, const Vector<3>& u, int i) const {
    const Vector<2> r = -u(2) * u(2) * lever(at, i);
    AccelerationTerms<1> terms;
    terms.normal = i == 0 ? r(1) : r(0);
    terms.tangential(0) = i == 0 ? r(0) : r(1);
    return terms;
  }
  double friction_coefficient(int i, double /*speed*/) const { return i == 0 ? floor_mu : wall_mu; }
  double static_friction(int i) const { return friction_coefficient(i, 0.0); }
  ContactLaw law(int i) const { return testing::frictional(0.0, friction_coefficient(i, 0.0)); }
  double kinetic_energy(const Vector<3>& /*q*/, const Vector<3>& u, double /*t*/) const {
    return 0.5 * (u(0) * u(0) + u(1) * u(1) + u(2) * u(2) / 3.0);
  }
  double potential_energy(const Vector<3>& q, double /*t*/) const { return gravity * q(1); }

  double critical_angle() const { return std::atan((1.0 - floor_mu * wall_mu) / (2.0 * floor_mu)); }
  State<3> at_rest(double theta) const {
    State<3> state;
    state.q << std::cos(theta), std::sin(theta), std::acos(-1.0) - theta;
    return state;
  }
  // thetaddot at rest with both ends sliding down: Newton's and Euler's equations for it and both normal forces.
  double angular_acceleration(double theta) const {
    const double s = std::sin(theta);
    const double c = std::cos(theta);
    Eigen::Matrix3d equations;
    equations << -s, floor_mu, -1.0,                       // x
        c, -1.0, -wall_mu,                                 // z
        -1.0 / 3.0, -(c - floor_mu * s), s + wall_mu * c;  // about the middle
    return equations.inverse().row(0).dot(Eigen::Vector3d(0.0, -gravity, 0.0));
  }
};

}  // namespace

TEST_CASE("F30: a cube slides 3.669724770642202 m in 1.223241590214067 s", "[event]") {
  testing::TumblingBlock cube;
  cube.b = cube.h = 0.5;
  cube.mu = 0.5;
  cube.restitution = 0.0;
  State<3> start;
  start.q << 0.0, 0.5, 0.0;
  start.u << 6.0, 0.0, 0.0;
  const double stop = 6.0 / (0.5 * gravity);
  const double way = 0.5 * 6.0 * stop;
  CHECK(stop == Catch::Approx(1.223241590214067).epsilon(4.0 * epsilon));
  CHECK(way == Catch::Approx(3.669724770642202).epsilon(4.0 * epsilon));
  const auto motion = by_events(cube, start, 2.0);
  REQUIRE(motion.outcome.completed());
  REQUIRE(motion.events.size() == 1);
  CHECK(std::abs(motion.events[0].t - stop) <= rounding);
  CHECK(std::abs(motion.state.q(0) - way) <= rounding);
  CHECK(motion.state.u.norm() <= rounding);
  // Time stepping: of first order in dt.
  for (const double dt : {1e-2, 1e-3, 1e-4}) {
    const State<3> stepped = by_time_stepping(cube, start, 2.0, dt);
    CHECK(std::abs(stepped.q(0) - way) <= 6.0 * dt);
    CHECK(stepped.u.norm() <= 1e-10);  // what the contact solver's tolerance leaves
  }
}

TEST_CASE("F31: two balls fall on each other, three times as heavy below: the lower one stops", "[event]") {
  // Lower ball z_1, upper ball z_2 >= z_1, elastic. Both fall from rest; the lower one rebounds with v and meets the
  // upper one, which has -v, after gap / (2 v); momentum and energy leave it 0 and the other one 2 v, but for the fall
  // of both in between.
  testing::WithTerms<testing::LinearSystem<2, 2>> balls;
  balls.mass << 3.0, 1.0;
  balls.force << -3.0 * gravity, -gravity;
  balls.contact[0].normal << 1.0, 0.0;
  balls.contact[1].normal << -1.0, 1.0;
  balls.laws = {testing::unilateral(1.0), testing::unilateral(1.0)};
  for (const double gap : {1e-1, 1e-3, 1e-6}) {
    State<2> start;
    start.q << 1.0, 1.0 + gap;
    const double v = std::sqrt(2.0 * gravity);
    const double meet = v / gravity + gap / (2.0 * v);
    const double fall = gravity * gap / (2.0 * v);  // what gravity takes from both until they meet
    const auto motion = by_events(balls, start, meet + 0.01);
    CAPTURE(gap);
    REQUIRE(motion.events.size() >= 2);
    CHECK(std::abs(motion.events[0].t - v / gravity) <= rounding);
    CHECK(std::abs(motion.events[1].t - meet) <= rounding);
    const Vector<2>& after = motion.events[1].after.u;
    CHECK(std::abs(after(0) + fall) <= 4.0 * rounding);  // 0 - fall
    CHECK(std::abs(after(1) - (2.0 * v - fall)) <= 4.0 * rounding);
  }
}

TEST_CASE("F32: a block on a belt inclined by 45 degrees, with mu around 1", "[event]") {
  // a = g cos(45 deg) (mu - 1) up the belt until the block has its speed.
  const double press = gravity * std::sqrt(0.5);
  constexpr double belt = 0.01;  // [m/s]
  for (const double above : {-1e-3, -1e-6, 0.0, 1e-6, 1e-3, 2e-3}) {
    const Slider block = slider(-press, press, 1.0 + above, belt);
    const auto motion = by_events(block, State<2>(), 2.0);
    const double a = press * (1.0 + above) - press;
    const double until = a > 0.0 ? std::min(2.0, belt / a) : 2.0;
    const double way = 0.5 * a * until * until + belt * (2.0 - until);
    CAPTURE(above);
    REQUIRE(motion.outcome.completed());
    CHECK(std::abs(motion.state.q(0) - way) <= rounding);
    CHECK(std::abs(motion.state.u(0) - a * until) <= rounding);
    CHECK(motion.state.q(1) == 0.0);
    const State<2> stepped = by_time_stepping(block, State<2>(), 2.0, 1e-3);
    CHECK(std::abs(stepped.q(0) - way) <= belt * 1e-3);  // one step in the instant at which it sticks
  }
}

TEST_CASE("F33: a cube pressed to a wall holds if mu F is its weight, and slides with what is missing", "[event]") {
  constexpr double mu = 0.4;
  for (const double more : {-1e-2, -1e-4, -1e-6, 0.0, 1e-12, 1e-6, 1e-2}) {
    const double press = gravity / mu * (1.0 + more);
    const auto motion = by_events(slider(gravity, press, mu), State<2>(), 1.0);
    const double fall = std::max(0.0, 0.5 * (gravity - mu * press));
    CAPTURE(more);
    REQUIRE(motion.outcome.completed());
    CHECK(std::abs(motion.state.q(0) - (fall > 1e-12 ? fall : 0.0)) <= 1e-14);
    CHECK(motion.state.q(1) == 0.0);
  }
}

TEST_CASE("F34: a ladder stands 1e-6 degrees above its critical angle and slides below it", "[event]") {
  const Ladder ladder;
  const double degree = std::acos(-1.0) / 180.0;
  for (const double off : {1.0, 1e-3, 1e-6}) {
    CAPTURE(off);
    const double above = ladder.critical_angle() + off * degree;
    const auto stands = by_events(ladder, ladder.at_rest(above), 1.0);
    REQUIRE(stands.outcome.completed());
    CHECK(stands.events.empty());
    CHECK((stands.state.q - ladder.at_rest(above).q).norm() <= rounding);
    const double below = ladder.critical_angle() - off * degree;
    constexpr double t = 1e-3;
    const auto slides = by_events(ladder, ladder.at_rest(below), t);
    REQUIRE(slides.outcome.completed());
    const double expected = ladder.angular_acceleration(below) * t;
    CHECK(expected < 0.0);
    // The acceleration at the start, which grows with the angle that has been fallen; and the rounding of forces whose
    // difference it is.
    CHECK(-slides.state.u(2) == Catch::Approx(expected).epsilon(1e-4).margin(100.0 * epsilon));
  }
}

TEST_CASE("F35: a rocking block keeps 0.7 of its velocity at every landing until it rests", "[event]") {
  // Housner: 1 - 3/2 sin^2(alpha) with tan(alpha) = b / h = 1/2, without restitution and without slip.
  testing::TumblingBlock block;
  block.b = 0.5;
  block.h = 1.0;
  block.mu = 1.0;
  block.restitution = 0.0;
  // On its right corner, tilted to the right.
  constexpr double tilt = -0.1;
  State<3> start;
  start.q << 0.0, 0.5 * std::sin(-tilt) + std::cos(tilt), tilt;
  const auto motion = by_events(block, start, 20.0);
  std::vector<double> ratios;
  for (const auto& event : motion.events) {
    if (!event.impact || event.has_settled()) continue;
    ratios.push_back(event.after.u(2) / event.before.u(2));
  }
  CHECK(motion.outcome.completed());
  // Angles of 1e-15 are those that gaps at heights of 1 m can still show: 0.1 * 0.49^45.
  REQUIRE(ratios.size() >= 45);
  for (std::size_t k = 0; k < ratios.size(); ++k) {
    CAPTURE(k);
    CHECK(std::abs(ratios[k] - 0.7) <= rounding);
  }
  CHECK(motion.state.u.norm() <= rounding);
  CHECK(std::abs(motion.state.q(2)) <= rounding);
}

TEST_CASE("F36: a ball that comes within 1e-15 m of a ceiling misses it, and 1e-15 m further it is hit", "[event]") {
  // Up with 1 m/s in g = 10 m/s^2: the apex is at 0.05 m.
  testing::WithTerms<testing::LinearSystem<1, 1>> ball;
  ball.force << -10.0;
  ball.contact[0].normal << -1.0;
  ball.laws = {testing::unilateral(1.0)};
  for (const double depth : {1e-15, 1e-14, 1e-12, 1e-9, 1e-6}) {
    CAPTURE(depth);
    State<1> start;
    start.u << 1.0;
    ball.gap_0(0) = 0.05 + depth;
    const auto misses = by_events(ball, start, 0.2);
    CHECK(misses.outcome.completed());
    CHECK(misses.events.empty());
    CHECK(std::abs(misses.state.q(0)) <= rounding);
    ball.gap_0(0) = 0.05 - depth;
    const auto hits = by_events(ball, start, 0.2);
    REQUIRE(hits.outcome.completed());
    REQUIRE(hits.events.size() == 1);
    // The speed sqrt(2 g depth), of a depth that is known to the rounding of 0.05 m.
    const double speed = std::sqrt(20.0 * depth);
    const double uncertainty = std::sqrt(20.0 * (depth + 16.0 * epsilon * 0.05)) - speed + rounding;
    CHECK(std::abs(hits.events[0].before.u(0) - speed) <= uncertainty);
    CHECK(std::abs(hits.events[0].t - (1.0 - speed) / 10.0) <= uncertainty / 10.0);
  }
}

TEST_CASE("F37: a ball on a table that shakes with A w^2 = g (1 + d) leaves it if d > 0, at asin(1/(1 + d))/w",
          "[event]") {
  testing::BallOnShaker shaker;
  shaker.omega = 10.0;
  shaker.g = gravity;
  State<1> start;
  const auto follow = [&](double d, double t_end) {
    shaker.amplitude = gravity * (1.0 + d) / (shaker.omega * shaker.omega);
    start.u << shaker.table_velocity(0.0);
    return by_events(shaker, start, t_end);
  };
  const double period = 2.0 * std::acos(-1.0) / shaker.omega;
  for (const double d : {1e-12, 1e-9, 1e-6, 1e-3, 0.1}) {
    CAPTURE(d);
    const auto rests = follow(-d, 0.999 * period);
    CHECK(rests.outcome.completed());
    CHECK(rests.events.empty());
    const double leaves = std::asin(1.0 / (1.0 + d)) / shaker.omega;
    const auto motion = follow(d, 0.3 * period);
    REQUIRE(motion.outcome.completed());
    REQUIRE_FALSE(motion.events.empty());
    // The force falls through zero with the slope sqrt(2 d) w g and is known to some epsilon of g.
    const double uncertainty = 16.0 * epsilon / (std::sqrt(2.0 * d) * shaker.omega) + rounding;
    CHECK(std::abs(motion.events[0].t - leaves) <= uncertainty);
    CHECK(motion.events[0].modes_after.normal[0] == Mode::impressed);
  }
}
